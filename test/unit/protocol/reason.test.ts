import { describe, expect, it } from "vitest";
import { reasonOf } from "../../../lib/protocol/reason.js";

describe("reasonOf", () => {
  it.each([
    ["an error", new TypeError("no such port"), "no such port"],
    ["a text", "no such port", "no such port"],
    ["nothing", undefined, "undefined"],
    ["a value without text", Object.create(null), "no text"],
  ])("describes %s", (_name, thrown: unknown, words) => {
    expect(reasonOf(thrown)).toBe(words);
  });
});
