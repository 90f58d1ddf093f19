import type { Fact, FactOf } from "../../rules/facts.js";
import { deleteVoiceKey } from "../../rules/voice/keys.js";
import type { World } from "../../world/world.js";
import type { PlatformEvent } from "../events.js";

/** The voice keys of logins that have ended. */
export function deleteVoiceKeys(world: World, { authSessions }: FactOf<"grantRevoked">): Fact[] {
  for (const authSession of authSessions) deleteVoiceKey(world, authSession);
  return [];
}

export function grantRevoked(
  _world: World,
  { applicationId, userId }: FactOf<"grantRevoked">,
): PlatformEvent[] {
  return [{ kind: "tokens.revoked", applicationId, userId }];
}
