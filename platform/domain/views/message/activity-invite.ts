import type { ActivityInvitePayload } from "sdkpp/wire";
import type { ActivityInvite } from "../../records/message/activity-invite.js";
import { deletedUser } from "../../records/user/user.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { inviteApplicationView } from "../oauth2/application.js";
import { userView } from "../user/user.js";
import { messageActivityView } from "./message.js";

export function activityInviteView(
  world: UserWorld & ApplicationWorld,
  invite: ActivityInvite,
): ActivityInvitePayload {
  const author = world.users.get(invite.senderId);
  return {
    message_id: invite.messageId,
    channel_id: invite.channelId,
    author: userView(author ?? deletedUser(invite.senderId)),
    application: inviteApplicationView(world, invite.applicationId),
    activity: messageActivityView(invite),
  };
}
