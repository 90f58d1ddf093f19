import { Client, type ClientStatus, type Subscription } from "sdkpp";
import type { Allowed } from "sdkpp/surface";
import { fileURLToPath } from "node:url";
import type { ClientSettings } from "../process/client-of.js";
import { allowArgument } from "./allow-list.js";
import { AskPlayer } from "./ask-player.js";
import { AttachedWindow } from "./attached-window.js";
import type { ClientHost } from "./client-host.js";
import type { ElectronParts, UtilityProcessPart, WindowPart } from "./electron-parts.js";
import { Listeners } from "./listeners.js";
import { MainHost } from "./main-host.js";
import { originsArgument } from "./origins.js";
import { ProcessHost } from "./process-host.js";
import { PushToTalk, type TalkKeySource } from "./push-to-talk.js";
import { SignIn } from "./sign-in.js";
import {
  checkedOptions,
  DEFAULT_HANG_MS,
  keysOf,
  settingsOf,
  storeOf,
  type SocialOptions,
} from "./social-options.js";
import { systemClock, type TimerClock } from "../bridge/system-clock.js";
import { VoiceProcesses } from "./voice-processes.js";

/** Which pages of a window may do what. */
export interface AttachOptions {
  /** what the page may call and see, by the names of `sdkpp/surface`; nothing else */
  readonly allow: readonly Allowed[];
  /** the origins of pages that may have a port, each exactly: `app://launcher`, `https://game.example`, `file://` for every file of this machine */
  readonly origins: readonly string[];
}

/** The events of `Social`. */
export interface SocialEvents {
  /** as of `Client` */
  status: (status: ClientStatus) => void;
  /** nobody is signed in: show the player a way to `signIn()` */
  relinkNeeded: () => void;
  /** the player's authorization has ended: revoked, unlinked or banned */
  deauthorized: () => void;
  /** the platform could not be asked for tokens; it is tried again */
  failed: (error: unknown) => void;
  /** the process of the client has ended, or stood still and was ended: how, in words. Another one follows after the pause, milliseconds */
  ended: (reason: string, pauseMs: number) => void;
  /** another process has the client; pages have other ports */
  restarted: () => void;
  /** a source of `pushToTalk` has ended by itself, and its key counts as up: why, when it says so */
  talkKeyEnded: (error: unknown) => void;
  /** a page asked for a port and got none: why, and its address */
  refused: (reason: string, address: string) => void;
}

/**
 * Starts the player's client, and signs in with stored tokens. Call it when `app` is ready.
 * @throws {ArgumentError} naming the invalid option
 * @example
 * import * as electron from "electron";
 * import path from "node:path";
 * const tokenFile = path.join(electron.app.getPath("userData"), "player");
 * const social = startSocial({ electron, webBase, apiBase, applicationId, tokenFile });
 * social.attachWindow(window, { allow: [...GROUPS.friends, ...GROUPS.calls], origins: ["app://launcher"] });
 */
export function startSocial(options: SocialOptions): Social {
  return new Social(checkedOptions(options));
}

/** The player's client as main has it: who is signed in, and which pages may use it. */
export class Social implements Disposable {
  readonly #options: SocialOptions;
  readonly #events = new Listeners<SocialEvents>();
  readonly #player: AskPlayer;
  readonly #host: ClientHost;
  readonly #signIn: SignIn;
  readonly #pushToTalk: PushToTalk;
  readonly #windows = new Map<WindowPart, AttachedWindow>();
  #pages = 0;

