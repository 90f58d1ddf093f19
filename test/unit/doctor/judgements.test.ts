// What the checks of the doctor conclude from what they see.
import { describe, expect, it } from "vitest";
import { addressOf } from "../../../lib/doctor/address.js";
import { judged } from "../../../lib/doctor/checks/service.js";
import { runtimeFinding } from "../../../lib/wire/findings/runtime-finding.js";

it.each([
  ["18.20.8", "failed"],
  ["20.18.3", "failed"],
  ["20.19.0", "ok"],
  ["21.7.3", "failed"],
  ["22.11.0", "failed"],
  ["22.12.0", "ok"],
  ["24.1.0", "ok"],
  ["", "failed"],
])("Node %s: %s", (node, outcome) => {
  const finding = runtimeFinding({ versions: { node }, platform: "linux", arch: "x64" });
  expect(finding).toMatchObject({ outcome, found: expect.stringContaining("linux-x64") });
});

it("Electron is named with its Node", () => {
  const versions = { node: "22.14.0", electron: "35.1.0" };
  const { found } = runtimeFinding({ versions, platform: "win32", arch: "x64" });
  expect(found).toBe("electron 35.1.0 (Node 22.14.0), win32-x64");
});

describe("a clock", () => {
  const NOW = Date.UTC(2026, 0, 1);
  it.each([
    [0, "ok", /0 s apart/],
    [60_000, "ok", /60 s apart/],
    [61_000, "failed", /61 s ahead of/],
    [-75_000, "failed", /75 s behind/],
    [Number.NaN, "ok", /without its time/],
  ])("that is %d ms ahead: %s", (ms, outcome, words) => {
    const finding = judged("http://x/api", NOW - ms, NOW);
    expect(finding).toMatchObject({ outcome, found: expect.stringMatching(words) });
    expect(finding.remedy === undefined).toBe(outcome === "ok");
  });
});

describe("an address", () => {
  it("is a name and a port", () => {
    expect(addressOf("--udp", "localhost:4000")).toEqual({ host: "localhost", port: 4000 });
    expect(addressOf("--udp", "[::1]:1")).toEqual({ host: "::1", port: 1 });
  });

  it.each(["localhost", ":1", "x:0", "x:70000", "x:y", ""])("is not %j", (text) => {
    expect(() => addressOf("--udp", text)).toThrow(/^--udp: expected <name>:<port>/);
  });
});
