import { Permission, type Snowflake } from "sdkpp/wire";
import type { Guild } from "../records/guild/guild.js";
import { isThread } from "../records/guild/thread-channel.js";
import { guildPermissions, mayIn } from "../records/guild/permissions.js";
import type { User } from "../records/user/user.js";
import type { GuildWorld } from "../world/guild/guild-world.js";
import { ownGuild } from "../world/guild/guilds.js";
import { placedChannel, placedThread, type PlacedChannel } from "../world/guild/placed-channel.js";
import type { Actor } from "../world/oauth2/actor.js";
import type { UserWorld } from "../world/user/user-world.js";
import {
  missingAccess,
  missingPermissions,
  unknownChannel,
  unknownGuild,
  unknownMember,
  wrongChannelType,
} from "./faults.js";
import { Fault } from "./outcome.js";

/** A guild with one of its members. */
export interface FoundMember {
  readonly guild: Guild;
  readonly user: User;
}

/** A guild of the actor. For who is in no guild there is none. */
export function findGuild(world: GuildWorld, actor: Actor, guildId: Snowflake): Guild | Fault {
  return ownGuild(world, actor, guildId) ?? unknownGuild();
}

/** A guild in which the actor has all of these permissions. */
export function findGuildAs(
  world: GuildWorld,
  actor: Actor,
  guildId: Snowflake,
  needed: bigint,
): Guild | Fault {
  const guild = findGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  return hasAll(guild, actor.user.id, needed) ? guild : missingPermissions();
}

/** A member of a guild of the actor. */
export function findMember(
  world: GuildWorld & UserWorld,
  actor: Actor,
  guildId: Snowflake,
  userId: Snowflake,
): FoundMember | Fault {
  const guild = findGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  const user = guild.memberIds.includes(userId) ? world.users.get(userId) : undefined;
  return user === undefined ? unknownMember() : { guild, user };
}

/** Whether a member may do all of these in the guild. */
export function hasAll(guild: Guild, userId: Snowflake, needed: bigint): boolean {
  return (guildPermissions(guild, userId) & needed) === needed;
}

/** A guild's channel that the actor sees, and not one of its threads. */
export function findChannel(world: GuildWorld, actor: Actor, channelId: Snowflake): PlacedChannel | Fault {
  const placed = placedChannel(world, channelId) ?? placedThread(world, channelId);
  if (placed === undefined) return unknownChannel();
  if (!mayIn(placed.guild, placed.channel, actor.user.id, Permission.ViewChannel)) return missingAccess();
  return isThread(placed.channel) ? wrongChannelType() : placed;
}
