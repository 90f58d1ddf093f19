import { VoiceCloseCode } from "sdkpp/wire";
import type { Fact, FactOf } from "../../facts/facts.js";
import { leaveCall, moveCall, setServerFlags } from "../../rules/voice/calls.js";
import type { World } from "../../world/world.js";

/** Removes a user who leaves a guild from its call. */
export function endGuildCall(world: World, { before, user }: FactOf<"guildMemberRemoved">): Fact[] {
  const call = world.voice.get(before.id, user.id);
  return call === undefined ? [] : leaveCall(world, call, VoiceCloseCode.Disconnected);
}

/** Ends the call of a channel that is gone: its participants leave, and its status and its start end with it. */
export function endChannelCall(world: World, { placed }: FactOf<"guildChannelLost">): Fact[] {
  const { guild, channel } = placed;
  const inside = world.voice.membersOf(guild.id).filter(({ channelId }) => channelId === channel.id);
  world.store.onRollback(world.channelCalls.setStatus(channel.id, null));
  world.store.onRollback(world.channelCalls.setStart(channel.id, null));
  return inside.flatMap((one) => leaveCall(world, one, VoiceCloseCode.CallTerminated));
}

/** Moves a member to another channel's call, or out of the call. */
export function moveMember(world: World, fact: FactOf<"guildMemberMoved">): Fact[] {
  const { guild, userId, channelId } = fact;
  const call = world.voice.get(guild.id, userId);
  if (call === undefined || call.channelId === channelId) return [];
  return channelId === null
    ? leaveCall(world, call, VoiceCloseCode.Disconnected)
    : moveCall(world, call, channelId);
}

/** Server mute and server deafen in the call that the member is in. */
export function silenceMember(world: World, fact: FactOf<"guildMemberSilenced">): Fact[] {
  const { guild, userId, mute, deaf } = fact;
  const call = world.voice.get(guild.id, userId);
  return call === undefined ? [] : setServerFlags(world, call, { mute, deaf });
}
