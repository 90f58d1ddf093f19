import type { AudioPlayer } from "../audio-player.js";
import type { PlayerNews, PlayerOrder } from "./messages.js";
import { sendError } from "../../hosting/index.js";
import type { ServedHost } from "./served-call.js";
import { ServedPlayer } from "./served-player.js";

/** The players of a voice process, by their names. */
export class ServedPlayers {
  readonly #send: (player: string, news: PlayerNews) => void;
  readonly #players = new Map<string, ServedPlayer>();

  constructor(send: (player: string, news: PlayerNews) => void) {
    this.#send = send;
  }

  player(name: string): AudioPlayer | undefined {
    return this.#players.get(name)?.player;
  }

  order(name: string, order: PlayerOrder, host: ServedHost): void {
    if (order.type === "open") return this.#open(name, order, host);
    this.#players.get(name)?.order(order);
    if (order.type === "close") this.#players.delete(name);
  }

  /** All of them end. */
  close(): void {
    for (const player of this.#players.values()) player.order({ type: "close" });
    this.#players.clear();
  }

  #open(name: string, order: PlayerOrder & { type: "open" }, host: ServedHost): void {
    const send = (news: PlayerNews): void => this.#send(name, news);
    try {
      this.#players.set(name, new ServedPlayer(order, host, send));
    } catch (error) {
      send({ type: "failed", error: sendError(error) });
    }
  }
}
