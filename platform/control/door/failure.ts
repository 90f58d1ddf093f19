import { ArgumentError, ArgumentRangeError } from "sdkpp/wire";
import { StartError } from "../../guard/start-error.js";

/** The body of a response to a request that failed. */
export interface Failure {
  readonly error: {
    /** As the class of the error is called in JavaScript: `ArgumentError`, `ArgumentRangeError`, `RangeError`. */
    readonly name: string;
    readonly message: string;
    /** The argument that is wrong, such as `channels[0].name`. */
    readonly argument?: string;
    /** A code of {@link StartError}. */
    readonly code?: string;
  };
}

export interface FailedResponse {
  readonly status: number;
  readonly body: Failure;
}

/** The response to what an operation throws; undefined for an error that only a fault of the platform explains. */
export function failureOf(error: unknown): FailedResponse | undefined {
  if (error instanceof ArgumentError || error instanceof ArgumentRangeError)
    return failure(400, error.name, error.message, { argument: error.argument });
  if (error instanceof StartError) return failure(409, error.name, error.message, { code: error.code });
  return error instanceof RangeError ? failure(422, "RangeError", error.message) : undefined;
}

export function failure(
  status: number,
  name: string,
  message: string,
  more: Partial<Failure["error"]> = {},
): FailedResponse {
  return { status, body: { error: { name, message, ...more } } };
}
