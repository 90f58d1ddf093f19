import { GatewayEvent } from "sdkpp/wire";
import type { Message } from "../../records/message/message.js";
import type { FactOf } from "../../rules/facts.js";
import { directMessageView } from "../../views/message/direct-message.js";
import { guildMessageView } from "../../views/message/guild-message.js";
import { pinTime } from "../../views/message/pin.js";
import type { ChannelPlace } from "../../world/message/channel-place.js";
import { lastPinnedAt } from "../../world/message/pins.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";
import { placeFields, toPlace } from "./place-reach.js";

/** The message, and when the newest pin was made. */
export function pinChanged(world: World, { place, message }: FactOf<"pinChanged">): Dispatch[] {
  const at = lastPinnedAt(world, place.channel.id);
  const pins = { ...placeFields(place), last_pin_timestamp: at === null ? null : pinTime(at) };
  const reach = toPlace(world, place);
  return [
    dispatch(GatewayEvent.MessageUpdate, updated(world, place, message), reach),
    dispatch(GatewayEvent.ChannelPinsUpdate, pins, reach),
  ];
}

/** Without moderation, which only the application that judged it sees. */
function updated(world: World, place: ChannelPlace, { moderation: _moderation, ...message }: Message) {
  return place.kind === "guild"
    ? guildMessageView(world, place, message)
    : directMessageView(world, message, message.applicationId);
}
