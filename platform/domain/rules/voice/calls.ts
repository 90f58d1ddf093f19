import { Permission, VoiceCloseCode, type Snowflake } from "sdkpp/wire";
import { channelOf, ChannelType, holdsCalls } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import { memberOf, type Lobby } from "../../records/lobby/lobby.js";
import type { Participation } from "../../records/voice/participation.js";
import { memberRecord } from "../../world/guild/guild-members.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { LobbyWorld } from "../../world/lobby/lobby-world.js";
import type { RandomPort, RollbackPort } from "../../world/ports.js";
import type { Caller } from "../../world/presence/caller.js";
import type { VoiceWorld } from "../../world/voice/voice-world.js";
import type { Fact } from "../../facts/facts.js";
import type { Endpoint } from "../../facts/voice.js";

/** The slices of the world that these rules use. */
export type CallWorld = LobbyWorld & GuildWorld & VoiceWorld & RandomPort & RollbackPort;

/** The user's own switches in op 4 and op 17. */
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

/** Op 4 in a guild. Nothing happens for a full channel, or one that does not exist for the caller (1.1). */
export function updateGuildVoice(
  world: CallWorld,
  caller: Caller,
  input: GuildVoiceInput,
  endpoint: Endpoint,
): Fact[] {
  const current = world.voice.get(input.guildId, caller.userId);
  if (input.channelId === null)
    return current === undefined ? [] : leaveCall(world, current, VoiceCloseCode.Disconnected);
  if (!mayEnterChannel(world, caller.userId, input.guildId, input.channelId)) return [];
  const channel = { serverId: input.guildId, kind: "guild", channelId: input.channelId } as const;
  return enterCall(world, caller, channel, input, endpoint);
}

/** Op 17: the complete set of this session's lobby calls; calls that it no longer lists end (1.3). */
export function updateLobbyVoice(
  world: CallWorld,
  caller: Caller,
  inputs: readonly LobbyVoiceInput[],
  endpoint: Endpoint,
): Fact[] {
  const listed = new Set(inputs.map((input) => input.lobbyId));
  const mine = world.voice.ofSession(caller.sessionId).filter((one) => one.kind === "lobby");
  const left = mine.filter((one) => !listed.has(one.serverId));
  return [
    ...left.flatMap((one) => leaveCall(world, one, VoiceCloseCode.Disconnected)),
    ...inputs.flatMap((input) => enterLobbyCall(world, caller, input, endpoint)),
  ];
}

/** Ends the calls of a main gateway session that has ended. */
export function endCallsOfSession(world: VoiceWorld & RollbackPort, sessionId: string): Fact[] {
  return world.voice
    .ofSession(sessionId)
    .flatMap((one) => leaveCall(world, one, VoiceCloseCode.Disconnected));
}

/**
 * Removes a user from a call.
 * @param code close code of the voice connection
 * @param lobby as it was, where the user has left it or it is deleted
 */
export function leaveCall(
  world: VoiceWorld & RollbackPort,
  one: Participation,
  code: VoiceCloseCode,
  lobby?: Lobby,
): Fact[] {
  world.store.onRollback(world.voice.delete(one.serverId, one.userId));
  return [{ kind: "callLeft", participation: one, code, ...(lobby && { lobby }) }];
}

/** Server mute and server deafen: for every participant of the call. */
export function setServerFlags(
  world: VoiceWorld,
  one: Participation,
  flags: { mute: boolean; deaf: boolean },
): Fact[] {
  const changed = { ...one, ...flags };
  world.voice.put(changed);
  return [{ kind: "callFlagsChanged", participation: changed }];
}

/** Moves a user to another channel of the guild: its session gets a new voice server, as if it had joined there. */
export function moveCall(
  world: GuildWorld & VoiceWorld & RandomPort,
  current: Participation,
  channelId: Snowflake,
): Fact[] {
  const { serverId } = current;
  const participation = join(world, current, { serverId, kind: "guild", channelId }, current, current);
  const endpoint = world.voice.isMoving(serverId) ? null : world.voice.endpoint;
  return [{ kind: "callJoined", participation, endpoint, replaced: current }];
}

/** The voice server of a call is lost (1.4, 2.9). */
export function beginRegionMove(world: VoiceWorld, serverId: Snowflake): Fact[] {
  world.voice.setMoving(serverId, true);
  return world.voice.membersOf(serverId).map((participation) => ({ kind: "voiceServerLost", participation }));
}

/** A call has a voice server again: every participant gets a new token. */
export function finishRegionMove(
  world: VoiceWorld & RandomPort,
  serverId: Snowflake,
  endpoint: Endpoint,
): Fact[] {
  world.voice.setMoving(serverId, false);
  return world.voice
    .membersOf(serverId)
    .map((one) => ({ kind: "voiceServerAssigned", participation: renewToken(world, one), endpoint }));
}

