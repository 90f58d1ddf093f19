import { Readable } from "node:stream";
import type { AudioSource } from "sdkpp/voice";
import type {
  AudioPlayer,
  AudioResource as AudioResourceShape,
  OpusEncoderLike,
  ResourceHost,
} from "../shapes.js";
import { inferred, isOpusEncoder, isVolumeTransformer } from "./infer.js";
import { sourceOf } from "./source-of.js";
import { StreamType } from "./stream-type.js";
import type { Edge } from "./transformers.js";
import { ResourceVolume } from "./volume.js";

/** How a resource is made. */
export interface CreateAudioResourceOptions<Metadata> {
  /** whether the resource has a `volume`; default false */
  inlineVolume?: boolean;
  /** what the input holds; default: found out from its class, or from the first bytes */
  inputType?: StreamType;
  /** whatever the bot wants to keep with it */
  metadata?: Metadata;
  /** how many frames of silence follow the last sound; default 5 */
  silencePaddingFrames?: number;
}

/** What a resource plays, and what it shows of it. */
interface Given {
  readonly input: Readable | string;
  readonly type: StreamType;
  readonly volume?: ResourceVolume | undefined;
  readonly encoder?: OpusEncoderLike | undefined;
}

const SILENCE_PADDING_FRAMES = 5;

/** Something to be played, once. */
export class AudioResource<Metadata = unknown> implements AudioResourceShape<Metadata> {
  readonly edges: readonly Edge[];
  metadata: Metadata;
  declare readonly volume?: ResourceVolume;
  declare readonly encoder?: OpusEncoderLike;
  audioPlayer?: AudioPlayer | undefined;
  started = false;
  readonly silencePaddingFrames: number;
  silenceRemaining = -1;
  readonly #given: Given;
  #stream: Readable | undefined;
  #host: ResourceHost | undefined;
  #playedMs = 0;
  #isTaken = false;
  #isOver = false;

  /** @param streams the last of them is played: Opus packets, in object mode */
  constructor(
    edges: readonly Edge[],
    streams: readonly Readable[],
    metadata: Metadata,
    silencePaddingFrames: number,
    given: Given = givenOf(streams),
  ) {
    this.edges = edges;
    this.metadata = metadata;
    this.silencePaddingFrames = silencePaddingFrames;
    this.#given = given;
    if (given.volume !== undefined) this.volume = given.volume;
    if (given.encoder !== undefined) this.encoder = given.encoder;
    if (typeof given.input !== "string") this.#watch(given.input);
  }

  get playStream(): Readable {
    return (this.#stream ??= this.#makeStream());
  }

  get playbackDuration(): number {
    return this.#host?.position() ?? this.#playedMs;
  }

  set playbackDuration(ms: number) {
    if (this.#host === undefined) this.#playedMs = ms;
  }

  get readable(): boolean {
    if (this.silenceRemaining === 0) return false;
    if (!this.#isSpent()) return true;
    return this.silenceRemaining > 0 || this.silencePaddingFrames > 0;
  }

  get ended(): boolean {
    return this.silenceRemaining === 0 || this.#isSpent();
  }

  /** @internal */
  take(): AudioSource {
    const { input, type } = this.#given;
    const source = sourceOf(input, type);
    this.#isTaken = true;
    return source;
  }

  /** @internal */
  follow(host: ResourceHost): void {
    this.#host = host;
    if (this.volume instanceof ResourceVolume) this.volume.follow((gain) => this.#host?.gain(gain));
  }

  /** @internal */
  release(): void {
    this.#playedMs = this.playbackDuration;
    this.#host = undefined;
    this.#isOver = true;
    const { input } = this.#given;
    if (typeof input !== "string") input.destroy();
    this.#stream?.destroy();
  }

  /** The engine reads ahead: an input that it has taken is not over when its stream is. */
  #isSpent(): boolean {
    const { input } = this.#given;
    if (this.#isOver || this.#stream?.destroyed === true) return true;
    return !this.#isTaken && typeof input !== "string" && (input.readableEnded || input.destroyed);
  }

  #watch(input: Readable): void {
    // The player hears of an error from the engine; one that comes before is found by `ended`.
    input.on("error", () => undefined);
    input.once("readable", () => {
      this.started = true;
    });
  }

  #makeStream(): Readable {
    const { input } = this.#given;
    if (typeof input !== "string") return input;
    const stream = new Readable({ read: () => undefined });
    return stream.once("close", () => this.#host?.destroyed());
  }
}

/** Makes a resource of a stream, a path or an address. */
export function createAudioResource<Metadata>(
  input: Readable | string,
  options: CreateAudioResourceOptions<Metadata> &
    Pick<
      Metadata extends null | undefined
        ? CreateAudioResourceOptions<Metadata>
        : Required<CreateAudioResourceOptions<Metadata>>,
      "metadata"
    >,
): AudioResourceShape<Metadata extends null | undefined ? null : Metadata>;
export function createAudioResource<Metadata extends null | undefined>(
  input: Readable | string,
  options?: Omit<CreateAudioResourceOptions<Metadata>, "metadata">,
): AudioResourceShape<null>;
export function createAudioResource<Metadata>(
  input: Readable | string,
  options: CreateAudioResourceOptions<Metadata> = {},
): AudioResourceShape<Metadata | null> {
  const { inlineVolume = false, silencePaddingFrames = SILENCE_PADDING_FRAMES } = options;
  const known = knownOf(input, options.inputType);
  const volume = known.volume ?? (inlineVolume ? new ResourceVolume() : undefined);
  const given = { ...known, input, volume };
  return new AudioResource<Metadata | null>([], [], options.metadata ?? null, silencePaddingFrames, given);
}

function knownOf(input: Readable | string, type: StreamType = StreamType.Arbitrary): Omit<Given, "input"> {
  if (typeof input === "string") return { type: StreamType.Arbitrary };
  return type === StreamType.Arbitrary ? inferred(input) : { type };
}

function givenOf(streams: readonly Readable[]): Given {
  const input = streams.at(-1);
  if (input === undefined) throw new Error("a resource needs a stream");
  const volume = streams.find((stream) => isVolumeTransformer(stream));
  const encoder = streams.find((stream) => isOpusEncoder(stream));
  return { input, type: StreamType.Opus, volume, encoder };
}
