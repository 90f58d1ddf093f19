import { SdkError } from "../sdk-error.js";

/**
 * Bytes that are not the MLS structure they claim to be, or that contain a part outside this subset.
 * The message says what was expected and at which byte of the decoded input.
 */
export class MlsDecodeError extends SdkError {
  /** Byte of the input at which the expectation failed. */
  readonly offset: number;

  constructor(expected: string, offset: number) {
    super("MLS_MALFORMED", `MLS: expected ${expected} at byte ${String(offset)}`);
    this.name = "MlsDecodeError";
    this.offset = offset;
  }
}
