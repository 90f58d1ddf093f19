import type { Fact } from "../facts/facts.js";
import type { World } from "../world/world.js";
import type { PlatformEvent } from "./events.js";
import { REACTIONS, type Reaction, type Reactions } from "./reactions.js";

/** How many facts may follow from each other; the longest chain today has four. */
const CHAIN_MAX = 10;

/**
 * Carries out the reactions to facts, each with all that follows from it before the next one. Run it in the transaction of
 * the rule.
 * @returns the events, in the order of the facts and of their reactions
 * @throws {Error} when facts follow from each other without an end, so that the transaction is rolled back
 */
export function react(
  world: World,
  facts: readonly Fact[],
  reactions: Reactions = REACTIONS,
): PlatformEvent[] {
  return facts.flatMap((fact) => followed(world, fact, reactions, 1));
}

function followed(world: World, fact: Fact, reactions: Reactions, length: number): PlatformEvent[] {
  if (length > CHAIN_MAX)
    throw new Error(`more than ${CHAIN_MAX} facts follow from each other; the last one is ${fact.kind}`);
  return reactionsTo(fact, reactions).flatMap((reaction) =>
    "announce" in reaction
      ? reaction.announce(world, fact)
      : reaction.change(world, fact).flatMap((next) => followed(world, next, reactions, length + 1)),
  );
}

/** The list holds the reactions to each kind of fact under its name; types cannot say so of an unknown kind. */
function reactionsTo(fact: Fact, reactions: Reactions): readonly Reaction<Fact>[] {
  return reactions[fact.kind] as readonly Reaction<Fact>[];
}
