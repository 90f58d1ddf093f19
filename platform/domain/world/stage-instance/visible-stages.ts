import { Permission, type Snowflake } from "sdkpp/wire";
import { channelOf, type Guild } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import type { StageInstance } from "../../records/stage-instance/stage-instance.js";
import type { StageInstanceWorld } from "./stage-instance-world.js";

/** The open stages of a guild in channels that a member sees. */
export function visibleStages(world: StageInstanceWorld, guild: Guild, userId: Snowflake): StageInstance[] {
  return world.stageInstances.listBy("guild", guild.id).filter(({ channelId }) => {
    const channel = channelOf(guild, channelId);
    return channel !== undefined && mayIn(guild, channel, userId, Permission.ViewChannel);
  });
}
