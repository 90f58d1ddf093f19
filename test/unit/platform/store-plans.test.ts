// How SQLite carries out each statement of the store when a collection is large: by an index, and without sorting.
import type Database from "libsql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SEARCHED_MESSAGES } from "../../../platform/domain/records/message/message-terms.js";
import { openDatabase } from "../../../platform/store/database.js";
import { SqliteStore, STATEMENTS } from "../../../platform/store/sqlite-store.js";
import { TERM_STATEMENTS } from "../../../platform/store/term-index.js";

/** SQLite has no statistics here: its plans are the same for a million. */
const RECORDS = 10_000;
const FIRST = 1_000_000_000_000_000_000n;

/** Statements that read all that they may find, and why. */
const READS_ALL: Readonly<Record<string, string>> = {
  records: "a snapshot has every record",
  all: "lists every record of a collection, in order of insertion",
  listBy:
    "lists every record with a value, in order of insertion: these lists are short, long ones have pages",
  countAlike: "counts what it has found, which its limit bounds",
  countShorter: "counts what it has found, which its limit bounds",
  waiting: "counts what waits for the index of terms, at most 5,000 rows",
  getAll: "reads a list of ids that its caller gives",
  withTerms: "makes one text of what it has found, which its limit bounds",
  withAny: "makes one text of what it has found, which its limit bounds",
  indexWaiting: "moves what waits into the index of terms",
};
/** Names of virtual tables stand where others have scans: what they look up follows as `M` (words) or `=` (a row). */
const LOOKED_UP = /SCAN term_index VIRTUAL TABLE INDEX \d+:(?:M|=)/;
/** Commands to the index of terms are written as inserts. */
const COMMANDS: ReadonlySet<string> = new Set(["merge", "optimize", "clear"]);

let db: Database.Database;
let store: SqliteStore;

beforeAll(() => {
  db = openDatabase(":memory:", { searched: SEARCHED_MESSAGES });
  store = new SqliteStore(db, SEARCHED_MESSAGES);
  store.transaction(() => {
    for (let at = 0n; at < RECORDS; at += 1n)
      store.put("message", String(FIRST + at), { at: Number(at) }, { channel: "1", end: String(FIRST + at) });
  });
});
afterAll(() => store.close());

const planOf = (sql: string): string[] =>
  (
    db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...Array.from({ length: parameters(sql) }, () => "1")) as {
      detail: string;
    }[]
  ).map(({ detail }) => detail);

/** How many values a statement takes: `?`, or the greatest of `?1`, `?2` …. */
function parameters(sql: string): number {
  const numbered = [...sql.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number));
  return numbered.length > 0 ? Math.max(...numbered) : sql.split("?").length - 1;
}

describe("the statements of the store", () => {
  const all = Object.entries({ ...STATEMENTS, ...TERM_STATEMENTS });
  it.each(all.filter(([name]) => !COMMANDS.has(name)))("%s finds its rows by an index", (name, sql) => {
    const costly = planOf(sql).filter((step) => /SCAN|TEMP B-TREE/.test(step) && !LOOKED_UP.test(step));
    if (name in READS_ALL) expect(costly, READS_ALL[name]).toHaveLength(1);
    else expect(costly).toEqual([]);
  });

  it.each([
    ["newest", { limit: 2 }, [9999, 9998]],
    ["in the middle", { before: String(FIRST + 5000n), limit: 2 }, [4999, 4998]],
    ["after one", { after: String(FIRST + 5000n), limit: 2 }, [5002, 5001]],
    ["oldest", { before: String(FIRST + 1n), limit: 2 }, [0]],
  ])("a page of a long list is right: %s", (_where, page, found) => {
    expect(store.page("message", "channel", "1", page)).toEqual(found.map((at) => ({ at })));
  });
});
