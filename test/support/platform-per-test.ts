import { startPlatform, type Platform, type PlatformOptions } from "@sdkpp/platform";
import type { Client } from "sdkpp";
import { afterEach, beforeEach } from "vitest";

/**
 * Starts a platform for each test of a file and stops it after the test. Call it once, at the top.
 * @param began called with the platform before each test
 * @param options of the platforms
 * @returns creates clients that also end with the test
 */
export function platformPerTest(
  began: (platform: Platform) => void,
  options: PlatformOptions = {},
): Client[] {
  const clients: Client[] = [];
  let running: Platform;
  beforeEach(async () => {
    running = await startPlatform(options);
    began(running);
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    await running.stop();
  });
  return clients;
}
