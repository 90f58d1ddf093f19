import { AUDIT_REASON_MAX } from "sdkpp/wire";
import { invalidField } from "../domain/rules/faults.js";
import type { Fault } from "../domain/rules/outcome.js";

/** Says why a bot does something; the audit log of the server shows it (H§1.4). */
export const AUDIT_REASON_HEADER = "x-audit-log-reason";

/**
 * The decoded text of the header, without surrounding spaces.
 * @param value percent-encoded UTF-8; a text that is not so encoded is taken as it is
 * @returns undefined without a reason; a fault when it is longer than 512 characters
 */
export function auditReason(value: string | readonly string[] | undefined): string | undefined | Fault {
  if (typeof value !== "string") return undefined;
  const reason = decoded(value).trim();
  if (reason.length > AUDIT_REASON_MAX)
    return invalidField(
      AUDIT_REASON_HEADER,
      "BASE_TYPE_MAX_LENGTH",
      `Must be ${AUDIT_REASON_MAX} or fewer in length.`,
    );
  return reason === "" ? undefined : reason;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
