import type { IdLike } from "../argument.js";
import { resultOnly, type OperationOptions } from "../core/operation.js";
import type { RelationshipActionName } from "../core/relationship-actions.js";
import type { ClientResult } from "../values/client-result.js";
import { ClientWithDirectMessages } from "./direct-messages.js";

export type ResultCallback = (result: ClientResult) => void;
export type Last = ResultCallback | OperationOptions;

/**
 * Friend requests, on the platform and in this game. Each operation is done when the handle shows it; all
 * need `Status.Ready`. To be sent only in answer to something the player did.
 */
export abstract class ClientWithFriendRequests extends ClientWithDirectMessages {
  /**
   * Asks to become friends on the whole platform, or accepts where the other has asked. `HTTPError` for a
   * name nobody has (80004), oneself (80003), a friend (80007), a block between the two (80001), somebody
   * who takes no requests (80000), and with 1,000 friends (30002).
   * @param username the unique one, 2–32 characters; case does not matter
   * @mirrors Client::SendDiscordFriendRequest
   */
  sendDiscordFriendRequest(username: string, cb: ResultCallback): void;
  sendDiscordFriendRequest(username: string, options?: OperationOptions): Promise<ClientResult>;
  sendDiscordFriendRequest(username: string, last?: Last): Promise<ClientResult> | void {
    const { relationships, operations } = this.core;
    const run = (signal: AbortSignal): Promise<ClientResult> =>
      relationships.requestByName("platform", "SendDiscordFriendRequest", username, signal);
    return operations.start(resultOnly, run, last);
  }

  /**
   * As {@link sendDiscordFriendRequest}; 10013 for a user who does not exist.
   * @param userId a 64-bit id
   * @mirrors Client::SendDiscordFriendRequestById
   */
  sendDiscordFriendRequestById(userId: IdLike, cb: ResultCallback): void;
  sendDiscordFriendRequestById(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  sendDiscordFriendRequestById(userId: IdLike, last?: Last): Promise<ClientResult> | void {
    return this.act("SendDiscordFriendRequestById", userId, last);
  }

  /**
   * Asks to become friends in this game, or accepts where the other has asked. To the game, only those
   * exist who have authorized it (80004); otherwise as {@link sendDiscordFriendRequest}, without a limit of
   * friends.
   * @param username the unique one, 2–32 characters; case does not matter
   * @mirrors Client::SendGameFriendRequest
   */
  sendGameFriendRequest(username: string, cb: ResultCallback): void;
  sendGameFriendRequest(username: string, options?: OperationOptions): Promise<ClientResult>;
  sendGameFriendRequest(username: string, last?: Last): Promise<ClientResult> | void {
    const { relationships, operations } = this.core;
    const run = (signal: AbortSignal): Promise<ClientResult> =>
      relationships.requestByName("game", "SendGameFriendRequest", username, signal);
    return operations.start(resultOnly, run, last);
  }

  /**
   * As {@link sendGameFriendRequest}; 10013 for a user who has not authorized the game.
   * @param userId a 64-bit id
   * @mirrors Client::SendGameFriendRequestById
   */
  sendGameFriendRequestById(userId: IdLike, cb: ResultCallback): void;
  sendGameFriendRequestById(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  sendGameFriendRequestById(userId: IdLike, last?: Last): Promise<ClientResult> | void {
    return this.act("SendGameFriendRequestById", userId, last);
  }

  /**
   * `ValidationError`, and nothing sent, unless the user has asked. 30002 when either has 1,000 friends.
   * @param userId a 64-bit id
   * @mirrors Client::AcceptDiscordFriendRequest
   */
  acceptDiscordFriendRequest(userId: IdLike, cb: ResultCallback): void;
  acceptDiscordFriendRequest(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  acceptDiscordFriendRequest(userId: IdLike, last?: Last): Promise<ClientResult> | void {
    return this.act("AcceptDiscordFriendRequest", userId, last);
  }

  /**
   * `ValidationError`, and nothing sent, unless the user has asked.
   * @param userId a 64-bit id
   * @mirrors Client::AcceptGameFriendRequest
   */
  acceptGameFriendRequest(userId: IdLike, cb: ResultCallback): void;
  acceptGameFriendRequest(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  acceptGameFriendRequest(userId: IdLike, last?: Last): Promise<ClientResult> | void {
    return this.act("AcceptGameFriendRequest", userId, last);
  }

  /**
   * `ValidationError`, and nothing sent, unless the user has asked. The other may ask again.
   * @param userId a 64-bit id
   * @mirrors Client::RejectDiscordFriendRequest
   */
  rejectDiscordFriendRequest(userId: IdLike, cb: ResultCallback): void;
  rejectDiscordFriendRequest(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  rejectDiscordFriendRequest(userId: IdLike, last?: Last): Promise<ClientResult> | void {
    return this.act("RejectDiscordFriendRequest", userId, last);
  }

  /**
   * `ValidationError`, and nothing sent, unless the user has asked. The other may ask again.
   * @param userId a 64-bit id
   * @mirrors Client::RejectGameFriendRequest
   */
  rejectGameFriendRequest(userId: IdLike, cb: ResultCallback): void;
  rejectGameFriendRequest(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  rejectGameFriendRequest(userId: IdLike, last?: Last): Promise<ClientResult> | void {
    return this.act("RejectGameFriendRequest", userId, last);
  }

  /**
   * `ValidationError`, and nothing sent, unless one's own request is pending.
   * @param userId a 64-bit id
   * @mirrors Client::CancelDiscordFriendRequest
   */
  cancelDiscordFriendRequest(userId: IdLike, cb: ResultCallback): void;
  cancelDiscordFriendRequest(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  cancelDiscordFriendRequest(userId: IdLike, last?: Last): Promise<ClientResult> | void {
    return this.act("CancelDiscordFriendRequest", userId, last);
  }

  /**
   * `ValidationError`, and nothing sent, unless one's own request is pending.
   * @param userId a 64-bit id
   * @mirrors Client::CancelGameFriendRequest
   */
  cancelGameFriendRequest(userId: IdLike, cb: ResultCallback): void;
  cancelGameFriendRequest(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  cancelGameFriendRequest(userId: IdLike, last?: Last): Promise<ClientResult> | void {
    return this.act("CancelGameFriendRequest", userId, last);
  }

  /** @internal one action of the table, in either form */
  protected act(
    name: RelationshipActionName,
    userId: IdLike,
    last: Last | undefined,
  ): Promise<ClientResult> | undefined {
    const { relationships, operations } = this.core;
    return operations.start(resultOnly, (signal) => relationships.act(name, userId, signal), last);
  }
}
