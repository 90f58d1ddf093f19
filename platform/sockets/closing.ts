/** The code and the reason with which a socket is closed. */
export interface Closing {
  readonly code: number;
  /** Text for the client and for the log; contains no secrets. */
  readonly reason: string;
}

/** Bytes of UTF-8 that a close frame holds besides the code (RFC 6455 section 5.5.1). */
const REASON_BYTES_MAX = 123;
/** Reserved codes that no close frame may carry (RFC 6455 section 7.4.1). */
const UNSENDABLE: ReadonlySet<number> = new Set([1004, 1005, 1006]);

/** Whether a close frame may carry the code: 1000–1003, 1007–1014, 3000–4999. */
export function isSendableCode(code: unknown): code is number {
  if (typeof code !== "number" || !Number.isInteger(code) || UNSENDABLE.has(code)) return false;
  return (code >= 1000 && code <= 1014) || (code >= 3000 && code <= 4999);
}

/** The reason, truncated at a character boundary to fit into a close frame. */
export function fittingReason(reason: string): string {
  const bytes = Buffer.from(reason, "utf8");
  if (bytes.length <= REASON_BYTES_MAX) return reason;
  const cut = bytes.subarray(0, REASON_BYTES_MAX).toString("utf8");
  return cut.replace(/\uFFFD+$/, "");
}
