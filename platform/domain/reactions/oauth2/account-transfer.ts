import type { Snowflake } from "sdkpp/wire";
import { grantKey } from "../../records/grant-key.js";
import { memberOf } from "../../records/lobby/lobby.js";
import type { Relationship } from "../../records/relationship/relationship.js";
import type { Fact } from "../../facts/facts.js";
import { takeSeat } from "../../rules/lobby/membership.js";
import type { World } from "../../world/world.js";

/** Two accounts of one player: what the first has becomes the second's. */
export interface AccountTransfer {
  readonly fromId: Snowflake;
  readonly toId: Snowflake;
}

/** The places in the lobbies of a game. */
export function moveSeats(world: World, applicationId: Snowflake, { fromId, toId }: AccountTransfer): Fact[] {
  const lobbies = world.lobbies.listBy("member", grantKey(applicationId, fromId));
  return lobbies.flatMap((lobby) => {
    const seat = memberOf(lobby, fromId);
    return seat === undefined ? [] : takeSeat(world, lobby, seat, toId);
  });
}

/** The same relationship, of the other account. */
export function movedTo(one: Relationship, { fromId, toId }: AccountTransfer): Relationship {
  const swapped = (id: Snowflake): Snowflake => (id === fromId ? toId : id);
  return { ...one, ownerId: swapped(one.ownerId), otherId: swapped(one.otherId) };
}
