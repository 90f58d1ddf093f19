import { readFileSync } from "node:fs";
import os from "node:os";
import { ArgumentRangeError } from "../wire/index.js";
import { processorsOfQuota } from "./processor-quota.js";

/** How many media threads the process may have. "auto": one less than its processors, so that one is left for the event loop. */
export type MediaThreads = "auto" | number;

const VARIABLE = "SDKPP_MEDIA_THREADS";
const MOST = 64;

/**
 * @param given the option; without it the environment variable `SDKPP_MEDIA_THREADS` decides, then "auto"
 * @returns 1 to 64
 * @throws {ArgumentRangeError} when it is neither "auto" nor an integer from 1 to 64
 */
export function mediaThreadsOf(given: MediaThreads | undefined, name = "mediaThreads"): number {
  if (given === undefined) return fromEnvironment();
  if (given === "auto") return automatic();
  if (Number.isInteger(given) && given >= 1 && given <= MOST) return given;
  throw new ArgumentRangeError(name, `"auto" or an integer from 1 to ${String(MOST)}`, String(given));
}

function fromEnvironment(): number {
  const text = readVariable();
  if (text === "" || text === "auto") return automatic();
  return mediaThreadsOf(/^\d+$/.test(text) ? Number(text) : (text as MediaThreads), VARIABLE);
}

function readVariable(): string {
  try {
    return process.env[VARIABLE] ?? "";
  } catch {
    // Deno denies it without a permission.
    return "";
  }
}

function automatic(): number {
  // it counts the processors that the process is bound to; Node 20 does not count a quota
  const processors = Math.min(os.availableParallelism(), processorsOfQuota(readText) ?? MOST + 1);
  return Math.min(Math.max(processors - 1, 1), MOST);
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
