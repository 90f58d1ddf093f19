import { friendsInGroup, searchFriends, type FriendGroup } from "../../state/index.js";
import { enumArgument, idArgument, textArgument, type IdLike } from "../argument.js";
import type { ClientEvents } from "../core/client-events.js";
import { resultOnly, type OperationOptions } from "../core/operation.js";
import { RelationshipGroupType } from "../enums.js";
import type { RelationshipHandle } from "../handles/relationship-handle.js";
import type { UserHandle } from "../handles/user-handle.js";
import type { ClientResult } from "../values/client-result.js";
import { ClientWithFriendRequests, type Last, type ResultCallback } from "./friend-requests.js";

const GROUPS: Readonly<Record<RelationshipGroupType, FriendGroup>> = {
  [RelationshipGroupType.OnlinePlayingGame]: "onlinePlayingGame",
  [RelationshipGroupType.OnlineElsewhere]: "onlineElsewhere",
  [RelationshipGroupType.Offline]: "offline",
};

/** Friends and blocks: ending them, and the friends list. */
export abstract class ClientWithRelationships extends ClientWithFriendRequests {
  /**
   * Ends the friendship in this game only. `ValidationError`, and nothing sent, unless the user is a game
   * friend.
   * @param userId a 64-bit id
   * @mirrors Client::RemoveGameFriend
   */
  removeGameFriend(userId: IdLike, cb: ResultCallback): void;
  removeGameFriend(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  removeGameFriend(userId: IdLike, last?: Last): Promise<ClientResult> | void {
    return this.act("RemoveGameFriend", userId, last);
  }

  /**
   * Ends everything between the two, on the platform and in this game, requests too. `ValidationError`, and
   * nothing sent, unless the user is a friend of either kind.
   * @param userId a 64-bit id
   * @mirrors Client::RemoveDiscordAndGameFriend
   */
  removeDiscordAndGameFriend(userId: IdLike, cb: ResultCallback): void;
  removeDiscordAndGameFriend(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  removeDiscordAndGameFriend(userId: IdLike, last?: Last): Promise<ClientResult> | void {
    const { relationships, operations } = this.core;
    return operations.start(resultOnly, (signal) => relationships.removeBoth(userId, signal), last);
  }

  /**
   * Ends everything between the two, in every game, and keeps requests, invites and messages away; in a
   * call the user is still heard. `HTTPError` for oneself (80003), a user who does not exist (10013), and
   * with 5,000 blocks (50035).
   * @param userId a 64-bit id
   * @mirrors Client::BlockUser
   */
  blockUser(userId: IdLike, cb: ResultCallback): void;
  blockUser(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  blockUser(userId: IdLike, last?: Last): Promise<ClientResult> | void {
    return this.act("BlockUser", userId, last);
  }

  /**
   * Nothing comes back of what the block ended. `ValidationError`, and nothing sent, unless the user is
   * blocked.
   * @param userId a 64-bit id
   * @mirrors Client::UnblockUser
   */
  unblockUser(userId: IdLike, cb: ResultCallback): void;
  unblockUser(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  unblockUser(userId: IdLike, last?: Last): Promise<ClientResult> | void {
    return this.act("UnblockUser", userId, last);
  }

  /**
   * Always a handle: of types `None` where there is nothing.
   * @param userId a 64-bit id
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors Client::GetRelationshipHandle
   */
  getRelationshipHandle(userId: IdLike): RelationshipHandle {
    return this.core.relationship(idArgument("userId", userId));
  }

  /** Friends, requests and blocks of both kinds, one handle per user. @mirrors Client::GetRelationships */
  getRelationships(): RelationshipHandle[] {
    return this.core.world.relationships.all().map(({ userId }) => this.core.relationship(userId));
  }

  /**
   * The friends list: friends of either kind, each in one group, by display name without regard to case; in
   * `OnlineElsewhere` those who have played the game before come first.
   * @throws {ArgumentRangeError} when not one of the groups
   * @mirrors Client::GetRelationshipsByGroup
   */
  getRelationshipsByGroup(groupType: RelationshipGroupType): RelationshipHandle[] {
    const group = GROUPS[enumArgument("groupType", RelationshipGroupType, groupType)];
    const { world, applicationId } = this.core;
    return friendsInGroup(world, group, applicationId).map((userId) => this.core.relationship(userId));
  }

  /**
   * Friends of either kind whose user name or display name contains the text, without regard to case and
   * give or take a typing error per four characters; the nearest first, then by display name. Every friend
   * for an empty text.
   * @throws {ArgumentError} when not a string
   * @mirrors Client::SearchFriendsByUsername
   */
  searchFriendsByUsername(searchStr: string): UserHandle[] {
    const found = searchFriends(this.core.world, textArgument("searchStr", searchStr));
    return found.flatMap((userId) => this.core.user(userId) ?? []);
  }

  /**
   * New, or of another type: asked, accepted, blocked; undefined removes.
   * @mirrors Client::SetRelationshipCreatedCallback
   */
  setRelationshipCreatedCallback(cb: ClientEvents["relationshipCreated"] | undefined): void {
    this.core.events.setCallback("relationshipCreated", cb);
  }

  /** Over: the handle says `None`; undefined removes. @mirrors Client::SetRelationshipDeletedCallback */
  setRelationshipDeletedCallback(cb: ClientEvents["relationshipDeleted"] | undefined): void {
    this.core.events.setCallback("relationshipDeleted", cb);
  }

  /**
   * A user's place in the groups, or what is shown of it there, may be another: fetch them again; undefined
   * removes.
   * @mirrors Client::SetRelationshipGroupsUpdatedCallback
   */
  setRelationshipGroupsUpdatedCallback(cb: ClientEvents["relationshipGroupsUpdated"] | undefined): void {
    this.core.events.setCallback("relationshipGroupsUpdated", cb);
  }
}
