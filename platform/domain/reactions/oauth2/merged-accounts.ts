import { GatewayEvent, RelationshipType, type Snowflake } from "sdkpp/wire";
import { otherOf } from "../../records/message/dm-channel.js";
import type { Relationship } from "../../records/relationship/relationship.js";
import type { Fact, FactOf } from "../../facts/facts.js";
import { passOn } from "../../rules/oauth2/merge.js";
import { revokeGrant } from "../../rules/oauth2/tokens.js";
import { change, putBlock, putRelationship } from "../../rules/relationship/changes.js";
import { dmChannelsOf, findDmChannel } from "../../world/message/dm-channels.js";
import { typeBetween } from "../../world/relationship/relationships.js";
import { byPartner, relationshipsWith } from "../../world/relationship/partners.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";
import { deleteAccount, endAll } from "../user/deleted-accounts.js";
import { movedTo, moveSeats, type AccountTransfer } from "./account-transfer.js";

/**
 * Moves what a guest has to the full account that it has become part of, and deletes it (H§3.5): relationships, places in
 * lobbies, conversations, its identity. Its sessions end first, and with them its calls.
 */
export function moveToFullAccount(world: World, fact: FactOf<"accountMerged">): Fact[] {
  const { identity, source, userId } = fact;
  const { applicationId } = identity;
  const accounts: AccountTransfer = { fromId: source.id, toId: userId };
  const facts = [
    ...revokeGrant(world, applicationId, source.id),
    ...moveRelationships(world, accounts),
    ...moveSeats(world, applicationId, accounts),
    ...passOn(world, identity, userId),
  ];
  moveConversations(world, accounts);
  return [
    ...facts,
    ...deleteAccount(world, source.id),
    { kind: "mergeCompleted", operationId: world.ids.next(), sourceId: source.id, userId },
  ];
}

/** Notifies the sessions of the full account. */
export function mergeCompleted(
  _world: World,
  { operationId, sourceId, userId }: FactOf<"mergeCompleted">,
): Dispatch[] {
  const d = { merge_operation_id: operationId, source_user_id: sourceId };
  return [dispatch(GatewayEvent.UserMergeOperationCompleted, d, { to: "accounts", userIds: [userId] })];
}

/** Moves relationships; those that the full account already has with the same user stay, except that blocks win. */
function moveRelationships(world: World, accounts: AccountTransfer): Fact[] {
  const { fromId, toId } = accounts;
  return byPartner(relationshipsWith(world, fromId), fromId).flatMap(([otherId, between]) => {
    const ended = change(world, fromId, otherId, () => endAll(world, between));
    if (otherId === toId) return [...ended.facts];
    const moved = between.map((one) => movedTo(one, accounts));
    const begun = change(world, toId, otherId, () => begin(world, moved));
    return [...ended.facts, ...begun.facts];
  });
}

/** @param moved all between the same two users */
function begin(world: World, moved: readonly Relationship[]): Fact[] {
  const blocks = moved.filter(({ type }) => type === RelationshipType.Blocked);
  const blocked = blocks.flatMap(({ ownerId, otherId }) => putBlock(world, ownerId, otherId));
  // Found before the first is written: a friendship has a record on each side.
  const free = moved.filter(({ realm, ownerId, otherId }) => isFree(world, realm, ownerId, otherId));
  return [...blocked, ...free.flatMap((one) => putRelationship(world, one))];
}

function isFree(world: World, realm: string, left: Snowflake, right: Snowflake): boolean {
  const types = [typeBetween(world, realm, left, right), typeBetween(world, realm, right, left)];
  return types.every((type) => type === RelationshipType.None);
}

/** A conversation that the full account has with the same user already stays, and that of the guest is forgotten. */
function moveConversations(world: World, { fromId, toId }: AccountTransfer): void {
  for (const channel of dmChannelsOf(world, fromId)) {
    const otherId = otherOf(channel, fromId);
    if (otherId === toId || findDmChannel(world, toId, otherId) !== undefined) continue;
    world.dmChannels.delete(channel.id);
    world.dmChannels.put({ ...channel, userIds: [toId, otherId] });
  }
}
