import {
  Permission,
  USER_GUILDS_PAGE_MAX,
  type GuildChannelPayload,
  type LinkableChannelPayload,
  type Snowflake,
  type UserGuildPayload,
} from "sdkpp/wire";
import type { Actor } from "../actor.js";
import { guildPermissions, mayIn } from "./guild-permissions.js";
import type { Guild } from "./guild.js";
import { unknownGuild } from "../faults.js";
import { isLinkable, isOpenToAllMembers } from "../lobby/linkable-channel.js";
import { guildChannelView } from "../lobby/lobby-link.js";
import type { PlacedChannel } from "./placed-channel.js";
import { done, type Result } from "../outcome.js";
import { guildPresenceView } from "../presence/presence.js";
import type { World } from "../world.js";

/** From when on bots, too, are not told of channels that they do not see (2026-11-16). */
const HIDDEN_CHANNELS_OMITTED_FROM = Date.UTC(2026, 10, 16);

/** Which part of a user's guilds is asked for. */
export interface GuildPage {
  /** Only guilds with smaller ids; of those the largest. */
  readonly before?: Snowflake | undefined;
  /** Only guilds with larger ids; of those the smallest. Where both are given this one counts. */
  readonly after?: Snowflake | undefined;
  readonly limit?: number;
  readonly withCounts?: boolean;
}

/** `GET /users/@me/guilds`: in the order of their ids. */
export function listGuilds(world: World, actor: Actor, page: GuildPage): Result<UserGuildPayload[]> {
  const { before, after, limit = USER_GUILDS_PAGE_MAX, withCounts = false } = page;
  const guilds = world.guilds
    .listBy("member", actor.user.id)
    .toSorted((left, right) => (BigInt(left.id) < BigInt(right.id) ? -1 : 1));
  const isBackwards = before !== undefined && after === undefined;
  const within = guilds.filter(({ id }) =>
    isBackwards ? BigInt(id) < BigInt(before) : BigInt(id) > BigInt(after ?? 0),
  );
  const shown = isBackwards ? within.slice(-limit) : within.slice(0, limit);
  return done(shown.map((guild) => userGuildView(world, guild, actor.user.id, withCounts)));
}

/**
 * `GET /guilds/{id}/channels`: for members. Users are never told of channels that they do not see; bots were, until
 * a day.
 * @param withLinks whether to say which channels the asking user could link to a lobby
 */
export function listGuildChannels(
  world: World,
  actor: Actor,
  guildId: Snowflake,
  withLinks: boolean,
): Result<(GuildChannelPayload | LinkableChannelPayload)[]> {
  const guild = world.guilds.get(guildId);
  if (guild?.memberIds.includes(actor.user.id) !== true) return unknownGuild();
  const isTold = actor.kind === "bot" && world.clock.now() < HIDDEN_CHANNELS_OMITTED_FROM;
  const channels = guild.channels.filter(
    (channel) => isTold || mayIn(guild, channel, actor.user.id, Permission.ViewChannel),
  );
  return done(
    channels.map((channel) =>
      withLinks
        ? linkableView(world, { guild, channel }, actor.user.id)
        : guildChannelView(world, { guild, channel }),
    ),
  );
}

/** How many members a guild has, and how many of them are not offline. */
export function guildCounts(world: World, guild: Guild) {
  const present = guild.memberIds.filter((id) => guildPresenceView(world, guild.id, id).status !== "offline");
  return {
    approximate_member_count: guild.memberIds.length,
    approximate_presence_count: present.length,
  };
}

function linkableView(world: World, placed: PlacedChannel, userId: Snowflake): LinkableChannelPayload {
  return {
    ...guildChannelView(world, placed),
    is_linkable: isLinkable(world, placed, userId),
    is_viewable_and_writeable_by_all_members: isOpenToAllMembers(placed.guild, placed.channel),
  };
}

function userGuildView(world: World, guild: Guild, userId: Snowflake, withCounts: boolean): UserGuildPayload {
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    banner: null,
    owner: guild.ownerId === userId,
    permissions: String(guildPermissions(guild, userId)),
    features: [],
    ...(withCounts ? guildCounts(world, guild) : {}),
  };
}
