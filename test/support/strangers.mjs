// Installs other libraries, unmodified and pinned, outside the project's tree, so that they cannot resolve the project's own
// packages. Used by the interop tests and the benches.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { access, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

export const STRANGERS = {
  "discord.js": "14.28.1",
  "@discordjs/core": "2.6.0",
  "@discordjs/voice": "0.19.2",
  // the only XChaCha20 library that works with @discordjs/voice, which calls sodium-native by names that do not exist
  "@noble/ciphers": "1.3.0",
  opusscript: "0.1.1",
};

/**
 * @param more further packages, whose install scripts run
 * @returns the folder whose `node_modules` holds {@link STRANGERS} and those
 */
export async function installStrangers(more = {}) {
  const dependencies = { ...STRANGERS, ...more };
  const manifest = JSON.stringify({ name: "strangers", private: true, dependencies });
  const digest = createHash("sha256").update(manifest).digest("hex").slice(0, 12);
  const folder = join(tmpdir(), `sdkpp-interop-${digest}`);
  if (await exists(folder)) return folder;
  await mkdir(tmpdir(), { recursive: true });
  const fresh = await mkdtemp(`${folder}-`);
  await writeFile(join(fresh, "package.json"), manifest);
  const shell = process.platform === "win32";
  const npm = (...words) => promisify(execFile)(shell ? "npm.cmd" : "npm", words, { cwd: fresh, shell });
  await npm("install", "--ignore-scripts", "--no-audit", "--no-fund");
  if (Object.keys(more).length > 0) await npm("rebuild", "--foreground-scripts", ...Object.keys(more));
  // Atomic, because another process may install at the same time.
  try {
    await rename(fresh, folder);
  } catch {
    await rm(fresh, { recursive: true });
  }
  return folder;
}

function exists(path) {
  return access(path).then(
    () => true,
    () => false,
  );
}
