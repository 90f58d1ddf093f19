import type { Snowflake } from "sdkpp/wire";
import { channelOf, type Channel, type Guild } from "../../records/guild/guild.js";
import type { GuildWorld } from "./guild-world.js";

/** A channel with its guild. */
export interface PlacedChannel {
  readonly guild: Guild;
  readonly channel: Channel;
}

/** A guild's channel by its id. */
export function placedChannel(world: GuildWorld, channelId: Snowflake): PlacedChannel | undefined {
  const guild = world.guilds.first("channel", channelId);
  const channel = guild && channelOf(guild, channelId);
  return guild === undefined || channel === undefined ? undefined : { guild, channel };
}
