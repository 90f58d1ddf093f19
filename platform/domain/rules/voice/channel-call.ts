import type { Snowflake } from "sdkpp/wire";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { placedChannel } from "../../world/guild/placed-channel.js";
import type { ClockPort, RollbackPort } from "../../world/ports.js";
import type { VoiceWorld } from "../../world/voice/voice-world.js";
import type { Fact } from "../../facts/facts.js";
import { changeStatus } from "./channel-status.js";

/**
 * Starts the call of a server's channel when the first member is in it, and ends it, with the channel's status, when the last
 * one has left.
 */
export function followCall(
  world: GuildWorld & VoiceWorld & ClockPort & RollbackPort,
  channelId: Snowflake,
): Fact[] {
  const placed = placedChannel(world, channelId);
  if (placed === undefined) return [];
  const isHeld = world.voice.membersOf(placed.guild.id).some((one) => one.channelId === channelId);
  const before = world.channelCalls.startOf(channelId);
  if (isHeld === (before !== null)) return [];
  const start = isHeld ? world.clock.now() : null;
  world.store.onRollback(world.channelCalls.setStart(channelId, start));
  return [
    { kind: "channelCallChanged", placed, start },
    ...(isHeld ? [] : changeStatus(world, placed, null)),
  ];
}
