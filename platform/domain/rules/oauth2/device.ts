import {
  DEVICE_CODE_LIFE_S,
  DEVICE_POLL_INTERVAL_S,
  JsonErrorCode,
  OAuth2ErrorName,
  USER_CODE_LENGTH,
  type Snowflake,
} from "sdkpp/wire";
import type { Application } from "../../records/oauth2/application.js";
import type { DeviceGrant } from "../../records/oauth2/device-grant.js";
import type { User } from "../../records/user/user.js";
import { isKnownScope, splitScopes, unapprovedScope } from "../../views/oauth2/scopes.js";
import type { OAuth2World } from "../../world/oauth2/oauth2-world.js";
import type { ClockPort, DigestPort, RandomPort } from "../../world/ports.js";
import { done, Fault, type Outcome, type Result } from "../outcome.js";
import { fulfil } from "./agreement.js";
import type { ProvenAccount } from "./provisional.js";
import {
  authenticateClient,
  isChild,
  type GrantResult,
  type OAuth2Result,
  type TokenForm,
  type Touched,
} from "./tokens.js";
import { invalidClient, invalidGrant, missing, OAuth2Fault } from "./oauth2-fault.js";

/** Timers of clients may fire this much early, milliseconds. */
const EARLY_MS = 250;

/** The codes of a device; the page where a user types one is the door's. */
export interface StartedDevice {
  readonly deviceCode: string;
  readonly userCode: string;
}

/** A request that a user has found by its code. */
export interface AskedDevice {
  readonly grant: DeviceGrant;
  readonly application: Application;
}

/** Too many wrong codes. */
export class TooManyGuesses extends Fault {
  constructor(readonly waitMs: number) {
    super(429, JsonErrorCode.General, "You are being rate limited.");
  }
}

export const unknownUserCode = (): Fault => new Fault(404, JsonErrorCode.General, "Unknown user code");

/** POST /oauth2/device/authorize (H§2.6). */
export function startDevice(world: Touched, form: TokenForm): OAuth2Result<StartedDevice> {
  const application = authenticateClient(world, form, false);
  if (application instanceof OAuth2Fault) return application;
  if (isChild(world, application.id)) return invalidClient();
  const scopes = splitScopes(form["scope"] ?? "");
  const scope = scopes.join(" ");
  if (scopes.length === 0 || !scopes.every(isKnownScope) || unapprovedScope(application, scope) !== undefined)
    return new OAuth2Fault(
      400,
      OAuth2ErrorName.InvalidScope,
      "The requested scope is invalid, unknown, or malformed.",
    );
  const deviceCode = world.random.token(40);
  const userCode = freshUserCode(world);
  world.deviceGrants.put({
    hash: world.digest.sha256(deviceCode),
    userCodeHash: world.digest.sha256(userCode),
    applicationId: application.id,
    scope,
    expiresAt: world.clock.now() + DEVICE_CODE_LIFE_S * 1000,
    intervalMs: DEVICE_POLL_INTERVAL_S * 1000,
  });
  return done({ deviceCode, userCode });
}

/** One poll of the token endpoint (RFC 8628 sections 3.4 and 3.5). @param account see {@link fulfil} */
export function redeemDevice(world: Touched, form: TokenForm, account?: ProvenAccount): GrantResult {
  const application = authenticateClient(world, form, false);
  if (application instanceof OAuth2Fault) return application;
  if (form["device_code"] === undefined) return missing("device_code");
  const grant = world.deviceGrants.get(world.digest.sha256(form["device_code"]));
  if (grant === undefined || grant.applicationId !== application.id) return invalidGrant("device_code");
  if (grant.expiresAt <= world.clock.now())
    return new OAuth2Fault(400, OAuth2ErrorName.ExpiredToken, "The device code has expired");
  if (grant.answer === undefined) return poll(world, grant);
  // Single use, whatever the answer was.
  world.deviceGrants.delete(grant.hash);
  if (grant.answer.type === "denied")
    return new OAuth2Fault(400, OAuth2ErrorName.AccessDenied, "The user denied the request");
  const { userId, at: authorizedAt } = grant.answer;
  if (world.users.get(userId)?.banned === true) return invalidGrant("device_code");
  return fulfil(world, { application, userId, scope: grant.scope, authorizedAt }, account);
}

/**
 * Finds the request that a user code belongs to.
 * @param guesser whose wrong codes are counted together: an account, or a page
 * @param typed in any case, with or without spaces and hyphens
 */
export function findDevice(world: Touched, guesser: string, typed: string): AskedDevice | Fault {
  const waitMs = world.userCodeGuesses.waitOf(guesser);
  if (waitMs > 0) return new TooManyGuesses(waitMs);
  const grant = world.deviceGrants.first("userCode", world.digest.sha256(plainUserCode(typed)));
  const application = grant && world.applications.get(grant.applicationId);
  if (application !== undefined && grant !== undefined && grant.expiresAt > world.clock.now())
    return { grant, application };
  world.userCodeGuesses.missed(guesser);
  return unknownUserCode();
}

/** POST /oauth2/device/verify: what a code asks for. */
export function verifyDevice(world: Touched, user: User, typed: string): Outcome<object> | Fault {
  const asked = findDevice(world, user.id, typed);
  if (asked instanceof Fault) return asked;
  const { scope, applicationId, answer } = asked.grant;
  return done({
    scopes: splitScopes(scope),
    client_id: applicationId,
    two_way_link_code: null,
    type: answer?.type ?? "pending",
  });
}

/** POST /oauth2/device/finish, and the buttons of the page: the user grants or denies, once. */
export function finishDevice(
  world: Touched,
  user: User,
  { typed, isGranted, guesser = user.id }: { typed: string; isGranted: boolean; guesser?: string },
): Result<undefined> {
  const asked = findDevice(world, guesser, typed);
  if (asked instanceof Fault) return asked;
  const { grant, application } = asked;
  if (grant.answer !== undefined) return unknownUserCode();
  if (!isGranted) {
    world.deviceGrants.put({ ...grant, answer: { type: "denied" } });
    return done(undefined);
  }
  world.deviceGrants.put({ ...grant, answer: granted(world, user.id) });
  const scopes = splitScopes(grant.scope);
  return done(undefined, [{ kind: "applicationAuthorized", application, user, scopes }]);
}

function granted(world: ClockPort, userId: Snowflake): NonNullable<DeviceGrant["answer"]> {
  return { type: "granted", userId, at: world.clock.now() };
}

/** Each poll that comes too early makes the interval longer. */
function poll(world: Touched, grant: DeviceGrant): OAuth2Fault {
  const now = world.clock.now();
  const isEarly = grant.polledAt !== undefined && now < grant.polledAt + grant.intervalMs - EARLY_MS;
  const intervalMs = grant.intervalMs + (isEarly ? DEVICE_POLL_INTERVAL_S * 1000 : 0);
  world.deviceGrants.put({ ...grant, polledAt: now, intervalMs });
  return isEarly
    ? new OAuth2Fault(400, OAuth2ErrorName.SlowDown, "The device polls too often")
    : new OAuth2Fault(400, OAuth2ErrorName.AuthorizationPending, "The user has not answered yet");
}

/** A code that no other device shows. */
function freshUserCode(world: OAuth2World & DigestPort & RandomPort): string {
  for (;;) {
    const code = world.random.token(USER_CODE_LENGTH).toUpperCase();
    if (world.deviceGrants.first("userCode", world.digest.sha256(code)) === undefined) return code;
  }
}

function plainUserCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, "").toUpperCase();
}
