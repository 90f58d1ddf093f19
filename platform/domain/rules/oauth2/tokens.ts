import { ACCESS_TOKEN_LIFE_S, OAuth2ErrorName, Scope, type Snowflake, type TokenPayload } from "sdkpp/wire";
import { grantKey } from "../../records/grant-key.js";
import { isPublicClient, type Application } from "../../records/oauth2/application.js";
import { authSessionOf, type TokenRecord } from "../../records/oauth2/token.js";
import { applicationView } from "../../views/oauth2/application.js";
import type { IdTokenClaims } from "../../views/oauth2/openid.js";
import { isKnownScope, splitScopes } from "../../views/oauth2/scopes.js";
import { userView } from "../../views/user/user.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import { newAuthSession } from "../../world/oauth2/auth-session.js";
import { removeUserInstallation } from "../../world/application/installations.js";
import { childrenOf } from "../../world/oauth2/families.js";
import { hasAuthorized } from "../../world/oauth2/grants.js";
import type { OAuth2World } from "../../world/oauth2/oauth2-world.js";
import type { ClockPort, DigestPort, RandomPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { Fact } from "../../facts/facts.js";
import { done, type Fault, type Outcome } from "../outcome.js";
import { invalidClient, invalidGrant, missing, signInAgain, OAuth2Fault } from "./oauth2-fault.js";
import { rememberSpent, replayedRefresh } from "./replay.js";

/** The slices of the world that the rules of grants use. */
export type Touched = UserWorld & ApplicationWorld & OAuth2World & ClockPort & RandomPort & DigestPort;

/** Tokens, and the claims of the ID token that goes with them. */
export interface IssuedTokens {
  readonly tokens: TokenPayload;
  readonly idToken?: IdTokenClaims;
}

export type OAuth2Result<T> = Outcome<T> | OAuth2Fault;

/** Tokens; a merge that goes with them fails as the rest of the API does. */
export type GrantResult = OAuth2Result<IssuedTokens> | Fault;

/** Form fields and, from HTTP Basic, the client's credentials. */
export type TokenForm = Readonly<Record<string, string | undefined>>;

/** A guest may change its name, for which the umbrella has no scope. */
const GUEST_SCOPES = `${Scope.SocialLayer} ${Scope.AccountGlobalNameUpdate}`;

/** Whether an application is a publisher's game, which cannot be authorized itself. */
export function isChild(world: ApplicationWorld, clientId: string | undefined): boolean {
  return clientId !== undefined && world.applications.get(clientId)?.parentId !== undefined;
}

/** POST /oauth2/token/revoke: deletes every token of this user for this application (H§2.7). */
export function revokeToken(
  world: ApplicationWorld & OAuth2World & DigestPort,
  form: TokenForm,
): OAuth2Result<object> {
  const application = authenticateClient(world, form, false);
  if (application instanceof OAuth2Fault) return application;
  if (form["token"] === undefined) return missing("token");
  const record = world.tokens.get(world.digest.sha256(form["token"]));
  if (record === undefined || record.applicationId !== application.id) return done({});
  return done({}, revokeGrant(world, record.applicationId, record.userId));
}

/**
 * Deletes every token of a user for an application, and removes the application from the account. Tokens of a publisher's games
 * end with that of the parent application.
 */
export function revokeGrant(
  world: OAuth2World & ApplicationWorld,
  applicationId: Snowflake,
  userId: Snowflake,
): Fact[] {
  const children = childrenOf(world, applicationId).filter(({ id }) => hasAuthorized(world, id, userId));
  return [applicationId, ...children.map(({ id }) => id)].flatMap((id) => revokeOne(world, id, userId));
}

function revokeOne(
  world: OAuth2World & ApplicationWorld,
  applicationId: Snowflake,
  userId: Snowflake,
): Fact[] {
  removeUserInstallation(world, applicationId, userId);
  const tokens = world.tokens.listBy("grant", grantKey(applicationId, userId));
  for (const token of tokens) world.tokens.delete(token.hash);
  const authSessions = tokens.map(authSessionOf);
  return [{ kind: "grantRevoked", applicationId, userId, authSessions }];
}

/** GET /oauth2/@me. */
export function describeToken(actor: Actor): Outcome<object> {
  const common = {
    application: applicationView(actor.application),
    scopes: [...actor.scopes],
    expires: officialTimestamp(actor.expiresAt ?? 0),
  };
  return done(actor.scopes.has("identify") ? { ...common, user: userView(actor.user) } : common);
}

/**
 * A token pair without the consent page, for tests and fixtures.
 * @param authSession the login it continues; a new one unless given
 */
export function issueTokens(
  world: Touched,
  applicationId: Snowflake,
  userId: Snowflake,
  scope: string,
  authSession: string = newAuthSession(world),
): TokenPayload {
  const grant = { applicationId, userId, scope, authSession };
  return {
    token_type: "Bearer",
    access_token: issue(world, { kind: "access", ...grant, expiresAt: accessExpiry(world) }),
    expires_in: ACCESS_TOKEN_LIFE_S,
    refresh_token: issue(world, { kind: "refresh", ...grant, expiresAt: null }),
    scope,
  };
}

/** `refresh_token`. */
export function refresh(world: Touched, form: TokenForm): OAuth2Result<IssuedTokens> {
  const application = authenticateClient(world, form, false);
  if (application instanceof OAuth2Fault) return application;
  if (form["refresh_token"] === undefined) return missing("refresh_token");
  const hash = world.digest.sha256(form["refresh_token"]);
  const spent = world.spentTokens.get(hash);
  if (spent?.applicationId === application.id) return replayedRefresh(world, spent);
  const record = world.tokens.get(hash);
  if (record === undefined || record.kind !== "refresh" || record.applicationId !== application.id) {
    return invalidGrant("refresh_token");
  }
  if (world.users.get(record.userId)?.provisionalOf !== undefined) return signInAgain();
  return done({ tokens: exchange(world, record) });
}

/** The next pair of a login; the record of the refresh token goes, and what it became is remembered. */
function exchange(world: Touched, record: TokenRecord): TokenPayload {
  const { hash, applicationId, userId, scope } = record;
  const authSession = authSessionOf(record);
  world.tokens.delete(hash);
  const tokens = issueTokens(world, applicationId, userId, scope, authSession);
  const successor = world.digest.sha256(tokens.refresh_token ?? "");
  rememberSpent(world, { hash, applicationId, userId, authSession, successor });
  return tokens;
}

/** `client_credentials`. */
export function clientCredentials(world: Touched, form: TokenForm): OAuth2Result<IssuedTokens> {
  const application = authenticateClient(world, form, true);
  if (application instanceof OAuth2Fault) return application;
  const scopes = splitScopes(form["scope"] ?? "");
  if (scopes.length === 0 || !scopes.every(isKnownScope) || application.ownerId === undefined) {
    return new OAuth2Fault(
      400,
      OAuth2ErrorName.InvalidScope,
      "The requested scope is invalid, unknown, or malformed.",
    );
  }
  const scope = scopes.join(" ");
  const owner = { applicationId: application.id, userId: application.ownerId };
  const access = issue(world, { kind: "access", ...owner, scope, expiresAt: accessExpiry(world) });
  return done({
    tokens: { token_type: "Bearer", access_token: access, expires_in: ACCESS_TOKEN_LIFE_S, scope },
  });
}

/** The application that the credentials belong to. @param needsSecret whether even a public client must show its secret here */
export function authenticateClient(
  world: ApplicationWorld & DigestPort,
  form: TokenForm,
  needsSecret: boolean,
): Application | OAuth2Fault {
  if (form["client_id"] === undefined) return missing("client_id");
  const application = world.applications.get(form["client_id"]);
  if (application === undefined) return invalidClient();
  const secret = form["client_secret"];
  if (secret === undefined)
    return isPublicClient(application) && !needsSecret ? application : invalidClient();
  const expected = application.secretHash ?? "";
  return world.digest.equal(world.digest.sha256(secret), expected) ? application : invalidClient();
}

/** Tokens of a guest: the identity signs in again, so most have no refresh token. */
export function issueGuestTokens(
  world: Touched,
  { applicationId, userId }: Pick<TokenRecord, "applicationId" | "userId">,
  isRefreshable: boolean,
): TokenPayload {
  const tokens = issueTokens(world, applicationId, userId, GUEST_SCOPES);
  const { refresh_token: refresh, ...rest } = { ...tokens, scope: Scope.SocialLayer };
  if (isRefreshable || refresh === undefined) return { ...rest, ...(refresh && { refresh_token: refresh }) };
  world.tokens.delete(world.digest.sha256(refresh));
  return rest;
}

function issue(world: OAuth2World & DigestPort & RandomPort, record: Omit<TokenRecord, "hash">): string {
  const token = world.random.token(30);
  world.tokens.put({ ...record, hash: world.digest.sha256(token) });
  return token;
}

function accessExpiry(world: ClockPort): number {
  return world.clock.now() + ACCESS_TOKEN_LIFE_S * 1000;
}

/** Microseconds and `+00:00`, as the official examples. */
function officialTimestamp(unixMs: number): string {
  return new Date(unixMs).toISOString().replace("Z", "000+00:00");
}
