import type { FileAccess, SoundFile } from "./sound-file.js";

/** 16-bit stereo. */
const FRAME_BYTES = 4;
const SAMPLE_RATE = 48_000;
/** With room for the sizes of files over 4 GiB (RF64, EBU Tech 3306). */
const HEADER_BYTES = 80;
const UNKNOWN = 0xffff_ffff;
const PCM = 1;

/** Bytes that lie together. */
interface Run {
  readonly position: number;
  readonly pieces: Uint8Array[];
  end: number;
}

/**
 * A WAV file of 48 kHz, 16 bit, stereo. It can be played at any moment, also when the process ends in its middle. Silence between
 * sounds is not written: the file system gives zeros for it, and takes no room.
 */
export class WavFile implements SoundFile {
  /** Every place can still be written. */
  readonly late = 0;
  readonly #file: FileAccess;
  #runs: Run[] = [{ position: 0, pieces: [header(undefined)], end: HEADER_BYTES }];

  constructor(file: FileAccess) {
    this.#file = file;
  }

  put(sound: Uint8Array, at: number): void {
    const position = HEADER_BYTES + at * FRAME_BYTES;
    let run = this.#runs.at(-1);
    if (run?.end !== position) {
      run = { position, pieces: [], end: position };
      this.#runs.push(run);
    }
    run.pieces.push(sound);
    run.end += sound.byteLength;
  }

  async flush(): Promise<void> {
    const runs = this.#runs;
    this.#runs = [];
    for (const { position, pieces } of runs) await this.#file.write(Buffer.concat(pieces), position);
  }

  async end(length: number): Promise<void> {
    const bytes = length * FRAME_BYTES;
    try {
      await this.flush();
      await this.#file.truncate(HEADER_BYTES + bytes);
      await this.#file.write(header(bytes), 0);
    } finally {
      await this.#file.close();
    }
  }
}

/** @param bytes of the samples; undefined: still unknown */
function header(bytes: number | undefined): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  const all = bytes === undefined ? UNKNOWN : bytes + HEADER_BYTES - 8;
  const isLarge = all > UNKNOWN;
  head.write(isLarge ? "RF64" : "RIFF", 0, "latin1");
  head.writeUInt32LE(Math.min(all, UNKNOWN), 4);
  head.write(`WAVE${isLarge ? "ds64" : "JUNK"}`, 8, "latin1");
  head.writeUInt32LE(28, 16);
  if (isLarge && bytes !== undefined) {
    head.writeBigUInt64LE(BigInt(all), 20);
    head.writeBigUInt64LE(BigInt(bytes), 28);
    head.writeBigUInt64LE(BigInt(bytes / FRAME_BYTES), 36);
  }
  head.write("fmt ", 48, "latin1");
  head.writeUInt32LE(16, 52);
  head.writeUInt16LE(PCM, 56);
  head.writeUInt16LE(2, 58);
  head.writeUInt32LE(SAMPLE_RATE, 60);
  head.writeUInt32LE(SAMPLE_RATE * FRAME_BYTES, 64);
  head.writeUInt16LE(FRAME_BYTES, 68);
  head.writeUInt16LE(16, 70);
  head.write("data", 72, "latin1");
  head.writeUInt32LE(Math.min(bytes ?? UNKNOWN, UNKNOWN), 76);
  return head;
}
