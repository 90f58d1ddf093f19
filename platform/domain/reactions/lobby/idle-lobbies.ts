import type { Fact, FactOf } from "../../facts/facts.js";
import { beginIdleUnlessUsed } from "../../rules/lobby/idle.js";
import { lobbiesOf } from "../../world/lobby/lobbies.js";
import type { World } from "../../world/world.js";

/** The last session of a user in a game ends, and its lobbies may be idle. */
export function idleWithoutUser(world: World, { user }: FactOf<"userDisconnected">): Fact[] {
  for (const lobby of lobbiesOf(world, user.applicationId, user.userId)) beginIdleUnlessUsed(world, lobby);
  return [];
}

/** One who was not there did not keep it. */
export function idleWithoutMember(world: World, { after, member }: FactOf<"lobbyMemberRemoved">): Fact[] {
  if (world.live.has(after.applicationId, member.id)) beginIdleUnlessUsed(world, after);
  return [];
}

/** Also a lobby that nobody uses is kept as long as it is linked. */
export function idleWithoutLink(world: World, { lobby }: FactOf<"lobbyLinkChanged">): Fact[] {
  beginIdleUnlessUsed(world, lobby);
  return [];
}
