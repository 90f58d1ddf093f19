import { GatewayEvent } from "sdkpp/wire";
import type { Fact, FactOf } from "../../facts/facts.js";
import { showTag } from "../../rules/user/users.js";
import { removeInstallations } from "../../world/application/installations.js";
import { dropLater } from "../../world/message/dropped-channels.js";
import type { World } from "../../world/world.js";
import { dispatch, type PlatformEvent } from "../events.js";
import { listeningMembers } from "./connected-members.js";
import { dropGuild } from "./dropped-guilds.js";

type Deleted = FactOf<"guildDeleted">;

/** All members lose the guild at once, and hear nothing of how it ends. */
export function guildDeleted(world: World, { guild }: Deleted): PlatformEvent[] {
  const guildId = guild.id;
  return [
    dispatch(GatewayEvent.GuildDelete, { id: guildId }, { to: "guild", guildId }),
    ...listeningMembers(world, guild).map((userId): PlatformEvent => ({
      kind: "guild.left",
      guildId,
      userId,
    })),
  ];
}

/** Channels go with their server, and with them their calls, stages, activities, invites and webhooks. */
export function loseChannels(_world: World, { guild }: Deleted): Fact[] {
  return guild.channels.map((channel) => ({ kind: "guildChannelLost", placed: { guild, channel } }));
}

/** The tag goes with its server. */
export function dropTags(world: World, { guild }: Deleted): Fact[] {
  if (guild.tag === undefined) return [];
  const shows = (userId: string) => world.users.get(userId)?.primaryGuild?.guildId === guild.id;
  return guild.memberIds.filter(shows).flatMap((userId) => showTag(world, userId, undefined));
}

export function endInstallations(world: World, { guild }: Deleted): Fact[] {
  removeInstallations(world, guild.id);
  return [];
}

/** Messages, threads and the server's other records are too many for one turn, and nobody reaches them any more. */
export function dropRecords(world: World, { guild }: Deleted): Fact[] {
  for (const { id } of guild.channels) dropLater(world, id);
  dropGuild(world, guild);
  return [];
}
