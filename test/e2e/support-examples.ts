import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, type TestContext } from "vitest";
import { installStrangers } from "../support/strangers.mjs";

export const ROOT = join(import.meta.dirname, "../..");
export const README = readFileSync(join(ROOT, "README.md"), "utf8");
export const EXAMPLES = readFileSync(join(ROOT, "docs/guides/examples.md"), "utf8");
/** Time limit for the test of an example: some install packages first, and all of a file run concurrently. */
export const STORY = { timeout: 180_000 };

export const fileOf = (name: string): string => join(ROOT, "examples", name, "main.mjs");

/** Runs an example to its end. @returns its output, line by line */
export async function run(name: string): Promise<string[]> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [fileOf(name)], { timeout: 60_000 });
  expect(stderr).toBe("");
  return stdout.trim().split("\n");
}

/** A folder whose programs can import these packages, until the test ends. */
export async function projectWith(
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

/** Runs an example with discord.js in a project of its own, as users do. @returns its output, line by line */
export async function runBot(context: TestContext, name: string, ...args: string[]): Promise<string[]> {
  const folder = await projectWith(context, {
    sdkpp: ROOT,
    "@sdkpp/platform": join(ROOT, "platform"),
    "discord.js": join(await installStrangers(), "node_modules/discord.js"),
  });
  cpSync(dirname(fileOf(name)), folder, { recursive: true });
  const program = join(folder, "main.mjs");
  const started = promisify(execFile)(process.execPath, [program, ...args], { timeout: 60_000 });
  const { stdout, stderr } = await started;
  expect(stderr).toBe("");
  return stdout.trim().split("\n");
}
