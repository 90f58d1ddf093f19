import { GatewayEvent } from "sdkpp/wire";
import { otherOf } from "../../records/message/dm-channel.js";
import type { FactOf } from "../../facts/facts.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";
import { guildTypingStarted } from "./guild-message-events.js";

/** TYPING_START to the others in the channel. */
export function typingStarted(world: World, { place, userId }: FactOf<"typingStarted">): Dispatch[] {
  if (place.kind === "guild") return [guildTypingStarted(world, place, userId)];
  const timestamp = Math.floor(world.clock.now() / 1000);
  const d = { channel_id: place.channel.id, user_id: userId, timestamp };
  return [
    dispatch(GatewayEvent.TypingStart, d, { to: "accounts", userIds: [otherOf(place.channel, userId)] }),
  ];
}
