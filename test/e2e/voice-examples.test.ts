import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { toneWav } from "../support/tone-wav.mjs";
import { fileOf, README, run, runBot, STORY } from "./support-examples.js";

/** The README's promise. */
const LINES = 25;

it("the quick start fits on the README's page, which shows it as it is", () => {
  const text = readFileSync(fileOf("quick-start"), "utf8");
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("//"));
  expect(lines.length).toBeLessThanOrEqual(LINES);
  expect(README).toContain(text);
});

it.concurrent("the quick start runs, and Ben hears Ada", STORY, async () => {
  const [line] = await run("quick-start");
  const seconds = /^Ben heard Ada speak for (\d+\.\d) s$/.exec(line!)?.[1];
  expect(Number(seconds), line).toBeGreaterThan(1);
});

it.concurrent("the voice test in ten lines passes", STORY, async () => {
  const code = readFileSync(fileOf("voice-test"), "utf8").split("\n");
  const body = code.slice(code.findIndex((line) => line.startsWith("await test(")));
  expect(body.filter((line) => line !== "").length).toBeLessThanOrEqual(10);
  expect(await run("voice-test")).toContain("# pass 1");
});

it.concurrent("the filter runs: its failure is reported", STORY, async () => {
  expect(await run("voice-filter")).toEqual([
    "received: 1 block not filtered: the filter has a bug",
    "1 of many blocks failed",
  ]);
});

it.concurrent("the filter in a worker runs: Ben hears what it gives back", STORY, async () => {
  expect(await run("voice-worker")).toEqual(["many blocks went through the worker"]);
});

it.concurrent("the encrypted call runs: equal codes, and a friend who is verified", STORY, async () => {
  const shown = await run("encrypted-call");
  expect(shown).toContain("on: 35 characters to compare");
  expect(shown).toContain("the privacy codes are equal");
  expect(shown).toContain("verified for later calls: true");
});

it.concurrent("the README's bot is a whole program: it joins, speaks and leaves", STORY, async (context) => {
  expect(README).toContain(readFileSync(fileOf("voice-bot"), "utf8"));
  const folder = mkdtempSync(join(tmpdir(), "sdkpp-speech-"));
  context.onTestFinished(() => rmSync(folder, { recursive: true }));
  const speech = join(folder, "tone.wav");
  writeFileSync(speech, toneWav());
  expect(await runBot(context, "voice-bot", speech, speech)).toEqual([
    "played: finished",
    "played: finished",
  ]);
});

it.concurrent(
  "the bot is replaced three times while it plays: each packet is heard once",
  STORY,
  async (context) => {
    const lines = await runBot(context, "deploy", "8");
    expect(lines.slice(0, 3)).toEqual(["version 2 plays on", "version 3 plays on", "version 4 plays on"]);
    const [, count] = /^heard (\d+) packets, each once and in order$/.exec(lines[3]!) ?? [];
    expect(Number(count), lines[3]).toBeGreaterThan(300);
  },
);

it.concurrent("the bot's voice dies three times while it plays: its call goes on", STORY, async (context) => {
  const lines = await runBot(context, "crash", "8");
  const deaths = [1, 2, 3].map((death) => `death ${String(death)} by SIGKILL: another process plays on`);
  expect(lines.slice(0, 3)).toEqual(deaths);
  const [, heard, missing] = /^heard (\d+) packets of one call, (\d+) are missing$/.exec(lines[3]!) ?? [];
  expect(Number(heard), lines[3]).toBeGreaterThan(200);
  expect(Number(missing), lines[3]).toBeLessThan(Number(heard));
});

it.concurrent(
  "the bot's voice process dies three times, and is replaced: another one goes on at once",
  STORY,
  async (context) => {
    const lines = await runBot(context, "voice-process");
    const ends = [1, 2, 3].flatMap(() => [
      "a voice process ended: SIGKILL; calls: 1",
      "the call goes on: at once",
    ]);
    const move = [
      "the call goes on: at once",
      "a voice process ended: planned; calls: 0",
      "calls that moved: 1",
    ];
    expect(lines).toEqual([...ends, ...move, "connected, and plays"]);
  },
);

it.concurrent("a player's voice process dies in a call: both hear on", STORY, async () => {
  expect(await run("game-voice-process")).toEqual([
    "the voice process ended (SIGKILL), and the call goes on",
    "both hear each other, and the keys are the same",
  ]);
});
