import { Scope, type Snowflake } from "sdkpp/wire";
import type { Application } from "../../records/oauth2/application.js";
import { idTokenClaims } from "../../views/oauth2/openid.js";
import { splitScopes } from "../../views/oauth2/scopes.js";
import { done, Fault, type Outcome } from "../outcome.js";
import { linkAccount } from "./merge.js";
import type { ProvenAccount } from "./provisional.js";
import { issueTokens, type IssuedTokens, type Touched } from "./tokens.js";

/** A user's agreement, on the authorize page or on that of a device. */
export interface Agreement {
  readonly application: Application;
  readonly userId: Snowflake;
  /** The requested scopes, umbrellas unexpanded. */
  readonly scope: string;
  readonly nonce?: string | undefined;
  /** Unix milliseconds */
  readonly authorizedAt: number;
  /** The login that its tokens begin; a new one unless given. */
  readonly authSession?: string;
}

/**
 * The tokens of an agreement.
 * @param account an account of another provider that becomes part of the user's, first
 */
export function fulfil(
  world: Touched,
  agreement: Agreement,
  account: ProvenAccount | undefined,
): Outcome<IssuedTokens> | Fault {
  const { application, userId, scope, nonce, authorizedAt, authSession } = agreement;
  const linked = account === undefined ? [] : linkAccount(world, application.id, userId, account);
  if (linked instanceof Fault) return linked;
  const tokens = issueTokens(world, application.id, userId, scope, authSession);
  if (!splitScopes(scope).includes(Scope.OpenId)) return done({ tokens }, linked);
  const login = { application, userId, accessToken: tokens.access_token, nonce, authorizedAt };
  return done({ tokens, idToken: idTokenClaims(world, login) }, linked);
}
