// How SQLite carries out each statement of the store when a collection is large: by an index, and without sorting.
import type Database from "libsql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../../platform/store/database.js";
import { SqliteStore, STATEMENTS } from "../../../platform/store/sqlite-store.js";

/** SQLite has no statistics here: its plans are the same for a million. */
const RECORDS = 10_000;
const FIRST = 1_000_000_000_000_000_000n;

/** Statements that read all that they may find, and why. */
const READS_ALL: Readonly<Record<string, string>> = {
  records: "a snapshot has every record",
  all: "lists every record of a collection, in order of insertion",
  listBy:
    "lists every record with a value, in order of insertion: these lists are short, long ones have pages",
};

let db: Database.Database;
let store: SqliteStore;

beforeAll(() => {
  db = openDatabase(":memory:");
  store = new SqliteStore(db);
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
  it.each(Object.entries(STATEMENTS))("%s finds its rows by an index", (name, sql) => {
    const costly = planOf(sql).filter((step) => /SCAN|TEMP B-TREE/.test(step));
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
