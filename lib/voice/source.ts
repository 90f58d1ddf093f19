import { booleanArgument, fileArgument, integerArgument, pcmArguments, showType } from "../protocol/index.js";
import {
  CommandBytes,
  FileBytes,
  MemoryBytes,
  PieceReader,
  StreamBytes,
  WebBytes,
  type ByteOrigin,
  type Command,
} from "../sources/index.js";
import { ArgumentError, isWebAddress } from "../wire/index.js";

/**
 * A source of audio. What a file or stream is, its first bytes tell: Ogg and WebM with Opus are sent without encoding, WAV, MP3 and
 * FLAC are decoded, and everything else takes `ffmpeg`, when it is on the PATH.
 */
export type AudioSource =
  /** the path of a file; or the address of one, `file:`, `http:` or `https:`. For what users write, see {@link WebSource} */
  | string
  | URL
  | WebSource
  /** the bytes of a file */
  | Uint8Array
  /** a Node stream, a web stream, or another iterable of bytes. When the playback ends, an unfinished one is ended or destroyed */
  | AsyncIterable<Uint8Array>
  /** a program whose output is a file or stream. It ends with the playback. Never make it of what users write */
  | Command
  | { type: "wav"; file: Uint8Array; loop?: boolean }
  /**
   * Ogg Opus, as by its path or its bytes, but checked at once, and held in memory. Packets are sent as they are, without the volume
   * that the header asks of players. What it leaves out at the beginning (pre-skip) and at the end is left out wherever a player
   * decodes: at another volume, in a mix, in a fade. Chained streams are played one after the other
   */
  | { type: "ogg"; file: Uint8Array; loop?: boolean }
  /** one Opus packet per element, sent without encoding */
  | { type: "opus"; packets: Pieces<Uint8Array> }
  /** 16-bit samples, interleaved; or their bytes, little-endian, as a child process writes them. Pieces may end anywhere */
  | { type: "pcm"; samples: Pieces<Int16Array | Uint8Array>; sampleRate: number; channels: 1 | 2 };

/**
 * An address of the web, for what users write: never a file. A stream that is cut is asked for again; an internet radio names its
 * songs in `title` of the playback.
 */
export interface WebSource {
  /** http or https. Redirects are followed */
  url: string | URL;
  /** Whether it may be of this machine or of a private network; default: false, also for redirects */
  allowPrivate?: boolean;
  /** sent with the request */
  headers?: Record<string, string>;
}

/** How a source is played. */
export interface PlayOptions {
  /**
   * milliseconds of the source to be left out at its beginning, up to 2^31-1; default 0. It begins at that sample, and Opus, which is
   * sent without encoding, with the packet nearest to it: 10 ms away at most where packets last 20 ms. Of Ogg Opus, WebM with cues,
   * FLAC and WAV by a path or an address only what is behind the place is read, and a little to find it
   */
  startMs?: number;
}

/** How often a source is played. */
export interface QueueOptions extends PlayOptions {
  /**
   * true: again and again, without a gap, until it is stopped; a number: so many times in all. Only what can begin again: files,
   * addresses, programs, arrays. `startMs` is left out each time
   */
  loop?: boolean | number;
}

/** An array, a generator, a Node stream, a web stream. When the playback ends, an unfinished one is ended or destroyed. */
export type Pieces<T> = Iterable<T> | AsyncIterable<T>;

/** A source that was checked. */
export type CheckedSource =
  | Extract<AudioSource, { type: string }>
  /** a container, which the engine reads */
  | { type: "bytes"; origin: ByteOrigin; startMs: number };

const A_SOURCE = 'a path, a URL, bytes, a stream of bytes, or an object such as { command: "ffmpeg", args }';
const TYPES = 'one of "wav", "ogg", "opus", "pcm" (a path, bytes or a stream need no type)';
const LONGEST_START_MS = 2 ** 31 - 1;
const MOST_ROUNDS = 2 ** 31 - 1;
const SCHEME = /^(data|[a-z][a-z0-9+.-]+(?=:\/\/)):/i;

/** @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property */
export function sourceArgument(source: AudioSource, options: PlayOptions = {}): CheckedSource {
  const startMs = integerArgument("options.startMs", options.startMs ?? 0, 0, LONGEST_START_MS);
  const checked = checkedSource(source);
  if (checked.type === "bytes") return { ...checked, startMs };
  if (startMs === 0) return checked;
  const origin = originOf(checked);
  if (origin === undefined)
    throw new ArgumentError("options.startMs", "0 for packets, samples and what loops", String(startMs));
  return { type: "bytes", origin, startMs };
}

/** The bytes of a source, when they can be had once more and begin anywhere; otherwise undefined. */
export function originOf(source: CheckedSource): ByteOrigin | undefined {
  if (source.type === "bytes") return source.origin.isRepeatable ? source.origin : undefined;
  const isFile = source.type === "wav" || source.type === "ogg";
  return isFile && source.loop !== true ? new MemoryBytes(source.file) : undefined;
}

/**
 * How often a source is to be played.
 * @throws {ArgumentError}, {@link ArgumentRangeError}
 */
