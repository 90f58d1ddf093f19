import type { IdLike } from "../../argument.js";
import type { RelationshipsArea } from "./relationships-area.js";
import type { MembersOf, Operation } from "../../core/operations/members.js";

/**
 * Members of `Client`: friend requests. An operation is complete when the relationship's handle shows it, and needs `Status.Ready`. Send requests
 * only in response to an action of the player.
 */
export interface FriendRequestMembers {
  /**
   * Sends a friend request on the whole platform, or accepts the other user's. `HTTPError` for an unknown name (80004), the
   * player itself (80003), a friend (80007), a block between the two (80001), a user who accepts no requests (80000), and
   * with 1,000 friends (30002).
   * @param username the unique name, 2–32 characters; case does not matter
   * @mirrors Client::SendDiscordFriendRequest
   */
  sendDiscordFriendRequest: Operation<[username: string]>;

  /**
   * As {@link sendDiscordFriendRequest}; 10013 for an unknown user.
   * @param userId a 64-bit id
   * @mirrors Client::SendDiscordFriendRequestById
   */
  sendDiscordFriendRequestById: Operation<[userId: IdLike]>;

  /**
   * Sends a friend request in this game, or accepts the other user's. Only users who have authorized the game can receive it
   * (80004 otherwise). It fails as {@link sendDiscordFriendRequest} does, without a limit of friends.
   * @param username the unique name, 2–32 characters; case does not matter
   * @mirrors Client::SendGameFriendRequest
   */
  sendGameFriendRequest: Operation<[username: string]>;

  /**
   * As {@link sendGameFriendRequest}; 10013 for a user who has not authorized the game.
   * @param userId a 64-bit id
   * @example
   * await client.sendGameFriendRequestById(friendId);
   * console.log(client.getRelationshipHandle(friendId).gameRelationshipType === RelationshipType.PendingOutgoing);
   * @mirrors Client::SendGameFriendRequestById
   */
  sendGameFriendRequestById: Operation<[userId: IdLike]>;

  /**
   * Accepts a friend request on the whole platform. `ValidationError`, without a request, unless the user has sent one;
   * 30002 when either has 1,000 friends.
   * @param userId a 64-bit id
   * @mirrors Client::AcceptDiscordFriendRequest
   */
  acceptDiscordFriendRequest: Operation<[userId: IdLike]>;

  /**
   * Accepts a friend request in this game. `ValidationError`, without a request, unless the user has sent one.
   * @param userId a 64-bit id
   * @mirrors Client::AcceptGameFriendRequest
   */
  acceptGameFriendRequest: Operation<[userId: IdLike]>;

  /**
   * Rejects a friend request on the whole platform; the other user may send another one. `ValidationError`, without a
   * request, unless the user has sent one.
   * @param userId a 64-bit id
   * @mirrors Client::RejectDiscordFriendRequest
   */
  rejectDiscordFriendRequest: Operation<[userId: IdLike]>;

  /**
   * Rejects a friend request in this game; the other user may send another one. `ValidationError`, without a request, unless
   * the user has sent one.
   * @param userId a 64-bit id
   * @mirrors Client::RejectGameFriendRequest
   */
  rejectGameFriendRequest: Operation<[userId: IdLike]>;

  /**
   * Cancels the player's friend request on the whole platform. `ValidationError`, without a request, unless one is pending.
   * @param userId a 64-bit id
   * @mirrors Client::CancelDiscordFriendRequest
   */
  cancelDiscordFriendRequest: Operation<[userId: IdLike]>;

  /**
   * Cancels the player's friend request in this game. `ValidationError`, without a request, unless one is pending.
   * @param userId a 64-bit id
   * @mirrors Client::CancelGameFriendRequest
   */
  cancelGameFriendRequest: Operation<[userId: IdLike]>;
}

interface Parts {
  relationships: RelationshipsArea;
}

export const friendRequestMembers: MembersOf<FriendRequestMembers, Parts> = {
  sendDiscordFriendRequest: ({ relationships }, username) =>
    relationships.requestByName("platform", username),
  sendDiscordFriendRequestById: ({ relationships }, userId) =>
    relationships.act("SendDiscordFriendRequestById", userId),
  sendGameFriendRequest: ({ relationships }, username) => relationships.requestByName("game", username),
  sendGameFriendRequestById: ({ relationships }, userId) =>
    relationships.act("SendGameFriendRequestById", userId),
  acceptDiscordFriendRequest: ({ relationships }, userId) =>
    relationships.act("AcceptDiscordFriendRequest", userId),
  acceptGameFriendRequest: ({ relationships }, userId) =>
    relationships.act("AcceptGameFriendRequest", userId),
  rejectDiscordFriendRequest: ({ relationships }, userId) =>
    relationships.act("RejectDiscordFriendRequest", userId),
  rejectGameFriendRequest: ({ relationships }, userId) =>
    relationships.act("RejectGameFriendRequest", userId),
  cancelDiscordFriendRequest: ({ relationships }, userId) =>
    relationships.act("CancelDiscordFriendRequest", userId),
  cancelGameFriendRequest: ({ relationships }, userId) =>
    relationships.act("CancelGameFriendRequest", userId),
};
