import type { Readable } from "node:stream";
import type { AudioSource } from "sdkpp/voice";
import { StreamType } from "./stream-type.js";

/** @throws Error for what the engine does not read */
export function sourceOf(input: Readable | string, type: StreamType): AudioSource {
  if (typeof input !== "string") {
    if (type === StreamType.Raw)
      return { type: "pcm", samples: input as AsyncIterable<Buffer>, sampleRate: 48_000, channels: 2 };
    if (type === StreamType.Opus) return { type: "opus", packets: input as AsyncIterable<Buffer> };
  }
  throw new Error(`an input of the type ${type} cannot be played yet: give "opus" or "raw"`);
}
