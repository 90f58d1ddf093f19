/** Codes of the reasons why a platform cannot start. */
export type StartErrorCode =
  | "DATA_FOLDER_UNUSABLE"
  | "DATA_FOLDER_IN_USE"
  | "DATABASE_DAMAGED"
  | "DATABASE_VERSION"
  | "DATABASE_UNUSABLE"
  | "AUTHORITY_UNUSABLE"
  | "EADDRINUSE"
  | "PORT_UNUSABLE"
  | "RPC_SOCKET_UNUSABLE"
  | "CONTROL_SOCKET_UNUSABLE"
  | "READY_FILE_UNUSABLE"
  | "SEED_UNREADABLE";

/** A platform cannot start. The message is one sentence for the operator, printed without a stack: what was found, and the remedy. */
export class StartError extends Error {
  override readonly name = "StartError";

  constructor(
    readonly code: StartErrorCode,
    /** The obstacle, with the file or port. */
    readonly found: string,
    /** The remedy, without a full stop. */
    readonly remedy: string,
    options: ErrorOptions = {},
  ) {
    super(`${found}: ${remedy}.`, options);
  }
}

/** @param port that the platform could not listen on; never 0 */
export function portError(port: number, error: unknown): StartError {
  const { code, message } = error as NodeJS.ErrnoException;
  const options = { cause: error };
  if (code === "EADDRINUSE")
    return new StartError(
      code,
      `Port ${port} is in use by another program`,
      "stop that program, choose another port, or choose 0 for any free one",
      options,
    );
  const why = code === "EACCES" ? "permission denied" : message;
  return new StartError(
    "PORT_UNUSABLE",
    `Could not listen on port ${port} (${why})`,
    "choose another port, or choose 0 for any free one",
    options,
  );
}
