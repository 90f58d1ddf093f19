import {
  GatewayCapability,
  GatewayEvent,
  GatewayIntent,
  Permission,
  Scope,
  type GatewayLobbyPayload,
  type PresencePayload,
  type Snowflake,
  type UserPayload,
} from "sdkpp/wire";
import { flagsOf } from "../domain/views/oauth2/application.js";
import { mayIn } from "../domain/records/guild/permissions.js";
import { threadOfGuild } from "../domain/views/thread/thread.js";
import { activeThreadsIn, type PlacedChannel } from "../domain/world/guild/placed-channel.js";
import type { Guild } from "../domain/records/guild/guild.js";
import { countedEventView } from "../domain/views/scheduled-event/scheduled-event.js";
import { stageInstanceView } from "../domain/views/stage-instance/stage-instance.js";
import { openEvents, seesEvent } from "../domain/world/scheduled-event/visible-events.js";
import { visibleStages } from "../domain/world/stage-instance/visible-stages.js";
import { guildCreateView } from "../domain/views/guild/guild.js";
import { profilesByUser } from "../domain/views/user/application-identity.js";
import { guildChannelView, hiddenChannelView } from "../domain/views/guild/guild-channel.js";
import { gatewayLobbyView } from "../domain/views/lobby/gateway-lobby.js";
import { staticSessionId } from "../domain/world/oauth2/auth-session.js";
import { lobbiesOf } from "../domain/world/lobby/lobbies.js";
import { hasIntent } from "../domain/world/presence/listener.js";
import { guildPresenceView } from "../domain/views/presence/presence.js";
import { sessionsView } from "../domain/views/presence/sessions.js";
import type { User } from "../domain/records/user/user.js";
import { ownUserView } from "../domain/views/user/user.js";
import { voiceStatesOf } from "../domain/views/voice/voice-state.js";
import type { World } from "../domain/world/world.js";
import { deduplicated, privateChannels } from "./ready-channels.js";
import { socialReady } from "./ready-social.js";
import type { GatewaySession, SessionIdentity } from "./session.js";

/** A game's session needs one of these to receive its user's guilds. */
const GUILD_NAMES = GatewayIntent.Guilds | GatewayIntent.GuildNamesOnly;

/** Fields of READY that are not part of the world. */
export interface ReadyDetails {
  readonly resumeUrl: string;
  /** Minimum version of end-to-end encryption that calls require; 0: calls do not require it. */
  readonly protocolFloor: number;
  /** Names of the SDK's functions. */
  readonly disabledFunctions: readonly string[];
}

/** Sends a new session its initial state: READY and the events that follow it (G§5). */
export function sendReady(world: World, session: GatewaySession, details: ReadyDetails): void {
  if (session.identity.isBot) sendBotReady(world, session, details);
  else sendOAuthReady(world, session, details);
}

function sendBotReady(world: World, session: GatewaySession, { resumeUrl }: ReadyDetails): void {
  const { identity } = session;
  const guilds = guildsOf(world, identity);
  session.dispatch(GatewayEvent.Ready, {
    ...commonReady(identity, resumeUrl),
    guilds: guilds.map((guild) => ({ id: guild.id, unavailable: true })),
    private_channels: [],
    relationships: [],
    presences: [],
    ...(identity.shard === undefined ? {} : { shard: identity.shard }),
  });
  for (const guild of guilds) sendGuild(world, session, guild);
}

/** Sends a guild that is new to a session: bots receive all of it, games its name, as in READY. */
export function sendGuild(world: World, session: GatewaySession, guild: Guild): void {
  const { identity } = session;
  if (!hasIntent(identity, identity.isBot ? GatewayIntent.Guilds : GUILD_NAMES)) return;
  const shown = identity.isBot ? guildCreate(world, guild, identity) : guildName(guild);
  session.dispatch(GatewayEvent.GuildCreate, shown);
}

function sendOAuthReady(world: World, session: GatewaySession, details: ReadyDetails): void {
  const { identity } = session;
  const lobbies = lobbyPayloads(world, identity);
  const guilds = guildNames(world, identity);
  const isDeduplicated = hasCapability(identity, GatewayCapability.DedupeUserObjects);
  const isSplit = isDeduplicated && hasCapability(identity, GatewayCapability.PrioritizedReadyPayload);
  const social = socialReady(world, identity, isDeduplicated);
  const channels = privateChannels(world, identity);
  const partners = channels.flatMap((channel) => channel.recipients);
  const users = usersOf(lobbies, [...social.users, ...partners], identity.userId);
  const hasLobbies = hasCapability(identity, GatewayCapability.AutoLobbyConnect);
  session.dispatch(GatewayEvent.Ready, {
    ...commonReady(identity, details.resumeUrl),
    ...oauthReady(world, identity, details),
    user_application_profiles: applicationProfiles(world, identity, users),
    relationships: social.relationships,
    game_relationships: social.gameRelationships,
    presences: isDeduplicated ? [] : social.presences,
    private_channels: isDeduplicated ? channels.map(deduplicated) : channels,
    users: isDeduplicated ? users : [],
    guilds,
    ...(isDeduplicated
      ? {
          merged_members: guilds.map(() => []),
          merged_presences: mergedPresences(isSplit ? [] : social.presences, guilds),
        }
      : {}),
    ...(hasLobbies ? { lobbies } : {}),
  });
  if (isSplit) session.dispatch(GatewayEvent.ReadySupplemental, supplemental(guilds, social.presences));
  if (!hasLobbies) for (const lobby of lobbies) session.dispatch(GatewayEvent.LobbyCreate, lobby);
}

