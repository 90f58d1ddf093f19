import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, it, type TestContext } from "vitest";
import { installStrangers } from "../support/strangers.mjs";
import { toneWav } from "../support/tone-wav.mjs";
import { fileOf, README, ROOT, run, STORY } from "./support-examples.js";

/** What the README promises. */
const LINES = 25;

/** A folder whose programs can import these packages, until the test ends. */
async function projectWith(
  { onTestFinished }: TestContext,
  packages: Record<string, string>,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "sdkpp-project-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, target] of Object.entries(packages)) {
    const link = join(folder, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    symlinkSync(target, link, "junction");
  }
  return folder;
}

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

it.concurrent("the filter runs: its failure is reported", STORY, async () => {
  expect(await run("voice-filter")).toEqual([
    "received: 1 block not filtered: the filter has a bug",
    "1 of many blocks failed",
  ]);
});

it.concurrent("the README's bot is a whole program: it joins, speaks and leaves", STORY, async (context) => {
  expect(README).toContain(readFileSync(fileOf("voice-bot"), "utf8"));
  const folder = await projectWith(context, {
    sdkpp: ROOT,
    "@sdkpp/platform": join(ROOT, "platform"),
    "discord.js": join(await installStrangers(), "node_modules/discord.js"),
  });
  const program = join(folder, "main.mjs");
  copyFileSync(fileOf("voice-bot"), program);
  const speech = join(folder, "tone.wav");
  writeFileSync(speech, toneWav());
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, speech], {
    timeout: 60_000,
  });
  expect([stdout, stderr]).toEqual(["speaking: finished\n", ""]);
});
