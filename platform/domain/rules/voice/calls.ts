import { Permission, type Snowflake, VoiceCloseCode } from "sdkpp/wire";
import type { PlatformEvent } from "../../reactions/events.js";
import { closeEvent, permissionOf, serverEvent, stateEvent } from "../../reactions/voice/call-events.js";
import { channelOf, holdsCalls } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import { memberOf } from "../../records/lobby/lobby.js";
import type { Participation } from "../../records/voice/participation.js";
import type { Caller } from "../../world/presence/caller.js";
import type { World } from "../../world/world.js";

/** What op 4 and op 17 say about the user's own switches. */
export interface SelfFlags {
  readonly selfMute: boolean;
  readonly selfDeaf: boolean;
  readonly selfVideo: boolean;
}

export interface GuildVoiceInput extends SelfFlags {
  readonly guildId: Snowflake;
  /** null leaves */
  readonly channelId: Snowflake | null;
}

export interface LobbyVoiceInput extends SelfFlags {
  readonly lobbyId: Snowflake;
}

/** What a join may be told beside the voice state: `host:port`, or null while a server is being found. */
export type Endpoint = string | null;

/** Op 4 in a guild. A full channel, or one that does not exist for the caller, answers with nothing (1.1). */
export function updateGuildVoice(
  world: World,
  caller: Caller,
  input: GuildVoiceInput,
  endpoint: Endpoint,
): PlatformEvent[] {
  const current = world.voice.get(input.guildId, caller.userId);
  if (input.channelId === null)
    return current === undefined ? [] : leaveCall(world, current, VoiceCloseCode.Disconnected);
  if (!mayEnterChannel(world, caller.userId, input.guildId, input.channelId)) return [];
  const place = { serverId: input.guildId, kind: "guild", channelId: input.channelId } as const;
  return enterCall(world, caller, place, input, endpoint);
}

/** Op 17: the complete set of this session's lobby calls; one that is no longer listed is left (1.3). */
export function updateLobbyVoice(
  world: World,
  caller: Caller,
  inputs: readonly LobbyVoiceInput[],
  endpoint: Endpoint,
): PlatformEvent[] {
  const listed = new Set(inputs.map((input) => input.lobbyId));
  const mine = world.voice.ofSession(caller.sessionId).filter((one) => one.kind === "lobby");
  const left = mine.filter((one) => !listed.has(one.serverId));
  return [
    ...left.flatMap((one) => leaveCall(world, one, VoiceCloseCode.Disconnected)),
    ...inputs.flatMap((input) => enterLobbyCall(world, caller, input, endpoint)),
  ];
}

/** The main session is gone, and with it its calls. */
export function endCallsOfSession(world: World, sessionId: string): PlatformEvent[] {
  return world.voice
    .ofSession(sessionId)
    .flatMap((one) => leaveCall(world, one, VoiceCloseCode.Disconnected));
}

/** Takes a user out of a call, for a reason the voice connection is told. */
export function leaveCall(world: World, one: Participation, code: VoiceCloseCode): PlatformEvent[] {
  world.store.onRollback(world.voice.delete(one.serverId, one.userId));
  return [stateEvent(world, one, null), closeEvent(one, code)];
}

/** Mutes or deafens a user for everybody. */
export function setServerFlags(
  world: World,
  one: Participation,
  flags: { mute: boolean; deaf: boolean },
): PlatformEvent[] {
  const changed = { ...one, ...flags };
  world.voice.put(changed);
  return [stateEvent(world, changed, changed.channelId), permissionOf(changed)];
}

/** The voice server is gone: everybody hears of a null endpoint, then is cut off with 4022 (1.4, 2.9). */
export function beginRegionMove(world: World, serverId: Snowflake): PlatformEvent[] {
  world.voice.setMoving(serverId, true);
  return world.voice
    .membersOf(serverId)
    .flatMap((one) => [serverEvent(one, null), closeEvent(one, VoiceCloseCode.CallTerminated)]);
}

