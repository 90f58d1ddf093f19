import { GUILD_CHANNELS_MAX, Permission, type Snowflake } from "sdkpp/wire";
import {
  channelOf,
  ChannelType,
  type Channel,
  type Guild,
  type Overwrite,
} from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import { guildChannelView } from "../../views/guild/guild-channel.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { PlacedChannel } from "../../world/guild/placed-channel.js";
import type { LobbyWorld } from "../../world/lobby/lobby-world.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { IdsPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { Fact } from "../../facts/facts.js";
import { invalidField, missingPermissions } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { findChannel, findGuildAs, hasAll } from "../guild-access.js";
import { channelAudit, withoutParent, writeChannel, writeChannels } from "./channel-changes.js";
import { mayOverwrite, storedOverwrite } from "./channel-overwrites.js";
import { managing, withSettings, type ChannelSettings } from "./channel-settings.js";
import { tooManyChannels } from "./faults.js";

type Touched = GuildWorld & UserWorld & LobbyWorld & MessageWorld & IdsPort;
type View = Record<string, unknown>;

/** Settings of a new channel in a request. */
export interface NewChannelSettings extends ChannelSettings {
  readonly name: string;
  readonly type: number;
}

/** `POST /guilds/{id}/channels`: below all others; without overwrites of its own it has those of its category. */
export function createChannel(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  settings: NewChannelSettings,
): Result<View> {
  const before = findGuildAs(world, actor, guildId, Permission.ManageChannels);
  if (before instanceof Fault) return before;
  if (before.channels.length >= GUILD_CHANNELS_MAX) return tooManyChannels();
  const last = Math.max(-1, ...before.channels.map(({ position }) => position));
  const { type, name } = settings;
  const plain = { id: world.ids.next(), type, name, position: last + 1, userLimit: 0 };
  const made = withSettings(before, plain, settings);
  if (made instanceof Fault) return made;
  const inherited = channelOf(before, made.parentId ?? "")?.overwrites ?? [];
  const overwrites = overwritesFrom(world, actor, { guild: before, channel: made }, settings);
  if (overwrites instanceof Fault) return overwrites;
  const channel: Channel = { ...made, overwrites: overwrites ?? inherited };
  const guild: Guild = { ...before, channels: [...before.channels, channel] };
  world.guilds.put(guild);
  const placed = { guild, channel };
  const facts: Fact[] = [{ kind: "guildChannelCreated", placed }];
  return done(guildChannelView(world, placed), [...facts, ...channelAudit(actor, guild, undefined, channel)]);
}

/** `PATCH /channels/{id}`: overwrites need the permission to manage roles as well. */
export function updateChannel(
  world: Touched,
  actor: Actor,
  channelId: Snowflake,
  settings: ChannelSettings,
): Result<View> {
  const placed = findManaged(world, actor, channelId);
  if (placed instanceof Fault) return placed;
  const { guild, channel } = placed;
  const fault = parentPermissionFault(placed, actor, settings);
  if (fault !== undefined) return fault;
  const overwrites = overwritesFrom(world, actor, placed, settings);
  if (overwrites instanceof Fault) return overwrites;
  const settled = withSettings(guild, channel, settings);
  if (settled instanceof Fault) return settled;
  const after = overwrites === undefined ? settled : { ...settled, overwrites };
  const facts = writeChannel(world, placed, after);
  const entries = facts.length === 0 ? [] : channelAudit(actor, guild, channel, after);
  return done(guildChannelView(world, { guild, channel: after }), [...facts, ...entries]);
}

/** `DELETE /channels/{id}`: channels of a deleted category stay. */
export function deleteChannel(world: Touched, actor: Actor, channelId: Snowflake): Result<View> {
  const placed = findManaged(world, actor, channelId);
  if (placed instanceof Fault) return placed;
  const { guild, channel } = placed;
  const view = guildChannelView(world, placed);
  const rest = guild.channels.filter(({ id }) => id !== channelId);
  const bare = withoutSpecial({ ...guild, channels: rest }, channelId);
  world.guilds.put(bare);
  const orphans = rest.map((one) => (one.parentId === channelId ? withoutParent(one) : one));
  const updates = writeChannels(world, bare, orphans);
  const facts: Fact[] = [{ kind: "guildChannelDeleted", placed }, ...updates];
  return done(view, [...facts, ...channelAudit(actor, guild, channel, undefined)]);
}

/** A guild in which the channel has no special use. */
function withoutSpecial(guild: Guild, channelId: Snowflake): Guild {
  const special: ReadonlySet<string> = new Set(SPECIAL);
  // The store keeps no undefined fields.
  return Object.fromEntries(
    Object.entries(guild).filter(([name, value]) => !special.has(name) || value !== channelId),
  ) as unknown as Guild;
}

/** The fields of a guild that name one of its channels. */
const SPECIAL = [
  "afkChannelId",
  "systemChannelId",
  "rulesChannelId",
  "publicUpdatesChannelId",
  "safetyAlertsChannelId",
] as const satisfies readonly (keyof Guild)[];

/** A channel that the actor sees and may manage. */
function findManaged(world: GuildWorld, actor: Actor, channelId: Snowflake): PlacedChannel | Fault {
  const placed = findChannel(world, actor, channelId);
  if (placed instanceof Fault) return placed;
  const { guild, channel } = placed;
  return mayIn(guild, channel, actor.user.id, managing(channel)) ? placed : missingPermissions();
}

/** Into a category, and out of one, only those move a channel who may manage channels there. */
function parentPermissionFault(
  { guild, channel }: PlacedChannel,
  { user }: Actor,
  { parentId }: ChannelSettings,
): Fault | undefined {
  if (parentId === undefined || parentId === (channel.parentId ?? null)) return undefined;
  const goal = parentId === null ? undefined : channelOf(guild, parentId);
  const isAllowed =
    goal?.type === ChannelType.GuildCategory
      ? mayIn(guild, goal, user.id, Permission.ManageChannels)
      : hasAll(guild, user.id, Permission.ManageChannels);
  return isAllowed ? undefined : missingPermissions();
}

/** The overwrites that a request names; undefined when it names none. */
function overwritesFrom(
  world: Touched,
  actor: Actor,
  placed: PlacedChannel,
  { overwrites }: ChannelSettings,
): Overwrite[] | undefined | Fault {
  if (overwrites === undefined) return undefined;
  const distinct = new Map(overwrites.map((one) => [one.id, one]));
  const stored = [...distinct.values()].map((one) => storedOverwrite(world, placed.guild, one));
  const known = stored.flatMap((one) => one ?? []);
  const mayManage = hasAll(placed.guild, actor.user.id, Permission.ManageRoles);
  if (!mayManage || !mayOverwrite(placed, actor, known)) return missingPermissions();
  if (known.length === stored.length) return known;
  return invalidField("permission_overwrites", "UNKNOWN_OVERWRITE", "No role and no user has such an id.");
}
