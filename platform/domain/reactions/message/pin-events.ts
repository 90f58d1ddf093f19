import { GatewayEvent } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import { lastPinTimestamp } from "../../views/channel-ends.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";
import { messageUpdate } from "./message-update.js";
import { placeFields, toPlace } from "./place-reach.js";

/** The message, and when the newest pin was made. */
export function pinChanged(world: World, { place, message }: FactOf<"pinChanged">): Dispatch[] {
  const last_pin_timestamp = lastPinTimestamp(world, place.channel.id);
  const pins = { ...placeFields(place), last_pin_timestamp };
  return [
    messageUpdate(world, place, message),
    dispatch(GatewayEvent.ChannelPinsUpdate, pins, toPlace(world, place)),
  ];
}
