// Records found by their terms: what is stored is found, whatever the terms are, and nothing else is.
import fc from "fast-check";
import type Database from "libsql";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../../platform/store/database.js";
import { SqliteStore } from "../../../platform/store/sqlite-store.js";
import type { Searched, TermQuery } from "../../../platform/store/store.js";
import { TermSpans } from "../../../platform/store/term-spans.js";
import { FIRST_ROW, LAST_ROW } from "../../../platform/store/term-text.js";

interface Note {
  readonly id: string;
  readonly terms: readonly string[];
}

const SEARCHED: Searched = { collection: "note", termsOf: (note) => (note as Note).terms };
/** More than wait for the index at a time. */
const MANY = 700;

let db: Database.Database;
let store: SqliteStore;
beforeEach(() => {
  db = openDatabase(":memory:", { searched: SEARCHED });
  store = new SqliteStore(db, SEARCHED);
});
afterEach(() => store.close());

const put = (id: string, ...terms: string[]) => store.put("note", id, { id, terms }, {});

/** Everything that a query finds, in as many parts as it takes. */
function found(query: TermQuery, limit = 50): string[] {
  const ids: string[] = [];
  for (let next = query.before, isLast = false; !isLast;) {
    const part = store.find("note", { ...query, before: next }, limit);
    // those that are not there are left out
    ids.push(...(store.getAll("note", part.ids) as Note[]).map(({ id }) => id));
    isLast = part.next === undefined;
    next = part.next;
  }
  return ids;
}
const having = (...terms: string[]): string[] => found({ every: terms.map((term) => [term]) });

describe("a record is found by its terms", () => {
  it("from when it is stored until they change or it is deleted, while it waits and afterwards", () => {
    for (let at = 1; at <= MANY; at += 1) put(String(at), "all", at % 2 === 0 ? "even" : "odd");
    expect(having("all", "even")).toHaveLength(MANY / 2);
    // one of the index, and one that waits
    for (const id of ["2", "700"]) {
      put(id, "all", "changed");
      expect(having("changed")).toEqual([id]);
      expect(having("even")).not.toContain(id);
      store.delete("note", id);
      expect(having("changed")).toEqual([]);
    }
    expect(having("all")).toHaveLength(MANY - 2);
  });

  it("newest first, between two ids, across all ids that there are", () => {
    const ids = ["9", "10", "9223372036854775807", "9223372036854775808", "18446744073709551615"];
    for (const id of ids) put(id, "a");
    const newest = ids.toReversed();
    expect(having("a")).toEqual(newest);
    expect(found({ every: [["a"]] }, 1)).toEqual(newest);
    expect(found({ every: [["a"]], before: newest[1]!, after: "9" })).toEqual(newest.slice(2, -1));
    expect(found({ every: [["a"]], before: "0" })).toEqual([]);
    expect(found({ every: [["a"]], after: newest[0]! })).toEqual([]);
    expect(found({ every: [] })).toEqual(newest);
    expect(found({ every: [["a"], []] })).toEqual([]);
  });

  it("although its id is no snowflake it can be stored, but is not found", () => {
    put("a name", "a");
    put("99999999999999999999", "a");
    expect(having("a")).toEqual([]);
    store.delete("note", "a name");
    expect(store.get("note", "a name")).toBeUndefined();
  });

  it("not by the rolled-back terms of a transaction", () => {
    for (let at = 1; at <= MANY; at += 1) put(String(at), "kept");
    expect(() =>
      store.transaction(() => {
        for (let at = 1; at <= MANY; at += 1) put(String(at), "lost");
        store.delete("note", "5");
        throw new Error("no");
      }),
    ).toThrow("no");
    expect([having("kept").length, having("lost").length]).toEqual([MANY, 0]);
  });

  it("in the records that replace all others, and no more in those before", () => {
    for (let at = 1; at <= MANY; at += 1) put(String(at), "old", `n${at}`);
    const taken = [...store.records()];
    for (let at = 1; at <= MANY; at += 1) put(String(MANY + at), "new");
    store.replaceAll(taken);
    expect([having("new"), having("old").length, having("n300")]).toEqual([[], MANY, ["300"]]);
    store.replaceAll([]);
    expect(found({ every: [] })).toEqual([]);
  });

  it("of its collection only", () => {
    store.put("other", "1", { id: "1", terms: ["a"] }, {});
    expect(having("a")).toEqual([]);
    expect(() => store.find("other", { every: [["a"]] }, 1)).toThrow(/collection other is not searched/);
  });

  it("a list of very many terms does not narrow the search", () => {
    put("1", "a");
    put("2", "b");
    const long = Array.from({ length: 201 }, (_, at) => `t${at}`);
    expect(found({ every: [["a"], long] })).toEqual(["1"]);
    expect(found({ every: [long] })).toEqual(["2", "1"]);
    expect(found({ every: [long.slice(1)] })).toEqual([]);
  });
});

