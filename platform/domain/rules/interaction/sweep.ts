import { endKey } from "../../records/end-key.js";
import type { InteractionWorld } from "../../world/interaction/interaction-world.js";
import { removeInteraction } from "../../world/interaction/interactions.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { ClockPort } from "../../world/ports.js";

/** Interactions that go in one sweep; the rest waits for the next. */
const SWEEP_LIMIT = 100;

/** Forgets interactions whose tokens are not valid any more. */
export function sweepInteractions(world: InteractionWorld & MessageWorld & ClockPort): void {
  const now = endKey(world.clock.now());
  for (const interaction of world.interactions.listUpTo("due", now, SWEEP_LIMIT))
    removeInteraction(world, interaction);
}
