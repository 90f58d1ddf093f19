import { endKey } from "../../records/end-key.js";
import type { OAuth2World } from "../../world/oauth2/oauth2-world.js";
import type { ClockPort } from "../../world/ports.js";

/** Records of each kind that go in one sweep; the rest waits for the next. */
export const SWEEP_LIMIT = 500;

/** Forgets the codes, requests of devices and tokens that are past their end. */
export function sweepGrants(world: OAuth2World & ClockPort): void {
  const now = endKey(world.clock.now());
  for (const code of world.codes.listUpTo("end", now, SWEEP_LIMIT)) world.codes.delete(code.hash);
  for (const one of world.deviceGrants.listUpTo("end", now, SWEEP_LIMIT)) world.deviceGrants.delete(one.hash);
  for (const one of world.spentTokens.listUpTo("end", now, SWEEP_LIMIT)) world.spentTokens.delete(one.hash);
  for (const token of world.tokens.listUpTo("end", now, SWEEP_LIMIT)) world.tokens.delete(token.hash);
}
