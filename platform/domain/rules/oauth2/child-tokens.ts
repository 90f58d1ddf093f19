import { JsonErrorCode, type Snowflake } from "sdkpp/wire";
import { isPublicClient, type Application } from "../../records/oauth2/application.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import { bearerActor } from "../../world/oauth2/actor.js";
import { newAuthSession } from "../../world/oauth2/auth-session.js";
import type { OAuth2World } from "../../world/oauth2/oauth2-world.js";
import type { ClockPort, DigestPort, RandomPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { Fact } from "../../facts/facts.js";
import { notAuthorizedOnApplication } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";

type Touched = UserWorld & ApplicationWorld & OAuth2World & ClockPort & RandomPort & DigestPort;

export interface ChildTokenRequest {
  readonly parentToken: string;
  readonly childId: Snowflake;
  /** Secret of the parent application; public clients have none. */
  readonly parentSecret?: string | undefined;
}

/** The access token of a child; it has no refresh token. */
export interface ChildTokenPayload {
  readonly access_token: string;
  readonly token_type: "Bearer";
  /** Remaining life of the parent token, seconds. */
  readonly expires_in: number;
  readonly scope: string;
}

const invalidToken = (): Fault =>
  new Fault(401, JsonErrorCode.InvalidOAuth2Token, "Invalid OAuth2 access token provided");

const wrongSecret = (): Fault =>
  new Fault(401, JsonErrorCode.BadClientSecret, "Invalid client secret provided");

/** POST /partner-sdk/child-token: exchanges the token of a publisher's parent application for one of a game (H§3.7). */
export function exchangeChildToken(world: Touched, request: ChildTokenRequest): Result<ChildTokenPayload> {
  const parent = bearerActor(world, request.parentToken);
  if (parent === undefined) return invalidToken();
  if (!isAuthentic(world, parent.application, request.parentSecret)) return wrongSecret();
  const child = world.applications.get(request.childId);
  if (child?.parentId !== parent.application.id) return notAuthorizedOnApplication();
  const expiresAt = parent.expiresAt ?? world.clock.now();
  const token = world.random.token(30);
  world.tokens.put({
    hash: world.digest.sha256(token),
    kind: "access",
    applicationId: child.id,
    userId: parent.user.id,
    scope: parent.scope,
    authSession: newAuthSession(world),
    expiresAt,
  });
  return done({
    access_token: token,
    token_type: "Bearer",
    expires_in: Math.floor((expiresAt - world.clock.now()) / 1000),
    scope: parent.scope,
  });
}

/** Makes an application a game of a publisher, or a game by itself: in both cases it begins anew. */
export function setParent(
  world: ApplicationWorld,
  { parentId: _before, ...application }: Application,
  parentId: Snowflake | undefined,
): Fact[] {
  const changed = parentId === undefined ? application : { ...application, parentId };
  world.applications.put(changed);
  return [{ kind: "parentChanged", applicationId: application.id }];
}

function isAuthentic(world: DigestPort, parent: Application, secret: string | undefined): boolean {
  if (secret === undefined) return isPublicClient(parent);
  return world.digest.equal(world.digest.sha256(secret), parent.secretHash ?? "");
}
