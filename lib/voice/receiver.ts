import type { Subscription, VoiceMedia } from "../call/index.js";
import { readReceived, type ReceivedPacket } from "../native/index.js";
import { functionArgument, idArgument, type IdLike } from "../protocol/index.js";
import { SdkError } from "../wire/index.js";
import { ReceiveStream, type ReceiveFormat } from "./receive-stream.js";

/** What is received of one user. */
interface Subscribed {
  userId: bigint;
  tag: number;
  /** of its streams; undefined while there are none */
  format: ReceiveFormat | undefined;
  /** in order of their making; replaced by a new list when one comes or goes */
  streams: readonly ReceiveStream[];
}

type PacketListener = (packets: ReceivedPacket[]) => void;

/** @internal */
export interface ReceiverParts {
  media: VoiceMedia;
  /** A listener threw. */
  listenerFailed: (error: unknown) => void;
}

/** Receives the audio of other users. */
export class VoiceReceiver {
  readonly #parts: ReceiverParts;
  readonly #users = new Map<bigint, Subscribed>();
  readonly #tags = new Map<number, Subscribed>();
  readonly #present = new Set<bigint>();
  readonly #listeners = new Set<PacketListener>();
  readonly #ownerOf = (tag: number): Subscribed | undefined => this.#tags.get(tag);
  #newestTag = 0;

  /** @internal */
  constructor(parts: ReceiverParts) {
    this.#parts = parts;
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
    const subscribed = this.#entry(id);
    if (subscribed.format !== undefined && subscribed.format !== format) {
      throw new SdkError(
        "ALREADY_SUBSCRIBED",
        `user ${String(id)} is already received as ${subscribed.format}`,
      );
    }
    const stream: ReceiveStream<F> = new ReceiveStream(() => this.#closed(subscribed, stream));
    subscribed.streams = [...subscribed.streams, stream];
    subscribed.format = format;
    this.#apply(subscribed);
    return stream;
  }

  /**
   * Hands over the packets of everyone in the channel as they come, all of one delivery together, once per 20 ms or as
   * `deliverEveryMs` says. It costs less than a stream per user. Streams of the same users go on.
   * @throws {ArgumentError} when `listener` is not a function
   * @example
   * using listening = connection.receiver.onPackets((packets) => {
   *   for (const { userId, sequence, data } of packets) console.log(userId, sequence, data.length);
   * });
   */
  onPackets(listener: (packets: ReceivedPacket[]) => void): Subscription {
    functionArgument("listener", listener);
    // A box of its own, so that one function may be given twice and taken back once.
    const own: PacketListener = (packets) => listener(packets);
    this.#listeners.add(own);
    if (this.#listeners.size === 1) for (const userId of this.#present) this.#apply(this.#entry(userId));
    const dispose = (): void => this.#stopped(own);
    return { dispose, [Symbol.dispose]: dispose };
  }

  /** @internal a user came or went */
  participant(userId: bigint, isPresent: boolean): void {
    if (isPresent) this.#present.add(userId);
    else this.#present.delete(userId);
    if (this.#listeners.size > 0) this.#apply(this.#entry(userId));
  }

  /** @internal */
  push(batch: ArrayBuffer): void {
    const isListened = this.#listeners.size > 0;
    const packets: ReceivedPacket[] = [];
    readReceived(batch, this.#ownerOf, (block, subscribed) => {
      if (isListened && block.format === "opus") packets.push(block);
      if (subscribed?.format === block.format) for (const stream of subscribed.streams) stream.push(block);
    });
    if (packets.length > 0) for (const listener of this.#listeners) this.#call(listener, packets);
  }

  /** @internal the connection is over */
  close(): void {
    const streams = [...this.#users.values()].flatMap((subscribed) => [...subscribed.streams]);
    this.#users.clear();
    this.#tags.clear();
    this.#listeners.clear();
    for (const stream of streams) stream.close();
  }

  #call(listener: PacketListener, packets: ReceivedPacket[]): void {
    try {
      listener(packets);
    } catch (error) {
      this.#parts.listenerFailed(error);
    }
  }

  #entry(userId: bigint): Subscribed {
    const known = this.#users.get(userId);
    if (known !== undefined) return known;
    this.#newestTag += 1;
    const entry: Subscribed = { userId, tag: this.#newestTag, format: undefined, streams: [] };
    this.#users.set(userId, entry);
    this.#tags.set(entry.tag, entry);
    return entry;
  }

  /** Tells the native side what is wanted of a user; forgets a user of whom nothing is. */
  #apply(subscribed: Subscribed): void {
    const { userId, tag, format } = subscribed;
    const inBatches = this.#listeners.size > 0 && this.#present.has(userId);
    if (inBatches) this.#parts.media.subscribe(userId, format === "pcm" ? "both" : "opus", tag);
    else if (format !== undefined) this.#parts.media.subscribe(userId, format, tag);
    else {
      this.#users.delete(userId);
      this.#tags.delete(tag);
      this.#parts.media.unsubscribe(userId);
    }
  }

  #closed(subscribed: Subscribed, stream: ReceiveStream): void {
    subscribed.streams = subscribed.streams.filter((each) => each !== stream);
    if (subscribed.streams.length > 0) return;
    if (this.#users.get(subscribed.userId) !== subscribed) return;
    subscribed.format = undefined;
    this.#apply(subscribed);
  }

  #stopped(listener: PacketListener): void {
    if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return;
    for (const subscribed of [...this.#users.values()]) this.#apply(subscribed);
  }
}
