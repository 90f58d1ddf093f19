import { rmSync, statSync } from "node:fs";
import { PRIVATE, readWhole, writeWhole } from "./private-file.js";

/** Name of the mark that a platform leaves in its folder when it ends in order. */
export const CLEAN_END_FILE = "clean-end";

/**
 * Takes the mark away: a platform that uses the folder has not ended yet.
 * @returns whether the mark was there, and the database is the one that was left with it: nobody has exchanged or changed it
 */
export function takeCleanEnd(mark: string, database: string): boolean {
  try {
    const left = readWhole(mark, "DATA_FOLDER_UNUSABLE");
    rmSync(mark, { force: true });
    return left !== undefined && left === stateOf(database);
  } catch {
    // What cannot be read or removed says nothing, so the database is looked at first.
    return false;
  }
}

/** Leaves the mark, when all that was written is in the main file. */
export function leaveCleanEnd(mark: string, database: string): void {
  if ((statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
  try {
    writeWhole(mark, stateOf(database), PRIVATE, "DATA_FOLDER_UNUSABLE");
  } catch {
    // As on a full disk: the next start looks at the database before it listens.
  }
}

function stateOf(database: string): string {
  const { size, mtimeMs } = statSync(database);
  return `${size} ${Math.round(mtimeMs)}\n`;
}
