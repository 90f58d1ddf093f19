/** Samples of a sound. */
export interface Samples {
  /** Hz */
  readonly sampleRate: number;
  /** one channel, −1 to 1; several channels of a file are mixed */
  readonly data: Float32Array;
}

const HEAD_BYTES = 44;
const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;

/** Writes samples of one channel as a WAV file of 16 bits. */
export function writeWav({ sampleRate, data }: Samples): Uint8Array {
  const file = Buffer.alloc(HEAD_BYTES + data.length * 2);
  file.write("RIFF", 0, "latin1");
  file.writeUInt32LE(file.length - 8, 4);
  file.write("WAVEfmt ", 8, "latin1");
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(PCM, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36, "latin1");
  file.writeUInt32LE(data.length * 2, 40);
  data.forEach((value, at) => file.writeInt16LE(asInt16(value), HEAD_BYTES + at * 2));
  return file;
}

/**
 * Reads the samples of a WAV file: PCM of 8 to 32 bits, or floating point.
 * @throws {RangeError} saying what is wrong with the file
 */
export function readWav(bytes: Uint8Array): Samples {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (
    file.length < 12 ||
    file.toString("latin1", 0, 4) !== "RIFF" ||
    file.toString("latin1", 8, 12) !== "WAVE"
  )
    throw new RangeError("not a WAV file: it does not begin with RIFF and WAVE");
  const { format, data } = chunksOf(file);
  if (format === undefined || format.length < 16) throw new RangeError("the WAV file has no format");
  if (data === undefined) throw new RangeError("the WAV file has no samples");
  const channels = format.readUInt16LE(2);
  const read = readerOf(format);
  const width = format.readUInt16LE(14) >> 3;
  if (channels === 0) throw new RangeError("the WAV file has no channels");
  const frames = Math.floor(data.length / (width * channels));
  const mixed = Float32Array.from({ length: frames }, (_, frame) => {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1)
      sum += read(data, (frame * channels + channel) * width);
    return sum / channels;
  });
  return { sampleRate: format.readUInt32LE(4), data: mixed };
}

interface Chunks {
  readonly format?: Buffer;
  readonly data?: Buffer;
}

function chunksOf(file: Buffer): Chunks {
  let chunks: Chunks = {};
  for (let at = 12; at + 8 <= file.length;) {
    const name = file.toString("latin1", at, at + 4);
    const size = file.readUInt32LE(at + 4);
    // A program that was killed while it wrote leaves a size that the file does not have.
    const body = file.subarray(at + 8, Math.min(file.length, at + 8 + size));
    if (name === "fmt ") chunks = { ...chunks, format: body };
    if (name === "data") return { ...chunks, data: body };
    at += 8 + size + (size & 1);
  }
  return chunks;
}

type ReadSample = (data: Buffer, at: number) => number;

const READERS: Readonly<Record<string, ReadSample>> = {
  "1:8": (data, at) => (data.readUInt8(at) - 128) / 128,
  "1:16": (data, at) => data.readInt16LE(at) / 0x8000,
  "1:24": (data, at) => data.readIntLE(at, 3) / 0x80_0000,
  "1:32": (data, at) => data.readInt32LE(at) / 0x8000_0000,
  "3:32": (data, at) => data.readFloatLE(at),
  "3:64": (data, at) => data.readDoubleLE(at),
};

function readerOf(format: Buffer): ReadSample {
  const kind = format.readUInt16LE(0);
  // The true kind is the first word of the sub-format.
  const known = kind === EXTENSIBLE && format.length >= 26 ? format.readUInt16LE(24) : kind;
  const bits = format.readUInt16LE(14);
  const read = READERS[`${String(known)}:${String(bits)}`];
  if (read !== undefined) return read;
  const name = known === PCM || known === FLOAT ? `${String(bits)} bits` : `format ${String(known)}`;
  throw new RangeError(`the WAV file has samples of ${name}; 8 to 32 bits and floating point can be read`);
}

function asInt16(value: number): number {
  return Math.max(-0x8000, Math.min(0x7fff, Math.round(value * 0x7fff)));
}
