import { GatewayEvent, type Snowflake } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import { memberView } from "../../views/guild/member.js";
import { userView } from "../../views/user/user.js";
import type { World } from "../../world/world.js";
import { dispatch, type PlatformEvent, type Reach } from "../events.js";

/** The user's own sessions learn of the guild before others hear of the new member. */
export function guildMemberAdded(world: World, { guild, user }: FactOf<"guildMemberAdded">): PlatformEvent[] {
  const d = { ...memberView(world, guild, user), guild_id: guild.id };
  return [
    { kind: "guild.joined", guildId: guild.id, userId: user.id },
    dispatch(GatewayEvent.GuildMemberAdd, d, others(guild.id, user.id)),
  ];
}

export function guildMemberUpdated(
  world: World,
  { guild, user }: FactOf<"guildMemberUpdated">,
): PlatformEvent[] {
  const d = { ...memberView(world, guild, user), guild_id: guild.id };
  return [dispatch(GatewayEvent.GuildMemberUpdate, d, { to: "guild", guildId: guild.id })];
}

/** The others lose a member; the user's own sessions lose the guild, and hear no more of it. */
export function guildMemberRemoved(
  _world: World,
  { guild, user }: FactOf<"guildMemberRemoved">,
): PlatformEvent[] {
  const guildId = guild.id;
  const d = { guild_id: guildId, user: userView(user) };
  return [
    dispatch(GatewayEvent.GuildMemberRemove, d, others(guildId, user.id)),
    dispatch(GatewayEvent.GuildDelete, { id: guildId }, { to: "guild", guildId, only: [user.id] }),
    { kind: "guild.left", guildId, userId: user.id },
  ];
}

function others(guildId: Snowflake, userId: Snowflake): Reach {
  return { to: "guild", guildId, except: userId };
}
