import { rmSync } from "node:fs";
import { PRIVATE, writeWhole } from "../folder/private-file.js";
import type { Platform } from "../start.js";

/** The report on a running platform for other programs: addresses, first records, control. */
export function reportOf({ endpoints, seeded, controlApi }: Platform): object {
  const { ca, ...addresses } = endpoints;
  return { endpoints: { ...addresses, ca }, seeded, control: controlApi };
}

/**
 * A file that exists, whole, as long as a platform is ready. It holds tokens, so only its owner can read it.
 * @throws {StartError} when it cannot be written
 */
export class ReadyFile {
  readonly #path: string;

  constructor(path: string, platform: Platform) {
    this.#path = path;
    const report = `${JSON.stringify(reportOf(platform))}\n`;
    writeWhole(path, report, PRIVATE, "READY_FILE_UNUSABLE", "fix that, or choose another ready file");
  }

  remove(): void {
    rmSync(this.#path, { force: true });
  }
}
