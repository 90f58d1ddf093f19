import type { Span } from "./pattern.js";
import type { SearchBudget } from "./search-budget.js";

/** A keyword of a rule that was found. */
export interface KeywordMatch extends Span {
  readonly keyword: string;
}

/** A keyword without its wildcards. */
interface Keyword {
  readonly written: string;
  readonly text: string;
  /** Whether a word must begin with it. */
  readonly opensWord: boolean;
  /** Whether a word must end with it. */
  readonly closesWord: boolean;
}

/** Keywords by length, then by text. */
type ByLength = Map<number, Map<string, Keyword[]>>;

/** Cost of a look-up, in steps of a pattern. */
const LOOKUP_STEPS = 8;
/** Characters by which keywords are told apart first. */
const BEGINNING = 3;

/**
 * Words and phrases that are searched together. A place of a text is looked up by its first characters, and only where keywords
 * begin like that by each of their lengths, so its cost hardly depends on how many keywords there are.
 */
export class KeywordIndex {
  /** Keywords by length of their beginning, then by the beginning. */
  readonly #byBeginning = new Map<number, Map<string, ByLength>>();

  /** @param keywords with their wildcards */
  constructor(keywords: readonly string[]) {
    for (const keyword of new Set(keywords)) this.#add(parsed(keyword));
  }

  /** All matches that the budget lasts for, in no particular order. @param text as {@link folded} returns it */
  *matches(text: string, budget: SearchBudget): Generator<KeywordMatch> {
    for (const [length, beginnings] of this.#byBeginning)
      for (let start = 0; start + length <= text.length; start += 1) {
        const keywords = beginnings.get(text.slice(start, start + length));
        if (!budget.spend(LOOKUP_STEPS * (1 + (keywords?.size ?? 0)))) return;
        if (keywords !== undefined) yield* matchesAt(keywords, text, start);
      }
  }

  #add(keyword: Keyword): void {
    const beginning = keyword.text.slice(0, BEGINNING);
    const beginnings = entry(this.#byBeginning, beginning.length, () => new Map<string, ByLength>());
    const lengths = entry(beginnings, beginning, (): ByLength => new Map());
    const texts = entry(lengths, keyword.text.length, () => new Map<string, Keyword[]>());
    entry(texts, keyword.text, (): Keyword[] => []).push(keyword);
  }
}

function* matchesAt(keywords: ByLength, text: string, start: number): Generator<KeywordMatch> {
  for (const [length, texts] of keywords)
    for (const keyword of texts.get(text.slice(start, start + length)) ?? [])
      if (fits(keyword, text, start)) yield { keyword: keyword.written, start, end: start + length };
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}

/** Whether a keyword consists of more than wildcards. */
export function hasText(keyword: string): boolean {
  return parsed(keyword).text.trim() !== "";
}

/** The text in lower case, with each letter at the place of its original. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return [...text].map((one) => (one.toLowerCase().length === one.length ? one.toLowerCase() : one)).join("");
}

function parsed(written: string): Keyword {
  const isOpen = written.startsWith("*");
  const isOpenEnd = written.length > 1 && written.endsWith("*");
  const text = folded(written.slice(isOpen ? 1 : 0, isOpenEnd ? -1 : undefined));
  return { written, text, opensWord: !isOpen, closesWord: !isOpenEnd };
}

/** Words end at white space, and at both ends of the text. */
function fits({ text: { length }, opensWord, closesWord }: Keyword, text: string, start: number): boolean {
  return (!opensWord || isGap(text[start - 1])) && (!closesWord || isGap(text[start + length]));
}

function isGap(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character);
}
