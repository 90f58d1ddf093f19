import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from "jose";
import { EXTERNAL_ID_MAX } from "sdkpp/wire";
import { isDisplayName } from "../display-name.js";
import type { OidcSettings } from "../../domain/records/oauth2/application.js";
import type { ExternalIdentity, TokenProblem } from "../external-identity.js";
import { isAsymmetric, type Published } from "./published.js";

const AGE_MAX = "7 days";
const CLOCK_SKEW_S = 60;
const REQUIRED = ["iss", "sub", "aud", "exp", "iat"];

/** Reads the header of a token, before anybody is asked for its key. @returns what is wrong with it */
export function headerProblem(token: string): TokenProblem | undefined {
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    if (!isAsymmetric(alg)) return "malformed";
    return typeof kid === "string" && kid !== "" ? undefined : "kidMissing";
  } catch {
    return "malformed";
  }
}

/**
 * Verifies the signature and the claims of an ID token (OpenID Connect Core 1.0 section 3.1.3.7, H§3.3).
 * @returns "keyUnknown" when no published key fits its header
 */
export async function readIdToken(
  token: string,
  { algorithms, keys }: Published,
  { issuer, audience }: OidcSettings,
  nowMs: number,
): Promise<ExternalIdentity | TokenProblem | "keyUnknown"> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: [...algorithms],
      issuer,
      audience,
      clockTolerance: CLOCK_SKEW_S,
      currentDate: new Date(nowMs),
      maxTokenAge: AGE_MAX,
      requiredClaims: REQUIRED,
    });
    // A token that was issued to another party is not for this game, also when it names it as an audience.
    if (payload["azp"] !== undefined && payload["azp"] !== audience) return "wrongAudience";
    return identityOf(payload);
  } catch (error) {
    return problemOf(error);
  }
}

function identityOf({ sub, preferred_username: name }: JWTPayload): ExternalIdentity | TokenProblem {
  if (typeof sub !== "string" || sub === "" || sub.length > EXTERNAL_ID_MAX) return "malformed";
  return isDisplayName(name) ? { subject: sub, displayName: name } : { subject: sub };
}

function problemOf(error: unknown): TokenProblem | "keyUnknown" {
  if (error instanceof errors.JWKSNoMatchingKey) return "keyUnknown";
  if (error instanceof errors.JWTExpired) return error.claim === "iat" ? "tooOld" : "expired";
  if (!(error instanceof errors.JWTClaimValidationFailed)) return "malformed";
  if (error.claim === "iss") return "wrongIssuer";
  return error.claim === "aud" ? "wrongAudience" : "malformed";
}
