import { constants, copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Finding } from "sdkpp/wire";
import { checkNothingLeft, DATABASE_FILE } from "../../../folder/data-folder.js";
import { lockProblem } from "../../../folder/folder-lock.js";
import { reasonOf } from "../../../folder/private-file.js";
import { checkDatabase as checkCopy, DATABASE_FORMAT } from "../../../store/database.js";
import { folderCheck } from "../folder-check.js";

const CHECK = "database";
/** The file with the last commits, after the process was killed. */
const LOG_SUFFIX = "-wal";

/**
 * Whether this version of the platform reads the database. Opening it would write its log into the main file, so a copy is opened.
 */
export const checkDatabase = folderCheck(CHECK, (folder) => {
  const file = join(folder, DATABASE_FILE);
  if (lockProblem(folder) !== undefined)
    return Finding.skipped(CHECK, "a platform uses it at this moment, and so has read it");
  if (existsSync(file)) return lookedAt(file);
  checkNothingLeft(file);
  return Finding.ok(CHECK, "there is none yet; the first start makes it");
});

function lookedAt(file: string): Finding {
  const aside = mkdtempSync(join(tmpdir(), "sdkpp-doctor-"));
  try {
    const copy = join(aside, DATABASE_FILE);
    const problem = copied(file, copy);
    if (problem !== undefined) return problem;
    checkCopy(copy, file);
    return Finding.ok(CHECK, `format ${DATABASE_FORMAT}, undamaged`);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

function copied(file: string, copy: string): Finding | undefined {
  try {
    for (const suffix of ["", LOG_SUFFIX])
      if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix, constants.COPYFILE_FICLONE);
    return undefined;
  } catch (error) {
    const remedy = `make it readable for this user, and free some space in ${tmpdir()}`;
    return Finding.failed(CHECK, `Could not copy ${file} to look at it (${reasonOf(error)})`, remedy);
  }
}
