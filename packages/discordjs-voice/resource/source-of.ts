import type { Readable } from "node:stream";
import type { AudioSource } from "sdkpp/voice";
import { StreamType } from "./stream-type.js";

/** What the engine is given for an input: what a container is, its first bytes tell. */
export function sourceOf(input: Readable | string, type: StreamType): AudioSource {
  if (typeof input === "string") return input;
  const pieces = input as AsyncIterable<Buffer>;
  if (type === StreamType.Raw) return { type: "pcm", samples: pieces, sampleRate: 48_000, channels: 2 };
  if (type === StreamType.Opus) return { type: "opus", packets: pieces };
  return pieces;
}
