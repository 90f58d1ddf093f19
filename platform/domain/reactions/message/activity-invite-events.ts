import { GatewayEvent } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import { activityInviteView } from "../../views/message/activity-invite.js";
import { areOfOnePublisher, siblingsOf } from "../../world/oauth2/families.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";

/** Notifies the recipient's sessions that receive no messages, in the game and in the other games of its publisher. */
export function activityInviteSent(world: World, { invite }: FactOf<"activityInviteSent">): Dispatch[] {
  const { applicationId, recipientId } = invite;
  const view = activityInviteView(world, invite);
  return [applicationId, ...siblingsOf(world, applicationId).map(({ id }) => id)].map((id) =>
    dispatch(GatewayEvent.ActivityInviteCreate, view, {
      to: "users",
      applicationId: id,
      userIds: [recipientId],
    }),
  );
}

/** Notifies all of the recipient's sessions in games that received the invite, so that its other devices know. */
export function activityInviteAccepted(
  world: World,
  { invite }: FactOf<"activityInviteAccepted">,
): Dispatch[] {
  const view = activityInviteView(world, invite);
  return world.presences
    .of(invite.recipientId)
    .filter(({ isBot }) => !isBot)
    .filter(({ applicationId }) => areOfOnePublisher(world, applicationId, invite.applicationId))
    .map(({ sessionId }) => dispatch(GatewayEvent.ActivityInviteCreate, view, { to: "session", sessionId }));
}
