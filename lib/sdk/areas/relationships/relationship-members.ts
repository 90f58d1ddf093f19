import type { IdLike } from "../../argument.js";
import type { RelationshipGroupType } from "../../../enums/index.js";
import type { ClientEvents } from "../../core/events/client-events.js";
import type { UserHandle } from "../../handles/user-handle.js";
import { type RelationshipHandle } from "../../handles/user-handle.js";
import type { RelationshipsArea } from "./relationships-area.js";
import type { EventHub } from "../../core/events/event-hub.js";
import type { MembersOf, Operation } from "../../core/operations/members.js";

/** Members of `Client`: relationships. */
export interface RelationshipMembers {
  /**
   * Ends a friendship in this game only. `ValidationError`, without a request, unless the user is a game friend.
   * @param userId a 64-bit id
   * @mirrors Client::RemoveGameFriend
   */
  removeGameFriend: Operation<[userId: IdLike]>;

  /**
   * Ends every relationship with a user, on the platform and in this game, requests included. `ValidationError`, without a
   * request, unless the user is a friend of either kind.
   * @param userId a 64-bit id
   * @mirrors Client::RemoveDiscordAndGameFriend
   */
  removeDiscordAndGameFriend: Operation<[userId: IdLike]>;

  /**
   * Blocks a user: ends every relationship with the user, in every game, and prevents requests, invites and messages. In a
   * call, the user can still be heard. `HTTPError` for the player itself (80003), an unknown user (10013), and with 5,000
   * blocks (50035).
   * @param userId a 64-bit id
   * @mirrors Client::BlockUser
   */
  blockUser: Operation<[userId: IdLike]>;

  /**
   * Unblocks a user; relationships that the block ended are not restored. `ValidationError`, without a request, unless the
   * user is blocked.
   * @param userId a 64-bit id
   * @mirrors Client::UnblockUser
   */
  unblockUser: Operation<[userId: IdLike]>;

  /**
   * Gets the player's relationship with a user; always a handle, whose types are `None` without a relationship.
   * @param userId a 64-bit id
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors Client::GetRelationshipHandle
   */
  getRelationshipHandle(userId: IdLike): RelationshipHandle;

  /** Gets friends, requests and blocks of both kinds, one handle per user. @mirrors Client::GetRelationships */
  getRelationships(): RelationshipHandle[];

  /**
   * Gets one group of the friends list, which has friends of either kind, sorted by display name without regard to case. In
   * `OnlineElsewhere`, friends who have played the game come first.
   * @throws {ArgumentRangeError} for an unknown group
   * @example
   * const friends = client.getRelationshipsByGroup(RelationshipGroupType.OnlinePlayingGame);
   * console.log(friends.map((friend) => friend.user?.displayName));
   * @mirrors Client::GetRelationshipsByGroup
   */
  getRelationshipsByGroup(groupType: RelationshipGroupType): RelationshipHandle[];

  /**
   * Finds friends of either kind whose user name or display name contains the text, ignoring case and one typing error per
   * four characters: the nearest match first, then by display name. An empty text finds every friend.
   * @throws {ArgumentError} when not a string
   * @mirrors Client::SearchFriendsByUsername
   */
  searchFriendsByUsername(searchStr: string): UserHandle[];

  /**
   * Sets the callback for new relationships and changed types: requests, acceptances, blocks; undefined removes it.
   * @mirrors Client::SetRelationshipCreatedCallback
   */
  setRelationshipCreatedCallback(cb: ClientEvents["relationshipCreated"] | undefined): void;

  /** Sets the callback for ended relationships; undefined removes it. @mirrors Client::SetRelationshipDeletedCallback */
  setRelationshipDeletedCallback(cb: ClientEvents["relationshipDeleted"] | undefined): void;

  /**
   * Sets the callback for a user whose place or appearance in the groups may have changed: fetch the groups again. Undefined
   * removes it.
   * @mirrors Client::SetRelationshipGroupsUpdatedCallback
   */
  setRelationshipGroupsUpdatedCallback(cb: ClientEvents["relationshipGroupsUpdated"] | undefined): void;
}

interface Parts {
  relationships: RelationshipsArea;
  events: EventHub<ClientEvents>;
}

export const relationshipMembers: MembersOf<RelationshipMembers, Parts> = {
  removeGameFriend: ({ relationships }, userId) => relationships.act("RemoveGameFriend", userId),
  removeDiscordAndGameFriend: ({ relationships }, userId) => relationships.removeBoth(userId),
  blockUser: ({ relationships }, userId) => relationships.act("BlockUser", userId),
  unblockUser: ({ relationships }, userId) => relationships.act("UnblockUser", userId),
  getRelationshipHandle: ({ relationships }, userId) => relationships.handle(userId),
  getRelationships: ({ relationships }) => relationships.all(),
  getRelationshipsByGroup: ({ relationships }, groupType) => relationships.inGroup(groupType),
  searchFriendsByUsername: ({ relationships }, searchStr) => relationships.search(searchStr),
  setRelationshipCreatedCallback: ({ events }, cb) => events.setCallback("relationshipCreated", cb),
  setRelationshipDeletedCallback: ({ events }, cb) => events.setCallback("relationshipDeleted", cb),
  setRelationshipGroupsUpdatedCallback: ({ events }, cb) =>
    events.setCallback("relationshipGroupsUpdated", cb),
};
