import type { Fact, FactOf } from "../../facts/facts.js";
import { revokeGrant } from "../../rules/oauth2/tokens.js";
import type { World } from "../../world/world.js";

/** Revokes every grant of a banned or deleted account, and of the applications in which it is now: a session may outlive its token. */
export function revokeGrants(world: World, { userId }: FactOf<"userBanned" | "userDeleted">): Fact[] {
  const granted = world.tokens.listBy("user", userId).map((token) => token.applicationId);
  const applicationIds = new Set([...granted, ...world.live.applicationsOf(userId)]);
  // The grant of a parent application takes those of its games with it.
  const ends = [...applicationIds].filter((id) => {
    const parentId = world.applications.get(id)?.parentId;
    return parentId === undefined || !applicationIds.has(parentId);
  });
  return ends.flatMap((applicationId) => revokeGrant(world, applicationId, userId));
}
