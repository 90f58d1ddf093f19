import { ArgumentError } from "../../wire/index.js";
import type { Piece, SentPieces, SentSource } from "../process/messages.js";
import { sourceArgument, type AudioSource, type Pieces, type PlayOptions } from "../source.js";

/** A source that another process can play: pieces are read here, and sent there. */
export type HostedSource = Exclude<AudioSource, AsyncIterable<Uint8Array>>;

const EXPECTED =
  'a path, a URL, bytes, { url }, { command, args } or an object with a type (with `voiceHost` no stream of bytes: give packets as { type: "opus", packets })';

/** A source on its way to another process. */
export interface Sent {
  readonly source: SentSource;
  /** of a source in pieces */
  readonly pieces?: { readonly form: SentPieces; readonly of: Pieces<Piece> };
}

/** @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property */
export function sentSource(source: HostedSource, options: PlayOptions): Sent {
  const checked = sourceArgument(source, options);
  if (checked.type === "opus") return inPieces({ type: "opus" }, checked.packets);
  if (checked.type === "pcm") {
    const { type, sampleRate, channels, samples } = checked;
    return inPieces({ type, sampleRate, channels }, samples);
  }
  if (checked.type === "bytes" && !checked.origin.isRepeatable)
    throw new ArgumentError("source", EXPECTED, "a stream");
  return { source: cloneable(source) };
}

function inPieces(form: SentPieces, of: Pieces<Piece>): Sent {
  return { source: form, pieces: { form, of } };
}

/** A URL cannot be cloned. */
function cloneable(source: HostedSource): SentSource {
  if (source instanceof URL) return source.href;
  if (typeof source === "object" && "url" in source)
    return Object.assign({}, source, { url: String(source.url) });
  return source as SentSource;
}
