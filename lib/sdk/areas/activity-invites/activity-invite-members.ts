import type { AcceptedInvite, ActivityInvitesArea } from "./activity-invites-area.js";
import type { IdLike } from "../../argument.js";
import type { ClientEvents } from "../../core/events/client-events.js";
import type { ActivityInvite } from "../../values/activity-invite.js";
import type { ClientResult } from "../../values/client-result.js";
import type { EventHub } from "../../core/events/event-hub.js";
import type { MembersOf, Operation } from "../../core/operations/members.js";

/** Members of `Client`: invites into a party, and requests to join. */
export interface ActivityInviteMembers {
  /**
   * Invites a user into the party of the player's rich presence; the invite expires after six hours. Friends and users who
   * are in the game can be invited, unless one has blocked the other. `ClientNotReady` unless `Status.Ready`;
   * `ValidationError`, without a request, unless the rich presence has a party with an id and a join secret; `HTTPError` with
   * status 403 for users who cannot be invited, 400 when the platform does not know the party.
   * @param content 0–2000 characters; not sent with a token of the presence scopes
   * @example
   * const party = new ActivityParty();
   * party.id = "match-7";
   * party.currentSize = 1;
   * party.maxSize = 4;
   * const secrets = new ActivitySecrets();
   * secrets.join = "secret of match 7";
   * const activity = new Activity();
   * activity.party = party;
   * activity.secrets = secrets;
   * await client.updateRichPresence(activity);
   * await client.sendActivityInvite(friendId, "One more?");
   * @mirrors Client::SendActivityInvite
   */
  sendActivityInvite: Operation<[userId: IdLike, content: string]>;

  /**
   * Asks to join a user's party; the user receives an invite of type `JoinRequest`. `ClientNotReady` unless `Status.Ready`;
   * `ValidationError`, without a request, when the user's presence shows no party in this game; `HTTPError` with status 400
   * when the party is full, 403 for users that the player cannot write to.
   * @param userId a 64-bit id
   * @mirrors Client::SendActivityJoinRequest
   */
  sendActivityJoinRequest: Operation<[userId: IdLike]>;

  /**
   * Accepts a join request by sending an invite; it fails as `sendActivityInvite` does. To decline, do nothing.
   * @param invite of type `JoinRequest`; `ValidationError` for any other
   * @mirrors Client::SendActivityJoinRequestReply
   */
  sendActivityJoinRequestReply: Operation<[invite: ActivityInvite]>;

  /**
   * Accepts an invite and gets the join secret of the sender's party. `HTTPError` with status 400 after six hours, and when
   * the sender has left the party.
   * @param invite of type `Join`; `ValidationError` for any other
   * @mirrors Client::AcceptActivityInvite
   */
  acceptActivityInvite: Operation<
    [invite: ActivityInvite],
    AcceptedInvite,
    [result: ClientResult, joinSecret: string]
  >;

  /**
   * Sets the callback for new invites and join requests, and for invites that the player accepted on another device;
   * undefined removes it. Invites do not call the callback for created messages.
   * @mirrors Client::SetActivityInviteCreatedCallback
   */
  setActivityInviteCreatedCallback(cb: ClientEvents["activityInviteCreated"] | undefined): void;

  /**
   * Sets the callback for invites that become invalid, after six hours or when the party has ended, or valid again; undefined
   * removes it.
   * @mirrors Client::SetActivityInviteUpdatedCallback
   */
  setActivityInviteUpdatedCallback(cb: ClientEvents["activityInviteCreated"] | undefined): void;

  /**
   * Sets the callback for a player who joins a party from the desktop app, by an invite there or by "Join" on a presence;
   * undefined removes it. It needs no connection, only `setApplicationId`; a desktop app that starts later is told too.
   * @example
   * client.setActivityJoinCallback((joinSecret) => client.createOrJoinLobby(joinSecret, () => {}));
   * @mirrors Client::SetActivityJoinCallback
   */
  setActivityJoinCallback(cb: ClientEvents["activityJoin"] | undefined): void;

  /**
   * Sets the callback that also gets the game of the party, for games with several applications; undefined removes it. Both
   * callbacks may be set.
   * @mirrors Client::SetActivityJoinWithApplicationCallback
   */
  setActivityJoinWithApplicationCallback(cb: ClientEvents["activityJoinWithApplication"] | undefined): void;
}

interface Parts {
  activityInvites: ActivityInvitesArea;
  events: EventHub<ClientEvents>;
}

export const activityInviteMembers: MembersOf<ActivityInviteMembers, Parts> = {
  sendActivityInvite: ({ activityInvites }, userId, content) => activityInvites.invite(userId, content),
  sendActivityJoinRequest: ({ activityInvites }, userId) => activityInvites.request(userId),
  sendActivityJoinRequestReply: ({ activityInvites }, invite) => activityInvites.reply(invite),
  acceptActivityInvite: ({ activityInvites }, invite) => activityInvites.accept(invite),
  setActivityInviteCreatedCallback: ({ events }, cb) => events.setCallback("activityInviteCreated", cb),
  setActivityInviteUpdatedCallback: ({ events }, cb) => events.setCallback("activityInviteUpdated", cb),
  setActivityJoinCallback: ({ events }, cb) => events.setCallback("activityJoin", cb),
  setActivityJoinWithApplicationCallback: ({ events }, cb) =>
    events.setCallback("activityJoinWithApplication", cb),
};
