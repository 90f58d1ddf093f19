import { expect } from "vitest";
import { GARBAGE_SEED } from "../../support/garbage.js";
import type { PlatformProcess } from "../../support/platform-process.js";

/** Runs jobs with limited concurrency, each with its number. */
export async function inParallel(
  width: number,
  count: number,
  work: (n: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) await work(n);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

/** Expects that the platform still answers and has logged no fault. */
export async function expectUnharmed(platform: PlatformProcess): Promise<void> {
  const faults = platform.logs.filter((line) => line.includes("fault in"));
  expect({ seed: GARBAGE_SEED, alive: await platform.isAlive(), faults }).toEqual({
    seed: GARBAGE_SEED,
    alive: true,
    faults: [],
  });
}

/** A token of a seeded player with all scopes that a game may request. */
export async function tokenOf(platform: PlatformProcess, index: 0 | 1): Promise<string> {
  const { applicationId, userIds } = platform.seeded;
  const scope = "openid sdk.social_layer voice";
  const tokens = await platform.call("tokens.issue", applicationId, userIds[index], scope);
  return (tokens as { access_token: string }).access_token;
}
