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
  return run(args, env, "inherit").status === 0;
}

/** Like {@link runTests}. @returns what they print, too */
export function outputOfTests(args, env) {
  const { status, stdout, stderr } = run(args, { NO_COLOR: "1", ...env }, "pipe");
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  return { isGood: status === 0, output: stdout };
}

function run(args, env, stdio) {
  const given = Object.entries(env).map(([name, value]) => [name, String(value)]);
  const options = {
    cwd: root,
    stdio,
    encoding: "utf8",
    env: { ...process.env, ...Object.fromEntries(given) },
  };
  return spawnSync(process.execPath, [VITEST, "run", ...args], options);
}

/** A part with one verdict. */
export function verdict(title, rows, isGood) {
  return { title, rows, checks: [{ name: title, isGood }] };
}
