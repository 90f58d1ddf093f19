import { ID_TOKEN_LIFE_S, Scope } from "sdkpp/wire";
import type { Application } from "../../records/oauth2/application.js";
import { isPublished } from "../../records/oauth2/signing-key.js";
import type { User } from "../../records/user/user.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { OAuth2World } from "../../world/oauth2/oauth2-world.js";
import type { ClockPort, DigestPort } from "../../world/ports.js";
import { avatarUrl } from "../user/user.js";

/** Claims of an ID token (OpenID Connect Core 1.0 section 2), but its issuer. Times are in Unix seconds. */
export interface IdTokenClaims {
  readonly sub: string;
  readonly aud: string;
  readonly iat: number;
  readonly exp: number;
  readonly auth_time: number;
  readonly nonce?: string;
  readonly at_hash: string;
}

/** The facts of a login that an ID token states. */
export interface Login {
  readonly application: Application;
  readonly userId: string;
  readonly accessToken: string;
  readonly nonce?: string | undefined;
  /** When the user agreed, Unix milliseconds. */
  readonly authorizedAt: number;
}

export function idTokenClaims(world: ClockPort & DigestPort, login: Login): IdTokenClaims {
  const iat = seconds(world.clock.now());
  return {
    sub: login.userId,
    aud: login.application.id,
    iat,
    exp: iat + ID_TOKEN_LIFE_S,
    auth_time: seconds(login.authorizedAt),
    ...(login.nonce === undefined ? {} : { nonce: login.nonce }),
    at_hash: accessTokenHash(world, login.accessToken),
  };
}

/** Left half of the SHA-256 of an access token (OpenID Connect Core 1.0 section 3.1.3.6). */
function accessTokenHash({ digest }: DigestPort, token: string): string {
  const hash = Buffer.from(digest.sha256(token), "base64url");
  return hash.subarray(0, hash.length / 2).toString("base64url");
}

/** `GET /oauth2/userinfo`: an e-mail address for `email`, names and a picture for `identify`. */
export function userInfoView({ user, scopes }: Actor, webBase: string): Record<string, unknown> {
  return {
    sub: user.id,
    ...(scopes.has(Scope.Email) ? { email: user.email ?? null, email_verified: user.email != null } : {}),
    ...(scopes.has(Scope.Identify) ? profileClaims(user, webBase) : {}),
  };
}

function profileClaims(user: User, webBase: string): Record<string, unknown> {
  return {
    preferred_username: user.username,
    nickname: user.globalName,
    picture: avatarUrl(user, webBase),
    locale: "en-US",
  };
}

/** `GET /oauth2/keys`: keys whose tokens can be valid. */
export function keysView(world: OAuth2World & ClockPort): { keys: Record<string, string>[] } {
  const published = world.signingKeys.all().filter((key) => isPublished(key, world.clock.now()));
  return { keys: published.map(({ id, n, e }) => ({ kty: "RSA", use: "sig", kid: id, n, e, alg: "RS256" })) };
}

const seconds = (unixMs: number): number => Math.floor(unixMs / 1000);
