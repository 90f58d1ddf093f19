import {
  between,
  ignoringCase,
  isAnything,
  isInLine,
  not,
  oneOf,
  PERL_CLASSES,
  POSIX_CLASSES,
  remembered,
  unicodeClass,
  type CharacterTest,
} from "./pattern-classes.js";

/** A place between two characters. */
export type Border = "textStart" | "textEnd" | "lineStart" | "lineEnd" | "wordBorder" | "noWordBorder";

/** A node of a parsed regular expression. */
export type PatternNode =
  | { readonly kind: "character"; readonly test: CharacterTest }
  | { readonly kind: "border"; readonly border: Border }
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly options: readonly PatternNode[] }
  | {
      readonly kind: "repeat";
      readonly part: PatternNode;
      readonly min: number;
      /** undefined: any number */
      readonly max: number | undefined;
      readonly isLazy: boolean;
    };

/** Why a text is no regular expression that the platform can search. */
export class PatternError extends Error {}

interface Flags {
  readonly ignoresCase: boolean;
  readonly isMultiline: boolean;
  readonly dotMatchesAll: boolean;
}

const NO_FLAGS: Flags = { ignoresCase: false, isMultiline: false, dotMatchesAll: false };
const REPEAT_MAX = 1000;
const ESCAPED_CONTROLS = new Map([
  ["a", 0x07],
  ["f", 0x0c],
  ["n", 0x0a],
  ["r", 0x0d],
  ["t", 0x09],
  ["v", 0x0b],
]);
const ESCAPED_BORDERS = new Map<string, Border>([
  ["A", "textStart"],
  ["z", "textEnd"],
  ["b", "wordBorder"],
  ["B", "noWordBorder"],
]);

/**
 * Reads a regular expression in the syntax of Rust's `regex`, which has neither look-around nor back-references, and without
 * sets of sets (`[a&&b]`).
 * @throws {PatternError}
 */
export function parsePattern(source: string): PatternNode {
  return new Parser(source).whole();
}

class Parser {
  readonly #characters: readonly string[];
  #at = 0;
  #flags = NO_FLAGS;

  constructor(source: string) {
    this.#characters = [...source];
  }

