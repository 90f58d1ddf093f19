import type { SearchBudget } from "./search-budget.js";
import { isWord, type CharacterTest } from "./pattern-classes.js";
import { parsePattern, PatternError, type Border, type PatternNode } from "./pattern-syntax.js";

/** Steps of the largest regular expression, with its counted repetitions written out. */
export const PATTERN_SIZE_MAX = 300;
/** Parts that are visited while it is compiled: empty ones make no step. */
const VISITS_MAX = 10 * PATTERN_SIZE_MAX;

type Step =
  | { readonly kind: "character"; readonly test: CharacterTest }
  | { readonly kind: "border"; readonly border: Border }
  /** The first one is preferred. */
  | { readonly kind: "split"; first: number; second: number }
  | { readonly kind: "jump"; to: number }
  | { readonly kind: "match" };

/** The position of a match: UTF-16 units, the end excluded. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * A regular expression whose search takes at most its size times the length of the text, whatever both say: it follows all
 * ways through the expression at once, character by character, instead of trying one after another.
 */
export class Pattern {
  readonly #steps: readonly Step[];

  /** @throws {PatternError} when the source is invalid or too large */
  constructor(source: string) {
    this.#steps = compile(parsePattern(source));
  }

  /** How many steps a character of the text costs at most. */
  get size(): number {
    return this.#steps.length;
  }

