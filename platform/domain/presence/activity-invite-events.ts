import { GatewayEvent, type ActivityInvitePayload } from "sdkpp/wire";
import { messageActivityView, type ActivityInvite } from "./activity-invite.js";
import { inviteApplicationView } from "../application.js";
import { dispatch, type Dispatch } from "../events.js";
import { deletedUser, userView } from "../user/user.js";
import type { World } from "../world.js";

/** To those of the recipient's sessions that are not told of messages. */
export function activityInviteCreated(world: World, invite: ActivityInvite): Dispatch {
  const { applicationId, recipientId } = invite;
  return dispatch(GatewayEvent.ActivityInviteCreate, inviteView(world, invite), {
    to: "users",
    applicationId,
    userIds: [recipientId],
  });
}

/** To all of the recipient's sessions in the game, so that its other devices know. */
export function activityInviteAccepted(world: World, invite: ActivityInvite): Dispatch[] {
  const view = inviteView(world, invite);
  return world.presences
    .of(invite.recipientId)
    .filter(({ applicationId, isBot }) => applicationId === invite.applicationId && !isBot)
    .map(({ sessionId }) => dispatch(GatewayEvent.ActivityInviteCreate, view, { to: "session", sessionId }));
}

function inviteView(world: World, invite: ActivityInvite): ActivityInvitePayload {
  const author = world.users.get(invite.senderId);
  return {
    message_id: invite.messageId,
    channel_id: invite.channelId,
    author: userView(author ?? deletedUser(invite.senderId)),
    application: inviteApplicationView(world, invite.applicationId),
    activity: messageActivityView(invite),
  };
}
