import { GatewayEvent } from "sdkpp/wire";
import type { Message } from "../../records/message/message.js";
import { directMessageView } from "../../views/message/direct-message.js";
import { guildMessageView } from "../../views/message/guild-message.js";
import type { ChannelPlace } from "../../world/message/channel-place.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";
import { toPlace } from "./place-reach.js";

/** MESSAGE_UPDATE of a message that shows something else now though its text is the same. */
export function messageUpdate(
  world: World,
  place: ChannelPlace,
  // The verdict is for the application that judged the message.
  { moderation: _moderation, ...message }: Message,
): Dispatch {
  const d =
    place.kind === "guild"
      ? guildMessageView(world, place, message)
      : directMessageView(world, message, message.applicationId);
  return dispatch(GatewayEvent.MessageUpdate, d, toPlace(world, place));
}
