import { describe, expect, it } from "vitest";
import { isSame } from "../../../lib/state/same.js";

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
  ])("%j and %j: %s", (left, right, expected) => {
    expect(isSame(left, right)).toBe(expected);
  });
});
