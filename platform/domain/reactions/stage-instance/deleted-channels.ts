import type { Fact, FactOf } from "../../facts/facts.js";
import { closeStageIn } from "../../rules/stage-instance/changes.js";
import type { World } from "../../world/world.js";

/** The stage of a channel goes with it. */
export function endStage(world: World, { placed }: FactOf<"guildChannelLost">): Fact[] {
  return closeStageIn(world, placed);
}
