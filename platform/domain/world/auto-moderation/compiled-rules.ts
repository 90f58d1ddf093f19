import { COMPILED_MAX, patternOf } from "../../records/auto-moderation/pattern.js";
import type { AutoModerationWorld } from "./auto-moderation-world.js";

/** Compiles the patterns of stored rules, before anybody can write a message that waits for them; new ones are when they are checked. */
export function compileRules({ autoModerationRules }: AutoModerationWorld): void {
  const patterns = autoModerationRules.all().flatMap(({ metadata }) => metadata.patterns);
  patterns.slice(-COMPILED_MAX).forEach(patternOf);
}
