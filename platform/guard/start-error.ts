/** What keeps a platform from starting. */
export type StartErrorCode =
  | "DATA_FOLDER_UNUSABLE"
  | "DATA_FOLDER_IN_USE"
  | "DATABASE_DAMAGED"
  | "DATABASE_VERSION"
  | "DATABASE_UNUSABLE"
  | "AUTHORITY_UNUSABLE"
  | "EADDRINUSE"
  | "PORT_UNUSABLE";

/** Why a platform cannot start: one sentence that names the file or the port, and the way out. */
export class StartError extends Error {
  override readonly name = "StartError";

  /** @param message for the operator, without a stack */
  constructor(
    readonly code: StartErrorCode,
    message: string,
    options: ErrorOptions = {},
  ) {
    super(message, options);
  }
}

/** @param port that could not be listened on; 0 is never taken */
export function portError(port: number, error: unknown): StartError {
  const { code, message } = error as NodeJS.ErrnoException;
  const options = { cause: error };
  if (code === "EADDRINUSE")
    return new StartError(
      code,
      `Port ${port} of this machine is taken by another program: stop that program, or choose another port, or 0 for any free one.`,
      options,
    );
  const why = code === "EACCES" ? "permission denied" : message;
  return new StartError(
    "PORT_UNUSABLE",
    `Could not listen on port ${port} (${why}): choose another port, or 0 for any free one.`,
    options,
  );
}