  whole(): PatternNode {
    const node = this.#choice();
    if (this.#at < this.#characters.length) throw new PatternError("has a ) without its (");
    return node;
  }

  /** Flags that are set in a group end with it. */
  #choice(): PatternNode {
    const before = this.#flags;
    const options = [this.#sequence()];
    while (this.#takes("|")) options.push(this.#sequence());
    this.#flags = before;
    return options.length === 1 ? (options[0] as PatternNode) : { kind: "choice", options };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    for (;;) {
      const next = this.#peek();
      if (next === undefined || next === "|" || next === ")") return { kind: "sequence", parts };
      const atom = this.#atom();
      if (atom !== undefined) parts.push(this.#repeated(atom));
    }
  }

  #repeated(atom: PatternNode): PatternNode {
    let part = atom;
    for (;;) {
      const count = this.#count();
      if (count === undefined) return part;
      part = { kind: "repeat", part, ...count, isLazy: this.#takes("?") };
    }
  }

  #count(): { min: number; max: number | undefined } | undefined {
    if (this.#takes("*")) return { min: 0, max: undefined };
    if (this.#takes("+")) return { min: 1, max: undefined };
    if (this.#takes("?")) return { min: 0, max: 1 };
    if (!this.#takes("{")) return undefined;
    const [, first = "", comma, last = ""] = /^([0-9]+)(,?)([0-9]*)$/.exec(this.#until("}")) ?? [];
    if (comma === undefined || (comma === "" && last !== ""))
      throw new PatternError("has a { without a count; write \\{ for the character");
    const min = Number(first);
    const max = comma === "" ? min : last === "" ? undefined : Number(last);
    if (Math.max(min, max ?? 0) > REPEAT_MAX)
      throw new PatternError(`repeats more than ${String(REPEAT_MAX)} times`);
    if (max !== undefined && max < min) throw new PatternError("has a count whose end is before its start");
    return { min, max };
  }

  /** Undefined: flags, which match nothing. */
  #atom(): PatternNode | undefined {
    const next = this.#take();
    const { dotMatchesAll, isMultiline } = this.#flags;
    switch (next) {
      case "(":
        return this.#group();
      case "[":
        return this.#character(this.#set());
      case "\\":
        return this.#escape();
      case ".":
        return { kind: "character", test: dotMatchesAll ? isAnything : isInLine };
      case "^":
        return { kind: "border", border: isMultiline ? "lineStart" : "textStart" };
      case "$":
        return { kind: "border", border: isMultiline ? "lineEnd" : "textEnd" };
      case "*":
      case "+":
      case "?":
      case "{":
        throw new PatternError(`repeats nothing with ${next}`);
      default:
        return this.#character(exactly(next));
    }
  }

  #group(): PatternNode | undefined {
    const outer = this.#flags;
    if (this.#takes("?")) {
      if (!this.#skipsName()) {
        if (this.#setFlags() === ")") return undefined;
      }
    }
    const inside = this.#choice();
    if (!this.#takes(")")) throw new PatternError("has a ( without its )");
    this.#flags = outer;
    return inside;
  }

  /** `(?P<name>` and `(?<name>`; look-behinds begin like the second one. */
  #skipsName(): boolean {
    const start = this.#at;
    this.#takes("P");
    if (!this.#takes("<")) {
      this.#at = start;
      return false;
    }
    if (this.#peek() === "=" || this.#peek() === "!")
      throw new PatternError("has a look-behind, which is not supported");
    if (!/^[A-Za-z_][A-Za-z0-9_.[\]]*$/.test(this.#until(">")))
      throw new PatternError("has a group with an invalid name");
    return true;
  }

  /** @returns the character after the flags: `:` before a group, `)` when they hold until the end of the group around */
  #setFlags(): string {
    let isOn = true;
    for (;;) {
      const flag = this.#take();
      if (flag === ":" || flag === ")") return flag;
      if (flag === "-" && isOn) isOn = false;
      else if (flag === "i") this.#flags = { ...this.#flags, ignoresCase: isOn };
      else if (flag === "m") this.#flags = { ...this.#flags, isMultiline: isOn };
      else if (flag === "s") this.#flags = { ...this.#flags, dotMatchesAll: isOn };
      else if (flag !== "u" || !isOn)
        throw new PatternError(`has an unsupported group (?${flag}; look-around is not supported`);
    }
  }

  #escape(): PatternNode {
    const border = ESCAPED_BORDERS.get(this.#peek() ?? "");
    if (border === undefined) return this.#character(this.#escaped());
    this.#at += 1;
    return { kind: "border", border };
  }

  /** Parses the part after a backslash: a class or a character, in a set or outside. */
  #escaped(): CharacterTest {
    const next = this.#peek() ?? "";
    const perl = PERL_CLASSES.get(next);
    if (perl === undefined && next !== "p" && next !== "P") return exactlyPoint(this.#escapedPoint());
    this.#at += 1;
    if (perl !== undefined) return perl;
    const name = this.#takes("{") ? this.#until("}") : this.#take();
    const test = unicodeClass(name.replace(/^\^/, ""));
    if (test === undefined) throw new PatternError("names an unknown Unicode class");
    return (next === "P") === name.startsWith("^") ? test : not(test);
  }

  #escapedPoint(): number {
    const next = this.#take();
    const control = ESCAPED_CONTROLS.get(next);
    if (control !== undefined) return control;
    const digits = { x: 2, u: 4, U: 8 }[next];
    if (digits !== undefined) return this.#hex(digits);
    if (/[0-9]/.test(next)) throw new PatternError("has a back-reference, which is not supported");
    if (/[\p{L}]/u.test(next)) throw new PatternError(`has an unknown escape \\${next}`);
    return pointOf(next);
  }

  #hex(digits: number): number {
    const text = this.#takes("{")
      ? this.#until("}")
      : Array.from({ length: digits }, () => this.#take()).join("");
    const point = /^[0-9A-Fa-f]{1,8}$/.test(text) ? Number.parseInt(text, 16) : Number.NaN;
    if (!(point <= 0x10_ff_ff)) throw new PatternError("has an invalid hexadecimal character");
    return point;
  }

  /** A set, after its `[`. */
  #set(): CharacterTest {
    const isNegated = this.#takes("^");
    const tests: CharacterTest[] = [];
    do tests.push(this.#setItem());
    while (!this.#takes("]"));
    const test = oneOf(tests);
    if (!isNegated) return test;
    // A capital letter is not outside a set that has the small one.
    return not(this.#flags.ignoresCase ? ignoringCase(test) : test);
  }

  #setItem(): CharacterTest {
    if (this.#peek() === "[") return this.#posixClass();
    const next = this.#peek();
    if (next === "\\") {
      this.#at += 1;
      const isClass = /^[pPdDwWsS]$/.test(this.#peek() ?? "");
      return isClass ? this.#escaped() : this.#range(this.#escapedPoint());
    }
    return this.#range(pointOf(this.#take()));
  }

  #range(first: number): CharacterTest {
    const isRange = this.#peek() === "-" && this.#characters[this.#at + 1] !== "]";
    if (!isRange) {
      this.#rejectSetOperator();
      return exactlyPoint(first);
    }
    this.#at += 1;
    const last = this.#takes("\\") ? this.#escapedPoint() : pointOf(this.#take());
    if (last < first) throw new PatternError("has a range whose end is before its start");
    return between(first, last);
  }

  #rejectSetOperator(): void {
    const [one, two] = [this.#peek(), this.#characters[this.#at + 1]];
    if (one === two && (one === "&" || one === "~" || one === "-"))
      throw new PatternError("combines sets, which is not supported");
  }

  #posixClass(): CharacterTest {
    this.#at += 1;
    if (!this.#takes(":")) throw new PatternError("has a set in a set; write \\[ for the character");
    const isNegated = this.#takes("^");
    const test = POSIX_CLASSES.get(this.#until(":"));
    if (test === undefined || !this.#takes("]")) throw new PatternError("names an unknown class in [: :]");
    return isNegated ? not(test) : test;
  }

  #character(test: CharacterTest): PatternNode {
    return { kind: "character", test: remembered(this.#flags.ignoresCase ? ignoringCase(test) : test) };
  }

  #peek(): string | undefined {
    return this.#characters[this.#at];
  }

  #takes(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }

  #take(): string {
    const next = this.#peek();
    if (next === undefined) throw new PatternError("ends too early");
    this.#at += 1;
    return next;
  }

  /** Reads up to a character, and past it. */
  #until(end: string): string {
    const to = this.#characters.indexOf(end, this.#at);
    if (to < 0) throw new PatternError(`lacks a ${end}`);
    const text = this.#characters.slice(this.#at, to).join("");
    this.#at = to + 1;
    return text;
  }
}

function pointOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

function exactly(character: string): CharacterTest {
  return exactlyPoint(pointOf(character));
}

function exactlyPoint(point: number): CharacterTest {
  return between(point, point);
}
