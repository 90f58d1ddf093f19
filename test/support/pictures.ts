// Small pictures of any size and length, as bytes.

function chunk(type: string, data: readonly number[]): number[] {
  const length = [data.length >>> 24, data.length >>> 16, data.length >>> 8, data.length].map(
    (one) => one & 0xff,
  );
  return [...length, ...Buffer.from(type, "latin1"), ...data, 0, 0, 0, 0];
}

const u32 = (value: number): number[] =>
  [value >>> 24, value >>> 16, value >>> 8, value].map((one) => one & 0xff);
const u16 = (value: number): number[] => [(value >> 8) & 0xff, value & 0xff];
const u16le = (value: number): number[] => [value & 0xff, (value >> 8) & 0xff];

/** A PNG; with delays of its frames, hundredths of a second, an APNG. */
export function pngOf(width: number, height: number, delays?: readonly number[]): Uint8Array<ArrayBuffer> {
  const frames = delays?.flatMap((delay, at) =>
    chunk("fcTL", [
      ...u32(at),
      ...u32(width),
      ...u32(height),
      ...u32(0),
      ...u32(0),
      ...u16(delay),
      ...u16(100),
      0,
      0,
    ]),
  );
  return Uint8Array.from([
    ...Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    ...chunk("IHDR", [...u32(width), ...u32(height), 8, 6, 0, 0, 0]),
    ...(delays === undefined ? [] : chunk("acTL", [...u32(delays.length), ...u32(0)])),
    ...(frames ?? []),
    ...chunk("IDAT", [1, 2, 3]),
    ...chunk("IEND", []),
  ]);
}

/** A GIF with frames of these delays, hundredths of a second. */
export function gifOf(
  width: number,
  height: number,
  delays: readonly number[] = [],
): Uint8Array<ArrayBuffer> {
  const frames = delays.flatMap((delay) => [
    ...[0x21, 0xf9, 4, 0, ...u16le(delay), 0, 0],
    ...[0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, ...Array<number>(6).fill(0), 2, 2, 0x4c, 1, 0],
  ]);
  return Uint8Array.from([
    ...Buffer.from("GIF89a"),
    ...[...u16le(width), ...u16le(height), 0x80, 0, 0, ...Array<number>(6).fill(9)],
    ...frames,
    0x3b,
  ]);
}

/** A Lottie file. */
export function lottieOf(changes: object = {}): string {
  return JSON.stringify({
    v: "5.5.2",
    fr: 30,
    ip: 0,
    op: 60,
    w: 320,
    h: 320,
    layers: [],
    assets: [],
    ...changes,
  });
}
