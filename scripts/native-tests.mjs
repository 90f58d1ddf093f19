// Builds and runs the GoogleTest suite; results go to results/*.json in the build's folder (scripts/count-results.mjs).
// Options: --sanitize=address,undefined (clang) | thread, --filter=PATTERN, --only-build
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { buildNative, option, PLAIN, SANITIZED } from "./cmake.mjs";

const sanitize = option("sanitize") ?? "";
const filter = option("filter");
const BUILDS = {
  "": PLAIN,
  thread: { name: "build-tests-thread", definitions: { ...PLAIN.definitions, SDKPP_SANITIZE: "thread" } },
  "address,undefined": SANITIZED,
};
const build = BUILDS[sanitize];
if (build === undefined) {
  console.error(
    `--sanitize: expected ${Object.keys(BUILDS).filter(Boolean).join(" or ")}, received ${sanitize}`,
  );
  process.exit(1);
}
const folder = buildNative(build.name, build.definitions, "sdkpp_native_tests");
if (process.argv.includes("--only-build")) process.exit(0);
const results = path.join(folder, "results");
fs.rmSync(results, { recursive: true, force: true });

/** Runs a part of a program's tests. @returns whether they passed */
function runShard(name, shard, shards) {
  const program = path.join(folder, "test/native", name);
  const file = path.join(results, `${name}-${shard}.json`);
  const args = ["--gtest_brief=1", `--gtest_output=json:${file}`];
  const env = {
    UBSAN_OPTIONS: "halt_on_error=1:print_stacktrace=1",
    ASAN_OPTIONS: "detect_leaks=1",
    GTEST_TOTAL_SHARDS: shards,
    GTEST_SHARD_INDEX: shard,
  };
  const started = spawn(program, [...args, ...(filter ? [`--gtest_filter=${filter}`] : [])], {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    started.once("error", reject);
    started.once("exit", (code) => resolve(code === 0));
  });
}

// Half of the tests wait for threads and devices, the others compute: two processes for each of two processors keep both busy, and
// parts of unequal length end closer to each other.
const SHARDS = 4;
const steps = "sdkpp_step_tests";
const runs = Array.from({ length: SHARDS }, (_, shard) => runShard("sdkpp_native_tests", shard, SHARDS));
// where steps cannot be counted their tests are among the others
if (fs.existsSync(path.join(folder, "test/native", steps))) runs.push(runShard(steps, 0, 1));
const passed = await Promise.all(runs);
if (passed.includes(false)) process.exit(1);
