import { GatewayEvent, Permission } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import { stageInstanceView } from "../../views/stage-instance/stage-instance.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";
import { toViewers } from "../guild/channel-viewers.js";

export function stageInstanceCreated(world: World, fact: FactOf<"stageInstanceCreated">): Dispatch[] {
  return tell(world, GatewayEvent.StageInstanceCreate, fact);
}

export function stageInstanceUpdated(world: World, fact: FactOf<"stageInstanceUpdated">): Dispatch[] {
  return tell(world, GatewayEvent.StageInstanceUpdate, fact);
}

export function stageInstanceDeleted(world: World, fact: FactOf<"stageInstanceDeleted">): Dispatch[] {
  return tell(world, GatewayEvent.StageInstanceDelete, fact);
}

type StageFact = FactOf<"stageInstanceCreated" | "stageInstanceUpdated" | "stageInstanceDeleted">;

/** Tells the members who see the channel. */
function tell(world: World, t: string, { stage, placed }: StageFact): Dispatch[] {
  return [dispatch(t, stageInstanceView(stage), toViewers(world, placed, Permission.ViewChannel))];
}
