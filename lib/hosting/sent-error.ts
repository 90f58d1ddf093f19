import { reasonOf } from "../protocol/index.js";
import { SdkError } from "../wire/index.js";
import type { SentError } from "./messages.js";

/** Of an error without a code. */
const NO_CODE = "VOICE_PROCESS_FAILED";

export function sendError(error: unknown): SentError {
  const { code } = error as { code?: unknown };
  return { code: typeof code === "string" ? code : NO_CODE, message: reasonOf(error) };
}

export function receivedError({ code, message }: SentError): SdkError {
  return new SdkError(code, message);
}
