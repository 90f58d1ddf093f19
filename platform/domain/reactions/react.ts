import type { Fact } from "../rules/facts.js";
import type { World } from "../world/world.js";
import type { PlatformEvent } from "./events.js";
import { REACTIONS, type Reaction } from "./reactions.js";

/** How far facts may follow from facts: today's longest chain has three. */
const DEPTH_MAX = 10;

/**
 * Carries out the reactions to facts, each with all that follows from it before the next one. Run it in the transaction of
 * the rule.
 * @returns the events, in the order of the facts and of their reactions
 * @throws when facts follow from each other without an end, which takes the whole operation back
 */
export function react(world: World, facts: readonly Fact[], depth = 1): PlatformEvent[] {
  const [first] = facts;
  if (first !== undefined && depth > DEPTH_MAX)
    throw new Error(`more than ${DEPTH_MAX} facts follow from each other; the last one is ${first.kind}`);
  return facts.flatMap((fact) =>
    reactionsTo(fact).flatMap((reaction) =>
      "announce" in reaction
        ? reaction.announce(world, fact)
        : react(world, reaction.change(world, fact), depth + 1),
    ),
  );
}

/** The list has the reactions of each kind under its name, which the type of an index by a union cannot say. */
function reactionsTo(fact: Fact): readonly Reaction<Fact>[] {
  return REACTIONS[fact.kind] as readonly Reaction<Fact>[];
}
