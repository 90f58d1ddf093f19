import { describe, expect, it } from "vitest";
import { isDeepEqual, isDeepEqualList } from "../../../lib/state/equality.js";

describe("the comparison of records", () => {
  it.each<[object, object, boolean]>([
    [{ a: 1, b: { c: [1, 2] } }, { a: 1, b: { c: [1, 2] } }, true],
    [{ a: 1, b: { c: [1, 2] } }, { a: 1, b: { c: [1, 3] } }, false],
    [[1], [1, 2], false],
    [[1, 2], [1], false],
    [{ a: undefined }, {}, true],
    [{}, { a: undefined }, true],
    [{ a: null }, {}, false],
    [{}, { a: 1 }, false],
    [{}, { toString: "own" }, false],
    [{ toString: "own" }, {}, false],
    [{ a: {} }, { a: 1 }, false],
    [{ a: [{ b: 1 }] }, { a: [{ b: 1 }] }, true],
    [{ a: [{ b: 1 }] }, { a: [{ b: 2 }] }, false],
    [{ a: [] }, { a: {} }, true],
    [{ a: ["x"] }, { a: { length: 1 } }, false],
  ])("%j and %j: %s", (left, right, expected) => {
    expect(isDeepEqual(left, right)).toBe(expected);
  });

  it.each<[readonly unknown[], readonly unknown[], boolean]>([
    [[], [], true],
    [[{ a: 1 }], [{ a: 1, b: undefined }], true],
    [[{ a: 1 }], [{ a: 1 }, undefined], false],
    [[1, 2], [2, 1], false],
  ])("the lists %j and %j: %s", (left, right, expected) => {
    expect(isDeepEqualList(left, right)).toBe(expected);
  });
});
