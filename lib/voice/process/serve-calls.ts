import { RemoteCallStore, type NotedTides } from "../../call/index.js";
import { loadAddon, type NativeAddon } from "../../native/index.js";
import {
  isLastReport,
  sendError,
  StoreMessages,
  type ProcessOptions,
  type SentError,
} from "../../hosting/index.js";
import {
  isClientBegin,
  ServedClients,
  type ClientOrder,
  type ClientReport,
} from "../../hosting/client/served-clients.js";
import { openSocket, systemClock } from "../../net/index.js";
import type { VoiceOptions } from "../join-options.js";
import type { Order, Report } from "./messages.js";
import { ServedCall, type LaterOrder, type ServedHost, type SourceRule } from "./served-call.js";
import { ServedPlayers } from "./served-players.js";

/** The end of the channel in a voice process. */
export interface ServePort {
  /** @param sent is called when the report has left this process */
  send(report: Report | ClientReport, sent?: () => void): void;
  onMessage(listener: (order: Order | ClientOrder) => void): void;
}

/** The process that serves. Members of `VoiceOptions` are replaced by tests. */
export interface ServeParts extends Pick<VoiceOptions, "clock" | "wallClock" | "openSocket" | "loadAddon"> {
  /** settings of this process, in place of those that the supervisor sends */
  readonly own?: ProcessOptions;
  /** what may be played; default: everything */
  readonly source?: SourceRule;
  /** whether it has devices and calls of games, too; default true */
  readonly hasClients?: boolean;
}

const NO_CLIENTS: SentError = {
  code: "NOT_SUPPORTED",
  message: "this voice process has calls of bots only: make the VoiceSupervisor of a Client without `spawn`",
};

/** The calls of a voice process: all that a supervisor asks of it, at the other end of a port. */
export function serveCalls(port: ServePort, parts: ServeParts = {}): ServedCalls {
  const served = new ServedCalls(port, parts);
  port.onMessage((order) => served.order(order));
  return served;
}

export class ServedCalls {
  readonly #port: ServePort;
  readonly #parts: ServeParts;
  readonly #calls = new Map<string, ServedCall>();
  readonly #players: ServedPlayers;
  readonly #clients: ServedClients | undefined;
  readonly #answers: StoreMessages;
  readonly #store: RemoteCallStore;
  #key: Uint8Array = new Uint8Array(0);
  #host: ProcessOptions = {};
  #tides: NotedTides | undefined;
  #isOver = false;

  constructor(port: ServePort, parts: ServeParts) {
    this.#port = port;
    this.#parts = parts;
    this.#answers = new StoreMessages((message) => port.send({ type: "store", message }));
    this.#store = new RemoteCallStore(this.#answers);
    this.#players = new ServedPlayers((player, news) => port.send({ type: "player", player, news }));
    this.#clients = parts.hasClients === false ? undefined : this.#ofClients();
  }

  /** Its calls and players end here, and nobody hears of it: another process may go on with the calls. Idempotent. */
  abandon(): void {
    this.#isOver = true;
    for (const call of this.#calls.values()) call.abandon();
    this.#calls.clear();
    this.#players.close();
  }

  /** Calls that it has. */
  get calls(): number {
    return this.#calls.size;
  }

  order(order: Order | ClientOrder): void {
    if (this.#isOver) return;
    if (isOfCall(order) && this.#clients?.order(order) === true) return;
    this.#carryOut(order as Order);
  }

  #ofClients(): ServedClients {
    const { clock = systemClock, wallClock = Date.now, openSocket: open = openSocket } = this.#parts;
    return new ServedClients({
      clock,
      wallClock,
      openSocket: open,
      store: this.#store,
      key: () => this.#key,
      tides: () => this.#tides,
      addon: () => this.#addon(),
      send: (report, sent) => this.#port.send(report, sent),
    });
  }

  #carryOut(order: Order): void {
    switch (order.type) {
      case "prepare":
        return this.#prepare(order);
      case "store":
        return this.#answers.heard(order.message);
      case "ping":
        return this.#port.send({ type: "pong" });
      case "player":
        return this.#ofPlayer(order);
      case "join":
        return this.#join(order);
      case "revive":
        return void this.#open(order).revive(order.playback);
      case "take":
        return void this.#open(order).take(order.playback);
      default:
        return this.#ofCall(order);
    }
  }

  #ofPlayer({ player, order }: Order & { type: "player" }): void {
    this.#players.order(player, order, this.#served);
    if (order.type === "open") for (const call of this.#calls.values()) call.playerOpened(player);
  }

  #ofCall(order: LaterOrder): void {
    const served = this.#calls.get(order.call);
    served?.order(order);
    if (isClientBegin(order)) this.#port.send({ type: "over", call: order.call, error: NO_CLIENTS });
    if (order.type === "destroy") this.#calls.delete(order.call);
    // one that has just ended said so
    if (served === undefined && order.type === "handOver")
      this.#port.send({ type: "handedOver", call: order.call, outcome: "failed" });
  }

  #prepare({ key, host, tides }: Order & { type: "prepare" }): void {
    this.#key = key;
    this.#host = this.#parts.own ?? host;
    try {
      const addon = this.#parts.loadAddon === undefined ? this.#addon() : undefined;
      // one that has settings of its own opens no file that somebody names
      const isFile = tides !== undefined && this.#parts.own === undefined;
      if (isFile && addon?.openTides(tides) === true) this.#tides = addon;
      this.#port.send({ type: "prepared" });
    } catch (error) {
      this.#port.send({ type: "useless", error: sendError(error) });
    }
  }

  #join(order: Order & { type: "join" }): void {
    try {
      this.#open(order).join();
    } catch (error) {
      this.#calls.delete(order.call);
      this.#port.send({ type: "over", call: order.call, error: sendError(error) });
    }
  }

  #addon(): NativeAddon {
    return this.#parts.loadAddon?.() ?? loadAddon(this.#host.addonPath, this.#host.mediaThreads);
  }

  get #served(): ServedHost {
    return { clock: systemClock, ...this.#host, ...this.#parts };
  }

  #open({ call, options }: Order & { type: "join" | "revive" | "take" }): ServedCall {
    const served: ServedCall = new ServedCall({
      call,
      options,
      keep: { store: this.#store, key: this.#key, call, tides: this.#tides },
      host: this.#served,
      player: (name) => this.#players.player(name),
      send: (report, sent) => {
        if (isLastReport(report) && this.#calls.get(call) === served) this.#calls.delete(call);
        this.#port.send(report, sent);
      },
    });
    this.#calls.get(call)?.order({ type: "giveUp", call });
    this.#calls.set(call, served);
    return served;
  }
}

/** Each names its call; whose it is, is known by that. */
function isOfCall(order: Order | ClientOrder): order is ClientOrder {
  return "call" in order;
}
