import type { ReceiverParts } from "../receiver.js";
import type { Order } from "../process/messages.js";

type Sound = (Order & { type: "subscribe" })["sound"];
type SoundOrder = Order & { type: "subscribe" | "unsubscribe" };

/** Which sound is wanted of a call in a voice process: said to each process that has it. */
export class HostedSound {
  readonly #call: string;
  readonly #send: (order: SoundOrder) => void;
  readonly #wanted = new Map<bigint, { readonly sound: Sound; readonly tag: number }>();

  constructor(call: string, send: (order: SoundOrder) => void) {
    this.#call = call;
    this.#send = send;
  }

  /** For the receiver of this process. */
  get media(): ReceiverParts["media"] {
    return {
      subscribe: (userId, sound, tag) => {
        this.#wanted.set(userId, { sound, tag });
        this.#send({ type: "subscribe", call: this.#call, userId, sound, tag });
      },
      unsubscribe: (userId) => {
        this.#wanted.delete(userId);
        this.#send({ type: "unsubscribe", call: this.#call, userId });
      },
    };
  }

  /** To a process that has just got the call. */
  again(): void {
    for (const [userId, { sound, tag }] of this.#wanted)
      this.#send({ type: "subscribe", call: this.#call, userId, sound, tag });
  }
}
