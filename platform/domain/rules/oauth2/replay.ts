import type { Snowflake } from "sdkpp/wire";
import { grantKey } from "../../records/grant-key.js";
import { authSessionOf, type SpentToken } from "../../records/oauth2/token.js";
import type { OAuth2World } from "../../world/oauth2/oauth2-world.js";
import type { ClockPort } from "../../world/ports.js";
import type { Fact } from "../../facts/facts.js";
import { invalidGrant, OAuth2Fault } from "./oauth2-fault.js";

/** How long an exchanged refresh token is remembered. */
const SPENT_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

/** A rejection that has consequences all the same. */
class OAuth2FaultWithFacts extends OAuth2Fault {
  constructor(
    { status, error, description }: OAuth2Fault,
    readonly facts: readonly Fact[],
  ) {
    super(status, error, description);
  }
}

/** A login: what was issued for one agreement, over refreshes. */
interface Login {
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
  readonly authSession: string;
}

/** Remembers a refresh token that has a successor. */
export function rememberSpent(world: OAuth2World & ClockPort, spent: Omit<SpentToken, "expiresAt">): void {
  world.spentTokens.put({ ...spent, expiresAt: world.clock.now() + SPENT_LIFE_MS });
}

/** The answer to a code that was redeemed before: its tokens are in two hands (RFC 6749 section 4.1.2). */
export function replayedCode(world: OAuth2World, login: Login): OAuth2Fault {
  return new OAuth2FaultWithFacts(invalidGrant("code"), endLogin(world, login));
}

/**
 * The answer to a refresh token that was exchanged before. While its successor is unused, the answer to the exchange may have
 * been lost, or two windows of one game have asked: that costs the login nothing. Afterwards two parties hold the login, and it
 * ends (RFC 9700 section 4.14).
 */
export function replayedRefresh(world: OAuth2World, spent: SpentToken): OAuth2Fault {
  const isSuccessorUsed = world.spentTokens.get(spent.successor) !== undefined;
  const fault = invalidGrant("refresh_token");
  return isSuccessorUsed ? new OAuth2FaultWithFacts(fault, endLogin(world, spent)) : fault;
}

function endLogin(world: OAuth2World, { applicationId, userId, authSession }: Login): Fact[] {
  const all = world.tokens.listBy("grant", grantKey(applicationId, userId));
  const tokens = all.filter((one) => authSessionOf(one) === authSession);
  if (tokens.length === 0) return [];
  for (const token of tokens) world.tokens.delete(token.hash);
  return [{ kind: "loginEnded", applicationId, userId, authSession }];
}
