import { Client, type Call, type Subscription } from "sdkpp";
import type { OperationName } from "sdkpp/surface";
import { callMember } from "../social/index.js";
import { CALL_SETTINGS, Settings, type Setting } from "./settings.js";

export interface KeptCallsParts {
  readonly client: Client;
  /** of a client before this one */
  readonly calls: readonly KeptCall[];
  readonly tell: (calls: readonly KeptCall[]) => void;
  /** One of them is rejoined. */
  readonly rejoined: () => void;
}

/** A call that outlives its process. */
export interface KeptCall {
  readonly lobbyId: string;
  readonly settings: readonly Setting[];
}

interface Running {
  readonly call: Call;
  readonly settings: Settings;
}

/**
 * Tells in which calls the player is and what pages have set of them, whenever that has changed. Calls of a client before are rejoined with their settings,
 * once their lobbies are known.
 */
export class KeptCalls implements Disposable {
  readonly #client: Client;
  readonly #parts: KeptCallsParts;
  readonly #subscriptions: readonly Subscription[];
  readonly #running = new Map<string, Running>();
  /** those of a client before this one, which are to be rejoined */
  readonly #missing: Map<string, KeptCall>;
  #told: string;
  #mayRejoin = false;

  constructor(parts: KeptCallsParts) {
    const { client, calls } = parts;
    this.#parts = parts;
    this.#client = client;
    this.#missing = new Map(calls.map((call) => [call.lobbyId, call]));
    this.#told = JSON.stringify(calls);
    const look = (): void => this.look();
    this.#subscriptions = [
      client.on("statusChanged", look),
      client.on("lobbyCreated", look),
      client.on("voiceParticipantChanged", look),
      client.on("lobbyDeleted", (lobbyId) => {
        this.#missing.delete(String(lobbyId));
        this.look();
      }),
    ];
  }

  /** Rejoins calls from now on: the devices that they need are chosen. */
  begin(): void {
    this.#mayRejoin = true;
    this.look();
  }

  /** A page has done an operation, which may have set something of a call. */
  done(name: OperationName, [lobbyId, ...args]: readonly unknown[]): void {
    if (!Object.hasOwn(CALL_SETTINGS, name)) return;
    const call = this.#client.getCall(lobbyId as string);
    if (call.isValid() && this.#settingsOf(call).set(name, args)) this.look();
  }

  /** The player has signed out: whoever signs in next was in none of them. */
  forget(): void {
    this.#missing.clear();
    this.look();
  }

  /** Rejoins what it can, and tells what is new. */
  look(): void {
    if (this.#mayRejoin && this.#client.getStatus() === Client.Status.Ready) this.#rejoin();
    const calls = this.#calls();
    const text = JSON.stringify(calls);
    if (text === this.#told) return;
    this.#told = text;
    this.#parts.tell(calls);
  }

  #rejoin(): void {
    for (const { lobbyId, settings } of [...this.#missing.values()]) {
      if (this.#client.getLobbyHandle(lobbyId) === undefined) continue;
      this.#missing.delete(lobbyId);
      this.#start(lobbyId, settings);
    }
  }

  /** Nothing leaves this process before the settings are set: a player who was muted joins so, and has no moment in which to be heard. */
  #start(lobbyId: string, settings: readonly Setting[]): void {
    const call = this.#client.startCall(lobbyId);
    if (!call.isValid()) return;
    for (const [name, ...args] of settings) callMember(call, name, args);
    this.#running.set(lobbyId, { call, settings: new Settings(CALL_SETTINGS, settings) });
    this.#parts.rejoined();
  }

  #calls(): KeptCall[] {
    for (const [lobbyId, { call }] of this.#running) if (!call.isValid()) this.#running.delete(lobbyId);
    const running = this.#client.getCalls().map((call) => ({
      lobbyId: String(call.getChannelId()),
      settings: this.#settingsOf(call).list,
    }));
    return [...this.#missing.values(), ...running].sort((a, b) => (a.lobbyId < b.lobbyId ? -1 : 1));
  }

  /** A call that was started anew has none of those of the one before. */
  #settingsOf(call: Call): Settings {
    const lobbyId = String(call.getChannelId());
    const running = this.#running.get(lobbyId);
    if (running?.call.isValid() === true) return running.settings;
    const settings = new Settings(CALL_SETTINGS);
    this.#running.set(lobbyId, { call, settings });
    return settings;
  }

  [Symbol.dispose](): void {
    for (const one of this.#subscriptions) one.dispose();
  }
}
