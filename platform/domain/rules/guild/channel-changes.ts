import { AuditLogEvent, type Snowflake } from "sdkpp/wire";
import { channelOf, ChannelType, type Channel, type Guild } from "../../records/guild/guild.js";
import { channelView } from "../../views/guild/channel.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { PlacedChannel } from "../../world/guild/placed-channel.js";
import type { Actor } from "../../world/oauth2/actor.js";
import { auditChanges, audited } from "../audit.js";
import type { Fact } from "../../facts/facts.js";

/** Writes a changed channel, with those that follow it. @returns a fact for each that has changed */
export function writeChannel(world: GuildWorld, { guild, channel }: PlacedChannel, after: Channel): Fact[] {
  const channels = guild.channels.map((one) =>
    one.id === channel.id ? after : followed(one, channel, after),
  );
  return writeChannels(world, guild, channels);
}

/** Writes the channels of a guild. @returns a fact for each that has changed */
export function writeChannels(world: GuildWorld, before: Guild, channels: readonly Channel[]): Fact[] {
  const guild: Guild = { ...before, channels };
  const changed = channels.flatMap((channel): Fact[] => {
    const old = channelOf(before, channel.id);
    return old === undefined || JSON.stringify(old) === JSON.stringify(channel)
      ? []
      : [{ kind: "guildChannelUpdated", placed: { guild, channel }, before: old }];
  });
  if (changed.length > 0) world.guilds.put(guild);
  return changed;
}

/** The entry in the audit log for a channel that was made, changed or deleted; none when nothing that it lists has changed. */
export function channelAudit(
  actor: Actor,
  guild: Guild,
  before: Channel | undefined,
  after: Channel | undefined,
): Fact[] {
  const { ChannelCreate, ChannelUpdate, ChannelDelete } = AuditLogEvent;
  const view = (channel: Channel | undefined) => (channel === undefined ? {} : channelView(guild, channel));
  const changes = auditChanges(view(before), view(after), UNLISTED);
  const action = before === undefined ? ChannelCreate : after === undefined ? ChannelDelete : ChannelUpdate;
  const targetId: Snowflake = (after ?? before)?.id ?? guild.id;
  return changes.length === 0 ? [] : [audited(actor, { guildId: guild.id, action, targetId, changes })];
}

const UNLISTED: ReadonlySet<string> = new Set(["id", "guild_id", "last_message_id", "linked_lobby"]);

/** Outside all categories. */
export function withoutParent({ parentId: _parent, ...channel }: Channel): Channel {
  return channel;
}

/** A channel with the same overwrites as its category keeps them the same. */
function followed(one: Channel, before: Channel, after: Channel): Channel {
  const isSynced =
    before.type === ChannelType.GuildCategory &&
    one.parentId === before.id &&
    JSON.stringify(one.overwrites ?? []) === JSON.stringify(before.overwrites ?? []);
  return isSynced ? { ...one, overwrites: after.overwrites ?? [] } : one;
}
