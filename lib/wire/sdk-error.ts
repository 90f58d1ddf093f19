/**
 * Base of all errors of this package. `code` is stable; the message is for people.
 * Recognizable across two copies of the package by `name` and `code`, not only by `instanceof`.
 */
export class SdkError extends Error {
  /** what went wrong, for programs: upper-case words joined by underscores, as `INVALID_OBJECT` */
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
    this.name = "SdkError";
  }
}
