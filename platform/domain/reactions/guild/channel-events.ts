import { GatewayEvent } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import type { World } from "../../world/world.js";
import type { Dispatch } from "../events.js";
import { channelDispatches } from "./channel-dispatches.js";

export function guildChannelCreated(world: World, { placed }: FactOf<"guildChannelCreated">): Dispatch[] {
  return channelDispatches(world, GatewayEvent.ChannelCreate, placed);
}

export function guildChannelUpdated(world: World, { placed }: FactOf<"guildChannelUpdated">): Dispatch[] {
  return channelDispatches(world, GatewayEvent.ChannelUpdate, placed);
}

export function guildChannelDeleted(world: World, { placed }: FactOf<"guildChannelDeleted">): Dispatch[] {
  return channelDispatches(world, GatewayEvent.ChannelDelete, placed);
}
