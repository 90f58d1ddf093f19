import type { Snowflake } from "sdkpp/wire";
import type { Guild } from "../../records/guild/guild.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { threadIn } from "../../world/guild/placed-channel.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { Fact } from "../../facts/facts.js";
import { deleteGuildMessages } from "../posting/changes.js";

/** Deletes what a user wrote in a guild's channels and threads since a time. @param oldest Unix milliseconds */
export function deleteMessagesOf(
  world: MessageWorld & GuildWorld,
  guild: Guild,
  userId: Snowflake,
  oldest: number,
): Fact[] {
  const threads = world.threads.listBy("guild", guild.id);
  const placed = threads.flatMap((thread) => threadIn(world, guild, thread)?.channel ?? []);
  return [...guild.channels, ...placed].flatMap((channel) => {
    const written = world.channelMessages
      .listBy("channel", channel.id)
      .filter(({ authorId, sentAt }) => authorId === userId && sentAt >= oldest);
    return written.length === 0 ? [] : deleteGuildMessages(world, { kind: "guild", guild, channel }, written);
  });
}
