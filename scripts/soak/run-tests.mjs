// Shared by the parts of the soak that run the tests of `npm test` for longer.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const VITEST = path.join(root, "node_modules/vitest/vitest.mjs");

/**
 * @param args files and options of vitest
 * @param env what the tests read, numbers or strings
 * @returns whether all of them passed
 */
export function runTests(args, env) {
  const given = Object.entries(env).map(([name, value]) => [name, String(value)]);
  const options = { cwd: root, stdio: "inherit", env: { ...process.env, ...Object.fromEntries(given) } };
  return spawnSync(process.execPath, [VITEST, "run", ...args], options).status === 0;
}

/** A part with one verdict. */
export function verdict(title, rows, isGood) {
  return { title, rows, checks: [{ name: title, isGood }] };
}
