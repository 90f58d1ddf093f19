import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * A change of one place in a file of the repository that makes a claim false: the tests of the claim have to fail
 * under it. `npm run conformance` checks that `from` occurs exactly once; `-- --falsify` applies the change.
 */
export interface Change {
  /** Path from the root of the repository: a source file in TypeScript, or a text that a test reads. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Name of the variable that carries the change to apply, as JSON. */
const VARIABLE = "SDKPP_CHANGE";

export function change(file: string, from: string, to: string): Change {
  return { file, from, to };
}

/** The change of this run; none in a usual run. */
export function activeChange(): Change | undefined {
  const text = process.env[VARIABLE];
  return text === undefined ? undefined : (JSON.parse(text) as Change);
}

/**
 * @param path absolute
 * @returns the text as this run has to see it
 * @throws {Error} when the text to change does not occur exactly once
 */
export function changed(path: string, text: string): string {
  const active = activeChange();
  if (active === undefined || path !== ROOT + active.file) return text;
  const parts = text.split(active.from);
  if (parts.length !== 2)
    throw new Error(
      `${active.file}: expected "${active.from}" once, found it ${String(parts.length - 1)} times`,
    );
  return parts.join(active.to);
}

/** A text of the repository, such as `README.md`. */
export function repositoryText(file: string): string {
  return changed(ROOT + file, readFileSync(ROOT + file, "utf8"));
}
