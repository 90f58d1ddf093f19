import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SEARCHED_MESSAGES } from "../../../platform/domain/records/message/message-terms.js";
import { ReadCache } from "../../../platform/store/read-cache.js";
import { openDatabase } from "../../../platform/store/database.js";
import { openSqliteStore, SqliteStore } from "../../../platform/store/sqlite-store.js";
import { Collection, type Page, type Store } from "../../../platform/store/store.js";

interface Entry {
  readonly id: string;
  readonly list: string;
}

let store: Store;
let entries: Collection<Entry>;

beforeEach(() => {
  store = openSqliteStore(":memory:", { searched: SEARCHED_MESSAGES });
  entries = new Collection<Entry>(
    store,
    "entry",
    (one) => one.id,
    (one) => ({ list: one.list }),
  );
  // Ids of different lengths, unordered.
  for (const id of ["10", "9", "100", "2", "11"]) entries.put({ id, list: "a" });
  entries.put({ id: "5", list: "b" });
});

afterEach(() => store.close());

describe("a page of a list", () => {
  it.each<[string, Page, string[]]>([
    ["the newest", { limit: 2 }, ["100", "11"]],
    ["all, when there is room", { limit: 9 }, ["100", "11", "10", "9", "2"]],
    ["none, with limit 0", { limit: 0 }, []],
    ["the newest before an id", { before: "11", limit: 2 }, ["10", "9"]],
    ["before an unknown id", { before: "99", limit: 1 }, ["11"]],
    ["before the first", { before: "2", limit: 5 }, []],
    ["those that came next after an id, newest first", { after: "2", limit: 2 }, ["10", "9"]],
    ["after an unknown id", { after: "3", limit: 1 }, ["9"]],
    ["after the last", { after: "100", limit: 5 }, []],
  ])("%s", (_claim, page, ids) => {
    expect(entries.page("list", "a", page).map(({ id }) => id)).toEqual(ids);
  });

  it("keeps the position of updated records and omits deleted ones", () => {
    entries.put({ id: "9", list: "b" });
    entries.delete("10");
    expect(entries.page("list", "a", { limit: 9 }).map(({ id }) => id)).toEqual(["100", "11", "2"]);
    expect(entries.page("list", "b", { limit: 9 }).map(({ id }) => id)).toEqual(["9", "5"]);
  });
});

describe("a record that is in many lists", () => {
  it("is written in as many rows as change", () => {
    const db = openDatabase(":memory:", { searched: SEARCHED_MESSAGES });
    const own = new SqliteStore(db, SEARCHED_MESSAGES);
    const changes = () => (db.prepare("SELECT total_changes() AS count").get() as { count: number }).count;
    const put = (members: readonly string[]): number => {
      const before = changes();
      own.put("guild", "1", { members }, { member: members });
      return changes() - before;
    };
    const members = Array.from({ length: 1000 }, (_, at) => String(at));
    expect(put(members)).toBe(1001);
    expect(put([...members, "new"])).toBe(2);
    expect(put([...members.slice(1), "new", "new"])).toBe(2);
    expect(put(members.slice(1))).toBe(2);
    expect(own.listBy("guild", "member", "999")).toHaveLength(1);
    expect(["0", "new"].map((member) => own.listBy("guild", "member", member))).toEqual([[], []]);
    own.delete("guild", "1");
    expect(own.listBy("guild", "member", "999")).toEqual([]);
    own.close();
  });
});

describe("a record that is in memory", () => {
  it("is indexed without reading its rows again", () => {
    interface Guild {
      readonly id: string;
      readonly members: readonly string[];
    }
    const db = openDatabase(":memory:", { searched: SEARCHED_MESSAGES });
    const read = vi.fn<() => void>();
    const prepare = db.prepare.bind(db);
    vi.spyOn(db, "prepare").mockImplementation((text) => {
      const statement = prepare(text);
      if (!text.startsWith("SELECT name, value")) return statement;
      const all = statement.all.bind(statement);
      statement.all = (...values: unknown[]) => (read(), all(...values));
      return statement;
    });
    const own = new ReadCache(new SqliteStore(db, SEARCHED_MESSAGES));
    const guilds = new Collection<Guild>(
      own,
      "guild",
      ({ id }) => id,
      ({ members }) => ({ member: members }),
    );
    const of = (member: string): string[] => guilds.listBy("member", member).map(({ id }) => id);
    guilds.put({ id: "1", members: ["ada", "ben"] });
    expect(read).toHaveBeenCalledOnce();
    guilds.put({ ...guilds.get("1")!, members: ["ben", "cyd", "cyd"] });
    expect([of("ada"), of("ben"), of("cyd")]).toEqual([[], ["1"], ["1"]]);
    expect(() =>
      own.transaction(() => {
        guilds.put({ ...guilds.get("1")!, members: ["dan"] });
        throw new Error("no");
      }),
    ).toThrow("no");
    guilds.put({ ...guilds.get("1")!, members: ["eve"] });
    expect(["ben", "cyd", "dan", "eve"].map(of)).toEqual([[], [], [], ["1"]]);
    expect(read).toHaveBeenCalledOnce();
    own.close();
  });
});

describe("the statements of a store", () => {
  it("find their rows by more than the collection, except a list of all", () => {
    const db = openDatabase(":memory:", { searched: SEARCHED_MESSAGES });
    const prepare = vi.spyOn(db, "prepare");
    const searching = new SqliteStore(db, SEARCHED_MESSAGES);
    const texts = prepare.mock.calls.map(([text]) => text).filter((text) => !text.startsWith("INSERT"));
    prepare.mockRestore();
    const plan = (text: string): string[] =>
      (
        db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...Array.from(text.matchAll(/\?/g), () => "1")) as {
          detail: string;
        }[]
      ).map(({ detail }) => detail);
    const broad = texts.filter((text) => plan(text).some((step) => step.endsWith("(collection=?)")));
    searching.close();
    expect(broad).toEqual(["SELECT body FROM record WHERE collection = ? ORDER BY rowid"]);
  });
});
