import type { Fact } from "../domain/facts/facts.js";
import type { Publisher } from "../domain/reactions/publisher.js";
import { Fault, type Result } from "../domain/rules/outcome.js";
import type { World } from "../domain/world/world.js";

/** The parts that run a rule of the platform. */
export interface RuleParts {
  readonly world: World;
  readonly publisher: Publisher;
}

/** Runs a rule that cannot fail. */
export function perform({ world, publisher }: RuleParts, rule: (world: World) => readonly Fact[]): void {
  publisher.perform(() => rule(world));
}

/** @throws {RangeError} with the message of the fault */
export function settle<T>({ world, publisher }: RuleParts, rule: (world: World) => Result<T>): T {
  const reply = publisher.settle(() => rule(world));
  if (reply instanceof Fault) throw new RangeError(reply.message);
  return reply;
}
