import { RelationshipType, type Snowflake } from "sdkpp/wire";
import { PLATFORM, type Relationship } from "../../records/relationship/relationship.js";
import type { Fact, FactOf } from "../../facts/facts.js";
import { passOn } from "../../rules/oauth2/merge.js";
import { newGuest } from "../../rules/oauth2/provisional.js";
import { change, putRelationship } from "../../rules/relationship/changes.js";
import { gameRealmOf } from "../../world/oauth2/families.js";
import { hasAuthorized } from "../../world/oauth2/grants.js";
import { identityOf } from "../../world/user/identities.js";
import { byPartner, partnerOf, relationshipsWith } from "../../world/relationship/partners.js";
import type { World } from "../../world/world.js";
import { movedTo, moveSeats, type AccountTransfer } from "./account-transfer.js";

/**
 * The end of a grant separates the player's account of another provider from the full account: a new guest takes the identity,
 * and gets the name, the friends that it can meet in the game, the blocks by others, and the places in lobbies (H§3.6). After
 * a ban the guest is restricted as long as the ban lasts.
 */
export function separate(world: World, { applicationId, userId }: FactOf<"grantRevoked">): Fact[] {
  const user = world.users.get(userId);
  const identity = identityOf(world, applicationId, userId);
  if (user === undefined || identity === undefined || user.bot || user.provisionalOf !== undefined) return [];
  const name = { displayName: user.globalName ?? undefined };
  const guest = newGuest(world, applicationId, name);
  if (user.banned === true) world.users.put({ ...guest, restrictedBy: user.id });
  const accounts: AccountTransfer = { fromId: userId, toId: guest.id };
  return [
    ...passOn(world, identity, guest.id),
    ...copyRelationships(world, applicationId, accounts),
    ...moveSeats(world, applicationId, accounts),
  ];
}

function copyRelationships(world: World, applicationId: Snowflake, accounts: AccountTransfer): Fact[] {
  const { fromId, toId } = accounts;
  const copied = relationshipsWith(world, fromId).filter((one) =>
    isCopied(world, one, applicationId, fromId),
  );
  return byPartner(copied, fromId).flatMap(([otherId, between]) => {
    const work = () => between.flatMap((one) => putRelationship(world, movedTo(one, accounts)));
    return [...change(world, toId, otherId, work).facts];
  });
}

function isCopied(world: World, one: Relationship, applicationId: Snowflake, userId: Snowflake): boolean {
  if (one.type === RelationshipType.Blocked) return one.otherId === userId;
  if (one.type !== RelationshipType.Friend) return false;
  if (one.realm === gameRealmOf(world, applicationId)) return true;
  return one.realm === PLATFORM && hasAuthorized(world, applicationId, partnerOf(one, userId));
}
