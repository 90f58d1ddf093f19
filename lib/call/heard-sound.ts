import { readReceived } from "../native/index.js";
import type { VoiceConnectionEvents } from "./connection-events.js";
import { Emitter, type Subscription } from "./emitter.js";

/** Takes 20 ms of a user's sound: 48 kHz, interleaved stereo. */
export type SoundListener = (samples: Int16Array) => void;

/** The part of a call that is needed. */
interface Heard {
  readonly media: {
    subscribe(userId: bigint, format: "pcm", tag: number): void;
    unsubscribe(userId: bigint): void;
  };
  on(event: "received", listener: VoiceConnectionEvents["received"]): Subscription;
}

/** Each is of one user, so tags need to differ for the present users only. */
const TAGS = 2 ** 31 - 1;
let newestTag = 0;

/** Hands over the decoded sound of a user. @returns ends it */
export function listenTo(call: Heard, userId: bigint, hear: SoundListener): () => void {
  newestTag = (newestTag % TAGS) + 1;
  const own = newestTag;
  const subscription = call.on("received", (batch) =>
    readReceived(
      batch,
      (tag) => (tag === own ? { userId } : undefined),
      ({ format, data }) => format === "pcm" && hear(data),
    ),
  );
  call.media.subscribe(userId, "pcm", own);
  return () => {
    subscription.dispose();
    call.media.unsubscribe(userId);
  };
}

interface UserSound {
  readonly events: Emitter<{ listen: SoundListener }>;
  readonly end: () => void;
}

/** The decoded sound of users: of each it is taken once, for all who listen. */
export class HeardSound {
  readonly #call: Heard;
  readonly #listenerFailed: (event: string, error: unknown) => void;
  readonly #users = new Map<bigint, UserSound>();

  constructor(call: Heard, listenerFailed: (event: string, error: unknown) => void) {
    this.#call = call;
    this.#listenerFailed = listenerFailed;
  }

  listen(userId: bigint, listener: SoundListener): Subscription {
    const user = this.#users.get(userId) ?? this.#begin(userId);
    const listening = user.events.on("listen", listener);
    const dispose = (): void => {
      listening.dispose();
      if (!user.events.has("listen")) this.#end(userId, user);
    };
    return { dispose, [Symbol.dispose]: dispose };
  }

  /** The call is over, and with it all listening. */
  clear(): void {
    this.#users.clear();
  }

  #begin(userId: bigint): UserSound {
    const events: UserSound["events"] = new Emitter(this.#listenerFailed);
    const user = { events, end: listenTo(this.#call, userId, (samples) => events.emit("listen", samples)) };
    this.#users.set(userId, user);
    return user;
  }

  /** Once for each: whoever listens after that has a new one. */
  #end(userId: bigint, user: UserSound): void {
    if (this.#users.get(userId) !== user) return;
    this.#users.delete(userId);
    user.end();
  }
}
