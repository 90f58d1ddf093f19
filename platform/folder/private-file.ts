import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { StartError, type StartErrorCode } from "../guard/start-error.js";

/** Whom only the owner may read and write. */
export const PRIVATE = 0o600;
/** Whom everybody who gets into the folder may read. */
export const PUBLIC = 0o644;

/**
 * Reads a file of the data folder.
 * @param code of the error that this throws
 * @returns undefined when it is not there
 * @throws {StartError} when it is no plain file, or cannot be read
 */
export function readWhole(path: string, code: StartErrorCode): string | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    if (!found.isFile())
      throw new StartError(
        code,
        `${path} is a link or a folder, and the platform accepts plain files only: replace it by a file, or remove it.`,
      );
    return readFileSync(path, "utf8");
  } catch (error) {
    throw worded(error, code, "read", path);
  }
}

/**
 * Writes a file of the data folder so that it is there as a whole or not at all, whatever ends the process.
 * @param code of the error that this throws
 * @throws {StartError} when it cannot be written
 */
export function writeWhole(path: string, text: string, mode: number, code: StartErrorCode): void {
  const temporary = `${path}.${process.pid}.new`;
  try {
    // Of a process with the same number that was killed here.
    rmSync(temporary, { force: true });
    writeNew(temporary, text, mode);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw worded(error, code, "write", path);
  }
}

function writeNew(path: string, text: string, mode: number): void {
  const file = openSync(path, "wx", mode);
  try {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function worded(error: unknown, code: StartErrorCode, verb: string, path: string): StartError {
  if (error instanceof StartError) return error;
  return new StartError(
    code,
    `Could not ${verb} ${path} (${reasonOf(error)}): fix that, or choose another data folder.`,
    { cause: error },
  );
}

/** What a fault of the file system says, in words. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS[code ?? ""] ?? message;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "it is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full for this user",
  EEXIST: "a file has that name",
  ENOTDIR: "a part of the path is a file",
  EISDIR: "it is a folder",
  ENOENT: "the path is empty or leads nowhere",
};
