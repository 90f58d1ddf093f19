import { readDataUri } from "../data-uri.js";
import type { SoundType } from "../picture/picture.js";

/** A sound as a client sends it. */
export interface SoundData {
  readonly mime: SoundType;
  /** base64 */
  readonly data: string;
  readonly bytes: number;
}

const PREFIX = /^data:audio\/[a-z0-9+.-]+(?:;codecs=[a-z0-9.]+)?;base64,/;

/** Which type begins with which bytes: a page of Ogg; a tag, or a frame of MPEG audio layer III. */
const MAGIC: readonly (readonly [SoundType, RegExp])[] = [
  ["audio/ogg", /^OggS\0/],
  ["audio/mpeg", /^(?:ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/],
];

/**
 * Reads a data URI of a sound. The bytes decide the type, whatever the URI says.
 * @returns undefined for anything else than MP3 or Ogg in base64
 */
export function readSoundData(uri: string): SoundData | undefined {
  const read = readDataUri(uri, PREFIX);
  const mime = MAGIC.find(([, magic]) => magic.test(read?.start ?? ""))?.[0];
  return read === undefined || mime === undefined ? undefined : { mime, data: read.data, bytes: read.bytes };
}
