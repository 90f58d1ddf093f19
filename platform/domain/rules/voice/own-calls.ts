import { VoiceCloseCode, type Snowflake } from "sdkpp/wire";
import { holdsCalls } from "../../records/guild/guild.js";
import type { Participation } from "../../records/voice/participation.js";
import { placedChannel } from "../../world/guild/placed-channel.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { Caller } from "../../world/presence/caller.js";
import { missingPermissions, unknownChannel, wrongChannelType } from "../faults.js";
import { done, type Result } from "../outcome.js";
import { leaveCall, mayEnterChannel, updateGuildVoice, type CallWorld, type SelfFlags } from "./calls.js";

/**
 * Enters the call of a channel in the platform's own app, which leaves the call of another server, or changes the own switches.
 * @returns the user as a participant of the call
 */
export function enterOwnCall(
  world: CallWorld,
  actor: Actor,
  channelId: Snowflake,
  flags: Omit<SelfFlags, "selfVideo">,
): Result<Participation> {
  const placed = placedChannel(world, channelId);
  if (placed === undefined) return unknownChannel();
  const { guild, channel } = placed;
  if (!holdsCalls(channel)) return wrongChannelType();
  const caller = callerOf(actor);
  if (!mayEnterChannel(world, caller.userId, guild.id, channel.id)) return missingPermissions();
  const elsewhere = world.voice.ofSession(caller.sessionId).filter(({ serverId }) => serverId !== guild.id);
  const input = { guildId: guild.id, channelId, ...flags, selfVideo: false };
  const facts = [
    ...elsewhere.flatMap((one) => leaveCall(world, one, VoiceCloseCode.Disconnected)),
    ...updateGuildVoice(world, caller, input, world.voice.endpoint),
  ];
  const entered = world.voice.get(guild.id, caller.userId);
  return entered === undefined ? unknownChannel() : done(entered, facts);
}

/** Leaves the call of the platform's own app; nothing happens outside one. */
export function leaveOwnCall(world: CallWorld, actor: Actor): Result<undefined> {
  const calls = world.voice.ofSession(callerOf(actor).sessionId);
  return done(
    undefined,
    calls.flatMap((one) => leaveCall(world, one, VoiceCloseCode.Disconnected)),
  );
}

/** The app has one session for each user. */
function callerOf({ user, application, authSession }: Actor): Caller {
  return { userId: user.id, applicationId: application.id, sessionId: authSession };
}
