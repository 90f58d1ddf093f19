import { readReceived } from "../native/index.js";
import type { VoiceConnectionEvents } from "./connection-events.js";
import { Emitter, type Subscription } from "./emitter.js";

/** Takes 20 ms of a user's sound: 48 kHz, 16 bit, interleaved stereo. */
export type SoundListener = (samples: Int16Array) => void;

/** The part of a call that is needed. */
interface Heard {
  readonly media: {
    subscribe(userId: bigint, format: "pcm", tag: number): void;
    unsubscribe(userId: bigint): void;
  };
  on(event: "received", listener: VoiceConnectionEvents["received"]): Subscription;
}

/** The decoded sound of users: the call hands over that of each once, for all listeners. */
export class HeardSound {
  readonly #call: Heard;
  /** by user id */
  readonly #listeners: Emitter<Record<string, SoundListener>>;
  /** by tag of their blocks */
  readonly #users = new Map<number, { readonly userId: bigint }>();
  #receiving: Subscription | undefined;
  #newestTag = 0;

  /** @param listenerFailed a listener threw */
  constructor(call: Heard, listenerFailed: (error: unknown) => void) {
    this.#call = call;
    this.#listeners = new Emitter((_userId, error) => listenerFailed(error));
  }

  listen(userId: bigint, listener: SoundListener): Subscription {
    const user = String(userId);
    if (!this.#listeners.has(user)) this.#begin(userId);
    const listening = this.#listeners.on(user, listener);
    const dispose = (): void => {
      listening.dispose();
      if (!this.#listeners.has(user)) this.#end(userId);
    };
    return { dispose, [Symbol.dispose]: dispose };
  }

  /** The call is over, and with it all listening. */
  clear(): void {
    this.#users.clear();
    this.#listeners.clear();
  }

  #begin(userId: bigint): void {
    this.#newestTag += 1;
    this.#call.media.subscribe(userId, "pcm", this.#newestTag);
    this.#users.set(this.#newestTag, { userId });
    this.#receiving ??= this.#call.on("received", (batch) => this.#read(batch));
  }

  #read(batch: ArrayBuffer): void {
    readReceived(
      batch,
      (tag) => this.#users.get(tag),
      ({ userId, format, data }) => format === "pcm" && this.#listeners.emit(String(userId), data),
    );
  }

  /** No effect for a user whose sound is not handed over, as after the end of the call. */
  #end(userId: bigint): void {
    for (const [tag, user] of this.#users) {
      if (user.userId !== userId) continue;
      this.#users.delete(tag);
      this.#call.media.unsubscribe(userId);
    }
    if (this.#users.size > 0) return;
    this.#receiving?.dispose();
    this.#receiving = undefined;
  }
}