/** A server was found again: new tokens for everybody. */
export function finishRegionMove(world: World, serverId: Snowflake, endpoint: Endpoint): PlatformEvent[] {
  world.voice.setMoving(serverId, false);
  return world.voice.membersOf(serverId).map((one) => serverEvent(renewToken(world, one), endpoint));
}

type Place = Pick<Participation, "serverId" | "kind" | "channelId">;

function enterLobbyCall(
  world: World,
  caller: Caller,
  input: LobbyVoiceInput,
  endpoint: Endpoint,
): PlatformEvent[] {
  const lobby = world.lobbies.get(input.lobbyId);
  if (lobby?.applicationId !== caller.applicationId || memberOf(lobby, caller.userId) === undefined)
    return [];
  const place = { serverId: input.lobbyId, kind: "lobby", channelId: input.lobbyId } as const;
  return enterCall(world, caller, place, input, endpoint);
}

function enterCall(
  world: World,
  caller: Caller,
  place: Place,
  flags: SelfFlags,
  endpoint: Endpoint,
): PlatformEvent[] {
  const current = world.voice.get(place.serverId, caller.userId);
  const isSamePlace = current?.channelId === place.channelId && current.sessionId === caller.sessionId;
  // Clients rejoin after 4006 by repeating op 4: without a live voice session both events come again (6.3).
  if (current !== undefined && isSamePlace && isFlagChange(world, current, flags))
    return updateFlags(world, current, flags);
  const moved =
    current === undefined || isSamePlace ? [] : [closeEvent(current, VoiceCloseCode.Disconnected)];
  const joined = join(world, caller, place, flags, current);
  return [
    ...moved,
    stateEvent(world, joined, joined.channelId),
    serverEvent(joined, world.voice.isMoving(place.serverId) ? null : endpoint),
  ];
}

/** A switch flipped in a live call, or on the way into one; not somebody who asks to join once more. */
function isFlagChange(world: World, current: Participation, flags: SelfFlags): boolean {
  if (world.voice.isLive(current.token)) return true;
  const isSame =
    current.selfMute === flags.selfMute &&
    current.selfDeaf === flags.selfDeaf &&
    current.selfVideo === flags.selfVideo;
  return !isSame && !world.voice.isUsed(current.token);
}

function updateFlags(world: World, current: Participation, flags: SelfFlags): PlatformEvent[] {
  const changed = {
    ...current,
    selfMute: flags.selfMute,
    selfDeaf: flags.selfDeaf,
    selfVideo: flags.selfVideo,
  };
  world.voice.put(changed);
  return [stateEvent(world, changed, changed.channelId), permissionOf(changed)];
}

function join(
  world: World,
  caller: Caller,
  place: Place,
  flags: SelfFlags,
  before: Participation | undefined,
): Participation {
  const joined: Participation = {
    ...place,
    userId: caller.userId,
    applicationId: caller.applicationId,
    sessionId: caller.sessionId,
    token: world.random.token(24),
    selfMute: flags.selfMute,
    selfDeaf: flags.selfDeaf,
    selfVideo: flags.selfVideo,
    mute: before?.mute ?? false,
    deaf: before?.deaf ?? false,
  };
  world.voice.put(joined);
  return joined;
}

function renewToken(world: World, one: Participation): Participation {
  const renewed = { ...one, token: world.random.token(24) };
  world.voice.put(renewed);
  return renewed;
}

function mayEnterChannel(world: World, userId: Snowflake, guildId: Snowflake, channelId: Snowflake): boolean {
  const guild = world.guilds.get(guildId);
  const channel = guild && channelOf(guild, channelId);
  if (guild === undefined || channel === undefined || !holdsCalls(channel)) return false;
  if (!mayIn(guild, channel, userId, Permission.Connect)) return false;
  const others = world.voice
    .membersOf(guildId)
    .filter((one) => one.channelId === channelId && one.userId !== userId);
  return channel.userLimit === 0 || others.length < channel.userLimit;
}
