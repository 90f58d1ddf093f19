import { JsonErrorCode, Permission, type Snowflake } from "sdkpp/wire";
import { channelOf, ChannelType, type Channel, type Guild } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import type { Participation } from "../../records/voice/participation.js";
import { memberVoiceStateView } from "../../views/voice/voice-state.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { ownGuild } from "../../world/guild/guilds.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ClockPort, RollbackPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { VoiceWorld } from "../../world/voice/voice-world.js";
import { invalidField, missingPermissions, unknownGuild, wrongChannelType } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";

type Touched = GuildWorld & UserWorld & VoiceWorld & ClockPort & RollbackPort;

/** Changes of a voice state on a stage; undefined leaves as it is. */
export interface StageChanges {
  /** The stage that the user is on. */
  readonly channelId?: Snowflake | undefined;
  /** Whether the user only listens. */
  readonly suppress?: boolean | undefined;
  /** When the user asks to speak, Unix milliseconds; null: it does not */
  readonly requestToSpeakAt?: number | null | undefined;
}

const unknownVoiceState = (): Fault => new Fault(404, JsonErrorCode.UnknownVoiceState, "Unknown Voice State");

/** `GET /guilds/{id}/voice-states/{user}`: of a channel that the actor may enter; its own always. */
export function getVoiceState(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  userId: Snowflake,
): Result<Record<string, unknown>> {
  const found = findState(world, actor, guildId, userId);
  if (found instanceof Fault) return found;
  const { guild, channel, state } = found;
  const isAllowed =
    userId === actor.user.id ||
    (channel !== undefined && mayIn(guild, channel, actor.user.id, Permission.Connect));
  return isAllowed ? done(memberVoiceStateView(world, guild, state)) : missingPermissions();
}

/**
 * `PATCH /guilds/{id}/voice-states/{user}` on a stage: to let somebody speak needs the permission to mute members; everybody
 * may silence itself.
 */
export function updateVoiceState(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  userId: Snowflake,
  changes: StageChanges,
): Result<undefined> {
  const found = findState(world, actor, guildId, userId);
  if (found instanceof Fault) return found;
  const { guild, channel, state } = found;
  if (channel?.type !== ChannelType.GuildStageVoice) return wrongChannelType();
  if (changes.channelId !== undefined && changes.channelId !== channel.id) return wrongChannelType();
  const fault = stageFault(world, { guild, channel, isOwn: userId === actor.user.id }, actor, changes);
  if (fault !== undefined) return fault;
  const after = changed(world, state, changes);
  if (JSON.stringify(after) === JSON.stringify(state)) return done(undefined);
  world.voice.put(after);
  world.store.onRollback(() => world.voice.put(state));
  return done(undefined, [{ kind: "callFlagsChanged", participation: after }]);
}

interface Found {
  readonly guild: Guild;
  readonly channel: Channel | undefined;
  readonly state: Participation;
}

function findState(world: Touched, actor: Actor, guildId: Snowflake, userId: Snowflake): Found | Fault {
  const guild = ownGuild(world, actor, guildId);
  if (guild === undefined) return unknownGuild();
  const state = world.voice.get(guildId, userId);
  if (state === undefined) return unknownVoiceState();
  return { guild, channel: channelOf(guild, state.channelId), state };
}

function stageFault(
  world: ClockPort,
  { guild, channel, isOwn }: { guild: Guild; channel: Channel; isOwn: boolean },
  { user }: Actor,
  { suppress, requestToSpeakAt: at }: StageChanges,
): Fault | undefined {
  const may = (permission: bigint): boolean => mayIn(guild, channel, user.id, permission);
  const silences = isOwn && suppress !== false;
  if (!silences && !may(Permission.MuteMembers)) return missingPermissions();
  if (at == null) return undefined;
  if (!may(Permission.RequestToSpeak)) return missingPermissions();
  // A request for now may be a moment old.
  if (at >= world.clock.now() - REQUEST_AGE_MS) return undefined;
  return invalidField("request_to_speak_timestamp", "DATE_TIME_TYPE_PAST", "Must not be in the past.");
}

const REQUEST_AGE_MS = 60_000;

/** Applies changes: a user who may speak no longer asks to, and one whom another lets speak is invited to. */
function changed(
  world: UserWorld & ClockPort,
  state: Participation,
  { suppress, requestToSpeakAt }: StageChanges,
): Participation {
  const isInvited = suppress === false && world.users.get(state.userId)?.bot !== true;
  const answer =
    suppress === undefined ? (state.requestToSpeakAt ?? null) : isInvited ? world.clock.now() : null;
  return {
    ...state,
    suppress: suppress ?? state.suppress ?? false,
    requestToSpeakAt: requestToSpeakAt === undefined ? answer : requestToSpeakAt,
  };
}
