import { describe, expect, it } from "vitest";
import {
  formatSnowflake,
  parseSnowflake,
  snowflakeFromTime,
  snowflakeTimestamp,
} from "../../../lib/wire/index.js";

describe("snowflakes", () => {
  it.each([
    ["0", 0n],
    ["175928847299117063", 175928847299117063n],
    ["18446744073709551615", 18446744073709551615n],
    [4096, 4096n],
    [175928847299117063n, 175928847299117063n],
  ])("reads %s", (value, id) => {
    expect(parseSnowflake(value)).toBe(id);
  });

  it.each([
    ["leading zero", "01"],
    ["sign", "-1"],
    ["plus", "+1"],
    ["space", " 1"],
    ["beyond 64 bits", "18446744073709551616"],
    ["21 digits", "100000000000000000000"],
    ["empty", ""],
    ["hex", "0x10"],
    ["number that has lost digits", 175928847299117060],
    ["fraction", 1.5],
    ["negative bigint", -1n],
    ["null", null],
    ["object", {}],
  ])("rejects %s", (_name, value) => {
    expect(parseSnowflake(value)).toBeUndefined();
  });

  it("reads the creation time of an id", () => {
    // The example of the public documentation.
    expect(snowflakeTimestamp(175928847299117063n)).toBe(1462015105796);
    expect(snowflakeTimestamp(snowflakeFromTime(1462015105796, 123))).toBe(1462015105796);
    expect(formatSnowflake(snowflakeFromTime(1420070400000, 5))).toBe("5");
  });
});
