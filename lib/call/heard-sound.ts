import { readReceived } from "../native/index.js";
import type { VoiceConnectionEvents } from "./connection-events.js";
import { Emitter, type Subscription } from "./emitter.js";

/** Takes 20 ms of a user's sound: 48 kHz, 16 bit, interleaved stereo. */
export type SoundListener = (samples: Int16Array) => void;

/** The form in which the sound of a user is subscribed to. */
export type SoundForm = "opus" | "pcm" | "both";

/** The part of a call that is needed. */
interface Heard {
  readonly media: {
    subscribe(userId: bigint, format: SoundForm, tag: number): void;
    unsubscribe(userId: bigint): void;
  };
  on(event: "received", listener: VoiceConnectionEvents["received"]): Subscription;
}

interface Passed {
  readonly sound: SoundForm;
  readonly tag: number;
}

/**
 * The sound of users: the call hands over that of each once, for all listeners to what is decoded, and for a program elsewhere that it is
 * passed to.
 */
export class HeardSound {
  readonly #call: Heard;
  /** by user id */
  readonly #listeners: Emitter<Record<string, SoundListener>>;
  readonly #passed = new Map<bigint, Passed>();
  /** by tag of their blocks, those who are listened to */
  readonly #users = new Map<number, { readonly userId: bigint }>();
  #receiving: Subscription | undefined;
  #newestTag: number;

  /**
   * @param listenerFailed a listener threw
   * @param tagsFrom own tags begin behind it; those of a program that sound is {@link pass}ed to have to lie below
   */
  constructor(call: Heard, listenerFailed: (error: unknown) => void, tagsFrom = 0) {
    this.#call = call;
    this.#newestTag = tagsFrom;
    this.#listeners = new Emitter((_userId, error) => listenerFailed(error));
  }

  listen(userId: bigint, listener: SoundListener): Subscription {
    const user = String(userId);
    const isFirst = !this.#listeners.has(user);
    const listening = this.#listeners.on(user, listener);
    if (isFirst) this.#subscribe(userId);
    const dispose = (): void => {
      if (!this.#listeners.has(user)) return;
      listening.dispose();
      if (!this.#listeners.has(user)) this.#subscribe(userId);
    };
    return { dispose, [Symbol.dispose]: dispose };
  }

  /** The sound of a user goes elsewhere, under this tag. */
  pass(userId: bigint, sound: SoundForm, tag: number): void {
    this.#passed.set(userId, { sound, tag });
    this.#subscribe(userId);
  }

  passNoMore(userId: bigint): void {
    this.#passed.delete(userId);
    this.#subscribe(userId);
  }

  isPassed(userId: bigint): boolean {
    return this.#passed.has(userId);
  }

  /** The call is over, and with it all listening. */
  clear(): void {
    this.#users.clear();
    this.#passed.clear();
    this.#listeners.clear();
  }

  #subscribe(userId: bigint): void {
    const { media } = this.#call;
    const isHeard = this.#listeners.has(String(userId));
    const passed = this.#passed.get(userId);
    this.#forget(userId);
    if (!isHeard && passed === undefined) return this.#end(userId);
    const tag = passed?.tag ?? (this.#newestTag += 1);
    const sound = passed?.sound ?? "pcm";
    media.subscribe(userId, isHeard && sound === "opus" ? "both" : sound, tag);
    if (!isHeard) return;
    this.#users.set(tag, { userId });
    this.#receiving ??= this.#call.on("received", (batch) => this.#read(batch));
  }

  #forget(userId: bigint): void {
    for (const [tag, user] of this.#users) if (user.userId === userId) this.#users.delete(tag);
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
    this.#call.media.unsubscribe(userId);
    if (this.#users.size > 0) return;
    this.#receiving?.dispose();
    this.#receiving = undefined;
  }
}
