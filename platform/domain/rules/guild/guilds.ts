import {
  Permission,
  USER_GUILDS_PAGE_MAX,
  type GuildChannelPayload,
  type LinkableChannelPayload,
  type Snowflake,
  type UserGuildPayload,
} from "sdkpp/wire";
import { compareIds } from "../../records/compare-ids.js";
import { mayIn } from "../../records/guild/permissions.js";
import { guildChannelView } from "../../views/guild/guild-channel.js";
import { userGuildView } from "../../views/guild/guild-summary.js";
import { linkableChannelView } from "../../views/guild/linkable-channel.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { LobbyWorld } from "../../world/lobby/lobby-world.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { ClockPort } from "../../world/ports.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { done, Fault, type Result } from "../outcome.js";
import { findGuild } from "../guild-access.js";

/** The slices of the world that these rules use. */
type Touched = LobbyWorld &
  MessageWorld &
  GuildWorld &
  UserWorld &
  PresenceWorld &
  ApplicationWorld &
  ClockPort;

/** From then on bots, too, get only channels that they see (2026-11-16). */
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
export function listGuilds(world: Touched, actor: Actor, page: GuildPage): Result<UserGuildPayload[]> {
  const { before, after, limit = USER_GUILDS_PAGE_MAX, withCounts = false } = page;
  const guilds = world.guilds
    .listBy("member", actor.user.id)
    .toSorted((left, right) => compareIds(left.id, right.id));
  const isBackwards = before !== undefined && after === undefined;
  const within = guilds.filter(({ id }) =>
    isBackwards ? BigInt(id) < BigInt(before) : BigInt(id) > BigInt(after ?? 0),
  );
  const shown = isBackwards ? within.slice(-limit) : within.slice(0, limit);
  return done(shown.map((guild) => userGuildView(world, guild, actor.user.id, withCounts)));
}

/**
 * `GET /guilds/{id}/channels`: for members. Users get only channels that they see; bots get all of
 * them until a date.
 * @param withLinks whether to say which channels the asking user could link to a lobby
 */
export function listGuildChannels(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  withLinks: boolean,
): Result<(GuildChannelPayload | LinkableChannelPayload)[]> {
  const guild = findGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  const seesAll = actor.kind === "bot" && world.clock.now() < HIDDEN_CHANNELS_OMITTED_FROM;
  const channels = guild.channels.filter(
    (channel) => seesAll || mayIn(guild, channel, actor.user.id, Permission.ViewChannel),
  );
  return done(
    channels.map((channel) =>
      withLinks
        ? linkableChannelView(world, { guild, channel }, actor.user.id)
        : guildChannelView(world, { guild, channel }),
    ),
  );
}
