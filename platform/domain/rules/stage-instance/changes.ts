import type { StageInstance } from "../../records/stage-instance/stage-instance.js";
import type { PlacedChannel } from "../../world/guild/placed-channel.js";
import type { StageInstanceWorld } from "../../world/stage-instance/stage-instance-world.js";
import type { Fact } from "../../facts/facts.js";

/** Closes the stage of a channel, if one is open. */
export function closeStageIn(world: StageInstanceWorld, placed: PlacedChannel): Fact[] {
  const stage = world.stageInstances.first("channel", placed.channel.id);
  return stage === undefined ? [] : closeStage(world, stage, placed);
}

export function closeStage(world: StageInstanceWorld, stage: StageInstance, placed: PlacedChannel): Fact[] {
  world.stageInstances.delete(stage.id);
  return [{ kind: "stageInstanceDeleted", stage, placed }];
}
