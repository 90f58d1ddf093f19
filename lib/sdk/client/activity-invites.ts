import type { IdLike } from "../argument.js";
import { acceptedShape, type AcceptedInvite } from "../core/client-activity-invites.js";
import type { ClientEvents } from "../core/client-events.js";
import { resultOnly, type OperationOptions } from "../core/operation.js";
import type { ActivityInvite } from "../values/activity-invite.js";
import type { ClientResult } from "../values/client-result.js";
import { ClientWithPresence } from "./presence.js";

type ResultCallback = (result: ClientResult) => void;
type AcceptCallback = (result: ClientResult, joinSecret: string) => void;

/** Invites into a party, and wishes to join one. */
export abstract class ClientWithActivityInvites extends ClientWithPresence {
  /**
   * Invites a user into the party of the player's rich presence, for six hours. Friends may be invited, and users who
   * are in the game now, unless one has blocked the other. `ClientNotReady` unless `Status.Ready`; `ValidationError`,
   * and nothing sent, without a rich presence that has a party with an id and a join secret; `HTTPError` with status 403
   * for users who may not be invited, 400 when the platform does not know the party.
   * @param content at most 2000 characters, which may be none; not sent with a token of the presence scopes
   * @mirrors Client::SendActivityInvite
   */
  sendActivityInvite(userId: IdLike, content: string, cb: ResultCallback): void;
  sendActivityInvite(userId: IdLike, content: string, options?: OperationOptions): Promise<ClientResult>;
  sendActivityInvite(
    userId: IdLike,
    content: string,
    last?: ResultCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    const { activityInvites, operations } = this.core;
    return operations.start(resultOnly, (signal) => activityInvites.invite(userId, content, signal), last);
  }

  /**
   * Asks to be let into a user's party; it is told as an invite of the type `JoinRequest`. `ClientNotReady` unless
   * `Status.Ready`; `ValidationError`, and nothing sent, where the user's presence shows no party of this game;
   * `HTTPError` with status 400 when the party is full, 403 for users who may not be written to.
   * @param userId a 64-bit id
   * @mirrors Client::SendActivityJoinRequest
   */
  sendActivityJoinRequest(userId: IdLike, cb: ResultCallback): void;
  sendActivityJoinRequest(userId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  sendActivityJoinRequest(
    userId: IdLike,
    last?: ResultCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    const { activityInvites, operations } = this.core;
    return operations.start(resultOnly, (signal) => activityInvites.request(userId, signal), last);
  }

  /**
   * Says yes: who asked is sent an invite, and fails as `sendActivityInvite` does. To say no, do nothing.
   * @param invite of the type `JoinRequest`; `ValidationError` for any other
   * @mirrors Client::SendActivityJoinRequestReply
   */
  sendActivityJoinRequestReply(invite: ActivityInvite, cb: ResultCallback): void;
  sendActivityJoinRequestReply(invite: ActivityInvite, options?: OperationOptions): Promise<ClientResult>;
  sendActivityJoinRequestReply(
    invite: ActivityInvite,
    last?: ResultCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    const { activityInvites, operations } = this.core;
    return operations.start(resultOnly, (signal) => activityInvites.reply(invite, signal), last);
  }

  /**
   * Gives the join secret of the sender's party. `HTTPError` with status 400 after six hours, and when the sender no
   * longer plays in that party.
   * @param invite of the type `Join`; `ValidationError` for any other
   * @mirrors Client::AcceptActivityInvite
   */
  acceptActivityInvite(invite: ActivityInvite, cb: AcceptCallback): void;
  acceptActivityInvite(invite: ActivityInvite, options?: OperationOptions): Promise<AcceptedInvite>;
  acceptActivityInvite(
    invite: ActivityInvite,
    last?: AcceptCallback | OperationOptions,
  ): Promise<AcceptedInvite> | void {
    const { activityInvites, operations } = this.core;
    return operations.start(acceptedShape, (signal) => activityInvites.accept(invite, signal), last);
  }

  /**
   * Another player sent an invite or a join request, or the player accepted one on another device; undefined removes.
   * The callback for created messages is not called for it.
   * @mirrors Client::SetActivityInviteCreatedCallback
   */
  setActivityInviteCreatedCallback(cb: ClientEvents["activityInviteCreated"] | undefined): void {
    this.core.events.setCallback("activityInviteCreated", cb);
  }

  /**
   * An invite became invalid, after six hours or as its party is over, or valid again; undefined removes.
   * @mirrors Client::SetActivityInviteUpdatedCallback
   */
  setActivityInviteUpdatedCallback(cb: ClientEvents["activityInviteUpdated"] | undefined): void {
    this.core.events.setCallback("activityInviteUpdated", cb);
  }
}