function commonReady(identity: SessionIdentity, resumeUrl: string): Record<string, unknown> {
  const { actor, sessionId, version } = identity;
  const { id, name, parentId } = actor.application;
  return {
    v: version,
    user: ownUserView(actor.user, identity.isBot ? undefined : actor.scopes),
    session_id: sessionId,
    resume_gateway_url: resumeUrl,
    application: {
      id,
      ...flagsOf(actor.application),
      name,
      ...(parentId === undefined ? {} : { parent_id: parentId }),
    },
    _trace: ["sdkpp-platform"],
  };
}

function oauthReady(
  world: World,
  identity: SessionIdentity,
  { disabledFunctions, protocolFloor }: ReadyDetails,
): Record<string, unknown> {
  return {
    session_type: "oauth",
    sessions: sessionsView(world, identity.userId, identity.sessionId),
    scopes: [...identity.scopes],
    connected_accounts: [],
    feature_flags: { disabled_functions: disabledFunctions, disabled_gateway_events: [] },
    av_sf_protocol_floor: protocolFloor,
    static_client_session_id: staticSessionId(world, identity.actor.authSession),
    geo_ordered_rtc_regions: ["local"],
    country_code: "ZZ",
    analytics_token: "",
    auth: {},
  };
}

function supplemental(
  guilds: readonly { id: Snowflake }[],
  presences: readonly PresencePayload[],
): Record<string, unknown> {
  return {
    guilds: guilds.map(({ id }) => ({ id, voice_states: [], activity_instances: [] })),
    merged_members: guilds.map(() => []),
    merged_presences: mergedPresences(presences, guilds),
    lazy_private_channels: [],
    disclose: [],
    game_invites: [],
  };
}

function mergedPresences(friends: readonly PresencePayload[], guilds: readonly unknown[]) {
  return { friends, guilds: guilds.map(() => []) };
}

function lobbyPayloads(world: World, identity: SessionIdentity): GatewayLobbyPayload[] {
  if (!identity.scopes.has(Scope.LobbiesWrite) || !hasIntent(identity, GatewayIntent.Lobbies)) return [];
  return lobbiesOf(world, identity.applicationId, identity.userId).map((lobby) =>
    gatewayLobbyView(world, lobby),
  );
}

function usersOf(
  lobbies: readonly GatewayLobbyPayload[],
  others: readonly UserPayload[],
  self: Snowflake,
): UserPayload[] {
  const met = lobbies.flatMap((lobby) => lobby.members).map(({ user }) => user);
  const users = new Map([...met, ...others].map((user) => [user.id, user]));
  users.delete(self);
  return [...users.values()];
}

/** Profiles of all users in READY, the session's own user first. */
function applicationProfiles(world: World, identity: SessionIdentity, users: readonly UserPayload[]) {
  if (!identity.scopes.has(Scope.ApplicationIdentitiesWrite)) return {};
  const userIds = [identity.userId, ...users.map(({ id }) => id)];
  return profilesByUser(world, identity.applicationId, userIds);
}

function guildNames(world: World, identity: SessionIdentity): { id: Snowflake; name: string }[] {
  return hasIntent(identity, GUILD_NAMES) ? guildsOf(world, identity).map(guildName) : [];
}

function guildName({ id, name }: Guild): { id: Snowflake; name: string } {
  return { id, name };
}

function guildsOf(world: World, identity: SessionIdentity): Guild[] {
  return [...identity.guildIds].flatMap((id) => world.guilds.get(id) ?? []);
}

function guildCreate(world: World, guild: Guild, identity: SessionIdentity): Record<string, unknown> {
  const voiceStates = voiceStatesOf(world, guild.id);
  const isLarge = guild.memberIds.length > identity.largeThreshold;
  const seesPresences = hasIntent(identity, GatewayIntent.GuildPresences);
  const presences = seesPresences ? guildPresences(world, guild) : [];
  const present = [
    identity.userId,
    ...voiceStates.map((state) => state.user_id),
    ...presences.flatMap(({ user }) => user?.id ?? []),
  ];
  // Without that intent a bot asks for the members, whatever their number.
  const shown = seesPresences && !isLarge ? guild.memberIds : new Set(present);
  const members: User[] = [...shown].flatMap((id) => world.users.get(id) ?? []);
  return {
    ...guildCreateView(world, guild, { members, isLarge }, voiceStates),
    guild_scheduled_events: openEvents(world, guild.id)
      .filter((event) => seesEvent(guild, identity.userId, event))
      .map((event) => countedEventView(world, event)),
    stage_instances: visibleStages(world, guild, identity.userId).map(stageInstanceView),
    threads: activeThreadsIn(world, guild)
      .filter(({ channel }) => mayIn(guild, channel, identity.userId, Permission.ViewChannel))
      .map(({ channel }) => threadOfGuild(world, channel.thread, identity.userId)),
    channels: guild.channels.map((channel) => channelFor(world, identity, { guild, channel })),
    presences,
  };
}

/** A channel that the session's user does not see is hidden if the session asked for that (H§9.2). */
function channelFor(world: World, { hidesChannels, userId }: SessionIdentity, placed: PlacedChannel) {
  const isHidden =
    hidesChannels === true && !mayIn(placed.guild, placed.channel, userId, Permission.ViewChannel);
  return isHidden ? hiddenChannelView(placed) : guildChannelView(world, placed);
}

/** Presences of the members who are not offline. */
function guildPresences(world: World, guild: Guild): PresencePayload[] {
  return guild.memberIds
    .map((id) => guildPresenceView(world, guild.id, id))
    .filter(({ status }) => status !== "offline");
}

function hasCapability(identity: SessionIdentity, capability: number): boolean {
  return (identity.capabilities & capability) !== 0;
}
