import { startPlatform, type Platform } from "@sdkpp/platform";
import type { Client } from "sdkpp";
import { afterEach, beforeEach } from "vitest";

/**
 * A platform for each test of a file, which ends with the test. To be called once, at the top.
 * @param began hears of it before the test begins
 * @returns clients that end with the test, too
 */
export function platformPerTest(began: (platform: Platform) => void): Client[] {
  const clients: Client[] = [];
  let running: Platform;
  beforeEach(async () => {
    running = await startPlatform();
    began(running);
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    await running.stop();
  });
  return clients;
}
