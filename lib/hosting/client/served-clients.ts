import type { CallStore, NotedTides } from "../../call/index.js";
import type { NativeAddon } from "../../native/index.js";
import type { Clock, OpenSocket } from "../../net/index.js";
import { sendError } from "../sent-error.js";
import { isLastReport } from "../served-moves.js";
import type { DeviceOrder, TestReport } from "./device-messages.js";
import type { LobbyBegin, LobbyOptions, LobbyOrder, LobbyReport } from "./messages.js";
import type { CallBegin } from "../hosted-call.js";
import { PreparedMicrophone } from "./prepared-microphone.js";
import { OwnKeys } from "./own-keys.js";
import { ServedConnection, type LaterOrder } from "./served-connection.js";
import { ServedDeviceList } from "./served-device-list.js";
import { ServedMicrophoneTest } from "./served-microphone-test.js";

/** A message about something that a client has in a voice process. */
export type ClientOrder = LobbyOrder | DeviceOrder;
export type ClientReport = LobbyReport | TestReport;

/** Of a voice process. */
export interface ClientHost {
  readonly clock: Clock;
  /** milliseconds since 1970 */
  readonly wallClock: () => number;
  readonly openSocket: OpenSocket;
  readonly store: CallStore;
  /** what is kept of calls is sealed with it */
  key(): Uint8Array;
  /** in which calls note their ticks */
  tides(): NotedTides | undefined;
  addon(): NativeAddon;
  /** @param sent is called when the report has left this process */
  send(report: ClientReport, sent?: () => void): void;
}

const BEGINS: Readonly<Record<LobbyBegin["type"], CallBegin>> = {
  joinLobby: "join",
  reviveLobby: "revive",
  takeLobby: "take",
};

/** Whether a client asks for a call, a list of devices or a test of the microphone. */
export function isClientBegin({ type }: { readonly type: string }): boolean {
  return type in BEGINS || type === "openDevices" || type === "testMicrophone";
}

interface Served {
  order(order: ClientOrder): void;
}

/** The calls, lists of devices and tests of microphones that clients have in this voice process. */
export class ServedClients {
  readonly #host: ClientHost;
  /** of calls that are about to come, by their names */
  readonly #microphones = new Map<string, PreparedMicrophone>();
  readonly #served = new Map<string, Served>();
  /** by client and user: their calls share them as long as the process lives */
  readonly #keys = new Map<string, OwnKeys>();

  constructor(host: ClientHost) {
    this.#host = host;
  }

  /** @returns false: it is about nothing that a client has */
  order(order: ClientOrder): boolean {
    if (order.type === "openMicrophone") return this.#openMicrophone(order);
    if (order.type === "destroy") this.#takeMicrophone(order.call)?.release();
    if (this.#begins(order)) return true;
    const served = this.#served.get(order.call);
    served?.order(order);
    if (order.type === "destroy") this.#served.delete(order.call);
    return served !== undefined;
  }

  #openMicrophone({ call, device }: LobbyOrder & { type: "openMicrophone" }): true {
    this.#takeMicrophone(call)?.release();
    const ready = (): void => this.#host.send({ type: "microphoneReady", call });
    try {
      this.#microphones.set(call, new PreparedMicrophone(this.#host.addon(), device, ready));
    } catch {
      // the call itself says why, when it has come
      ready();
    }
    return true;
  }

  #takeMicrophone(call: string): PreparedMicrophone | undefined {
    const microphone = this.#microphones.get(call);
    this.#microphones.delete(call);
    return microphone;
  }

  #begins(order: ClientOrder): boolean {
    try {
      const begun = this.#begun(order);
      if (begun !== undefined) this.#served.set(order.call, begun);
      return begun !== undefined;
    } catch (error) {
      this.#host.send({ type: "over", call: order.call, error: sendError(error) });
      return true;
    }
  }

  /** @throws {SdkError} MEDIA_UNAVAILABLE */
  #begun(order: ClientOrder): Served | undefined {
    const { clock } = this.#host;
    const send = (report: ClientReport): void => this.#host.send(report);
    switch (order.type) {
      case "joinLobby":
      case "reviveLobby":
      case "takeLobby":
        return this.#call(order);
      case "openDevices": {
        const list = new ServedDeviceList(this.#host.addon(), send);
        return { order: (later) => list.order(later as Parameters<typeof list.order>[0]) };
      }
      case "testMicrophone": {
        const test = new ServedMicrophoneTest({ order, addon: this.#host.addon(), clock, send });
        return { order: (later) => test.order(later as DeviceOrder) };
      }
      default:
        return undefined;
    }
  }

  #call({ type, call, options, state }: LobbyBegin): Served {
    const { clock, wallClock, openSocket, store } = this.#host;
    const [key, addon, tides] = [this.#host.key(), this.#host.addon(), this.#host.tides()];
    const served = new ServedConnection({
      ...{ call, options, state, host: { clock, wallClock, openSocket, store, key, addon, tides } },
      keys: this.#keysOf(options, call),
      microphone: this.#takeMicrophone(call),
      send: (report, sent) => {
        if (isLastReport(report) && this.#served.get(call) === entry) this.#served.delete(call);
        this.#host.send(report, sent);
      },
    });
    const entry: Served = { order: (later) => served.order(later as LaterOrder) };
    // one that waits for a call in vain
    this.#served.get(call)?.order({ type: "giveUp", call });
    void served.open(BEGINS[type]);
    return entry;
  }

  #keysOf({ client, userId, hasKeyStore }: LobbyOptions, call: string): OwnKeys {
    const name = `${String(client)} ${String(userId)}`;
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const failed = (reason: string): void => {
      const args = [`the store of verified keys failed: ${reason}`];
      this.#host.send({ type: "event", call, name: "warning", args });
    };
    const keys = new OwnKeys(hasKeyStore, failed);
    this.#keys.set(name, keys);
    return keys;
  }
}
