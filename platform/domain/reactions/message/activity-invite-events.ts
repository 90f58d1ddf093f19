import { GatewayEvent } from "sdkpp/wire";
import type { ActivityInvite } from "../../records/message/activity-invite.js";
import { activityInviteView } from "../../views/message/activity-invite.js";
import type { World } from "../../world/world.js";
import { type Dispatch, dispatch } from "../events.js";

/** To those of the recipient's sessions that are not told of messages. */
export function activityInviteCreated(world: World, invite: ActivityInvite): Dispatch {
  const { applicationId, recipientId } = invite;
  return dispatch(GatewayEvent.ActivityInviteCreate, activityInviteView(world, invite), {
    to: "users",
    applicationId,
    userIds: [recipientId],
  });
}

/** To all of the recipient's sessions in the game, so that its other devices know. */
export function activityInviteAccepted(world: World, invite: ActivityInvite): Dispatch[] {
  const view = activityInviteView(world, invite);
  return world.presences
    .of(invite.recipientId)
    .filter(({ applicationId, isBot }) => applicationId === invite.applicationId && !isBot)
    .map(({ sessionId }) => dispatch(GatewayEvent.ActivityInviteCreate, view, { to: "session", sessionId }));
}
