import { AuthorizationTokenType, VoiceSupervisor, type Client } from "sdkpp";
import type { OperationName } from "sdkpp/surface";
import type { PortMain, PortMessage } from "../main/electron-parts.js";
import { systemClock } from "../bridge/system-clock.js";
import { SocialServer } from "../social/index.js";
import { clientOf } from "./client-of.js";
import { KeptCalls } from "./kept-calls.js";
import { KeptPresence } from "./kept-presence.js";
import { KeptSound } from "./kept-sound.js";
import type { FromSocial, StartOrder, ToSocial } from "./messages.js";
import { noVoice } from "./no-voice.js";
import { onlyPort, type ParentPort } from "./parent-port.js";
import { RemoteKeys } from "./remote-keys.js";
import { RemoteVoice } from "./remote-voice.js";
import { Questions, sendError } from "./sent-errors.js";
import { ServedPages } from "./served-pages.js";
import { signedInAgain } from "./signed-in-again.js";

/** Serves the player's client to main and to pages. Main ends its process. */
export function serveSocial(main: ParentPort): void {
  const tell = (message: FromSocial): void => main.postMessage(message);
  let program: SocialProgram | undefined;
  main.on("message", ({ data, ports }: PortMessage) => {
    const order = data as ToSocial;
    if (order.type === "start") program = new SocialProgram(order, tell);
    else program?.carryOut(order, ports);
  });
}

class SocialProgram {
  readonly #tell: (message: FromSocial) => void;
  readonly #client: Client;
  readonly #calls: KeptCalls;
  readonly #sound: KeptSound;
  readonly #presence: KeptPresence;
  readonly #server: SocialServer;
  readonly #voice: RemoteVoice;
  readonly #keys: RemoteKeys;
  readonly #pages: ServedPages;
  readonly #questions = new Questions();

  constructor(order: StartOrder, tell: (message: FromSocial) => void) {
    this.#tell = tell;
    this.#voice = new RemoteVoice(tell);
    this.#keys = new RemoteKeys(tell);
    this.#client = clientOf(order.settings, {
      voiceHost: this.#supervisor(order),
      ...(order.hasKeys && { identityKeyStore: this.#keys }),
    });
    this.#client.on("statusChanged", (status, error, detail) =>
      tell({ type: "status", status, error, detail }),
    );
    this.#sound = new KeptSound({
      client: this.#client,
      settings: order.sound,
      tell: (settings) => tell({ type: "sound", settings }),
      chosen: () => this.#server.changed(),
      clock: systemClock,
    });
    this.#presence = new KeptPresence({
      client: this.#client,
      settings: order.presence,
      follows: order.follows,
      tell: (settings) => tell({ type: "presence", settings }),
    });
    this.#calls = new KeptCalls({
      client: this.#client,
      calls: order.calls,
      tell: (calls) => tell({ type: "calls", calls }),
      rejoined: () => this.#server.changed(),
    });
    const ask = (what: "signIn" | "signOut") => (): Promise<void> =>
      this.#questions.ask((id) => tell({ type: "ask", id, what }));
    const signIn = { signIn: ask("signIn"), signOut: ask("signOut") };
    this.#server = new SocialServer({
      client: this.#client,
      signIn,
      done: (...operation) => this.#done(...operation),
    });
    const settled = this.#goOn();
    this.#pages = new ServedPages(this.#server, order.follows ? settled : undefined);
  }

  carryOut(order: Exclude<ToSocial, StartOrder>, ports: readonly PortMain[]): void {
    switch (order.type) {
      case "token":
        return void this.#takeToken(order.id, order.accessToken);
      case "connect":
        return this.#client.connect();
      case "ping":
        return this.#tell({ type: "pong" });
      case "disconnect":
        this.#client.disconnect();
        this.#presence.forget();
        return this.#calls.forget();
      case "launch":
        return void this.#client.handleLaunch(order.argv);
      case "talkKey":
        return this.#server.setTalkKey(order.isDown);
      case "page":
        return this.#pages.attach(order.page, onlyPort(ports), order.allow);
      case "leave":
        return this.#pages.leave(order.page);
      case "voice":
        return this.#voice.started(order.voice, order.pid, onlyPort(ports));
      case "voiceEnded":
        return this.#voice.ended(order.voice, order.reason);
      case "asked":
        return this.#questions.answered(order.id, order.error, undefined);
      case "key":
        return this.#keys.answered(order.id, order.error, order.bytes);
    }
  }

  /** A page has done an operation. What it set is told to main before the page hears of it, and outlives this process from then on. */
  #done(name: OperationName, args: readonly unknown[]): void {
    this.#calls.done(name, args);
    this.#sound.done(name, args);
    this.#presence.done(name, args);
  }

  /** Goes on where a process before this one ended: calls wait for their devices. @returns when pages may see it */
  async #goOn(): Promise<void> {
    const restored = this.#sound.restored().then(() => this.#calls.begin());
    await Promise.all([restored, signedInAgain(this.#client)]);
  }

  #supervisor({ hasVoice, spare, restarts, addonPath }: StartOrder): VoiceSupervisor {
    if (!hasVoice) return noVoice();
    const spawn = (): ReturnType<RemoteVoice["start"]> => this.#voice.start();
    return new VoiceSupervisor({ spawn, spare, restarts, ...(addonPath !== undefined && { addonPath }) });
  }

  async #takeToken(id: number, accessToken: string): Promise<void> {
    try {
      await this.#client.updateToken(AuthorizationTokenType.Bearer, accessToken);
      this.#tell({ type: "done", id });
    } catch (error) {
      this.#tell({ type: "done", id, error: sendError(error) });
    }
  }
}
