import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SEARCHED_MESSAGES } from "../../../platform/domain/records/message/message-terms.js";
import { openSqliteStore } from "../../../platform/store/sqlite-store.js";
import type { Store } from "../../../platform/store/store.js";

interface Thing {
  readonly id: string;
  readonly tags: readonly string[];
}

let store: Store;
beforeEach(() => {
  store = openSqliteStore(":memory:", { searched: SEARCHED_MESSAGES });
});
afterEach(() => store.close());

const put = (id: string, ...tags: string[]): void => store.put("thing", id, { id, tags }, { tag: tags });
const get = (id: string): Thing | undefined => store.get("thing", id) as Thing | undefined;
const tagged = (tag: string): string[] => (store.listBy("thing", "tag", tag) as Thing[]).map(({ id }) => id);

describe("records that are read again", () => {
  it("show every change, by id and in lists", () => {
    expect([get("1"), tagged("a")]).toEqual([undefined, []]);
    put("1", "a");
    expect([get("1")?.tags, tagged("a")]).toEqual([["a"], ["1"]]);
    put("1", "b");
    expect([get("1")?.tags, tagged("a"), tagged("b")]).toEqual([["b"], [], ["1"]]);
    put("2", "b");
    expect(tagged("b")).toEqual(["1", "2"]);
    store.delete("thing", "1");
    expect([get("1"), tagged("b")]).toEqual([undefined, ["2"]]);
  });

  it("show nothing of a transaction that failed, even if it read what it wrote", () => {
    put("1", "a");
    expect(() =>
      store.transaction(() => {
        put("1", "b");
        put("2", "b");
        expect([get("1")?.tags, get("2")?.tags, tagged("b")]).toEqual([["b"], ["b"], ["1", "2"]]);
        throw new Error("no");
      }),
    ).toThrow("no");
    expect([get("1")?.tags, get("2"), tagged("a"), tagged("b")]).toEqual([["a"], undefined, ["1"], []]);
  });

  it("are the same object, frozen with all of their parts, and lists belong to who asked", () => {
    put("1", "a");
    const thing = get("1")!;
    expect(get("1")).toBe(thing);
    expect([Object.isFrozen(thing), Object.isFrozen(thing.tags)]).toEqual([true, true]);
    store.listBy("thing", "tag", "a").pop();
    expect(tagged("a")).toEqual(["1"]);
  });

  it("are read anew once there are too many", () => {
    put("1", "a");
    const first = get("1");
    for (let id = 2; id < 5100; id += 1) {
      put(String(id));
      get(String(id));
    }
    expect(get("1")).toEqual(first);
    expect(get("1")).not.toBe(first);
  });
});
