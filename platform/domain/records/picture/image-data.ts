import { readDataUri } from "../data-uri.js";
import type { PictureType } from "./picture.js";

/** A picture as a client sends it. */
export interface ImageData {
  readonly mime: PictureType;
  /** base64 */
  readonly data: string;
  readonly bytes: number;
}

const PREFIX = /^data:(?:image\/[a-z+.-]+);base64,/;

/** Which type begins with which bytes; `.` stands for any byte, one character per byte. */
const MAGIC: readonly (readonly [PictureType, RegExp])[] = [
  ["image/png", /^\x89PNG\r\n\x1a\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF[^]{4}WEBP/],
];

/**
 * Reads a data URI of a picture. The bytes decide the type, whatever the URI says, because a browser that shows the picture
 * believes the type that it is served with.
 * @returns undefined for anything else than a PNG, JPEG, GIF or WebP picture in base64
 */
export function readImageData(uri: string): ImageData | undefined {
  const read = readDataUri(uri, PREFIX);
  const mime = MAGIC.find(([, magic]) => magic.test(read?.start ?? ""))?.[0];
  return read === undefined || mime === undefined ? undefined : { mime, data: read.data, bytes: read.bytes };
}
