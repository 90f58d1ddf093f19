import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { declarations } from "../../../scripts/native-declaration/files.mjs";
import { phasesDeclaration } from "../../../scripts/native-declaration/phases.mjs";
import { settingsDeclaration } from "../../../scripts/native-declaration/settings.mjs";
import { statisticsDeclaration } from "../../../scripts/native-declaration/statistics.mjs";
import { readTable } from "../../../scripts/native-declaration/table.mjs";

const encoder = `ENCODER_FIELD(int, bitrate, 64'000, "bitrate", Integer{6'000, 510'000})`;

describe("the declaration of settings, statistics and phases", () => {
  it("is what the native tables say; otherwise run: npm run declaration", async () => {
    for (const { file, text } of await declarations()) expect(fs.readFileSync(file, "utf8"), file).toBe(text);
  });

  it("follows from rows, comments and checks", () => {
    const settings = `
// explains the table
#define FIELD(a, \\
  b)
/// Louder or softer.
TALKER_SETTING(SetGain, "setGain",
  FIELD(UserId, user, "userId", User{})
  /// decibels
  FIELD(float, gain, "gain", Number{-6, 12.5}))`;
    const text = settingsDeclaration(settings, encoder);
    expect(text).toContain("setGain(userId: bigint, gain: number): void;");
    expect(text).toContain(" * Louder or softer.\n * @param gain decibels; -6 to 12.5\n");
    expect(text).toContain("/** integer, 6000 to 510000 */\nbitrate: number;");
  });

  it.each([
    ["an unknown owner", `OTHER_SETTING(SetGain, "setGain", FIELD(float, gain, "gain", Flag{}))`],
    ["an unknown check", `TALKER_SETTING(SetGain, "setGain", FIELD(float, gain, "gain", Any{}))`],
    ["no fields", `TALKER_SETTING(SetGain, "setGain")`],
    ["a name without quotes", `TALKER_SETTING(SetGain, setGain, FIELD(bool, on, "on", Flag{}))`],
    ["a missing parenthesis", `TALKER_SETTING(SetGain, "setGain", FIELD(bool, on, "on", Flag{})`],
    ["a missing comma", `TALKER_SETTING(SetGain "setGain" FIELD(bool, on, "on", Flag{}))`],
  ])("cannot be made from %s", (_, settings) => {
    expect(() => settingsDeclaration(settings, encoder)).toThrow(/Expected|Unexpected/);
  });

  it("follows from statistics; internal counters are left out", () => {
    const table = `/// Packets.
STATISTICS(Packets,
  /// all of them
  COUNTER(packets_sent, "packetsSent")
  INTERNAL_COUNTER(packets_odd)
  GAUGE(loss, 0, "loss")
  GROUP(Pacing, pacing, "pacing"))`;
    expect(statisticsDeclaration([table]).replace(/^.*\n\n/, "")).toBe(
      "/** Packets. */\nexport interface Packets {\n" +
        "/** all of them */\npacketsSent: number;\nloss: number;\npacing: Pacing;\n}\n",
    );
  });

  it("cannot be made from statistics with an unknown row", () => {
    expect(() => statisticsDeclaration([`STATISTICS(Packets, TIMER(sent, "sent"))`])).toThrow("Expected");
  });

  it("follows from phases", () => {
    const text = phasesDeclaration(`/// joins\nPHASE(kJoin, "join")\nPHASE(kLeave, "leave")`);
    expect(text).toContain('export type GatewayPhase =\n/** joins */\n| "join"\n| "leave";');
    expect(() => phasesDeclaration(`STEP(kJoin, "join")`)).toThrow("Expected PHASE");
    expect(() => phasesDeclaration(`PHASE("join")`)).toThrow("2 arguments");
  });

  it("cannot be made from characters that are in no table", () => {
    expect(() => readTable("ROW(a) ; ROW(b)")).toThrow('Unexpected "; ROW(b)"');
  });
});
