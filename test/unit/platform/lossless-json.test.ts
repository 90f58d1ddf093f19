import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLossless } from "../../../platform/json/lossless.js";

describe("lossless JSON", () => {
  it.each([
    ['{"id":1573686160062939136}', { id: "1573686160062939136" }],
    [
      "[9007199254740991,9007199254740992,-9007199254740993]",
      [9007199254740991, "9007199254740992", "-9007199254740993"],
    ],
    ['{"t":1501184119561234,"x":0.30000000000000004}', { t: 1501184119561234, x: 0.30000000000000004 }],
    ["[12345678901234567890.5,12345678901234567890e3]", [12345678901234567890.5, 12345678901234567890e3]],
    [
      '{"s":"id 12345678901234567890 \\"98765432109876543210\\" end"}',
      { s: 'id 12345678901234567890 "98765432109876543210" end' },
    ],
    ['{"12345678901234567890":12345678901234567890}', { "12345678901234567890": "12345678901234567890" }],
    ['"\\\\",  12345678901234567890'.replace(/^/, "[") + "]", ["\\", "12345678901234567890"]],
    ["18446744073709551615", "18446744073709551615"],
  ])("reads %s", (text, expected) => {
    expect(parseLossless(text)).toEqual(expected);
  });

  it.each([
    "{",
    "[01234567890123456789]",
    "1234567890123456789.",
    "[1234567890123456789e]",
    '"',
    "-",
    "[12345678901234567890,]",
    "{1234567890123456789:0}",
    '{"a":0,-1234567890123456789 \n:0}',
  ])("rejects %s like JSON.parse", (text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(() => parseLossless(text)).toThrow(SyntaxError);
  });

  it("equals JSON.parse wherever no integer is too large", () => {
    const isSafe = (text: string): boolean => !/[0-9]{16}/.test(text.replaceAll(/"(?:[^"\\]|\\.)*"/gs, ""));
    fc.assert(
      fc.property(fc.json(), (text) => {
        if (isSafe(text)) expect(parseLossless(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("keeps every 64-bit integer exact, wherever it occurs", () => {
    const id = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n });
    fc.assert(
      fc.property(
        id,
        fc.string(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (value, name, other) => {
          const text = `{${JSON.stringify(`k${name}`)}:[${value},${JSON.stringify(other)},${JSON.stringify(String(value))}]}`;
          const [read, double, quoted] = (parseLossless(text) as Record<string, unknown[]>)[`k${name}`] ?? [];
          expect(String(read)).toBe(String(value));
          expect(typeof double === "number" ? double : Number(double)).toBe(
            JSON.parse(JSON.stringify(other)),
          );
          expect(quoted).toBe(String(value));
        },
      ),
    );
  });

  it("rejects exactly the texts that JSON.parse rejects", () => {
    const parses = (read: (text: string) => unknown, text: string): boolean => {
      try {
        read(text);
        return true;
      } catch {
        return false;
      }
    };
    const pieces = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      "\\",
      "a",
      "1234567890123456789",
      "0",
      "-",
      ".",
      "e",
      "5",
      " ",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        expect(parses(parseLossless, text)).toBe(parses(JSON.parse, text));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["lists", (depth: number) => "[".repeat(depth) + "]".repeat(depth)],
    ["objects", (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`],
    [
      "both, after a text with brackets",
      (depth: number) => `["\\"[[[{{{",${"[".repeat(depth - 1)}${"]".repeat(depth)}`,
    ],
  ])("reads %s nested up to 100 deep", (_what, nested) => {
    expect(() => parseLossless(nested(100))).not.toThrow();
    expect(() => parseLossless(nested(101))).toThrow(SyntaxError);
  });

  it("does not count siblings or brackets in strings as nesting", () => {
    const texts = Array.from({ length: 200 }, () => ({ a: '[[[[[{{{{{"', b: [] }));
    expect(parseLossless(JSON.stringify(texts))).toEqual(texts);
  });
});
