import { levelText } from "./level-of.js";
import type { LevelTarget } from "./level-options.js";

/** Writes a level where it is shown, past React. */
export function writeLevel(target: LevelTarget, property: string, level: number): void {
  if (typeof target === "function") target(level);
  else target.current?.style.setProperty(property, levelText(level));
}
