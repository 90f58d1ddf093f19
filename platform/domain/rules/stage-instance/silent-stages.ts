import { STAGE_SILENCE_MS } from "sdkpp/wire";
import type { StageInstance } from "../../records/stage-instance/stage-instance.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { placedChannel } from "../../world/guild/placed-channel.js";
import type { ClockPort } from "../../world/ports.js";
import type { StageInstanceWorld } from "../../world/stage-instance/stage-instance-world.js";
import type { VoiceWorld } from "../../world/voice/voice-world.js";
import type { Fact } from "../../facts/facts.js";
import { closeStage } from "./changes.js";

type Touched = GuildWorld & StageInstanceWorld & VoiceWorld & ClockPort;

/** Closes stages that have had no speaker for too long. */
export function sweepStages(world: Touched): Fact[] {
  const { silentSince } = world;
  const now = world.clock.elapsed();
  const stages = world.stageInstances.all();
  const known = new Set(stages.map(({ id }) => id));
  for (const id of [...silentSince.keys()]) if (!known.has(id)) silentSince.delete(id);
  const silent = stages.filter((stage) => isSilentTooLong(world, stage, now));
  return silent.flatMap((stage) => {
    const placed = placedChannel(world, stage.channelId);
    return placed === undefined ? [] : closeStage(world, stage, placed);
  });
}

function isSilentTooLong(world: Touched, stage: StageInstance, now: number): boolean {
  const { silentSince } = world;
  if (hasSpeaker(world, stage)) {
    silentSince.delete(stage.id);
    return false;
  }
  const since = silentSince.get(stage.id) ?? now;
  silentSince.set(stage.id, since);
  return now - since >= STAGE_SILENCE_MS;
}

function hasSpeaker({ voice }: VoiceWorld, { guildId, channelId }: StageInstance): boolean {
  return voice.membersOf(guildId).some((one) => one.channelId === channelId && one.suppress !== true);
}