export function roundsArgument(source: CheckedSource, { loop = false }: QueueOptions): number {
  if (loop === false) return 1;
  const rounds = loop === true ? Infinity : integerArgument("options.loop", loop, 1, MOST_ROUNDS);
  if (rounds > 1 && !canBeginAgain(source))
    throw new ArgumentError(
      "options.loop",
      "a source that can begin again: a stream comes only once",
      String(loop),
    );
  return rounds;
}

function canBeginAgain(source: CheckedSource): boolean {
  switch (source.type) {
    case "bytes":
      return source.origin.isRepeatable;
    case "opus":
      return isRepeatable(source.packets);
    case "pcm":
      return isRepeatable(source.samples);
    default:
      return true;
  }
}

/** An iterator that is its own iterable, such as a generator's, is over after one time. */
function isRepeatable(pieces: Pieces<unknown>): boolean {
  return Symbol.iterator in pieces && (pieces[Symbol.iterator]() as unknown) !== pieces;
}

/** A source that was never played: a stream ends. */
export function dropSource(source: CheckedSource): void {
  if (source.type === "bytes") return source.origin.drop?.();
  const pieces = source.type === "opus" ? source.packets : source.type === "pcm" ? source.samples : undefined;
  if (pieces !== undefined && Symbol.asyncIterator in pieces) new PieceReader<unknown>(pieces).close();
}

function checkedSource(source: AudioSource): CheckedSource {
  const bytes = bytesOf(source);
  if (bytes !== undefined) return { type: "bytes", origin: bytes, startMs: 0 };
  const typed = source as Extract<AudioSource, { type: string }>;
  switch (typed.type) {
    case "wav":
    case "ogg":
      fileArgument("source.file", typed.file);
      booleanArgument("source.loop", typed.loop ?? false);
      return typed;
    case "opus":
      piecesArgument("source.packets", typed.packets);
      return typed;
    case "pcm":
      piecesArgument("source.samples", typed.samples);
      pcmArguments(typed.sampleRate, typed.channels);
      return typed;
    default:
      throw new ArgumentError("source.type", TYPES, typeShown(typed));
  }
}

/** @returns undefined for a source with a type */
function bytesOf(source: unknown): ByteOrigin | undefined {
  if (typeof source === "string") return namedBytes(source);
  if (typeof source !== "object" || source === null)
    throw new ArgumentError("source", A_SOURCE, showType(source));
  if (tagOf(source) === "URL") return namedBytes((source as URL).href);
  if (tagOf(source) === "Uint8Array") return new MemoryBytes(source as Uint8Array);
  if (Symbol.asyncIterator in source || "getReader" in source)
    return streamBytes(source as AsyncIterable<Uint8Array>);
  if ("url" in source) return webBytes(source as WebSource);
  if ("command" in source) return commandBytes(source as Command);
  if ("type" in source) return undefined;
  throw new ArgumentError("source", A_SOURCE, showType(source));
}

/** A path has no scheme; a letter before a colon is a drive. */
function namedBytes(name: string): ByteOrigin {
  if (name === "") throw new ArgumentError("source", A_SOURCE, "an empty text");
  const scheme = SCHEME.exec(name)?.[1]?.toLowerCase();
  if (scheme === undefined) return new FileBytes(name);
  if (scheme === "file") return new FileBytes(new URL(name));
  return webBytes({ url: name }, "source");
}

function webBytes({ url, allowPrivate = false, headers = {} }: WebSource, name = "source.url"): ByteOrigin {
  const text = String(url);
  if (!isWebAddress(text))
    throw new ArgumentError(name, "an address that begins with http:// or https://", shown(url));
  booleanArgument("source.allowPrivate", allowPrivate);
  if (typeof headers !== "object" || !Object.values(headers).every((value) => typeof value === "string"))
    throw new ArgumentError("source.headers", "an object of texts", showType(headers));
  return new WebBytes(new URL(text), { allowPrivate, headers });
}

function streamBytes(source: AsyncIterable<Uint8Array>): ByteOrigin {
  if ("locked" in source && source.locked === true)
    throw new ArgumentError("source", "a web stream that nobody reads", "one with a reader");
  return new StreamBytes(source);
}

function commandBytes(source: Command): ByteOrigin {
  const { command, args = [] } = source;
  if (typeof command !== "string" || command === "")
    throw new ArgumentError("source.command", "the name or path of a program", shown(command));
  if (!Array.isArray(args) || !args.every((each) => typeof each === "string"))
    throw new ArgumentError("source.args", "an array of texts", showType(args));
  return new CommandBytes({ ...source, args });
}

/** Objects of another realm are not instances of ours. */
function tagOf(value: object): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

/** @param source of a type that does not exist */
function typeShown(source: object): string {
  return shown((source as { type?: unknown }).type);
}

function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : showType(value);
}

function piecesArgument(name: string, pieces: Pieces<unknown>): void {
  if (ArrayBuffer.isView(pieces))
    throw new ArgumentError(name, "an iterable of pieces, such as an array of them", "one piece");
  const isIterable =
    typeof pieces === "object" &&
    pieces !== null &&
    (Symbol.iterator in pieces || Symbol.asyncIterator in pieces);
  if (!isIterable) throw new ArgumentError(name, "an iterable or an async iterable", showType(pieces));
}
