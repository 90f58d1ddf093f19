import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import type { CallConnection } from "../../../call/index.js";
import { reasonOf } from "../../../protocol/index.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";
import { LoggingSeverity } from "../../../enums/index.js";

interface CaptureDumpParts {
  connection: Pick<CallConnection, "media">;
  logs: ClientLogs;
}

/** How many dumps one folder holds. */
const MOST_DUMPS = 1000;

/**
 * One call's recording of what the microphone's processing takes and gives, in the log folder: `discord-aec_<n>_captured.wav`,
 * `…_played.wav` and `…_processed.wav`. Each recording has a number of its own.
 */
export class CaptureDump {
  readonly #parts: CaptureDumpParts;
  #isOn = false;

  constructor(parts: CaptureDumpParts) {
    this.#parts = parts;
  }

  set(isWanted: boolean): void {
    if (isWanted === this.#isOn) return;
    this.#isOn = isWanted;
    if (isWanted) this.#begin();
    else this.#parts.connection.media.stopCaptureDump();
  }

  #begin(): void {
    const { connection, logs } = this.#parts;
    try {
      const start = reserve(logs.folder);
      const path = (part: string): string => `${start}_${part}.wav`;
      connection.media.startCaptureDump(path("captured"), path("played"), path("processed"), (error) => {
        if (error !== "") this.#warn(`could not write the dump ${start}: ${error}`);
      });
    } catch (error) {
      this.#warn(`could not begin a dump: ${reasonOf(error)}`);
    }
  }

  #warn(message: string): void {
    this.#parts.logs.write("voice", LoggingSeverity.Warning, message);
  }
}

/**
 * Creates the first file, under the lowest number that is free.
 * @returns the path that the three names begin with
 * @throws {Error} when no file can be created
 */
function reserve(folder: string): string {
  for (let number = 0; number < MOST_DUMPS; number += 1) {
    const start = join(folder, `discord-aec_${String(number)}`);
    try {
      closeSync(openSync(`${start}_captured.wav`, "wx"));
      return start;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  throw new Error(`${folder} holds ${String(MOST_DUMPS)} dumps`);
}
