import { Permission, type Snowflake } from "sdkpp/wire";
import { channelOf, ChannelType, type Channel, type Guild } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import { invalidField, missingAccess, missingPermissions, unknownChannel } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { findGuild, hasAll } from "../guild-access.js";
import { channelAudit, withoutParent, writeChannels } from "./channel-changes.js";
import { oneParentAtATime } from "./faults.js";

/** The new position of a channel. */
export interface ChannelMove {
  readonly channelId: Snowflake;
  readonly position?: number | undefined;
  /** null: out of its category */
  readonly parentId?: Snowflake | null | undefined;
  /** Whether it takes over the overwrites of its new category. */
  readonly isSynced: boolean;
}

/** `PATCH /guilds/{id}/channels`: any number of places, and one category. */
export function moveChannels(
  world: GuildWorld,
  actor: Actor,
  guildId: Snowflake,
  moves: readonly ChannelMove[],
): Result<undefined> {
  const guild = findGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  const fault = moveFault(guild, actor.user.id, moves);
  if (fault !== undefined) return fault;
  const channels = guild.channels.map((channel) =>
    moves
      .filter(({ channelId }) => channelId === channel.id)
      .reduce((one, move) => moved(guild, one, move), channel),
  );
  const facts = writeChannels(world, guild, channels);
  const entries = channels.flatMap((after) => channelAudit(actor, guild, channelOf(guild, after.id), after));
  return done(undefined, [...facts, ...entries]);
}

function moveFault(guild: Guild, userId: Snowflake, moves: readonly ChannelMove[]): Fault | undefined {
  const found = moves.map((move) => ({ move, channel: channelOf(guild, move.channelId) }));
  if (found.some(({ channel }) => channel === undefined)) return unknownChannel();
  for (const { move, channel } of found) {
    const fault = channel && permissionFault(guild, userId, channel, move);
    if (fault !== undefined) return fault;
  }
  const rehomed = found.filter(({ move, channel }) => channel !== undefined && changesParent(channel, move));
  if (new Set(rehomed.map(({ move }) => move.channelId)).size > 1) return oneParentAtATime();
  const isWrong = rehomed.some(
    ({ move: { parentId }, channel }) =>
      parentId != null &&
      (channelOf(guild, parentId)?.type !== ChannelType.GuildCategory ||
        channel?.type === ChannelType.GuildCategory),
  );
  return isWrong
    ? invalidField("parent_id", "CHANNEL_PARENT_INVALID", "Not a category that this channel can be in.")
    : undefined;
}

/** A place needs the permission in the guild or in the category; another category needs to see the channel as well. */
function permissionFault(
  guild: Guild,
  userId: Snowflake,
  channel: Channel,
  move: ChannelMove,
): Fault | undefined {
  const { ManageChannels, ManageRoles, ViewChannel } = Permission;
  const manages = (parentId: Snowflake | null | undefined): boolean => {
    const category = parentId == null ? undefined : channelOf(guild, parentId);
    return (
      hasAll(guild, userId, ManageChannels) ||
      (category !== undefined && mayIn(guild, category, userId, ManageChannels))
    );
  };
  if (!manages(channel.parentId)) return missingPermissions();
  if (!changesParent(channel, move)) return undefined;
  if (!mayIn(guild, channel, userId, ViewChannel)) return missingAccess();
  const needed = ManageChannels | (move.isSynced ? ManageRoles : 0n);
  return mayIn(guild, channel, userId, needed) && manages(move.parentId) ? undefined : missingPermissions();
}

function changesParent(channel: Channel, { parentId }: ChannelMove): boolean {
  return parentId !== undefined && parentId !== (channel.parentId ?? null);
}

function moved(guild: Guild, channel: Channel, move: ChannelMove): Channel {
  const placed = move.position === undefined ? channel : { ...channel, position: move.position };
  if (!changesParent(channel, move)) return placed;
  const free = withoutParent(placed);
  const category = move.parentId == null ? undefined : channelOf(guild, move.parentId);
  if (category === undefined) return free;
  const rehomed = { ...free, parentId: category.id };
  return move.isSynced ? { ...rehomed, overwrites: category.overwrites ?? [] } : rehomed;
}
