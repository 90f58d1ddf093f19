import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * One place of the product that is made wrong, which makes a claim false: the tests of the claim have to fail under it.
 * `npm run conformance` checks that there is exactly one such place; `-- --falsify` makes it wrong.
 */
export type Change = MutationPoint | TextChange;

/** An operator at the one place inside a symbol that a name picks; scripts/conformance/operators.mjs applies it. */
export interface MutationPoint {
  /** Path from the root of the repository. */
  readonly file: string;
  readonly operator: Operator;
  /** `createThread`, `Gate.open`, `LIMITS.fields`: names joined by dots, each declared inside the one before it. */
  readonly symbol: string;
  /** An identifier, the value of a string, or a path such as `world.lobbies.delete`. */
  readonly name?: string;
  /** As source text. */
  readonly value?: string;
}

export type Operator = "negate" | "force" | "drop" | "set" | "answer" | "unwrap" | "early" | "offByOne";

/** Another text, for a file that is no source. */
export interface TextChange {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

type Literal = string | number | bigint | boolean | null | undefined | readonly [] | Record<string, never>;

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Name of the variable that carries the change to apply, as JSON. */
const VARIABLE = "SDKPP_CHANGE";

/** The condition that mentions the name holds when it does not. */
export function negate(file: string, symbol: string, name: string): MutationPoint {
  return { file, operator: "negate", symbol, name };
}

/** The condition that mentions the name always holds, or never. */
export function force(file: string, symbol: string, name: string, holds: boolean): MutationPoint {
  return { file, operator: "force", symbol, name, value: String(holds) };
}

/** The statement, property, element, argument or operand that mentions the name is gone. */
export function drop(file: string, symbol: string, name: string): MutationPoint {
  return { file, operator: "drop", symbol, name };
}

/** The constant, variable, property or member of an enum has another value. */
export function set(file: string, symbol: string, value: Literal): MutationPoint {
  return { file, operator: "set", symbol, value: sourceOf(value) };
}

/** The call is not made; this is what it gives. */
export function answer(file: string, symbol: string, callee: string, value: Literal): MutationPoint {
  return { file, operator: "answer", symbol, name: callee, value: sourceOf(value) };
}

/** The call is not made; it gives its receiver, or its first argument, as it is. */
export function unwrap(file: string, symbol: string, callee: string): MutationPoint {
  return { file, operator: "unwrap", symbol, name: callee };
}

/** The function returns at once. */
export function early(file: string, symbol: string, value?: Literal): MutationPoint {
  return { file, operator: "early", symbol, value: sourceOf(value) };
}

/** The comparison that mentions the name includes its bound, or no longer. */
export function offByOne(file: string, symbol: string, name: string): MutationPoint {
  return { file, operator: "offByOne", symbol, name };
}

export function changeText(file: string, from: string, to: string): TextChange {
  return { file, from, to };
}

function sourceOf(value: Literal): string {
  if (typeof value === "bigint") return `${String(value)}n`;
  return value === undefined ? "undefined" : JSON.stringify(value);
}

/** The change of this run, if it concerns the file; none in a usual run. */
export function activeChange(path: string): Change | undefined {
  const text = process.env[VARIABLE];
  if (text === undefined) return undefined;
  const active = JSON.parse(text) as Change;
  return path === ROOT + active.file ? active : undefined;
}

/** @throws {Error} when the text to change does not occur exactly once */
export function withTextChange(text: string, { file, from, to }: TextChange): string {
  const parts = text.split(from);
  if (parts.length !== 2)
    throw new Error(`${file}: expected "${from}" once, found it ${String(parts.length - 1)} times`);
  return parts.join(to);
}

/** A text of the repository, such as `README.md`, as this run has to see it. */
export function repositoryText(file: string): string {
  const text = readFileSync(ROOT + file, "utf8");
  const active = activeChange(ROOT + file);
  return active === undefined || "operator" in active ? text : withTextChange(text, active);
}
