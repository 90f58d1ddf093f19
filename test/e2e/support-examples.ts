import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";

export const ROOT = join(import.meta.dirname, "../..");
export const README = readFileSync(join(ROOT, "README.md"), "utf8");
/** Time limit for the test of an example: some install packages first, and all of a file run concurrently. */
export const STORY = { timeout: 180_000 };

export const fileOf = (name: string): string => join(ROOT, "examples", name, "main.mjs");

/** Runs an example to its end. @returns its output, line by line */
export async function run(name: string): Promise<string[]> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [fileOf(name)], { timeout: 60_000 });
  expect(stderr).toBe("");
  return stdout.trim().split("\n");
}
