import type { PictureType } from "./picture.js";

/** A picture as a client sends it. */
export interface ImageData {
  readonly mime: PictureType;
  /** base64 */
  readonly data: string;
  readonly bytes: number;
}

const DATA_URI = /^data:(?:image\/[a-z+.-]+);base64,/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

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
  const prefix = DATA_URI.exec(uri)?.[0];
  if (prefix === undefined) return undefined;
  const data = uri.slice(prefix.length);
  if (data.length % 4 !== 0 || !BASE64.test(data)) return undefined;
  const mime = typeOf(Buffer.from(data.slice(0, 24), "base64"));
  if (mime === undefined) return undefined;
  const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
  return { mime, data, bytes: (data.length / 4) * 3 - padding };
}

function typeOf(start: Buffer): PictureType | undefined {
  const text = start.toString("latin1");
  return MAGIC.find(([, magic]) => magic.test(text))?.[0];
}
