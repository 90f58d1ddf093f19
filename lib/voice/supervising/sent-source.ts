import { ArgumentError } from "../../wire/index.js";
import type { SentSource } from "../process/messages.js";
import { sourceArgument, type AudioSource, type PlayOptions } from "../source.js";

/** What another process can play: pieces are read here, and sent there. */
export type HostedSource = Exclude<AudioSource, AsyncIterable<Uint8Array>>;

const EXPECTED =
  'a path, a URL, bytes, { url }, { command, args } or an object with a type (with `voiceHost` no stream of bytes: give packets as { type: "opus", packets })';

/** @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property */
export function sentSource(source: HostedSource, options: PlayOptions): SentSource {
  const checked = sourceArgument(source, options);
  if (checked.type === "opus") return { type: "opus" };
  if (checked.type === "pcm") {
    const { sampleRate, channels } = checked;
    return { type: "pcm", sampleRate, channels };
  }
  if (checked.type === "bytes" && !checked.origin.isRepeatable)
    throw new ArgumentError("source", EXPECTED, "a stream");
  return cloneable(source);
}

/** A URL cannot be cloned. */
function cloneable(source: HostedSource): SentSource {
  if (source instanceof URL) return source.href;
  if (typeof source === "object" && "url" in source)
    return Object.assign({}, source, { url: String(source.url) });
  return source as SentSource;
}
