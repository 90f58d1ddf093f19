import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Platform } from "@sdkpp/platform";
import { installStrangers } from "../support/strangers.mjs";

/**
 * Starts a script of `peers` in a process of its own, with the strangers' packages and the platform's addresses.
 * @param wish with `modules` of its own: the folder of other packages
 * @returns with a folder that is its own and has to be removed
 */
export async function spawnPeer(
  script: string,
  platform: Platform,
  wish: object,
): Promise<{ child: ChildProcess; folder: string }> {
  const modules = await installStrangers();
  const folder = await mkdtemp(join(tmpdir(), "sdkpp-stranger-"));
  const authority = join(folder, "ca.pem");
  await writeFile(authority, platform.endpoints.ca);
  const { apiBase: api, ca } = platform.endpoints;
  const child = spawn(process.execPath, [fileURLToPath(new URL(`peers/${script}`, import.meta.url))], {
    env: {
      ...process.env,
      NODE_EXTRA_CA_CERTS: authority,
      SDKPP_PEER: JSON.stringify({ modules, api, ca, ...wish }),
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  return { child, folder };
}
