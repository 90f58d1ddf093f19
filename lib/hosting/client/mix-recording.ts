import { closeSync, openSync } from "node:fs";
import { getSystemErrorMap } from "node:util";
import { lazyFile, openFile } from "../../call/recording/open-file.js";
import { WavFile } from "../../call/recording/wav-file.js";
import type { FileAccess } from "../../call/recording/sound-file.js";
import { readReceived } from "../../native/index.js";
import { reasonOf } from "../../protocol/index.js";

/** The sound that a call in a voice process plays, in a WAV file of this one: it goes on in the next process. */
export class MixRecording {
  readonly #file: WavFile;
  readonly #ended: (error: string) => void;
  #work: Promise<void> = Promise.resolve();
  /** the time of the connection at which the file begins; undefined: with the next block */
  #startsAt: number | undefined;
  #length = 0;
  #isOver = false;
  #hasFailed = false;

  /**
   * @param path a file that exists is written over
   * @param ended called once: "" when the file is complete, otherwise what failed
   * @throws Error when the file cannot be created
   */
  constructor(path: string, ended: (error: string) => void) {
    this.#file = new WavFile(fileAt(path));
    this.#ended = ended;
  }

  hear(batch: ArrayBuffer): void {
    if (this.#isOver) return;
    readReceived(
      batch,
      () => undefined,
      ({ format, timestamp, data }) => {
        if (format !== "mix") return;
        this.#startsAt ??= timestamp - this.#length;
        const at = Math.max(timestamp - this.#startsAt, this.#length);
        this.#file.put(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
        this.#length = at + data.length / 2;
      },
    );
    this.#do(() => this.#file.flush());
  }

  /** The call was joined anew, and its time begins again: the file goes on where it is. */
  beginsAnew(): void {
    this.#startsAt = undefined;
  }

  /** The file is completed in the background. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#do(async () => {
      await this.#file.end(this.#length);
      this.#ended("");
    });
  }

  /** Behind a failure nothing is written any more. */
  #do(task: () => Promise<void>): void {
    this.#work = this.#work.then(() => (this.#hasFailed ? undefined : task())).catch(this.#failed);
  }

  /** Completes what can be completed. */
  readonly #failed = (error: unknown): void => {
    this.#hasFailed = this.#isOver = true;
    this.#ended(systemReason(error));
    this.#file.end(this.#length).catch(() => undefined);
  };
}

/** Made at once, so that one that cannot be created is an error of the caller. */
function fileAt(path: string): FileAccess {
  try {
    closeSync(openSync(path, "w"));
  } catch (cause) {
    throw new Error(`Cannot write the file ${path}: ${systemReason(cause)}`, { cause });
  }
  return lazyFile(path, (made) => openFile(made, "r+"));
}

/** Without the names of calls of the system. */
function systemReason(error: unknown): string {
  const { errno } = error as NodeJS.ErrnoException;
  const [, words] = (errno === undefined ? undefined : getSystemErrorMap().get(errno)) ?? [];
  return words === undefined ? reasonOf(error) : words.charAt(0).toUpperCase() + words.slice(1);
}
