import { ClientStatus, type IdentityKeyStore, type SessionClient } from "sdkpp";
import type { Allowed } from "sdkpp/surface";
import type { FromSocial, StartOrder, StartSettings, ToSocial } from "../process/messages.js";
import { sendError } from "../process/sent-errors.js";
import type { Pages } from "./attached-window.js";
import type { ClientHost, HostEvents, SignInParts } from "./client-host.js";
import type { PortMain, UtilityProcessPart } from "./electron-parts.js";
import { Heartbeat } from "./heartbeat.js";
import { KeptProcess } from "./kept-process.js";
import { RemoteClient, type RemoteClientParts } from "./remote-client.js";
import type { TimerClock } from "../bridge/system-clock.js";
import type { StartedVoice, VoiceProcesses } from "./voice-processes.js";

export interface ProcessHostParts {
  readonly fork: () => UtilityProcessPart;
  readonly voices: VoiceProcesses;
  readonly clock: TimerClock;
  readonly restarts: number;
  /** the longest time that the process may stand still, milliseconds */
  readonly hangMs: number;
  readonly start: StartSettings;
  readonly auth: RemoteClientParts["auth"];
  readonly signIn: SignInParts;
  /** undefined: each call has a new identity */
  readonly keys: IdentityKeyStore | undefined;
  readonly events: HostEvents;
}

/**
 * A process of its own has the client. Another one follows when it ends or stands still: it signs in with the same presence, rejoins its calls with their
 * settings, and gets the pages.
 */
export class ProcessHost implements ClientHost {
  readonly #parts: ProcessHostParts;
  readonly #process: KeptProcess;
  readonly #heartbeat: Heartbeat;
  readonly #remote: RemoteClient;
  readonly #voices = new Map<number, StartedVoice>();
  /** Starts of the game that no process has been told of. */
  #launches: (readonly string[])[] = [];
  #calls: StartOrder["calls"] = [];
  #sound: StartOrder["sound"] = [];
  #presence: StartOrder["presence"] = [];
  #isSignedIn = false;
  #starts = 0;
  readonly pages: Pages;

  constructor(parts: ProcessHostParts) {
    this.#parts = parts;
    const { fork, clock, restarts, hangMs, auth } = parts;
    this.#remote = new RemoteClient({ auth, tell: (message) => this.#tell(message) });
    this.#process = new KeptProcess({
      fork,
      clock,
      restarts,
      started: () => this.#started(),
      heard: (message) => this.#heard(message as FromSocial),
      ended: (reason, pauseMs) => this.#ended(reason, pauseMs),
    });
    this.#heartbeat = new Heartbeat({
      clock,
      hangMs,
      ask: () => this.#tell({ type: "ping" }),
      hung: () => this.#process.end(`no answer for ${String(hangMs)} ms`),
    });
    this.pages = {
      attach: (page, port, allow) => this.#attach(page, port, allow),
      leave: (page) => this.#tell({ type: "leave", page }),
    };
    this.#process.start();
  }

  get client(): SessionClient {
    return this.#remote;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get voicePids(): number[] {
    return this.#parts.voices.pids;
  }

  handleLaunch(argv: readonly string[]): void {
    if (this.#process.isRunning) this.#tell({ type: "launch", argv });
    else this.#launches.push(argv);
  }

  setTalkKey(isDown: boolean): void {
    this.#tell({ type: "talkKey", isDown });
  }

  close(): void {
    this.#heartbeat.end();
    this.#remote.close();
    this.#process.close();
    this.#parts.voices.killAll();
  }

  #tell(message: ToSocial, transfer: PortMain[] = []): void {
    // the calls and the presence were those of a player who has signed out
    if (message.type === "disconnect") {
      this.#calls = [];
      this.#presence = [];
      this.#isSignedIn = false;
    }
    this.#process.post(message, transfer);
  }

  #started(): void {
    const { start, keys } = this.#parts;
    const kept = { calls: this.#calls, sound: this.#sound, presence: this.#presence };
    this.#starts += 1;
    this.#tell({ type: "start", ...start, hasKeys: keys !== undefined, follows: this.#isSignedIn, ...kept });
    this.#remote.started();
    for (const argv of this.#launches.splice(0)) this.#tell({ type: "launch", argv });
    this.#heartbeat.begin();
    if (this.#starts > 1) this.#parts.events.restarted();
  }

  /** Its voice processes have nobody any more who could go on with their calls. */
  #ended(reason: string, pauseMs: number): void {
    this.#heartbeat.end();
    this.#voices.clear();
    this.#parts.voices.killAll();
    this.#remote.ended();
    this.#parts.events.ended(reason, pauseMs);
  }

  #heard(message: FromSocial): void {
    switch (message.type) {
      case "status":
        this.#isSignedIn ||= message.status === ClientStatus.Ready;
        return this.#remote.changed(message.status, message.error, message.detail);
      case "done":
        return this.#remote.answered(message.id, message.error);
      case "pong":
        return this.#heartbeat.answered();
      case "calls":
        this.#calls = message.calls;
        return;
      case "sound":
        this.#sound = message.settings;
        return;
      case "presence":
        this.#presence = message.settings;
        return;
      case "ask":
        return void this.#asked(message.id, message.what);
      case "loadKey":
        return void this.#answerKey(message.id, (keys) => keys.load(message.name));
      case "saveKey":
        return void this.#answerKey(message.id, (keys) => keys.save(message.name, message.bytes));
      case "startVoice":
        return this.#startVoice(message.voice);
      case "killVoice":
        return this.#voices.get(message.voice)?.kill();
    }
  }

  /** Without a process there is nobody to serve it; the next one gets the page anew. */
  #attach(page: number, port: PortMain, allow: readonly Allowed[]): void {
    if (this.#process.isRunning) this.#tell({ type: "page", page, allow }, [port]);
    else port.close();
  }

  async #asked(id: number, what: "signIn" | "signOut"): Promise<void> {
    const answer = this.#answers();
    try {
      await this.#parts.signIn[what]();
      answer({ type: "asked", id });
    } catch (error) {
      answer({ type: "asked", id, error: sendError(error) });
    }
  }

  async #answerKey(id: number, use: (keys: IdentityKeyStore) => Promise<Uint8Array | void>): Promise<void> {
    const { keys } = this.#parts;
    if (keys === undefined) return;
    const answer = this.#answers();
    try {
      const bytes = await use(keys);
      answer({ type: "key", id, ...(bytes instanceof Uint8Array && { bytes }) });
    } catch (error) {
      answer({ type: "key", id, error: sendError(error) });
    }
  }

  /** Tells the process that has asked, and no other one: its questions have the same numbers. */
  #answers(): (message: ToSocial) => void {
    const asking = this.#starts;
    return (message) => {
      if (asking === this.#starts) this.#tell(message);
    };
  }

  #startVoice(voice: number): void {
    const started = this.#parts.voices.start();
    this.#voices.set(voice, started);
    this.#tell({ type: "voice", voice, pid: started.pid }, [started.port]);
    void started.exited.then((reason) => {
      // of a process that has ended as well, the next one knows nothing
      if (this.#voices.get(voice) !== started) return;
      this.#voices.delete(voice);
      this.#tell({ type: "voiceEnded", voice, reason });
    });
  }
}
