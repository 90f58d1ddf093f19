import type Database from "libsql";
import type { FoundIds, Searched, TermQuery } from "./store.js";
import { TermSpans } from "./term-spans.js";
import { ABOVE_ALL, FIRST_ROW, idOf, LAST_ROW, queryText, rowOf, written, writtenAll } from "./term-text.js";

/** How many rows wait for the index: one commit of it costs as much as two hundred rows. */
const LATELY_MAX = 256;
/** As many as are indexed together when all are. */
const LATELY_MAX_OF_ALL = 5000;
/** Terms of one list that the index is asked for: each costs 40 µs. The records of a longer list are not sorted out. */
const LIST_MAX = 200;

/**
 * Terms by row. `term_index` is written in batches that wait in `term_lately`; both follow the records in the same transaction.
 * The index itself merges without a bound, so it is told to merge a little after each batch instead.
 */
export const TERM_SCHEMA = `
  CREATE VIRTUAL TABLE term_index USING fts5(
    terms, content='', contentless_delete=1, detail=none, tokenize="unicode61 remove_diacritics 0"
  );
  INSERT INTO term_index (term_index, rank) VALUES ('automerge', 0), ('crisismerge', 1999);
  CREATE TABLE term_lately (id INTEGER PRIMARY KEY, terms TEXT NOT NULL);
`;

/** The statements of the index. */
export const TERM_STATEMENTS = {
  wait: "INSERT OR REPLACE INTO term_lately VALUES (?, ?)",
  waiting: "SELECT count(*) AS count FROM term_lately",
  waitingIn: "SELECT id, terms FROM term_lately WHERE id BETWEEN ? AND ? ORDER BY id DESC",
  stopWaiting: "DELETE FROM term_lately WHERE id = ?",
  indexWaiting: "INSERT INTO term_index (rowid, terms) SELECT id, terms FROM term_lately ORDER BY id",
  clearWaiting: "DELETE FROM term_lately",
  merge: "INSERT INTO term_index (term_index, rank) VALUES ('merge', 32)",
  optimize: "INSERT INTO term_index (term_index) VALUES ('optimize')",
  clear: "INSERT INTO term_index (term_index) VALUES ('delete-all')",
  isIndexed: "SELECT 1 FROM term_index_docsize WHERE id = ?",
  unindex: "DELETE FROM term_index WHERE rowid = ?",
  // Many rows as one text take a third of the time.
  withTerms: `SELECT group_concat(id) AS ids FROM (
    SELECT rowid AS id FROM term_index WHERE term_index MATCH ? AND rowid BETWEEN ? AND ?
    ORDER BY rowid DESC LIMIT ?)`,
  withAny: `SELECT group_concat(id) AS ids FROM (
    SELECT id FROM term_index_docsize WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT ?)`,
  spanBelow: "SELECT id FROM term_index_docsize WHERE id < ? ORDER BY id DESC LIMIT 1 OFFSET ?",
} as const;

interface Row {
  readonly id: bigint;
}
interface WaitingRow extends Row {
  readonly terms: string;
}
interface RowList {
  readonly ids: string | null;
}

/** Finds the records of one collection by their terms. Its writes are in the transaction of the store. */
export class TermIndex {
  readonly searched: Searched;
  readonly #statements;
  readonly #spans: TermSpans;
  /** Rows that wait, or more: some may have been deleted, or rolled back. */
  #waiting: number;

  constructor(db: Database.Database, searched: Searched) {
    this.searched = searched;
    this.#statements = prepareAll(db);
    const { spanBelow, waiting } = this.#statements;
    this.#waiting = Number((waiting.get() as { count: bigint }).count);
    this.#spans = new TermSpans((row, size) => (spanBelow.get(row, size) as Row | undefined)?.id);
  }

  put(id: string, record: unknown, waitingMax = LATELY_MAX): void {
    const row = rowOf(id);
    if (row === undefined) return;
    this.#unindex(row);
    this.#statements.wait.run(row, writtenAll(this.searched.termsOf(record)));
    this.#waiting += 1;
    if (this.#waiting < waitingMax) return;
    this.#indexWaiting();
    this.#statements.merge.run();
  }

  delete(id: string): void {
    const row = rowOf(id);
    if (row === undefined) return;
    this.#statements.stopWaiting.run(row);
    this.#unindex(row);
  }

  /** Replaces everything. */
  fill(records: Iterable<readonly [id: string, record: unknown]>): void {
    this.clear();
    for (const [id, record] of records) this.put(id, record, LATELY_MAX_OF_ALL);
    this.#indexWaiting();
    this.#statements.optimize.run();
  }

  clear(): void {
    this.#statements.clear.run();
    this.#statements.clearWaiting.run();
    this.#spans.clear();
    this.#waiting = 0;
  }

  /** One part of what a query finds; it costs about the same however many records there are. */
  find({ every, before, after }: TermQuery, limit: number): FoundIds {
    const last = (rowOf(before ?? ABOVE_ALL) ?? LAST_ROW + 1n) - 1n;
    const first = after === undefined ? FIRST_ROW : (rowOf(after) ?? LAST_ROW) + 1n;
    if (last < first || every.some((list) => list.length === 0)) return { ids: [], next: undefined };
    const from = this.#spans.from(last);
    if (from === undefined) return { ids: [], next: before ?? ABOVE_ALL };
    const start = from > first ? from : first;
    const rows = this.#rows(every, start, last, limit);
    const next = rows.length === limit ? rows.at(-1) : start > first ? start : undefined;
    return { ids: rows.map(idOf), next: next === undefined ? undefined : idOf(next) };
  }

  #rows(every: TermQuery["every"], first: bigint, last: bigint, limit: number): bigint[] {
    const asked = every.filter((list) => list.length <= LIST_MAX);
    const { withTerms, withAny } = this.#statements;
    const { ids } = (
      asked.length === 0
        ? withAny.get(first, last, limit)
        : withTerms.get(queryText(asked), first, last, limit)
    ) as RowList;
    const indexed = ids === null ? [] : ids.split(",").map(BigInt);
    const found = [...this.#waitingRows(asked, first, last), ...indexed];
    return found.sort((left, right) => (left < right ? 1 : -1)).slice(0, limit);
  }

  #waitingRows(every: TermQuery["every"], first: bigint, last: bigint): bigint[] {
    const wanted = every.map((list) => list.map(written));
    return (this.#statements.waitingIn.all(first, last) as WaitingRow[]).flatMap(({ id, terms }) => {
      const own = new Set(terms.split(" "));
      return wanted.every((list) => list.some((term) => own.has(term))) ? [id] : [];
    });
  }

  #indexWaiting(): void {
    this.#statements.indexWaiting.run();
    this.#statements.clearWaiting.run();
    this.#spans.add(this.#waiting);
    this.#waiting = 0;
  }

  /** Only what is there: a delete costs as much as a commit of the index. */
  #unindex(row: bigint): void {
    if (this.#statements.isIndexed.get(row) !== undefined) this.#statements.unindex.run(row);
  }
}

type Statements = Readonly<Record<keyof typeof TERM_STATEMENTS, Database.Statement>>;

/** Rows are too large for numbers. */
function prepareAll(db: Database.Database): Statements {
  const prepared = Object.entries(TERM_STATEMENTS).map(
    ([name, sql]) => [name, db.prepare(sql).safeIntegers(true)] as const,
  );
  return Object.fromEntries(prepared) as Statements;
}
