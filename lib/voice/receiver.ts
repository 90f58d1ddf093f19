import type { VoiceMedia } from "../call/index.js";
import type { ReceivedBlock } from "../native/index.js";
import { SdkError } from "../wire/index.js";
import { idArgument, type IdLike } from "../protocol/index.js";
import { ReceiveStream, type ReceiveFormat } from "./receive-stream.js";

interface Subscribed {
  format: ReceiveFormat;
  streams: Set<ReceiveStream>;
}

/** Receives the audio of other users. */
export class VoiceReceiver {
  readonly #media: VoiceMedia;
  readonly #users = new Map<bigint, Subscribed>();

  /** @internal */
  constructor(media: VoiceMedia) {
    this.#media = media;
  }

  /**
   * Subscribes to the audio of a user. Several streams of one user must have the same format.
   * @throws {ArgumentError} when `userId` is not a 64-bit id
   * @throws {SdkError} ALREADY_SUBSCRIBED when the user is being received in the other format
   * @example
   * using stream = connection.receiver.subscribe(userId, { format: "pcm" });
   * setTimeout(() => stream.close(), 100);
   * for await (const { userId: speaker, data } of stream) console.log(speaker, data.length);
   */
  subscribe<F extends ReceiveFormat>(userId: IdLike, { format }: { format: F }): ReceiveStream<F> {
    const id = idArgument("userId", userId);
    const subscribed = this.#users.get(id) ?? this.#begin(id, format);
    if (subscribed.format !== format) {
      throw new SdkError(
        "ALREADY_SUBSCRIBED",
        `user ${String(id)} is already received as ${subscribed.format}`,
      );
    }
    const stream: ReceiveStream<F> = new ReceiveStream(() => this.#closed(id, stream));
    subscribed.streams.add(stream);
    return stream;
  }

  /** @internal */
  push(block: ReceivedBlock): void {
    const subscribed = this.#users.get(block.userId);
    if (block.format === "mix" || subscribed?.format !== block.format) return;
    for (const stream of subscribed.streams) stream.push(block);
  }

  /** @internal the connection is over */
  close(): void {
    const streams = [...this.#users.values()].flatMap((subscribed) => [...subscribed.streams]);
    this.#users.clear();
    for (const stream of streams) stream.close();
  }

  #begin(userId: bigint, format: ReceiveFormat): Subscribed {
    this.#media.subscribe(userId, format);
    const subscribed: Subscribed = { format, streams: new Set() };
    this.#users.set(userId, subscribed);
    return subscribed;
  }

  #closed(userId: bigint, stream: ReceiveStream): void {
    const subscribed = this.#users.get(userId);
    if (subscribed?.streams.delete(stream) !== true || subscribed.streams.size > 0) return;
    this.#users.delete(userId);
    this.#media.unsubscribe(userId);
  }
}
