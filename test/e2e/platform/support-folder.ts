import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPlatform, StartError, type PlatformOptions } from "@sdkpp/platform";
import { afterEach, beforeEach, expect } from "vitest";
import type { Rejection } from "../../support/platform-process.js";

/** An empty folder for each test of a file. @returns a function for paths in it; "" is the folder itself */
export function folderPerTest(): (name: string) => string {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sdkpp-folder-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return (name) => (name === "" ? folder : join(folder, name));
}

/** Starts a platform in a folder and stops it. */
export async function use(dataDir: string): Promise<void> {
  const platform = await startPlatform({ dataDir });
  await platform.stop();
}

/** The error of a platform that must not start. */
export async function rejectionOf(options: PlatformOptions): Promise<Rejection> {
  try {
    await (await startPlatform(options)).stop();
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    return error as StartError;
  }
  throw new Error("it started");
}

/** Expects one sentence without a stack that contains a file or a port. */
export function expectSentence(message: string, named: string): void {
  expect(message).toContain(named);
  expect(message).toMatch(/^[A-Z/][^\n]+\.$/);
  expect(message).not.toMatch(/\n|\bat [^ ]+:\d+|Error:/);
}
