/** Ids are unsigned and rows signed, both of 64 bits: moved by half of the range, rows are in the order of ids. */
const HALF = 1n << 63n;
const SNOWFLAKE = /^\d{1,20}$/;

export const FIRST_ROW = -HALF;
export const LAST_ROW = HALF - 1n;
/** Greater than every id that has a row. */
export const ABOVE_ALL = String(2n * HALF);

/** The row of a record in the index of terms; undefined: its id is no snowflake. */
export function rowOf(id: string): bigint | undefined {
  if (!SNOWFLAKE.test(id)) return undefined;
  const row = BigInt(id) - HALF;
  return row > LAST_ROW ? undefined : row;
}

export function idOf(row: bigint): string {
  return String(row + HALF);
}

const ESCAPED = /[^a-wyz0-9]/g;

/**
 * A term as the database's tokenizer leaves it: small letters and digits, everything else as `x` and its code unit. So the
 * tokenizer's rules, which follow an older Unicode, never decide what is a term, and no term is part of the query language.
 */
export function written(term: string): string {
  return term.replaceAll(ESCAPED, (unit) => `x${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Each term once, as the index stores them. */
export function writtenAll(terms: Iterable<string>): string {
  return [...new Set(terms)].map(written).join(" ");
}

/** Text of a query for rows that have one term of each list. @param every at least one list, none of them empty */
export function queryText(every: readonly (readonly string[])[]): string {
  return every.map((list) => `(${list.map((term) => `"${written(term)}"`).join(" OR ")})`).join(" AND ");
}
