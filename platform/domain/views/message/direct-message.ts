import { PrivateChannelType, type DirectMessagePayload, type Snowflake } from "sdkpp/wire";
import type { Message } from "../../records/message/message.js";
import type { World } from "../../world/world.js";
import { messageView } from "./message.js";

/** A stored message over HTTP. @param applicationId what was judged is shown to the sender's application only */
export function directMessageView(
  world: World,
  message: Message,
  applicationId: Snowflake,
): DirectMessagePayload {
  const view = { ...messageView(world, message), channel_type: PrivateChannelType.Dm };
  const { moderation } = message;
  if (moderation === undefined || message.applicationId !== applicationId) return view;
  return { ...view, moderation_metadata: moderation };
}

/** A message that only passes by: for each of the two it stands under the other's id. */
export function ephemeralMessageView(
  world: World,
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
