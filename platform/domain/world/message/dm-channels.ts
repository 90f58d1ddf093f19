import type { Snowflake } from "sdkpp/wire";
import { pairOf, type DmChannel } from "../../records/message/dm-channel.js";
import type { MessageWorld } from "./message-world.js";

export function findDmChannel(world: MessageWorld, left: Snowflake, right: Snowflake): DmChannel | undefined {
  return world.dmChannels.first("pair", pairOf(left, right));
}

export function dmChannelsOf(world: MessageWorld, userId: Snowflake): DmChannel[] {
  return world.dmChannels.listBy("user", userId);
}
