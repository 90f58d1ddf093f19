import { crc32, deflateSync } from "node:zlib";

/** One colour for each picture, red, green and blue. */
const COLORS: readonly (readonly [number, number, number])[] = [
  [88, 101, 242],
  [117, 126, 138],
  [59, 165, 93],
  [250, 166, 26],
  [237, 66, 69],
  [235, 69, 159],
];
const SIZE = 256;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The picture of users without one: a PNG of one colour. @param number 0 to 5 */
export function defaultAvatar(number: number): Buffer {
  const palette = Buffer.from(COLORS[number] ?? []);
  // Each line has a filter byte, then one bit per pixel: all are colour 0.
  const lines = Buffer.alloc(SIZE * (1 + SIZE / 8));
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header()),
    chunk("PLTE", palette),
    chunk("IDAT", deflateSync(lines)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Width, height, one bit per pixel, a palette. */
function header(): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(SIZE, 0);
  bytes.writeUInt32BE(SIZE, 4);
  bytes.set([1, 3, 0, 0, 0], 8);
  return bytes;
}

/** Length, type, data, and a checksum of type and data. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
