import type { SoundFile } from "./sound-file.js";

/** Sound that lies together in a file whose pauses are left out. */
export interface RecordedPart {
  /** where it was in the call, and is in the file, milliseconds */
  atMs: number;
  fileMs: number;
  lengthMs: number;
}

/** A pause is longer than what is lost of a packet or two. */
const PAUSE = 4800;
const SAMPLES_PER_MS = 48;

/** The file of one speaker, and where its sound lies. Times are samples at 48 kHz since the beginning of the recording. */
export class SpeakerTrack {
  readonly file: SoundFile;
  readonly #isGapless: boolean;
  readonly #parts: { at: number; fileAt: number; length: number }[] = [];

  /** @param isGapless pauses are kept */
  constructor(file: SoundFile, isGapless: boolean) {
    this.file = file;
    this.#isGapless = isGapless;
  }

  put(sound: Uint8Array, at: number, samples: number): void {
    let part = this.#parts.at(-1);
    if (part === undefined || at - (part.at + part.length) > PAUSE) {
      const end = part === undefined ? 0 : part.fileAt + part.length;
      part = { at, fileAt: this.#isGapless ? at : end, length: 0 };
      this.#parts.push(part);
    }
    part.length = Math.max(part.length, at + samples - part.at);
    this.file.put(sound, part.fileAt + Math.max(0, at - part.at));
  }

  get parts(): RecordedPart[] {
    return this.#parts.map(({ at, fileAt, length }) => ({
      atMs: at / SAMPLES_PER_MS,
      fileMs: fileAt / SAMPLES_PER_MS,
      lengthMs: length / SAMPLES_PER_MS,
    }));
  }

  /** @param total of the recording */
  end(total: number): Promise<void> {
    const last = this.#parts.at(-1);
    return this.file.end(this.#isGapless || last === undefined ? total : last.fileAt + last.length);
  }
}
