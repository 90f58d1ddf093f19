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

/** File mode: only the owner may read and write. */
export const PRIVATE = 0o600;
/** File mode: all users with access to the folder may read. */
export const PUBLIC = 0o644;

const REMEDY = "fix that, or choose another data folder";

/**
 * Reads a file of the data folder.
 * @param code code of the error that this throws
 * @returns undefined when the file does not exist
 * @throws {StartError} when it is not a plain file or cannot be read
 */
export function readWhole(path: string, code: StartErrorCode): string | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    if (!found.isFile())
      throw new StartError(
        code,
        `${path} is a link or a folder, and the platform accepts only plain files`,
        "replace it with a file, or remove it",
      );
    return readFileSync(path, "utf8");
  } catch (error) {
    throw startErrorOf(error, code, "read", path);
  }
}

/**
 * Writes a file of the data folder atomically: it is complete or absent, even if the process is killed.
 * @param code code of the error that this throws
 * @param remedy that the error names
 * @throws {StartError} when the file cannot be written
 */
export function writeWhole(
  path: string,
  content: string | Uint8Array,
  mode: number,
  code: StartErrorCode,
  remedy = REMEDY,
): void {
  const temporary = `${path}.${process.pid}.new`;
  try {
    // Left by a killed process with the same pid.
    rmSync(temporary, { force: true });
    writeNew(temporary, content, mode);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw startErrorOf(error, code, "write", path, remedy);
  }
}

function writeNew(path: string, content: string | Uint8Array, mode: number): void {
  const file = openSync(path, "wx", mode);
  try {
    const bytes = Buffer.from(content);
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * The error for a path of the data folder that cannot be used.
 * @param error that the file system threw; a {@link StartError} stays as it is
 * @param code of the returned error
 * @param verb what was to be done with the path: "read"
 * @param remedy that the returned error names
 */
export function startErrorOf(
  error: unknown,
  code: StartErrorCode,
  verb: string,
  path: string,
  remedy = REMEDY,
): StartError {
  if (error instanceof StartError) return error;
  return new StartError(code, `Could not ${verb} ${path} (${reasonOf(error)})`, remedy, { cause: error });
}

/** A readable reason for a file system error. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS[code ?? ""] ?? message;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full for this user",
  EEXIST: "a file with that name exists",
  ENOTDIR: "part of the path is a file",
  EISDIR: "it is a folder",
  ENOENT: "the path is empty or does not exist",
};
