import { expect, it } from "vitest";
import { share } from "../../../packages/react/store/share.js";

it("keeps what has the same content, and the same elements of another list", () => {
  const before = [
    { id: 1, tags: ["a"] },
    { id: 2, tags: ["b"] },
  ];
  expect(share(before, structuredClone(before))).toBe(before);
  const after = share(before, [
    { id: 1, tags: ["a"] },
    { id: 2, tags: ["c"] },
    { id: 3, tags: [] },
  ]);
  expect(after[0]).toBe(before[0]);
  expect(after[1]).toEqual({ id: 2, tags: ["c"] });
  expect(after).toHaveLength(3);
});

it("takes another record as it is, and compares maps by identity", () => {
  const record = { id: 1, name: "new" };
  expect(share({ id: 1, name: "old" }, record)).toBe(record);
  const map = new Map([["a", 1]]);
  expect(share(new Map([["a", 1]]), map)).toBe(map);
  const missing = { a: undefined };
  expect(share({ b: undefined } as object, missing)).toBe(missing);
  expect(share(undefined, 0)).toBe(0);
  expect(share<unknown>([1], { 0: 1 })).toEqual({ 0: 1 });
});
