// Runs the launcher of the examples in a real Electron: the program that ELECTRON_PATH names.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { root } from "./cmake.mjs";

const EXAMPLE = "ELECTRON_PATH=/path/to/electron npm run test:electron";

/** @returns what is wrong with it, in words; undefined: nothing */
function problemOf(electron) {
  if (electron === undefined || electron === "")
    return `ELECTRON_PATH: expected the path of an Electron program, received nothing. Run: ${EXAMPLE}`;
  // Electron answers as the Node that it has; another program, or another file, does not
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
  const { error, stdout } = spawnSync(electron, ["-p", "process.versions.electron"], {
    env,
    encoding: "utf8",
  });
  if (error === undefined && /^\d+\.\d+\./.test(stdout)) return undefined;
  const received = error?.code ?? "another program";
  return `ELECTRON_PATH: expected the path of an Electron program, received ${electron} (${received}). Run: ${EXAMPLE}`;
}

const problem = problemOf(process.env.ELECTRON_PATH);
if (problem === undefined) {
  const vitest = path.join(
    path.dirname(createRequire(import.meta.url).resolve("vitest/package.json")),
    "vitest.mjs",
  );
  const args = [vitest, "run", "--config", "vitest.electron.config.ts", ...process.argv.slice(2)];
  process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1;
} else {
  console.error(problem);
  process.exitCode = 1;
}
