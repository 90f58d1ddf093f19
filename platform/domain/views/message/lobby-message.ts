import type { LobbyMessagePayload } from "sdkpp/wire";
import type { Message } from "../../records/message/message.js";
import type { World } from "../../world/world.js";
import { messageView } from "./message.js";

/** A lobby's message; one that stands in a linked channel as well names that channel. */
export function lobbyMessageView(world: World, message: Message): LobbyMessagePayload {
  const { additionalName, moderation, linkedChannelId } = message;
  return {
    // What a reply answers stands in the channel.
    ...messageView(world, { ...message, channelId: linkedChannelId ?? message.channelId }),
    lobby_id: message.channelId,
    ...(additionalName === undefined ? {} : { lobby_member: { additional_name: additionalName } }),
    ...(moderation === undefined ? {} : { moderation_metadata: moderation }),
  };
}
