import type { Span } from "./pattern.js";

/** A keyword of a rule that was found. */
export interface KeywordMatch extends Span {
  readonly keyword: string;
}

/** What a keyword looks for, after its wildcards. */
interface Keyword {
  readonly written: string;
  readonly text: string;
  /** Whether a word must begin with it. */
  readonly opensWord: boolean;
  /** Whether a word must end with it. */
  readonly closesWord: boolean;
}

/**
 * Words and phrases that are searched together. A search looks each part of a text up by its length, so its cost depends on
 * how many different lengths there are (at most 60) and not on how many keywords.
 */
export class KeywordIndex {
  readonly #byLength = new Map<number, Map<string, Keyword[]>>();

  /** @param keywords with their wildcards */
  constructor(keywords: readonly string[]) {
    for (const keyword of new Set(keywords)) this.#add(parsed(keyword));
  }

  /** All matches, in no particular order. @param text as {@link folded} returns it */
  *matches(text: string): Generator<KeywordMatch> {
    for (const [length, keywords] of this.#byLength)
      for (let start = 0; start + length <= text.length; start += 1)
        for (const keyword of keywords.get(text.slice(start, start + length)) ?? [])
          if (fits(keyword, text, start)) yield { keyword: keyword.written, start, end: start + length };
  }

  #add(keyword: Keyword): void {
    const { length } = keyword.text;
    const alike = this.#byLength.get(length) ?? new Map<string, Keyword[]>();
    alike.set(keyword.text, [...(alike.get(keyword.text) ?? []), keyword]);
    this.#byLength.set(length, alike);
  }
}

/** Whether a keyword consists of more than wildcards. */
export function hasText(keyword: string): boolean {
  return parsed(keyword).text.trim() !== "";
}

/** In small letters, with each of them at the place of its original. */
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
