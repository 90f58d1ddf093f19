import type { Subscription } from "../call/index.js";
import type { SoundMedia } from "../hosting/index.js";
import { readReceived, type ReceivedBlock, type ReceivedPacket } from "../native/index.js";
import { functionArgument, idArgument, type IdLike } from "../protocol/index.js";
import { ReceiveStream, type ReceiveFormat } from "./receive-stream.js";

/** The subscriptions to one user's sound. */
interface Subscribed {
  userId: bigint;
  tag: number;
  /** in order of their making; replaced by a new list when one comes or goes */
  streams: readonly ReceiveStream[];
}

/** Takes the sound of everybody, for a recording. */
interface Recorder {
  readonly format: ReceiveFormat;
  push(block: ReceivedBlock): void;
}

type PacketListener = (packets: ReceivedPacket[]) => void;

/** @internal */
export interface ReceiverParts {
  media: Pick<SoundMedia, "subscribe" | "unsubscribe">;
  /** Whether the bot is deaf, and so receives nothing. */
  isDeaf: () => boolean;
  warn: (message: string) => void;
  /** @throws {SdkError} when the connection is over */
  assertLive: () => void;
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
  /** Channels in which a deaf bot was warned. */
  readonly #warnedIn = new Set<string>();
  #newestTag = 0;
  #recorder: Recorder | undefined;

  private constructor(parts: ReceiverParts) {
    this.#parts = parts;
  }

  /** @internal */
  static of(parts: ReceiverParts): VoiceReceiver {
    return new VoiceReceiver(parts);
  }

  /**
   * Subscribes to the audio of a user, in both formats if need be. A deaf bot, as `selfDeaf` makes it by default, receives nothing
   * and is warned.
   * @throws {ArgumentError} when `userId` is not a 64-bit id
   * @throws {SdkError} when the connection is over
   * @example
   * using stream = connection.receiver.subscribe(userId, { format: "pcm" });
   * setTimeout(() => stream.close(), 100);
   * for await (const { userId: speaker, data } of stream) console.log(speaker, data.length);
   */
  subscribe<F extends ReceiveFormat>(userId: IdLike, { format }: { format: F }): ReceiveStream<F> {
    const id = idArgument("userId", userId);
    this.#begin("subscribe");
    const subscribed = this.#entry(id);
    const stream: ReceiveStream<F> = ReceiveStream.of(format, () => this.#closed(subscribed, stream));
    subscribed.streams = [...subscribed.streams, stream];
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
    this.#begin("onPackets");
    // A box of its own, so that one function may be given twice and taken back once.
    const own: PacketListener = (packets) => listener(packets);
    this.#listeners.add(own);
    if (this.#listeners.size === 1) for (const userId of this.#present) this.#apply(this.#entry(userId));
    const dispose = (): void => this.#stopped(own);
    return { dispose, [Symbol.dispose]: dispose };
  }

  /** @internal Takes the sound of everybody present, and the mix when it is handed out. @returns ends it */
  record(recorder: Recorder): () => void {
    this.#begin("record");
    this.#recorder = recorder;
    for (const userId of this.#present) this.#apply(this.#entry(userId));
    return () => {
      this.#recorder = undefined;
      for (const subscribed of [...this.#users.values()]) this.#apply(subscribed);
    };
  }

  /** @internal The users in the channel. */
  get present(): Iterable<bigint> {
    return this.#present;
  }

  /** @internal Whether anything takes the sound of a user. */
  wants(userId: bigint): boolean {
    return this.#users.has(userId) || this.#listeners.size > 0 || this.#recorder !== undefined;
  }

  /** @internal a user came or went */
  participant(userId: bigint, isPresent: boolean): void {
    if (isPresent) this.#present.add(userId);
    else this.#present.delete(userId);
    if (this.#listeners.size > 0 || this.#recorder !== undefined) this.#apply(this.#entry(userId));
  }

  /** @internal */
  push(batch: ArrayBuffer): void {
    const isListened = this.#listeners.size > 0;
    const packets: ReceivedPacket[] = [];
    readReceived(batch, this.#ownerOf, (block, subscribed) => {
      if (isListened && block.format === "opus") packets.push(block);
      if (block.format === "mix" || block.format === this.#recorder?.format) this.#recorder?.push(block);
      for (const stream of subscribed?.streams ?? []) if (stream.format === block.format) stream.push(block);
    });
    if (packets.length > 0) for (const listener of this.#listeners) this.#call(listener, packets);
  }

  /** @internal the bot is deaf no longer, or has become so */
  deafChanged(): void {
    this.#warnedIn.clear();
    if (this.#parts.isDeaf() && this.#users.size > 0) this.#warnIfDeaf("rejoin");
  }

  /** @internal the connection is over */
  close(): void {
    const streams = [...this.#users.values()].flatMap((subscribed) => [...subscribed.streams]);
    this.#users.clear();
    this.#tags.clear();
    this.#listeners.clear();
    for (const stream of streams) stream.close();
  }

  #begin(member: string): void {
    this.#parts.assertLive();
    this.#warnIfDeaf(member);
  }

  #warnIfDeaf(member: string): void {
    if (!this.#parts.isDeaf() || this.#warnedIn.has(member)) return;
    this.#warnedIn.add(member);
    this.#parts.warn(
      `${member}: the bot is deaf and receives nothing; join with \`selfDeaf: false\`, or call \`rejoin({ selfDeaf: false })\``,
    );
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
    const entry: Subscribed = { userId, tag: this.#newestTag, streams: [] };
    this.#users.set(userId, entry);
    this.#tags.set(entry.tag, entry);
    return entry;
  }

  /** Tells the native side which sound of a user is wanted; forgets a user without a subscription. */
  #apply(subscribed: Subscribed): void {
    const { userId, tag, streams } = subscribed;
    const has = (format: ReceiveFormat): boolean => streams.some((stream) => stream.format === format);
    const isPresent = this.#present.has(userId);
    const isRecorded = (format: ReceiveFormat): boolean => isPresent && this.#recorder?.format === format;
    const packets = has("opus") || isRecorded("opus") || (this.#listeners.size > 0 && isPresent);
    const samples = has("pcm") || isRecorded("pcm");
    if (packets) this.#parts.media.subscribe(userId, samples ? "both" : "opus", tag);
    else if (samples) this.#parts.media.subscribe(userId, "pcm", tag);
    else {
      this.#users.delete(userId);
      this.#tags.delete(tag);
      this.#parts.media.unsubscribe(userId);
    }
  }

  #closed(subscribed: Subscribed, stream: ReceiveStream): void {
    subscribed.streams = subscribed.streams.filter((each) => each !== stream);
    const isLast = !subscribed.streams.some(({ format }) => format === stream.format);
    if (isLast && this.#users.get(subscribed.userId) === subscribed) this.#apply(subscribed);
  }

  #stopped(listener: PacketListener): void {
    if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return;
    for (const subscribed of [...this.#users.values()]) this.#apply(subscribed);
  }
}
