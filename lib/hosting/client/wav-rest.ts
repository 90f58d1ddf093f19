const HEAD_BYTES = 12;
const CHUNK_BYTES = 8;
const FORMAT_BYTES = 16;
const MS_PER_S = 1000;

interface Chunk {
  readonly at: number;
  readonly size: number;
}

/**
 * Cuts a WAV file at a time, milliseconds: the engine reads a stream from its beginning, which takes long in a large file.
 * @returns undefined for a file that cannot be cut there
 */
export function restOfWav(file: Uint8Array, startMs: number): Uint8Array | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const [format, data] = [chunkOf(bytes, "fmt "), chunkOf(bytes, "data")];
  if (format === undefined || data === undefined || format.size < FORMAT_BYTES) return undefined;
  const sampleRate = bytes.readUInt32LE(format.at + 4);
  const frameBytes = bytes.readUInt16LE(format.at + 12);
  const cut = Math.floor((startMs * sampleRate) / MS_PER_S) * frameBytes;
  const left = Math.min(data.size, bytes.length - data.at) - cut;
  if (frameBytes === 0 || left < frameBytes) return undefined;
  const rest = Buffer.concat([
    bytes.subarray(0, data.at),
    bytes.subarray(data.at + cut, data.at + cut + left),
  ]);
  rest.writeUInt32LE(rest.length - CHUNK_BYTES, 4);
  rest.writeUInt32LE(left, data.at - 4);
  return rest;
}

/** Where the content of a chunk lies, whose head is whole. */
function chunkOf(bytes: Buffer, name: string): Chunk | undefined {
  if (bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, HEAD_BYTES) !== "WAVE")
    return undefined;
  for (let at = HEAD_BYTES; at + CHUNK_BYTES <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    if (bytes.toString("latin1", at, at + 4) === name) {
      const isWhole = name === "data" || at + CHUNK_BYTES + size <= bytes.length;
      return isWhole ? { at: at + CHUNK_BYTES, size } : undefined;
    }
    // chunks have an even length
    at += CHUNK_BYTES + size + (size % 2);
  }
  return undefined;
}
