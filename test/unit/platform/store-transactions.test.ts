import Database from "libsql";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SEARCHED_MESSAGES } from "../../../platform/domain/records/message/message-terms.js";
import { openDatabase } from "../../../platform/store/database.js";
import { SqliteStore } from "../../../platform/store/sqlite-store.js";

let folder: string;
let db: Database.Database;
let store: SqliteStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sdkpp-store-"));
  db = openDatabase(join(folder, "platform.db"), { searched: SEARCHED_MESSAGES });
  store = new SqliteStore(db, SEARCHED_MESSAGES);
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const RECORD = { text: "x".repeat(3000) };

describe("a transaction on a full disk", () => {
  /** Like a full disk: SQLite fails with SQLITE_FULL and rolls back by itself. */
  const fillDisk = (): void => {
    db.exec("PRAGMA max_page_count = 20");
  };

  it("fails with the cause, stores nothing, and the next one succeeds", () => {
    store.put("kept", "1", RECORD, {});
    fillDisk();
    const many = (): void => {
      for (let n = 0; n < 100; n += 1) store.put("lost", String(n), RECORD, {});
    };
    expect(() => store.transaction(many)).toThrow(/database or disk is full/);
    expect([store.all("kept").length, store.all("lost").length]).toEqual([1, 0]);
    db.exec("PRAGMA max_page_count = 1000");
    store.transaction(many);
    expect(store.all("lost")).toHaveLength(100);
  });

  it("undoes changes outside the store, last first", () => {
    fillDisk();
    const undone: string[] = [];
    const work = (): void => {
      store.onRollback(() => undone.push("first"));
      store.onRollback(() => undone.push("second"));
      for (let n = 0; n < 100; n += 1) store.put("lost", String(n), RECORD, {});
    };
    expect(() => store.transaction(work)).toThrow();
    expect(undone).toEqual(["second", "first"]);
  });
});

describe("a transaction", () => {
  it("includes nested transactions", () => {
    const work = (): void => {
      store.transaction(() => store.put("a", "1", RECORD, {}));
      throw new Error("on purpose");
    };
    expect(() => store.transaction(work)).toThrow("on purpose");
    expect(store.get("a", "1")).toBeUndefined();
  });

  it("undoes nothing after a commit, nor later", () => {
    const undone: string[] = [];
    store.transaction(() => {
      store.onRollback(() => undone.push("kept"));
      store.put("a", "1", RECORD, {});
    });
    expect(() =>
      store.transaction(() => {
        throw new Error("on purpose");
      }),
    ).toThrow();
    expect(undone).toEqual([]);
  });

  it("takes no lock when it only reads", () => {
    const other = new Database(join(folder, "platform.db"));
    const reading = store.transaction(() => {
      other.exec("BEGIN IMMEDIATE");
      other.exec("COMMIT");
      return store.all("a");
    });
    expect(reading).toEqual([]);
    other.close();
  });
});

describe("a list by index up to a value", () => {
  it("returns the lowest first, up to the limit", () => {
    for (const [id, end] of Object.entries({ a: "30", b: "10", c: "20", d: "40" }))
      store.put("one", id, { id }, { end });
    store.put("one", "e", { id: "e" }, {});
    const ids = (value: string, limit: number) =>
      store.listUpTo("one", "end", value, limit).map((one) => (one as { id: string }).id);
    expect([ids("30", 9), ids("30", 2), ids("09", 9)]).toEqual([["b", "c", "a"], ["b", "c"], []]);
  });
});
