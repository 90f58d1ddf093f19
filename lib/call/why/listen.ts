import { readReceived } from "../../native/index.js";
import type { VoiceConnectionEvents } from "../connection-events.js";
import type { Subscription } from "../emitter.js";

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
export function listenTo(call: Heard, userId: bigint, hear: (samples: Int16Array) => void): () => void {
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
