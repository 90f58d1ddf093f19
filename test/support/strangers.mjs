// Installs other libraries, unmodified and pinned, outside the project's tree, so that they cannot resolve the project's own
// packages. Used by the interop tests and the benches.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { access, copyFile, mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const PINS = new URL("strangers/", import.meta.url);
const PIN_FILES = ["package.json", "package-lock.json"];

/**
 * Version by package; `strangers/package-lock.json` pins what they depend on, with the digest of each archive.
 * `@noble/ciphers` is the only XChaCha20 library that works with @discordjs/voice, which calls sodium-native by names that
 * do not exist.
 */
export const STRANGERS = JSON.parse(await readFile(new URL("package.json", PINS), "utf8")).dependencies;

/**
 * @param more further packages, whose install scripts run
 * @returns the folder whose `node_modules` holds {@link STRANGERS} and those
 */
export async function installStrangers(more = {}) {
  const added = Object.entries(more).map(([name, version]) => `${name}@${version}`);
  const lock = await readFile(new URL("package-lock.json", PINS));
  const digest = createHash("sha256").update(lock).update(added.join()).digest("hex").slice(0, 12);
  const folder = join(tmpdir(), `sdkpp-interop-${digest}`);
  if (await exists(folder)) return folder;
  await mkdir(tmpdir(), { recursive: true });
  const fresh = await mkdtemp(`${folder}-`);
  for (const file of PIN_FILES) await copyFile(new URL(file, PINS), join(fresh, file));
  const shell = process.platform === "win32";
  const npm = (...words) => promisify(execFile)(shell ? "npm.cmd" : "npm", words, { cwd: fresh, shell });
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund"];
  await npm("ci", ...quiet);
  if (added.length > 0) {
    await npm("install", "--save-exact", ...quiet, ...added);
    await npm("rebuild", "--foreground-scripts", ...Object.keys(more));
  }
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
