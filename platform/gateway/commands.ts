import { GatewayCloseCode, GatewayEvent, GatewayOpcode, type Snowflake } from "sdkpp/wire";
import type { TimerClock } from "../clock/clock.js";
import type { Guild } from "../domain/records/guild/guild.js";
import type { Fact } from "../domain/facts/facts.js";
import { requestMembers } from "../domain/rules/guild/member-requests.js";
import { updateGuildVoice, updateLobbyVoice } from "../domain/rules/voice/calls.js";
import type { Endpoint } from "../domain/facts/voice.js";
import type { JoinGuard } from "../domain/rules/voice/join-guard.js";
import { limitJoin } from "../domain/rules/voice/join-limit.js";
import { guildSoundsView } from "../domain/views/expression/sound.js";
import { channelInfoView } from "../domain/views/voice/channel-info.js";
import type { World } from "../domain/world/world.js";
import type { Closing } from "../sockets/closing.js";
import { closing, malformed } from "./closings.js";
import { answerInTurns, type LongAnswerParts } from "./long-answers.js";
import {
  readChannelInfo,
  readGuildIds,
  readGuildMembers,
  readLobbyVoiceStates,
  readVoiceState,
} from "./payload-shapes.js";
import { updatePresence } from "./presence-command.js";
import type { GatewaySession } from "./session.js";

/** The parts of the platform that commands of a ready session use. */
export interface CommandContext {
  readonly world: World;
  readonly guard: JoinGuard;
  readonly clock: TimerClock;
  readonly voiceEndpoint: () => Endpoint;
  readonly answers: LongAnswerParts;
  /** Carries out one operation and publishes its events. */
  perform(rule: () => readonly Fact[]): void;
}

/** The close code and reason when a command is rejected, otherwise undefined. */
type Verdict = Closing | undefined;
type Command = (context: CommandContext, session: GatewaySession, d: unknown) => Verdict;

const accept: Command = () => undefined;

const COMMANDS: ReadonlyMap<number, Command> = new Map<number, Command>([
  [GatewayOpcode.PresenceUpdate, updatePresence],
  [GatewayOpcode.VoiceStateUpdate, voiceState],
  [GatewayOpcode.VoiceServerPing, accept],
  [GatewayOpcode.RequestGuildMembers, guildMembers],
  [GatewayOpcode.CallConnect, accept],
  [GatewayOpcode.LobbyVoiceStates, lobbyVoiceStates],
  [GatewayOpcode.RequestSoundboardSounds, soundboardSounds],
  [GatewayOpcode.GuildSubscriptionsBulk, accept],
  [GatewayOpcode.UpdateTimeSpent, accept],
  [GatewayOpcode.LobbyVoiceServerPing, accept],
  [GatewayOpcode.RequestChannelInfo, channelInfo],
]);

/** Carries out one command of a ready session. */
export function runCommand(
  context: CommandContext,
  session: GatewaySession,
  op: number,
  d: unknown,
): Verdict {
  const command = COMMANDS.get(op);
  return command === undefined
    ? closing(GatewayCloseCode.UnknownOpcode, `unknown op ${op}`)
    : command(context, session, d);
}

function voiceState(context: CommandContext, session: GatewaySession, d: unknown): Verdict {
  const input = readVoiceState(d);
  if (input === undefined) return malformed(GatewayOpcode.VoiceStateUpdate, readVoiceState, d);
  // Calls outside guilds are not emulated yet; a null guild with a null channel is a plain "leave".
  if (input.guild_id === undefined || input.guild_id === null) return undefined;
  const guildId = String(input.guild_id);
  const channelId =
    input.channel_id === undefined || input.channel_id === null ? null : String(input.channel_id);
  if (channelId !== null && !isAdmitted(context, session, guildId)) return undefined;
  const flags = selfFlags(input);
  const wanted = { guildId, channelId, ...flags };
  context.perform(() => updateGuildVoice(context.world, session.identity, wanted, context.voiceEndpoint()));
  return undefined;
}

function lobbyVoiceStates(context: CommandContext, session: GatewaySession, d: unknown): Verdict {
  const inputs = readLobbyVoiceStates(d);
  if (inputs === undefined) return malformed(GatewayOpcode.LobbyVoiceStates, readLobbyVoiceStates, d);
  if (!session.identity.scopes.has("lobbies.write")) return undefined;
  const entries = inputs.map((input) => ({ lobbyId: String(input.lobby_id), ...selfFlags(input) }));
  const admitted = entries.filter((entry) => isAdmitted(context, session, entry.lobbyId));
  context.perform(() => updateLobbyVoice(context.world, session.identity, admitted, context.voiceEndpoint()));
  return undefined;
}

/** Limits joins only: a mute change in a live call is not a join. */
function isAdmitted(context: CommandContext, session: GatewaySession, serverId: Snowflake): boolean {
  const { userId } = session.identity;
  const current = context.world.voice.get(serverId, userId);
  if (current !== undefined && context.world.voice.isLive(current.token)) return true;
  if (context.guard.admits(userId, context.world.clock.elapsed())) return true;
  context.perform(() => limitJoin(serverId, userId));
  return false;
}

function selfFlags(input: {
  self_mute?: boolean | null;
  self_deaf?: boolean | null;
  self_video?: boolean | null;
}) {
  return {
    selfMute: input.self_mute ?? false,
    selfDeaf: input.self_deaf ?? false,
    selfVideo: input.self_video ?? false,
  };
}

function guildMembers(context: CommandContext, session: GatewaySession, d: unknown): Verdict {
  const input = readGuildMembers(d);
  if (input === undefined) return malformed(GatewayOpcode.RequestGuildMembers, readGuildMembers, d);
  const guild = ownGuild(context.world, session, String([input.guild_id].flat()[0]));
  if (guild === undefined) return undefined;
  const request = {
    userIds: input.user_ids == null ? undefined : [input.user_ids].flat().map(String),
    query: input.query ?? "",
    limit: input.limit ?? 0,
    withPresences: input.presences ?? false,
    nonce: input.nonce ?? undefined,
  };
  answerInTurns(session, requestMembers(context.world, session.identity, guild, request), context.answers);
  return undefined;
}

function soundboardSounds(context: CommandContext, session: GatewaySession, d: unknown): Verdict {
  const input = readGuildIds(d);
  if (input === undefined) return malformed(GatewayOpcode.RequestSoundboardSounds, readGuildIds, d);
  for (const id of new Set(input.guild_ids.map(String))) {
    const guild = ownGuild(context.world, session, id);
    if (guild === undefined) continue;
    const sounds = guildSoundsView(context.world, guild);
    session.dispatch(GatewayEvent.SoundboardSounds, { guild_id: id, soundboard_sounds: sounds });
  }
  return undefined;
}

function channelInfo(context: CommandContext, session: GatewaySession, d: unknown): Verdict {
  const input = readChannelInfo(d);
  if (input === undefined) return malformed(GatewayOpcode.RequestChannelInfo, readChannelInfo, d);
  const guild = ownGuild(context.world, session, String(input.guild_id));
  if (guild === undefined) return undefined;
  const info = channelInfoView(context.world, guild, session.identity.userId, input.fields);
  session.dispatch(GatewayEvent.ChannelInfo, info);
  return undefined;
}

function ownGuild(world: World, session: GatewaySession, guildId: Snowflake): Guild | undefined {
  return session.identity.guildIds.has(guildId) ? world.guilds.get(guildId) : undefined;
}
