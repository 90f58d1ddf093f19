import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readDescription } from "./folder.js";

const ROOT = join(import.meta.dirname, "../..");
const ours = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), "utf8"));

describe("the member list", () => {
  it("is the given one", () => {
    expect(ours("test/contract/sdk-api.json")).toEqual(readDescription("sdk-api.json"));
  });

  it("and the exports agree with docs/parity.md", () => {
    const said = execFileSync(process.execPath, [join(ROOT, "scripts/parity.mjs"), "--check"], {
      encoding: "utf8",
    });
    expect(said).toMatch(/^\d+ of 636\n$/);
  });
});

describe("the vectors", () => {
  it("of voice transport are the given ones", () => {
    expect(ours("test/vectors/voice-transport.json")).toEqual(
      readDescription("vectors/voice-transport.json"),
    );
  });
});
