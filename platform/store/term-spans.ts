import { FIRST_ROW, LAST_ROW } from "./term-text.js";

/** Rows that one part of a search covers: two terms that most of them have, and none has both, take 3 ms. */
const SPAN = 50_000;
/** Marks that one call looks for; each takes up to 2 ms. */
const MARKS_AT_ONCE = 5;

/** Divides the rows of an index into spans, so that no part of a search takes long. Their sizes are about right: rows come and go. */
export class TermSpans {
  readonly #rowBelow: (row: bigint, size: number) => bigint | undefined;
  /** Where spans begin, newest first. */
  #marks: bigint[] = [];
  #isWhole = false;
  /** Rows that came since the newest mark was made. */
  #added = 0;

  /** @param rowBelow the row that has `size` rows between itself and a given one; undefined: there are fewer */
  constructor(rowBelow: (row: bigint, size: number) => bigint | undefined) {
    this.#rowBelow = rowBelow;
  }

  add(rows: number): void {
    this.#added += rows;
    // the newest rows have grown into several spans
    if (this.#added >= SPAN) this.clear();
  }

  clear(): void {
    this.#marks = [];
    this.#isWhole = false;
    this.#added = 0;
  }

  /** The first row of the span that ends with `last`; undefined: ask again, because it is not known yet. */
  from(last: bigint): bigint | undefined {
    for (let looked = 0; !this.#reaches(last); looked += 1) {
      if (looked === MARKS_AT_ONCE) return undefined;
      this.#mark();
    }
    return this.#marks.find((mark) => mark <= last) ?? FIRST_ROW;
  }

  #reaches(last: bigint): boolean {
    const oldest = this.#marks.at(-1);
    return this.#isWhole || (oldest !== undefined && oldest <= last);
  }

  #mark(): void {
    const below = this.#rowBelow(this.#marks.at(-1) ?? LAST_ROW, SPAN);
    if (below === undefined) this.#isWhole = true;
    else this.#marks.push(below);
  }
}
