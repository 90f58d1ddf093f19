import type { Fact, FactOf } from "../../facts/facts.js";
import { endHeadlessSessions } from "../../rules/presence/headless-sessions.js";
import { deleteVoiceKey } from "../../rules/voice/keys.js";
import type { World } from "../../world/world.js";
import type { PlatformEvent } from "../events.js";

/** The voice keys of logins that have ended. */
export function deleteVoiceKeys(world: World, { authSessions }: FactOf<"grantRevoked">): Fact[] {
  for (const authSession of authSessions) deleteVoiceKey(world, authSession);
  return [];
}

/** Ends the presence that the user showed without a connection. */
export function endHeadless(world: World, { applicationId, userId }: FactOf<"grantRevoked">): Fact[] {
  return endHeadlessSessions(world, applicationId, userId);
}

export function grantRevoked(
  _world: World,
  { applicationId, userId }: FactOf<"grantRevoked">,
): PlatformEvent[] {
  return [{ kind: "tokens.revoked", applicationId, userId }];
}

export function deleteVoiceKeyOf(world: World, { authSession }: FactOf<"loginEnded">): Fact[] {
  deleteVoiceKey(world, authSession);
  return [];
}

export function loginEnded(
  _world: World,
  { applicationId, userId, authSession }: FactOf<"loginEnded">,
): PlatformEvent[] {
  return [{ kind: "tokens.revoked", applicationId, userId, authSession }];
}
