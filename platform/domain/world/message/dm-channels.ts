import type { Snowflake } from "sdkpp/wire";
import { pairOf, type DmChannel } from "../../records/message/dm-channel.js";
import type { World } from "../world.js";

export function findDmChannel(world: World, left: Snowflake, right: Snowflake): DmChannel | undefined {
  return world.dmChannels.first("pair", pairOf(left, right));
}

export function dmChannelsOf(world: World, userId: Snowflake): DmChannel[] {
  return world.dmChannels.listBy("user", userId);
}
