// All checks of form, types and habits. What a lane lists runs one after another, the lanes beside each other: type check and
// ESLint use one processor. Each tool's output comes whole; a failure does not keep the others from running.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { root, run } from "./cmake.mjs";

const { resolve: find } = createRequire(import.meta.url);
/** The type check of everything holds 3 GB. */
const HEAP = "--max-old-space-size=6144";
const LANES = [
  [[HEAP, "scripts/lint/types-and-rules.mjs"]],
  [
    [find("prettier/bin/prettier.cjs"), "--check", "--log-level", "warn", "."],
    ["scripts/clang-format.mjs", "--check"],
    ["scripts/clang-tidy.mjs"],
  ],
];

/** @returns {Promise<boolean>} whether the tool succeeded */
function check(args) {
  const started = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => output.push(part));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      const seconds = Math.round((performance.now() - started) / 1000);
      const name = path.basename(args.find((argument) => !argument.startsWith("--")));
      console.log(`-- ${name}: ${code === 0 ? "ok" : "FAILED"}, ${String(seconds)} s`);
      process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });
}

async function checkAll(lane) {
  const passed = [];
  for (const args of lane) passed.push(await check(args));
  return !passed.includes(false);
}

// "sdkpp/activities" is read from what this builds
run(process.execPath, [find("typescript/bin/tsc"), "-b", "lib/activities"]);
const passed = await Promise.all(LANES.map(checkAll));
if (passed.includes(false)) process.exitCode = 1;
