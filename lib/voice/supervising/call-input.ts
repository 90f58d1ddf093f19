import type { HostedCall } from "../../hosting/index.js";
import type { BotReport, Order } from "../process/messages.js";
import type { HostedInput } from "./hosted-input.js";

/** A call of a bot. */
export type HostedBot = HostedCall<BotReport>;

/** The source or the player of a bot's call, also one that is over. */
export class CallInput {
  readonly #call: HostedBot;
  #present: HostedInput | undefined;

  constructor(call: HostedBot) {
    this.#call = call;
  }

  get present(): HostedInput | undefined {
    return this.#present;
  }

  play(input: HostedInput): void {
    this.#present?.end("stopped");
    this.#present = input;
    const { sent } = input;
    if (sent !== undefined) this.#send({ type: "play", call: this.#call.name, playback: sent });
  }

  /** @param order about the input `id` */
  order(id: number, order: Extract<Order, { playback: number }>): void {
    if (id === this.#present?.id) this.#send(order);
  }

  heard({ playback, news }: BotReport & { type: "playback" }): void {
    if (playback === this.#present?.id) this.#present.heard(news);
  }

  #send(order: Extract<Order, { call: string }>): void {
    this.#call.send(order);
  }
}
