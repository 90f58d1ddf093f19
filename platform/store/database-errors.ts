import { StartError } from "../guard/start-error.js";

/** Causes as SQLite and the system name them, with what becomes of the sentence. */
const CAUSES: readonly (readonly [RegExp, (file: string) => StartError])[] = [
  [/^(?:SQLITE_(?:NOTADB|CORRUPT)|SyntaxError)/, damaged],
  [/^(?:SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)/, full],
  [/^(?:SQLITE_(?:READONLY|CANTOPEN|PERM|AUTH)|EACCES|EPERM|EROFS)/, readOnly],
  [/^SQLITE_(?:BUSY|LOCKED)/, busy],
];

export function damaged(file: string): StartError {
  return new StartError(
    "DATABASE_DAMAGED",
    `The database ${file} is damaged: restore it from a copy, or delete it to start over.`,
  );
}

/** @param format what the database says; 0: nothing */
export function otherFormat(file: string, format: number, known: number): StartError {
  const [age, remedy] =
    format < known
      ? ["an older", "delete it to start over, or run that version"]
      : ["a newer", "run that version, or delete it to start over"];
  return new StartError(
    "DATABASE_VERSION",
    `The database ${file} was written by ${age} version of the platform (format ${format}, this one reads ${known}): ${remedy}.`,
  );
}

/** Puts a fault of the database, or of its file, into words. */
export function databaseError(file: string, error: unknown): StartError {
  const code = codeOf(error);
  const known = CAUSES.find(([pattern]) => pattern.test(code))?.[1];
  const worded = known?.(file) ?? unusable(file, error);
  worded.cause = error;
  return worded;
}

function full(file: string): StartError {
  return new StartError(
    "DATABASE_UNUSABLE",
    `Could not write the database ${file}, because the disk is full: free some space, or choose another data folder.`,
  );
}

function readOnly(file: string): StartError {
  return new StartError(
    "DATABASE_UNUSABLE",
    `Could not open the database ${file} for writing: make it and its folder writable for this user, or choose another data folder.`,
  );
}

function busy(file: string): StartError {
  return new StartError(
    "DATABASE_UNUSABLE",
    `Another program is writing to the database ${file}: close that program, or choose another data folder.`,
  );
}

function unusable(file: string, error: unknown): StartError {
  return new StartError(
    "DATABASE_UNUSABLE",
    `Could not open the database ${file} (${error instanceof Error ? error.message : String(error)}): check the disk, or choose another data folder.`,
  );
}

/**
 * The library knows no code when a file cannot be opened at all; its text ends with SQLite's number. A record that is no
 * JSON is a SyntaxError.
 */
function codeOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === "string" && code !== "") return code;
  if (error instanceof SyntaxError) return error.name;
  return / 14"?\)?$/.test(String(message)) ? "SQLITE_CANTOPEN" : "";
}
