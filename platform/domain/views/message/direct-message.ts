import { PrivateChannelType, type DirectMessagePayload, type Snowflake } from "sdkpp/wire";
import type { Message } from "../../records/message/message.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { messageView } from "./message.js";

/** A stored message over HTTP. @param applicationId what was judged is shown to the sender's application only */
export function directMessageView(
  world: MessageWorld & UserWorld & ApplicationWorld,
  message: Message,
  applicationId: Snowflake,
): DirectMessagePayload {
  const view = { ...messageView(world, message), channel_type: PrivateChannelType.Dm };
  const { moderation } = message;
  if (moderation === undefined || message.applicationId !== applicationId) return view;
  return { ...view, moderation_metadata: moderation };
}

/** A message that is not stored: for each of the two its channel has the other's id. */
export function ephemeralMessageView(
  world: MessageWorld & UserWorld & ApplicationWorld,
  message: Message,
  otherId: Snowflake,
): DirectMessagePayload {
  return {
    ...messageView(world, message),
    channel_id: otherId,
    channel_type: PrivateChannelType.EphemeralDm,
    recipient_id: otherId,
  };
}
