import type { SentFailure } from "../bridge/messages.js";

/** The rejection of an operation in a page. */
export class OperationError extends Error {
  /** as of `ClientResultError`; of the bridge itself: NOT_ALLOWED, DEADLINE, DISCONNECTED, NO_CALL, … */
  readonly code: string;
  /** of the HTTP response; 0 without one */
  readonly status: number;
  /** whether the same call may succeed later */
  readonly retryable: boolean;

  constructor({ code, message, status, retryable }: SentFailure) {
    super(message);
    this.name = "OperationError";
    this.code = code;
    this.status = status;
    this.retryable = retryable;
  }
}
