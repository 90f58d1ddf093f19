import type { AuthorizationCode } from "../../records/oauth2/token.js";
import type { DigestPort } from "../../world/ports.js";
import { newAuthSession } from "../../world/oauth2/auth-session.js";
import { Fault } from "../outcome.js";
import { fulfil } from "./agreement.js";
import { replayedCode } from "./replay.js";
import type { ProvenAccount } from "./provisional.js";
import { authenticateClient, type GrantResult, type TokenForm, type Touched } from "./tokens.js";
import { invalidGrant, missing, OAuth2Fault } from "./oauth2-fault.js";

/** How long a redeemed code is remembered. */
const REDEEMED_LIFE_MS = 10 * 60 * 1000;
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

/** `authorization_code`. @param account see {@link fulfil} */
export function redeemCode(world: Touched, form: TokenForm, account?: ProvenAccount): GrantResult {
  const application = authenticateClient(world, form, form["code_verifier"] === undefined);
  if (application instanceof OAuth2Fault) return application;
  if (form["code"] === undefined) return missing("code");
  const code = world.codes.get(world.digest.sha256(form["code"]));
  if (code === undefined || code.applicationId !== application.id) return invalidGrant("code");
  if (code.redeemedAs !== undefined) return replayedCode(world, { ...code, authSession: code.redeemedAs });
  // Single use, also when the rest of the request is wrong.
  world.codes.delete(code.hash);
  if (code.expiresAt <= world.clock.now()) return invalidGrant("code");
  if (world.users.get(code.userId)?.banned === true) return invalidGrant("code");
  if (!isRedirectOf(code, form["redirect_uri"])) return invalidGrant("redirect_uri");
  if (!isVerified(world, code, form["code_verifier"])) return invalidGrant("code_verifier");
  const { userId, scope, nonce, authorizedAt = world.clock.now() } = code;
  const authSession = newAuthSession(world);
  const agreement = { application, userId, scope, nonce, authorizedAt, authSession };
  const granted = fulfil(world, agreement, account);
  if (granted instanceof Fault) return granted;
  world.codes.put({ ...code, redeemedAs: authSession, expiresAt: world.clock.now() + REDEEMED_LIFE_MS });
  return granted;
}

function isRedirectOf({ redirectUri, isDirect }: AuthorizationCode, given: string | undefined): boolean {
  return given === redirectUri || (given === undefined && isDirect === true);
}

function isVerified(world: DigestPort, code: AuthorizationCode, verifier: string | undefined): boolean {
  if (code.challenge === undefined) return verifier === undefined;
  if (verifier === undefined || !VERIFIER.test(verifier)) return false;
  return world.digest.equal(world.digest.sha256(verifier), code.challenge);
}
