import path from "node:path";
import { FileBytes } from "../../sources/index.js";
import { ArgumentError } from "../../wire/index.js";
import type { Piece, SentPieces, SentSource } from "../process/messages.js";
import {
  originOf,
  roundsArgument,
  sourceArgument,
  type AudioSource,
  type CheckedSource,
  type Pieces,
  type QueueOptions,
} from "../source.js";

/** A source that another process can play: pieces are read here, and sent there. */
export type HostedSource = Exclude<AudioSource, AsyncIterable<Uint8Array>>;

const EXPECTED =
  'a path, a URL, bytes, { url }, { command, args } or an object with a type (with `voiceHost` no stream of bytes: give packets as { type: "opus", packets })';

/** A source on its way to another process. */
export interface Sent {
  readonly source: SentSource;
  /** of a source in pieces, all its rounds */
  readonly pieces?: { readonly form: SentPieces; readonly of: Pieces<Piece> };
  /** how often the process plays it */
  readonly rounds: number;
  /** Whether it never ends by itself. */
  readonly isEndless: boolean;
  /** Whether it can begin anywhere. */
  readonly isSeekable: boolean;
}

/** @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property */
export function sentSource(source: HostedSource, options: QueueOptions): Sent {
  const checked = sourceArgument(source, options);
  if (checked.type === "bytes" && !checked.origin.isRepeatable)
    throw new ArgumentError("source", EXPECTED, "a stream");
  const rounds = roundsArgument(checked, options);
  const isEndless = rounds === Infinity || loopsItself(checked);
  if (checked.type === "opus") return inPieces({ type: "opus" }, checked.packets, rounds);
  if (checked.type === "pcm") {
    const { type, sampleRate, channels, samples } = checked;
    return inPieces({ type, sampleRate, channels }, samples, rounds);
  }
  const isSeekable = originOf(checked) !== undefined;
  return { source: ownSource(source, checked), rounds, isEndless, isSeekable };
}

function loopsItself(source: CheckedSource): boolean {
  return (source.type === "wav" || source.type === "ogg") && source.loop === true;
}

/** They are read again in this process. */
function inPieces(form: SentPieces, of: Pieces<Piece>, rounds: number): Sent {
  const pieces = Symbol.iterator in of && rounds > 1 ? again(of, rounds) : of;
  const isEndless = rounds === Infinity;
  return { source: form, pieces: { form, of: pieces }, rounds: 1, isEndless, isSeekable: false };
}

/** What has no pieces would begin again for ever. */
function* again(pieces: Iterable<Piece>, rounds: number): Generator<Piece> {
  for (let round = 0; round < rounds; round += 1) {
    let isEmpty = true;
    for (const piece of pieces) {
      isEmpty = false;
      yield piece;
    }
    if (isEmpty) return;
  }
}

/** A URL cannot be cloned, and a voice process may have been started in another folder. */
function ownSource(source: HostedSource, checked: CheckedSource): SentSource {
  if (checked.type === "bytes" && checked.origin instanceof FileBytes)
    return path.resolve(checked.origin.path);
  if (source instanceof URL) return source.href;
  if (typeof source === "object" && "url" in source)
    return Object.assign({}, source, { url: String(source.url) });
  if (typeof source === "object" && "command" in source)
    return Object.assign({}, source, { cwd: path.resolve(source.cwd ?? "") });
  return source as SentSource;
}
