import type { Document, LineCounter } from "yaml";

/** Steps from the whole to a part of a seed: names of members, and places in lists. */
export type SeedPath = readonly (string | number)[];

/** The largest file, in characters. */
const LENGTH_MAX = 1 << 20;
const STACK = /call stack/;

/** A `RangeError` about a part of a seed; its message begins with the place. */
export class SeedError extends RangeError {}

/** A seed's value, and the place of each of its parts. */
export interface SeedSource {
  readonly value: unknown;
  /** The error for a part of it: `seed.yaml:14: guilds[0].name: <problem>`. */
  error(path: SeedPath, problem: string): SeedError;
}

/** A seed that is not from a file. */
export function seedOfValue(name: string, value: unknown): SeedSource {
  return { value, error: (path, problem) => new SeedError(`${name}: ${placed(path, problem)}`) };
}

/**
 * A seed as YAML, which JSON is too.
 * @param name of the file, for errors
 * @throws {RangeError} with the line, for text that is no YAML, repeats itself by aliases, is too large or nested too deeply
 */
export async function seedOfText(name: string, text: string): Promise<SeedSource> {
  if (text.length > LENGTH_MAX)
    throw new RangeError(`${name}: expected at most ${LENGTH_MAX} characters, received ${text.length}`);
  // Most platforms start without a seed.
  const yaml = await import("yaml");
  const lines = new yaml.LineCounter();
  const document = within(name, () => yaml.parseDocument(text, { lineCounter: lines, prettyErrors: false }));
  const at = (offset: number) => `${name}:${lines.linePos(offset).line}`;
  const [mistake] = [...document.errors, ...document.warnings];
  // The parser reports its own end as a mistake of the text.
  if (mistake !== undefined && STACK.test(mistake.message))
    throw new RangeError(`${name}: it is nested too deeply`);
  if (mistake !== undefined) throw new RangeError(`${at(mistake.pos[0])}: ${mistake.message}`);
  yaml.visit(document, {
    // A few lines with aliases can stand for billions of entries.
    Alias: (_key, { range }) => {
      throw new RangeError(
        `${at(range?.[0] ?? 0)}: aliases (*name) have no place in a seed: write out what they stand for`,
      );
    },
  });
  const value: unknown = within(name, () => document.toJS());
  return {
    value,
    error: (path, problem) =>
      new SeedError(`${name}:${lineOf(document, lines, path)}: ${placed(path, problem)}`),
  };
}

/** The line of a part; for one that is not there, of what it would be in. */
function lineOf(document: Document, lines: LineCounter, path: SeedPath): number {
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  const range = (node as { readonly range?: readonly number[] | null } | null | undefined)?.range;
  if (range?.[0] !== undefined) return lines.linePos(range[0]).line;
  return path.length === 0 ? 1 : lineOf(document, lines, path.slice(0, -1));
}

/** The parser calls itself for each level. */
function within<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError && STACK.test(error.message))
      throw new RangeError(`${name}: it is nested too deeply`);
    throw error;
  }
}

function placed(path: SeedPath, problem: string): string {
  const place = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
  return place === "" ? problem : `${place.replace(/^\./, "")}: ${problem}`;
}