  /** @internal */
  constructor(options: SocialOptions) {
    const { clock = systemClock, guest } = options;
    this.#options = options;
    const tokenStore = storeOf(options);
    const settings = settingsOf(options);
    this.#player = new AskPlayer({
      settings,
      scopes: options.scopes ?? Client.getDefaultCommunicationScopes(),
      scheme: options.scheme,
      openUrl: (url) => options.electron.shell.openExternal(url),
    });
    this.#host = this.#hostOf(settings, clock);
    this.#host.client.on("statusChanged", (status) => this.#events.emit("status", status));
    this.#pushToTalk = new PushToTalk({
      set: (isDown) => this.#host.setTalkKey(isDown),
      ended: (error) => this.#events.emit("talkKeyEnded", error),
    });
    this.#signIn = new SignIn({
      client: this.#host.client,
      tokenStore,
      ask: options.interactive ?? (() => this.#player.ask()),
      abort: () => this.#player.abort(),
      guest,
      clock,
      events: {
        relinkNeeded: () => this.#events.emit("relinkNeeded"),
        deauthorized: () => this.#events.emit("deauthorized"),
        failed: (error) => this.#events.emit("failed", error),
      },
    });
    void this.#signIn.resume();
  }

  /** The state of the connection, as of `Client`. */
  get status(): ClientStatus {
    return this.#host.client.getStatus();
  }

  /** The processes as the operating system counts them: that of the client, unless main has it, and those of calls. */
  get pids(): { readonly social: number | undefined; readonly voice: readonly number[] } {
    return { social: this.#host.pid, voice: this.#host.voicePids };
  }

  /** Listens to an event. */
  on<K extends keyof SocialEvents>(event: K, listener: SocialEvents[K]): Subscription {
    return this.#events.on(event, listener);
  }

  /**
   * Lets the pages of a window use the client: each main frame with a listed origin, until it navigates. Decided here, where a page cannot forge it.
   * @returns ends it, and closes the page's port
   * @throws {ArgumentError} for a name that the surface lacks, or what is no origin
   */
  attachWindow(window: WindowPart, { allow, origins }: AttachOptions): () => void {
    const attached = new AttachedWindow({
      window,
      allow: allowArgument("allow", allow),
      origins: originsArgument("origins", origins),
      pages: this.#host.pages,
      openChannel: () => new this.#options.electron.MessageChannelMain(),
      nextPage: () => (this.#pages += 1),
      refused: (reason, address) => this.#events.emit("refused", reason, address),
      detached: () => this.#forget(window, attached),
    });
    this.#windows.get(window)?.detach();
    this.#windows.set(window, attached);
    return () => attached.detach();
  }

  /** Asks the player, on the consent page in the browser. */
  signIn(): Promise<void> {
    return this.#signIn.signIn();
  }

  /**
   * Revokes the player's tokens, deletes them, and disconnects.
   * @throws {ClientResultError} when the platform could not be asked; the tokens are deleted all the same
   */
  signOut(): Promise<void> {
    return this.#signIn.signOut();
  }

  /** Takes the arguments of a start: a way back from the consent page, or a party to join. Give it to `installLaunch`. */
  handleLaunch(argv: readonly string[]): void {
    if (!argv.some((argument) => this.#player.handleRedirect(argument))) this.#host.handleLaunch(argv);
  }

  /**
   * Lets the player talk with a key that works while another window is in front: the source watches it, and says when it goes down and up. That goes to
   * the calls in `MODE_PTT` and through no page. Of several sources one key that is down is enough. A key counts as up when its source
   * ends or throws, and for another process of the client until it is said to be down again.
   * @param source watches the key; the guide "Launchers in Electron" has recipes
   * @returns ends the source
   * @throws {ArgumentError} when not a function
   * @example
   * const key = social.pushToTalk(({ onKey }) => {
   *   pedal.on("change", onKey);
   *   return () => pedal.off("change", onKey);
   * });
   */
  pushToTalk(source: TalkKeySource): Subscription {
    return this.#pushToTalk.add(source);
  }

  /** Ends the processes, and the calls with them; the player stays signed in. It cannot be used again. */
  close(): void {
    for (const attached of this.#windows.values()) attached.detach();
    this.#signIn.close();
    this.#pushToTalk.close();
    this.#host.close();
    this.#player.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #forget(window: WindowPart, attached: AttachedWindow): void {
    if (this.#windows.get(window) === attached) this.#windows.delete(window);
  }

  #hostOf(settings: ClientSettings, clock: TimerClock): ClientHost {
    const {
      electron,
      programs = {},
      host = "process",
      restarts = 3,
      hangMs = DEFAULT_HANG_MS,
    } = this.#options;
    const openChannel = (): InstanceType<ElectronParts["MessageChannelMain"]> =>
      new electron.MessageChannelMain();
    const voices = new VoiceProcesses({ openChannel, fork: () => this.#fork("voice", programs.voice) });
    const { voice = "process", spare = true, addonPath } = this.#options;
    const start = {
      settings,
      hasVoice: voice === "process",
      spare,
      restarts,
      ...(addonPath !== undefined && { addonPath }),
    };
    const signIn = { signIn: () => this.signIn(), signOut: () => this.signOut() };
    const keys = keysOf(this.#options);
    if (host === "main") return new MainHost({ voices, start, signIn, keys });
    return new ProcessHost({
      voices,
      start,
      signIn,
      keys,
      clock,
      restarts,
      hangMs,
      auth: this.#player.auth,
      fork: () => this.#fork("social", programs.social),
      events: {
        ended: (reason, pauseMs) => {
          this.#pushToTalk.forget();
          this.#events.emit("ended", reason, pauseMs);
        },
        restarted: () => this.#restarted(),
      },
    });
  }

  #fork(name: "social" | "voice", program: string | URL | undefined): UtilityProcessPart {
    const file = program ?? new URL(`./${name}-process.js`, import.meta.url);
    const modulePath = file instanceof URL ? fileURLToPath(file) : file;
    return this.#options.electron.utilityProcess.fork(modulePath, [], { serviceName: `sdkpp ${name}` });
  }

  #restarted(): void {
    for (const attached of this.#windows.values()) attached.renew();
    this.#events.emit("restarted");
  }
}
