import { SdkError } from "../wire/index.js";

/** The error of a wait that its signal ended. */
export function waitAborted(): SdkError {
  return new SdkError("ABORTED", "waiting for the voice connection was aborted");
}
