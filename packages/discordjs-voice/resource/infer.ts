import type { Readable } from "node:stream";
import type { OpusEncoderLike } from "../shapes.js";
import { StreamType } from "./stream-type.js";
import type { ResourceVolume } from "./volume.js";

/** What a stream of prism-media tells of itself. */
export interface Inferred {
  readonly type: StreamType;
  readonly volume?: ResourceVolume;
  readonly encoder?: OpusEncoderLike;
}

/** Classes whose streams are packets of Opus. Bots bring their own copy of prism-media, so only names can be compared. */
const OPUS_READERS = /^(OggDemuxer|WebmDemuxer)$/;

/** Finds out what an input holds by the name of its class and its members. */
export function inferred(stream: Readable): Inferred {
  if (isVolumeTransformer(stream)) return { type: StreamType.Raw, volume: stream };
  if (isOpusEncoder(stream)) return { type: StreamType.Opus, encoder: stream };
  const name = stream.constructor.name;
  if (isOpusDecoder(stream, name)) return { type: StreamType.Raw };
  return { type: OPUS_READERS.test(name) ? StreamType.Opus : StreamType.Arbitrary };
}

export function isVolumeTransformer(stream: object): stream is Readable & ResourceVolume {
  return stream.constructor.name === "VolumeTransformer";
}

/** Encoder and decoder are one class with two heirs: only the name tells them apart. */
export function isOpusEncoder(stream: object): stream is OpusEncoderLike {
  return isOpusStream(stream) && /Encoder$/.test(stream.constructor.name);
}

function isOpusDecoder(stream: object, name: string): boolean {
  return isOpusStream(stream) && /Decoder$/.test(name);
}

function isOpusStream(stream: object): boolean {
  return has(stream, "setBitrate") && has(stream, "setFEC");
}

function has(stream: object, member: string): boolean {
  return typeof (stream as Record<string, unknown>)[member] === "function";
}
