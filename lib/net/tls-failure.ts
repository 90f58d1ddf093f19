/** Node's error codes for certificates that an additional root would make trusted. */
const UNTRUSTED: ReadonlySet<string> = new Set([
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);
/** Node's other error codes for certificates. */
const INVALID: ReadonlySet<string> = new Set([
  "CERT_CHAIN_TOO_LONG",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_REJECTED",
  "CERT_REVOKED",
  "CERT_SIGNATURE_FAILURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "HOSTNAME_MISMATCH",
  "INVALID_CA",
  "INVALID_PURPOSE",
]);

const WHAT_TO_PASS =
  "pass `ca`, which a platform has in `endpoints.ca` and `npx @sdkpp/platform ca --data <folder>` prints";

/**
 * Explains why this side rejected a TLS connection.
 * @returns undefined when the error is not about the other side's certificate
 */
export function certificateFailure(error: Error): string | undefined {
  const code = "code" in error ? String(error.code) : "";
  if (UNTRUSTED.has(code)) return `the certificate is not trusted: ${WHAT_TO_PASS} (${error.message})`;
  if (INVALID.has(code)) return `the certificate is not valid: ${error.message}`;
  return undefined;
}