  /**
   * The first match at or after a place; of several there, the one that Rust and Perl prefer.
   * @returns undefined: nothing, or the budget is exceeded
   */
  find(text: string, budget: SearchBudget, from = 0): Span | undefined {
    let found: Span | undefined;
    let ways = new Ways(this.#steps, text);
    let next = new Ways(this.#steps, text);
    let at = from;
    while (at <= text.length) {
      if (found === undefined) ways.follow(0, at, at);
      else if (ways.count === 0) break;
      const point = text.codePointAt(at);
      const after = at + (point !== undefined && point > 0xff_ff ? 2 : 1);
      next.clear();
      const start = this.#advance(ways, next, point, after);
      if (!budget.spend(1 + ways.count + next.takeVisits())) return undefined;
      if (start !== undefined) found = { start, end: at };
      [ways, next] = [next, ways];
      at = after;
    }
    return found;
  }

  /** Takes one character on all ways. @returns where the preferred match that has arrived began */
  #advance(ways: Ways, next: Ways, point: number | undefined, after: number): number | undefined {
    for (let index = 0; index < ways.count; index += 1) {
      const at = ways.steps[index] as number;
      const start = ways.starts[index] as number;
      const step = this.#steps[at] as Step;
      // The ways behind it are less preferred.
      if (step.kind === "match") return start;
      const isTaken = step.kind === "character" && point !== undefined && step.test(point);
      if (isTaken) next.follow(at + 1, start, after);
    }
    return undefined;
  }
}

/** Patterns that stay compiled: the ten of each of 64 rules. The one that was used the longest time ago makes way. */
export const COMPILED_MAX = 640;
const COMPILED = new Map<string, Pattern>();

/** The pattern of a source, compiled once as long as it is in use. @throws {PatternError} as the constructor */
export function patternOf(source: string): Pattern {
  const pattern = COMPILED.get(source) ?? new Pattern(source);
  COMPILED.delete(source);
  COMPILED.set(source, pattern);
  const [oldest] = COMPILED.keys();
  if (COMPILED.size > COMPILED_MAX && oldest !== undefined) COMPILED.delete(oldest);
  return pattern;
}

/** Why a source cannot be searched, in words; undefined: it can. */
export function patternProblem(source: string): string | undefined {
  try {
    patternOf(source);
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

/** The steps that wait for the character at one place, the preferred first, each once. */
class Ways {
  /** Number of the following that are in use. */
  count = 0;
  readonly steps: Int32Array;
  /** For each of them, where its match began. */
  readonly starts: Int32Array;
  readonly #program: readonly Step[];
  readonly #text: string;
  /** The round in which a step was last added. */
  readonly #seen: Int32Array;
  readonly #open: number[] = [];
  #round = 1;
  #visits = 0;

  constructor(program: readonly Step[], text: string) {
    this.#program = program;
    this.#text = text;
    this.steps = new Int32Array(program.length);
    this.starts = new Int32Array(program.length);
    this.#seen = new Int32Array(program.length);
  }

  /** Steps that were looked at since the last time. */
  takeVisits(): number {
    const visits = this.#visits;
    this.#visits = 0;
    return visits;
  }

  clear(): void {
    this.count = 0;
    this.#round += 1;
  }

  /** Adds a step, or those to which it leads without a character. */
  follow(index: number, start: number, at: number): void {
    this.#open.push(index);
    for (let next = this.#open.pop(); next !== undefined; next = this.#open.pop()) {
      this.#visits += 1;
      if (this.#seen[next] === this.#round) continue;
      this.#seen[next] = this.#round;
      const step = this.#program[next] as Step;
      if (step.kind === "jump") this.#open.push(step.to);
      else if (step.kind === "split") this.#open.push(step.second, step.first);
      else if (step.kind !== "border") this.#wait(next, start);
      else if (isAt(step.border, this.#text, at)) this.#open.push(next + 1);
    }
  }

  #wait(step: number, start: number): void {
    this.steps[this.count] = step;
    this.starts[this.count] = start;
    this.count += 1;
  }
}

function isAt(border: Border, text: string, at: number): boolean {
  switch (border) {
    case "textStart":
      return at === 0;
    case "textEnd":
      return at === text.length;
    case "lineStart":
      return at === 0 || text[at - 1] === "\n";
    case "lineEnd":
      return at === text.length || text[at] === "\n";
    case "wordBorder":
      return isWordBorder(text, at);
    case "noWordBorder":
      return !isWordBorder(text, at);
  }
}

function isWordBorder(text: string, at: number): boolean {
  const before = pointBefore(text, at);
  const after = text.codePointAt(at);
  return (before !== undefined && isWord(before)) !== (after !== undefined && isWord(after));
}

function pointBefore(text: string, at: number): number | undefined {
  const point = at >= 2 ? text.codePointAt(at - 2) : undefined;
  return point !== undefined && point > 0xff_ff ? point : text.codePointAt(at - 1);
}

function compile(node: PatternNode): readonly Step[] {
  const compiler = new Compiler();
  compiler.emit(node);
  compiler.add({ kind: "match" });
  return compiler.steps;
}

class Compiler {
  readonly steps: Step[] = [];
  #visits = 0;

  emit(node: PatternNode): void {
    this.#visits += 1;
    if (this.#visits > VISITS_MAX) throw tooLarge();
    switch (node.kind) {
      case "character":
      case "border":
        this.add(node);
        return;
      case "sequence":
        for (const part of node.parts) this.emit(part);
        return;
      case "choice":
        this.#choice(node.options);
        return;
      case "repeat":
        this.#repeat(node);
    }
  }

  add<S extends Step>(step: S): S {
    if (this.steps.length >= PATTERN_SIZE_MAX) throw tooLarge();
    this.steps.push(step);
    return step;
  }

  #choice(options: readonly PatternNode[]): void {
    const exits: { to: number }[] = [];
    for (const [index, option] of options.entries()) {
      if (index === options.length - 1) {
        this.emit(option);
        continue;
      }
      const split = this.#split();
      split.first = this.steps.length;
      this.emit(option);
      exits.push(this.#jump());
      split.second = this.steps.length;
    }
    for (const exit of exits) exit.to = this.steps.length;
  }

  #repeat({ part, min, max, isLazy }: PatternNode & { kind: "repeat" }): void {
    for (let times = 0; times < min; times += 1) this.emit(part);
    if (max === undefined) return this.#loop(part, isLazy);
    const skips = [];
    for (let times = min; times < max; times += 1) {
      skips.push(this.#fork(isLazy));
      this.emit(part);
    }
    for (const skip of skips) skip(this.steps.length);
  }

  #loop(part: PatternNode, isLazy: boolean): void {
    const start = this.steps.length;
    const skip = this.#fork(isLazy);
    this.emit(part);
    this.#jump().to = start;
    skip(this.steps.length);
  }

  /** Goes on with what follows, or elsewhere. @returns sets where */
  #fork(isLazy: boolean): (elsewhere: number) => void {
    const split = this.#split();
    const [on, off] = isLazy ? (["second", "first"] as const) : (["first", "second"] as const);
    split[on] = this.steps.length;
    return (elsewhere) => {
      split[off] = elsewhere;
    };
  }

  #split(): Step & { kind: "split" } {
    return this.add({ kind: "split", first: 0, second: 0 });
  }

  #jump(): Step & { kind: "jump" } {
    return this.add({ kind: "jump", to: 0 });
  }
}

function tooLarge(): PatternError {
  return new PatternError(
    `is too large: with its repetitions written out it has more than ${String(PATTERN_SIZE_MAX)} steps`,
  );
}
