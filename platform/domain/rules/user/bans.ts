import type { Snowflake } from "sdkpp/wire";
import type { PlatformEvent } from "../../reactions/events.js";
import type { World } from "../../world/world.js";
import { revokeGrant } from "../oauth2/tokens.js";

/** Bans an account: its tokens die in every game, and its sessions with them. Nothing happens to one that does not exist. */
export function banUser(world: World, userId: Snowflake): PlatformEvent[] {
  const user = world.users.get(userId);
  if (user === undefined) return [];
  world.users.put({ ...user, banned: true });
  const granted = world.tokens.listBy("user", userId).map((token) => token.applicationId);
  // A session may outlive the end of its token.
  const applicationIds = new Set([...granted, ...world.live.applicationsOf(userId)]);
  return [...applicationIds].map((applicationId) => revokeGrant(world, applicationId, userId));
}

/** Lifts a ban; the account signs in anew. */
export function unbanUser(world: World, userId: Snowflake): void {
  const user = world.users.get(userId);
  if (user !== undefined) world.users.put({ ...user, banned: false });
}