type CallChannel = Pick<Participation, "serverId" | "kind" | "channelId">;

function enterLobbyCall(
  world: CallWorld,
  caller: Caller,
  input: LobbyVoiceInput,
  endpoint: Endpoint,
): Fact[] {
  const lobby = world.lobbies.get(input.lobbyId);
  if (lobby?.applicationId !== caller.applicationId || memberOf(lobby, caller.userId) === undefined)
    return [];
  const channel = { serverId: input.lobbyId, kind: "lobby", channelId: input.lobbyId } as const;
  return enterCall(world, caller, channel, input, endpoint);
}

function enterCall(
  world: GuildWorld & VoiceWorld & RandomPort,
  caller: Caller,
  channel: CallChannel,
  flags: SelfFlags,
  endpoint: Endpoint,
): Fact[] {
  const current = world.voice.get(channel.serverId, caller.userId);
  const isSameChannel = current?.channelId === channel.channelId && current.sessionId === caller.sessionId;
  // Clients rejoin after 4006 by repeating op 4: without a live voice session both events come again (6.3).
  if (current !== undefined && isSameChannel && isFlagChange(world, current, flags))
    return changeOwnFlags(world, current, flags);
  const participation = join(world, caller, channel, flags, current);
  return [
    {
      kind: "callJoined",
      participation,
      endpoint: world.voice.isMoving(channel.serverId) ? null : endpoint,
      ...(current === undefined || isSameChannel ? {} : { replaced: current }),
    },
  ];
}

/** Whether this changes switches, in a live call or on the way into one, and is not a second join. */
function isFlagChange(world: VoiceWorld, current: Participation, flags: SelfFlags): boolean {
  if (world.voice.isLive(current.token)) return true;
  const isSame =
    current.selfMute === flags.selfMute &&
    current.selfDeaf === flags.selfDeaf &&
    current.selfVideo === flags.selfVideo;
  return !isSame && !world.voice.isUsed(current.token);
}

/** The user mutes or deafens itself, or shows itself. */
export function changeOwnFlags(world: VoiceWorld, current: Participation, flags: SelfFlags): Fact[] {
  const changed = {
    ...current,
    selfMute: flags.selfMute,
    selfDeaf: flags.selfDeaf,
    selfVideo: flags.selfVideo,
  };
  world.voice.put(changed);
  return [{ kind: "callFlagsChanged", participation: changed }];
}

function join(
  world: GuildWorld & VoiceWorld & RandomPort,
  caller: Pick<Caller, "userId" | "applicationId" | "sessionId">,
  channel: CallChannel,
  flags: SelfFlags,
  before: Participation | undefined,
): Participation {
  const silenced = memberRecord(world, channel.serverId, caller.userId);
  const joined: Participation = {
    ...channel,
    userId: caller.userId,
    applicationId: caller.applicationId,
    sessionId: caller.sessionId,
    token: world.random.token(24),
    selfMute: flags.selfMute,
    selfDeaf: flags.selfDeaf,
    selfVideo: flags.selfVideo,
    mute: before?.mute ?? silenced.mute ?? false,
    deaf: before?.deaf ?? silenced.deaf ?? false,
    ...audienceOf(world, channel, before),
  };
  world.voice.put(joined);
  return joined;
}

/** All users enter a stage as audience, moderators and bots too; a user who enters again keeps its role there. */
function audienceOf(
  world: GuildWorld,
  { serverId, channelId }: CallChannel,
  before: Participation | undefined,
): Pick<Participation, "suppress" | "requestToSpeakAt"> {
  const guild = world.guilds.get(serverId);
  const channel = guild && channelOf(guild, channelId);
  if (channel?.type !== ChannelType.GuildStageVoice) return {};
  if (before?.channelId !== channelId) return { suppress: true };
  const { suppress = false, requestToSpeakAt = null } = before;
  return { suppress, requestToSpeakAt };
}

function renewToken(world: VoiceWorld & RandomPort, one: Participation): Participation {
  const renewed = { ...one, token: world.random.token(24) };
  world.voice.put(renewed);
  return renewed;
}

/** Whether the channel exists, holds calls, lets the user connect and has room for one more, which those who move members need not. */
export function mayEnterChannel(
  world: GuildWorld & VoiceWorld,
  userId: Snowflake,
  guildId: Snowflake,
  channelId: Snowflake,
): boolean {
  const guild = world.guilds.get(guildId);
  const channel = guild && channelOf(guild, channelId);
  if (guild === undefined || channel === undefined || !holdsCalls(channel)) return false;
  if (!mayIn(guild, channel, userId, Permission.Connect)) return false;
  const others = world.voice
    .membersOf(guildId)
    .filter((one) => one.channelId === channelId && one.userId !== userId);
  const hasRoom = channel.userLimit === 0 || others.length < channel.userLimit;
  return hasRoom || mayIn(guild, channel, userId, Permission.MoveMembers);
}
