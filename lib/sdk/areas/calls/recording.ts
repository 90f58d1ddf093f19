import type { CallMedia } from "../../../call/index.js";
import { reasonOf } from "../../../protocol/index.js";
import { SdkError } from "../../../wire/index.js";

/** A running recording. */
export interface Recording {
  /**
   * Resolves when the file is complete, after `stopRecording` or the end of the call. Rejects with
   * {@link SdkError} OUTPUT_FAILED when writing fails; the part that was written is kept. It need not be awaited.
   */
  readonly ended: Promise<void>;
}

/**
 * Starts a recording.
 * @param warn called with a failure, for the log
 * @throws {SdkError} OUTPUT_FAILED when the file cannot be created
 */
export function beginRecording(media: CallMedia, path: string, warn: (message: string) => void): Recording {
  let settle: (error: string) => void = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    settle = (error) => {
      if (error === "") return resolve();
      const message = `could not write the recording ${path}: ${error}`;
      warn(message);
      reject(new SdkError("OUTPUT_FAILED", message));
    };
  });
  // Avoids an unhandled rejection when the game does not await it.
  ended.catch(() => undefined);
  try {
    media.openWavOutput(path, settle);
  } catch (cause) {
    throw new SdkError("OUTPUT_FAILED", reasonOf(cause), { cause });
  }
  return { ended };
}
