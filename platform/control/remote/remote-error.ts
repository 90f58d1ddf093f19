import { ArgumentError, ArgumentRangeError } from "sdkpp/wire";
import { StartError, type StartErrorCode } from "../../guard/start-error.js";
import type { Failure } from "../door/failure.js";

const PARTS = /^(?<argument>[^]*?): expected (?<expected>[^]*), received (?<received>[^]*)$/;

/** A control API cannot be used: nothing answers there, the token is wrong, or its answer makes no sense. */
export class ControlError extends Error {
  override readonly name = "ControlError";
  /** The error in the body of the response, such as why a voice was not heard; undefined: it had none. */
  readonly failure: Failure["error"] | undefined;

  /**
   * @param status of the response; undefined: there was none
   * @param options.failure the error in its body
   */
  constructor(
    message: string,
    readonly status: number | undefined,
    { failure, ...options }: ErrorOptions & { readonly failure?: Failure["error"] | undefined } = {},
  ) {
    super(message, options);
    this.failure = failure;
  }
}

/** The error that the operation has thrown in the platform's process, of the same class. */
export function errorOf(status: number, body: string): Error {
  const failure = readFailure(body);
  const { name, message, code, details } = failure ?? {};
  if (name === undefined || message === undefined)
    return new ControlError(
      `The control API answered with ${String(status)} and no error of its own.`,
      status,
    );
  const { argument, expected, received } = PARTS.exec(message)?.groups ?? {};
  if (argument !== undefined && expected !== undefined && received !== undefined) {
    if (name === "ArgumentError") return new ArgumentError(argument, expected, received);
    if (name === "ArgumentRangeError") return new ArgumentRangeError(argument, expected, received);
  }
  const { found, remedy } = (details ?? {}) as Readonly<Record<string, unknown>>;
  if (name === "StartError" && typeof found === "string" && typeof remedy === "string")
    return new StartError(code as StartErrorCode, found, remedy);
  return name === "RangeError" ? new RangeError(message) : new ControlError(message, status, { failure });
}

function readFailure(body: string): Failure["error"] | undefined {
  try {
    return (JSON.parse(body) as Partial<Failure>).error;
  } catch {
    return undefined;
  }
}
