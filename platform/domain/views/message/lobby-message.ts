import type { LobbyMessagePayload } from "sdkpp/wire";
import type { Message } from "../../records/message/message.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { messageView } from "./message.js";

/** A lobby's message; one with a copy in a linked channel names that channel. */
export function lobbyMessageView(
  world: MessageWorld & UserWorld & ApplicationWorld,
  message: Message,
): LobbyMessagePayload {
  const { additionalName, moderation, linkedChannelId } = message;
  return {
    // The message that a reply answers is in the channel.
    ...messageView(world, { ...message, channelId: linkedChannelId ?? message.channelId }),
    lobby_id: message.channelId,
    ...(additionalName === undefined ? {} : { lobby_member: { additional_name: additionalName } }),
    ...(moderation === undefined ? {} : { moderation_metadata: moderation }),
  };
}
