import { asObject, asString } from "../checked.js";
import { parseJson } from "../gateway/frame.js";

/** The contents of an error response, in the ordinary form or the OAuth2 form. */
export interface HttpErrorFacts {
  /** the platform's JSON error code, 0: none */
  code: number;
  message: string;
  /** seconds to wait, 0: not specified */
  retryAfter: number;
}

/** Statuses after which the same request may well succeed. */
const RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504, 507, 522, 523, 524]);

export function isRetryableStatus(status: number): boolean {
  return RETRYABLE.has(status);
}

/**
 * @param retryAfterHeader of the answer; the body's own figure is finer and wins
 */
export function readHttpError(status: number, body: string, retryAfterHeader: string | null): HttpErrorFacts {
  const parsed = asObject(parseJson(body));
  const code = parsed?.["code"];
  return {
    code: typeof code === "number" && Number.isSafeInteger(code) ? code : 0,
    message: messageOf(parsed) ?? `HTTP ${String(status)}`,
    retryAfter: seconds(parsed?.["retry_after"]) ?? seconds(Number(retryAfterHeader ?? NaN)) ?? 0,
  };
}

function messageOf(body: ReturnType<typeof asObject>): string | undefined {
  const message = asString(body?.["message"]);
  if (message !== undefined) return message;
  const error = asString(body?.["error"]);
  const description = asString(body?.["error_description"]);
  return description === undefined || error === undefined ? error : `${error}: ${description}`;
}

function seconds(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}
