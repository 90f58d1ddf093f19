import fs from "node:fs/promises";
import path from "node:path";
import { seedOfText, seedOfValue, type SeedSource } from "../control/seeding/source.js";
import { reasonOf } from "../folder/private-file.js";
import { StartError } from "../guard/start-error.js";
import type { Settings } from "../settings.js";

/** Larger files are not read. */
const BYTES_MAX = 4 << 20;

/**
 * The seed of the options, before anything starts; undefined: none.
 * @throws {StartError} when the file cannot be read, {RangeError} when it is no YAML
 */
export async function readSeed({ seed }: Settings): Promise<SeedSource | undefined> {
  if (seed === undefined) return undefined;
  if (typeof seed !== "string") return seedOfValue("seed", seed);
  return seedOfText(path.basename(seed), await textOf(seed));
}

async function textOf(file: string): Promise<string> {
  try {
    const { size } = await fs.stat(file);
    if (size <= BYTES_MAX) return await fs.readFile(file, "utf8");
  } catch (error) {
    throw unreadable(file, reasonOf(error), error);
  }
  throw unreadable(file, `it is larger than ${BYTES_MAX} bytes`);
}

function unreadable(file: string, reason: string, cause?: unknown): StartError {
  return new StartError(
    "SEED_UNREADABLE",
    `Could not read the seed ${file} (${reason})`,
    "name another file",
    { cause },
  );
}
