import type { WorldChange, WorldEvent } from "./events.js";
import type { PresenceStore } from "./presence-store.js";
import type { UserRecord } from "./records.js";
import type { PresenceFacts, RelationshipEvent } from "./relationship-events.js";
import { isFriend, type RelationshipStore } from "./relationship-store.js";
import type { UserStore } from "./user-store.js";

/** The stores that an event about relationships changes. */
export interface SocialStores {
  readonly users: UserStore;
  readonly relationships: RelationshipStore;
  readonly presences: PresenceStore;
}

const TYPES: ReadonlySet<string> = new Set<RelationshipEvent["type"]>([
  "friendsReady",
  "relationship",
  "relationshipRemoved",
  "presence",
]);

export function isRelationshipEvent(event: WorldEvent): event is RelationshipEvent {
  return TYPES.has(event.type);
}

export function applyRelationshipEvent(stores: SocialStores, event: RelationshipEvent): WorldChange[] {
  switch (event.type) {
    case "friendsReady":
      return replaceAll(stores, event);
    case "relationship":
      return [
        ...learn(stores, event.relationship.user),
        ...droppingPresence(stores, event.relationship.userId, () =>
          stores.relationships.put(event.relationship),
        ),
      ];
    case "relationshipRemoved":
      return droppingPresence(stores, event.userId, () =>
        stores.relationships.remove(event.kind, event.userId),
      );
    case "presence":
      return applyPresence(stores, event.presence);
  }
}

/** Finds the users whose place in the friends list these changes may have moved. */
export function staleGroups(stores: SocialStores, changes: readonly WorldChange[]): WorldChange[] {
  const stale: WorldChange[] = [];
  // Most events make one change: a presence. Only several can concern one user.
  const reported = changes.length > 1 ? reportedGroups(changes) : undefined;
  for (const change of changes) {
    if (!movesInList(stores, change) || reported?.has(change.userId) === true) continue;
    stale.push({ type: "relationshipGroupsUpdated", userId: change.userId });
    reported?.add(change.userId);
  }
  return stale;
}

function reportedGroups(changes: readonly WorldChange[]): Set<bigint> {
  const reported = new Set<bigint>();
  for (const change of changes) if (change.type === "relationshipGroupsUpdated") reported.add(change.userId);
  return reported;
}

function movesInList(
  { relationships }: SocialStores,
  change: WorldChange,
): change is WorldChange & { userId: bigint } {
  if (change.type !== "userUpdated")
    return change.type === "relationshipCreated" || change.type === "relationshipDeleted";
  const relationship = relationships.get(change.userId);
  return relationship !== undefined && isFriend(relationship);
}

type FriendsReady = Extract<RelationshipEvent, { type: "friendsReady" }>;

function replaceAll(stores: SocialStores, { relationships, presences }: FriendsReady): WorldChange[] {
  const isFirst = !stores.relationships.isLoaded;
  const learned = [...relationships, ...presences].flatMap(({ user }) => learn(stores, user));
  const changes = stores.relationships.replaceAll(relationships);
  const seen = stores.presences.replaceAll(presences);
  // The first lists are part of becoming ready and report nothing.
  return isFirst ? [] : withUpdated([...learned, ...changes], seen);
}

/** Drops the presence of a user who is no longer a friend: no further updates arrive for it. */
function droppingPresence(stores: SocialStores, userId: bigint, change: () => WorldChange[]): WorldChange[] {
  const changes = change();
  const relationship = stores.relationships.get(userId);
  if (relationship === undefined || !isFriend(relationship)) stores.presences.delete(userId);
  return changes;
}

function applyPresence(stores: SocialStores, presence: PresenceFacts): WorldChange[] {
  const { userId } = presence;
  const learned = learn(stores, presence.user);
  const hasChanged = stores.presences.put(presence) && stores.users.get(userId) !== undefined;
  if (!hasChanged) return learned;
  // Hardly any presence brings the user along: then there is nothing that could have been reported twice.
  return learned.length === 0 ? [{ type: "userUpdated", userId }] : withUpdated(learned, [userId]);
}

function withUpdated(changes: WorldChange[], userIds: readonly bigint[]): WorldChange[] {
  const reported = changes.length === 0 ? undefined : reportedUsers(changes);
  const all = [...changes];
  for (const userId of userIds) if (reported?.has(userId) !== true) all.push({ type: "userUpdated", userId });
  return all;
}

function reportedUsers(changes: readonly WorldChange[]): Set<bigint> {
  const reported = new Set<bigint>();
  for (const change of changes) if (change.type === "userUpdated") reported.add(change.userId);
  return reported;
}

function learn(stores: SocialStores, user: UserRecord | undefined): WorldChange[] {
  return user === undefined ? [] : stores.users.put(user);
}