describe("terms are never a part of the query language", () => {
  const HOSTILE = [
    '"',
    '""',
    "'",
    '") OR terms:("a',
    "a\0b",
    "\0",
    "a*",
    "^a",
    "-a",
    "a + b",
    "AND",
    "OR",
    "NOT",
    "NEAR(a b, 1)",
    "{terms}: a",
    "terms",
    "x",
    "x0041",
    "A",
    "ⅷ",
    "e\u0301",
    "é",
    "\ud800",
    "\u{1e900}",
    "",
    " ",
    "w".repeat(40_000),
  ];

  it("each is found, and only by itself, while it waits and in the index", () => {
    HOSTILE.forEach((term, at) => put(String(at + 1), term));
    const check = (): void =>
      HOSTILE.forEach((term, at) => expect(having(term), term).toEqual([String(at + 1)]));
    // nothing is written for an empty term
    HOSTILE.splice(HOSTILE.indexOf(""), 1, "empty");
    put(String(HOSTILE.indexOf("empty") + 1), "empty");
    check();
    for (let at = 1; at <= MANY; at += 1) put(String(1000 + at), "filler");
    check();
  });

  it("random ones are found as a plain look at all records finds them", () => {
    const term = fc.oneof(
      fc.constantFrom("a", "b", "c", ...HOSTILE.slice(0, 12)),
      fc.string({ unit: "binary" }),
    );
    const some = fc.array(
      term.filter((one) => one !== ""),
      { minLength: 1, maxLength: 4 },
    );
    const change = fc.tuple(fc.integer({ min: 1, max: 400 }), fc.option(some));
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 600, size: "max" }),
        fc.array(some, { maxLength: 3 }),
        (changes, every) => {
          store.replaceAll([]);
          const known = new Map<number, readonly string[]>();
          for (const [id, terms] of changes) {
            if (terms === null) {
              known.delete(id);
              store.delete("note", String(id));
            } else {
              known.set(id, terms);
              put(String(id), ...terms);
            }
          }
          const plain = [...known]
            .filter(([, terms]) => every.every((list) => list.some((one) => terms.includes(one))))
            .sort(([left], [right]) => right - left);
          expect(found({ every }, 7)).toEqual(plain.map(([id]) => String(id)));
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe("the spans of an index", () => {
  /** Rows 1 to `count`, as a table. */
  const rowsUpTo =
    (count: bigint) =>
    (row: bigint, size: number): bigint | undefined => {
      const top = row > count ? count : row - 1n;
      return top > BigInt(size) ? top - BigInt(size) : undefined;
    };

  it("are one when there are few rows", () => {
    expect(new TermSpans(rowsUpTo(50_000n)).from(LAST_ROW)).toBe(FIRST_ROW);
  });

  it("cover every row, and none is much larger than the others", () => {
    const spans = new TermSpans(rowsUpTo(300_000n));
    const starts: bigint[] = [];
    for (let last = LAST_ROW; last > FIRST_ROW;) {
      const start = spans.from(last);
      if (start === undefined) continue;
      starts.push(start);
      last = start - 1n;
    }
    expect(starts).toEqual([250_000n, 199_999n, 149_998n, 99_997n, 49_996n, FIRST_ROW]);
  });

  it("are looked for a few at a time, and anew when many rows have come", () => {
    let looked = 0;
    const table = rowsUpTo(1_000_000n);
    const spans = new TermSpans((row, size) => ((looked += 1), table(row, size)));
    expect([spans.from(10n), looked]).toEqual([undefined, 5]);
    expect(spans.from(10n)).toBeUndefined();
    expect([spans.from(900_000n) !== undefined, looked]).toEqual([true, 10]);
    spans.add(49_999);
    spans.from(900_000n);
    expect(looked).toBe(10);
    spans.add(1);
    spans.from(900_000n);
    expect(looked).toBe(12);
  });
});
