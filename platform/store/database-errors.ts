import { StartError } from "../guard/start-error.js";

/** Error codes of SQLite and the system, with the error that reports them. */
const CAUSES: readonly (readonly [RegExp, (file: string) => StartError])[] = [
  [/^(?:SQLITE_(?:NOTADB|CORRUPT)|SyntaxError)/, damaged],
  [/^(?:SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)/, full],
  [/^(?:SQLITE_(?:READONLY|CANTOPEN|PERM|AUTH)|EACCES|EPERM|EROFS)/, readOnly],
  [/^SQLITE_(?:BUSY|LOCKED)/, busy],
];

export function damaged(file: string): StartError {
  return new StartError(
    "DATABASE_DAMAGED",
    `The database ${file} is damaged`,
    "restore it from a copy, or delete it to start over",
  );
}

/** @param format format in the database; 0: none */
export function otherFormat(file: string, format: number, known: number): StartError {
  const [age, remedy] =
    format < known
      ? ["an older", "delete it to start over, or run that version"]
      : ["a newer", "run that version, or delete it to start over"];
  return new StartError(
    "DATABASE_VERSION",
    `The database ${file} was written by ${age} version of the platform (format ${format}; this version reads format ${known})`,
    remedy,
  );
}

/** Converts an error of the database or its file into a `StartError`. */
export function databaseError(file: string, error: unknown): StartError {
  const code = codeOf(error);
  const known = CAUSES.find(([pattern]) => pattern.test(code))?.[1];
  const startError = known?.(file) ?? unusable(file, error);
  startError.cause = error;
  return startError;
}

function full(file: string): StartError {
  return new StartError(
    "DATABASE_UNUSABLE",
    `Could not write the database ${file} because the disk is full`,
    "free some space, or choose another data folder",
  );
}

function readOnly(file: string): StartError {
  return new StartError(
    "DATABASE_UNUSABLE",
    `Could not open the database ${file} for writing`,
    "make the file and its folder writable for this user, or choose another data folder",
  );
}

function busy(file: string): StartError {
  return new StartError(
    "DATABASE_UNUSABLE",
    `Another program is writing to the database ${file}`,
    "close that program, or choose another data folder",
  );
}

function unusable(file: string, error: unknown): StartError {
  return new StartError(
    "DATABASE_UNUSABLE",
    `Could not open the database ${file} (${error instanceof Error ? error.message : String(error)})`,
    "check the disk, or choose another data folder",
  );
}

/**
 * The library has no code for a file that it cannot open; its message ends with SQLite's number. A record that is not JSON
 * causes a SyntaxError.
 */
function codeOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === "string" && code !== "") return code;
  if (error instanceof SyntaxError) return error.name;
  return / 14"?\)?$/.test(String(message)) ? "SQLITE_CANTOPEN" : "";
}
