import type { HttpOutcome } from "../../../net/index.js";
import { ErrorType, type HttpStatusCode } from "../../../enums/index.js";
import { ClientResult } from "../../values/client-result.js";

/** Thrown inside operations; {@link Operations} turns it into the caller's result. */
export class Failure extends Error {
  readonly result: ClientResult;

  constructor(result: ClientResult, options?: ErrorOptions) {
    super(result.error, options);
    this.result = result;
  }
}

export function success(): ClientResult {
  return new ClientResult();
}

export function failed(type: ErrorType, error: string, retryable = false): ClientResult {
  const result = new ClientResult();
  result.type = type;
  result.error = error;
  result.successful = false;
  result.retryable = retryable;
  return result;
}

/**
 * The value of a response that was parsed.
 * @param what the expected value, as in "a lobby"
 * @throws {Failure} NetworkError when parsing failed: the response is not the platform's
 */
export function parsed<T>(value: T | undefined, what: string): T {
  if (value !== undefined) return value;
  throw new Failure(failed(ErrorType.NetworkError, `the platform's response is not ${what}`));
}

/** The result of an HTTP exchange with this address that did not succeed. */
export function failedHttp(outcome: Exclude<HttpOutcome, { kind: "ok" }>, apiBase: string): ClientResult {
  switch (outcome.kind) {
    case "network":
    case "timeout":
      return failed(
        ErrorType.NetworkError,
        `${outcome.message}; check that the platform runs at apiBase ${apiBase}`,
        true,
      );
    case "aborted":
      return failed(ErrorType.Aborted, "cancelled");
    case "status":
      return failedStatus(outcome);
  }
}

function failedStatus(outcome: Extract<HttpOutcome, { kind: "status" }>): ClientResult {
  const result = failed(ErrorType.HTTPError, outcome.message, outcome.retryable);
  result.status = outcome.status as HttpStatusCode;
  result.errorCode = outcome.code;
  result.responseBody = outcome.text;
  result.retryAfter = outcome.retryAfter;
  return result;
}
