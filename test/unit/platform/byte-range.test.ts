import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isKnown, isStillMeant, rangeIn } from "../../../platform/http/byte-range.js";

describe("a range of ten bytes", () => {
  it.each([
    ["bytes=0-3", { start: 0, end: 3 }],
    ["bytes=4-", { start: 4, end: 9 }],
    ["bytes=9-9", { start: 9, end: 9 }],
    ["bytes=5-1000", { start: 5, end: 9 }],
    ["bytes=-3", { start: 7, end: 9 }],
    ["bytes=-1000", { start: 0, end: 9 }],
    ["Bytes = 1-2 ", { start: 1, end: 2 }],
    [`bytes=0-${"9".repeat(400)}`, { start: 0, end: 9 }],
  ])("%s is a part", (header, part) => expect(rangeIn(header, 10)).toEqual(part));

  it.each(["bytes=10-", "bytes=10-20", "bytes=-0", `bytes=${"9".repeat(400)}-`])("%s has no byte", (header) =>
    expect(rangeIn(header, 10)).toBe("none"),
  );

  it.each([
    undefined,
    "",
    "bytes=",
    "bytes=-",
    "bytes=5-4",
    "bytes=0-1,4-5",
    "items=0-1",
    "bytes=a-b",
    "bytes=1.5-2",
  ])("%s is the whole", (header) => expect(rangeIn(header, 10)).toBeUndefined());

  it("never reaches beyond the file, whatever the header says", () => {
    const sign = fc.constantFrom(..."bytes=0123456789-, \t");
    const header = fc.oneof(
      fc.string(),
      fc.string({ unit: sign }).map((text) => `bytes=${text}`),
      fc.tuple(fc.nat(), fc.nat()).map(([first, last]) => `bytes=${String(first)}-${String(last)}`),
    );
    fc.assert(
      fc.property(header, fc.nat(), (text, size) => {
        const part = rangeIn(text, size);
        if (part === undefined || part === "none") return;
        expect(part.start).toBeGreaterThanOrEqual(0);
        expect(part.start).toBeLessThanOrEqual(part.end);
        expect(part.end).toBeLessThan(size);
      }),
    );
  });

  it("has no byte of an empty file", () => {
    expect(["bytes=0-", "bytes=-1"].map((header) => rangeIn(header, 0))).toEqual(["none", "none"]);
  });
});

describe("conditions", () => {
  const tag = '"abc"';

  it.each([
    [tag, true],
    ["*", true],
    ['W/"abc"', true],
    ['"x", "abc"', true],
    ['"x"', false],
    ["abc", false],
    [undefined, false],
  ])("a cache that has %s knows the file: %s", (header, expected) =>
    expect(isKnown(header, tag)).toBe(expected),
  );

  it.each([
    [undefined, true],
    [tag, true],
    ['"x"', false],
    ['W/"abc"', false],
    ["Wed, 21 Oct 2015 07:28:00 GMT", false],
  ])("a range if it is still %s is meant: %s", (header, expected) =>
    expect(isStillMeant(header, tag)).toBe(expected),
  );
});
