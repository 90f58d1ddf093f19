import type { SoundFile } from "../../call/recording/sound-file.js";

/** Sound that lies together in a file whose pauses are left out. */
export interface RecordedPart {
  /** where it was in the call, and is in the file, milliseconds */
  atMs: number;
  fileMs: number;
  lengthMs: number;
}

/** A pause is longer than what is lost of a packet or two. */
const PAUSE = 4800;
/** A difference of less than a block is that of two clocks: it waits for the next pause, because a step would be heard. */
const STEP = 960;
const SAMPLES_PER_MS = 48;

interface Part {
  readonly at: number;
  readonly fileAt: number;
  length: number;
}

/** The file of one speaker, and where its sound lies. Times are samples at 48 kHz since the beginning of the recording. */
export class SpeakerTrack {
  readonly file: SoundFile;
  readonly #isGapless: boolean;
  readonly #parts: Part[] = [];

  /** @param isGapless pauses are kept */
  constructor(file: SoundFile, isGapless: boolean) {
    this.file = file;
    this.#isGapless = isGapless;
  }

  put(sound: Uint8Array, at: number, samples: number): void {
    const part = this.#partAt(at);
    const end = part.at + part.length;
    const placed = Math.abs(at - end) < STEP ? end : Math.max(at, part.at);
    part.length = Math.max(part.length, placed + samples - part.at);
    this.file.put(sound, part.fileAt + placed - part.at);
  }

  #partAt(at: number): Part {
    const last = this.#parts.at(-1);
    if (last !== undefined && at - (last.at + last.length) <= PAUSE) return last;
    const end = last === undefined ? 0 : last.fileAt + last.length;
    const part = { at, fileAt: this.#isGapless ? at : end, length: 0 };
    this.#parts.push(part);
    return part;
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
