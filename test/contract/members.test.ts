import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as sdk from "sdkpp";
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
    expect(said).toMatch(/^\d+ of 636, \d+ of them without effect\n$/);
  });
});

it("the free functions of the member list are exported", () => {
  const { freeFunctions } = ours("test/contract/sdk-api.json") as {
    freeFunctions: { ts: { name: string } }[];
  };
  const names = freeFunctions.map(({ ts }) => ts.name);
  expect(names.filter((name) => typeof (sdk as Record<string, unknown>)[name] !== "function")).toEqual([]);
});

describe("the vectors", () => {
  it.each(["voice-transport", "voice-e2ee"])("of %s are the given ones", (name) => {
    expect(ours(`test/vectors/${name}.json`)).toEqual(readDescription(`vectors/${name}.json`));
  });
});
