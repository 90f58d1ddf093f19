import { ArgumentError, ArgumentRangeError, SdkError } from "sdkpp/wire";
import { StartError } from "../../guard/start-error.js";

/** The body of a response to a request that failed. */
export interface Failure {
  readonly error: {
    /** As the class of the error is called in JavaScript: `ArgumentError`, `ArgumentRangeError`, `RangeError`. */
    readonly name: string;
    readonly message: string;
    /** The argument that is wrong, such as `channels[0].name`. */
    readonly argument?: string;
    /** A code of {@link StartError}, or of an error of `sdkpp`. */
    readonly code?: string;
    /** More about it: `cause` and `figures` of a voice that was not heard, `found` and `remedy` of a {@link StartError}. */
    readonly details?: unknown;
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
  if (error instanceof StartError) return failure(409, error.name, error.message, startFailure(error));
  if (error instanceof SdkError)
    return failure(422, error.name, error.message, { code: error.code, ...detailsOf(error) });
  return error instanceof RangeError ? failure(422, "RangeError", error.message) : undefined;
}

function startFailure({ code, found, remedy }: StartError): Partial<Failure["error"]> {
  return { code, details: { found, remedy } };
}

/** Errors say themselves what of them others may read. */
function detailsOf(error: Error): { details?: unknown } {
  const { toJSON } = error as { toJSON?: unknown };
  return typeof toJSON === "function" ? { details: toJSON.call(error) as unknown } : {};
}

export function failure(
  status: number,
  name: string,
  message: string,
  more: Partial<Failure["error"]> = {},
): FailedResponse {
  return { status, body: { error: { name, message, ...more } } };
}
