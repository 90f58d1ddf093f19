import { StickerFormat, STICKER_FRAMES_MAX, STICKER_SECONDS_MAX, STICKER_SIDE_MAX } from "sdkpp/wire";
import type { PictureType } from "../picture/picture.js";

/** The picture of a sticker. */
export interface StickerFile {
  readonly format: number;
  readonly mime: PictureType | "application/json";
}

/** The fault of a sticker file. */
export type StickerProblem =
  | "format"
  | "size"
  | "duration"
  | "lottie-json"
  | "lottie-raster"
  | "lottie-size"
  | "lottie-rate"
  | "lottie-rate-max"
  | "lottie-frames";

const PNG_SIGNATURE = "\x89PNG\r\n\x1a\n";
const GIF_SIGNATURE = /^GIF8[79]a$/;

/** Reads a PNG, APNG, GIF or Lottie file. The bytes decide; the cost is bounded by their number. */
export function readStickerFile(bytes: Buffer): StickerFile | StickerProblem {
  if (bytes.toString("latin1", 0, 8) === PNG_SIGNATURE) return readPng(bytes);
  if (GIF_SIGNATURE.test(bytes.toString("latin1", 0, 6))) return readGif(bytes);
  return bytes.toString("latin1", 0, 64).trimStart().startsWith("{") ? readLottie(bytes) : "format";
}

function readPng(bytes: Buffer): StickerFile | StickerProblem {
  let isAnimated = false;
  let hasPixels = false;
  let seconds = 0;
  // Length, type, data, checksum.
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    const data = at + 8;
    if (data + length + 4 > bytes.length || (at === 8) !== (type === "IHDR")) return "format";
    if (type === "IHDR") {
      if (length !== 13) return "format";
      if (!isWithin(bytes.readUInt32BE(data), bytes.readUInt32BE(data + 4))) return "size";
    }
    if (type === "acTL" && !hasPixels) isAnimated = true;
    if (type === "IDAT") hasPixels = true;
    if (type === "fcTL" && length === 26)
      seconds += bytes.readUInt16BE(data + 20) / (bytes.readUInt16BE(data + 22) || 100);
    if (type === "IEND") {
      if (!hasPixels) return "format";
      if (isAnimated && seconds > STICKER_SECONDS_MAX) return "duration";
      return { format: isAnimated ? StickerFormat.Apng : StickerFormat.Png, mime: "image/png" };
    }
    at = data + length + 4;
  }
  return "format";
}

/** Blocks of a GIF: an extension, a picture, the end. */
const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b];
const GRAPHIC_CONTROL = 0xf9;

function readGif(bytes: Buffer): StickerFile | StickerProblem {
  if (bytes.length < 13) return "format";
  if (!isWithin(bytes.readUInt16LE(6), bytes.readUInt16LE(8))) return "size";
  let hundredths = 0;
  let at = 13 + tableLength(bytes[10] ?? 0);
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === TRAILER)
      return hundredths > STICKER_SECONDS_MAX * 100
        ? "duration"
        : { format: StickerFormat.Gif, mime: "image/gif" };
    if (kind === EXTENSION) {
      if (bytes[at + 1] === GRAPHIC_CONTROL && at + 6 <= bytes.length)
        hundredths += bytes.readUInt16LE(at + 4);
      at = afterBlocks(bytes, at + 2);
    } else if (kind === IMAGE) {
      // Place and size, flags, a table of colours, and the size of codes.
      at = afterBlocks(bytes, at + 11 + tableLength(bytes[at + 9] ?? 0));
    } else return "format";
  }
  return "format";
}

/** Bytes of a table of colours that flags announce. */
function tableLength(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1);
}

/** Blocks of a length and as many bytes, up to an empty one. */
function afterBlocks(bytes: Buffer, start: number): number {
  let at = start;
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += length + 1;
  return at + 1;
}

function readLottie(bytes: Buffer): StickerFile | StickerProblem {
  const lottie = parsed(bytes);
  const { w, h, fr, ip, op, layers, assets = [] } = lottie ?? {};
  const isLottie =
    [w, h, fr, ip, op].every((one) => typeof one === "number") &&
    Array.isArray(layers) &&
    Array.isArray(assets);
  if (!isLottie) return "lottie-json";
  if (assets.some(isRaster)) return "lottie-raster";
  if (!isWithin(w as number, h as number)) return "lottie-size";
  const [rate, frames] = [fr as number, (op as number) - (ip as number)];
  if (rate > FRAME_RATE_MAX) return "lottie-rate-max";
  if (rate < 1 || frames <= 0) return "lottie-rate";
  if (frames > STICKER_FRAMES_MAX) return "lottie-frames";
  if (frames / rate > STICKER_SECONDS_MAX) return "duration";
  return { format: StickerFormat.Lottie, mime: "application/json" };
}

/** Frames per second. */
const FRAME_RATE_MAX = 60;

function parsed(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    return JSON.parse(bytes.toString("utf8")) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** A picture of pixels has a path; a composition has layers. */
function isRaster(asset: unknown): boolean {
  return typeof asset === "object" && asset !== null && "p" in asset;
}

function isWithin(width: number, height: number): boolean {
  return [width, height].every((side) => side > 0 && side <= STICKER_SIDE_MAX);
}
