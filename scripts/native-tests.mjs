// Builds and runs the GoogleTest suite. Options: --sanitize=address,undefined | thread, --filter=PATTERN
import { spawnSync } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const option = (name) => process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
const sanitize = option("sanitize") ?? "";
const folder = path.join(root, sanitize === "" ? "build-tests" : `build-tests-${sanitize.split(",")[0]}`);

function run(command, args, env = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  if (done.error) {
    console.error(`${command}: ${done.error.message}`);
    process.exit(1);
  }
  if (done.status !== 0) process.exit(done.status ?? 1);
}

/** Ninja when it is there; CMake's own choice otherwise. */
const ninja = spawnSync("ninja", ["--version"]).status === 0 ? ["-G", "Ninja"] : [];

run(process.execPath, [path.join(root, "scripts/fetch-deps.mjs")]);
run("cmake", [
  "-S",
  root,
  "-B",
  folder,
  ...ninja,
  "-DSDKPP_ADDON=OFF",
  "-DSDKPP_TESTS=ON",
  "-DSDKPP_LTO=OFF",
  "-DCMAKE_BUILD_TYPE=RelWithDebInfo",
  `-DSDKPP_SANITIZE=${sanitize}`,
  "--log-level=WARNING",
]);
run("cmake", [
  "--build",
  folder,
  "--parallel",
  String(os.availableParallelism()),
  "--target",
  "sdkpp_native_tests",
]);
const filter = option("filter");
run(
  path.join(folder, "test/native/sdkpp_native_tests"),
  ["--gtest_brief=1", ...(filter ? [`--gtest_filter=${filter}`] : [])],
  { UBSAN_OPTIONS: "halt_on_error=1:print_stacktrace=1", ASAN_OPTIONS: "detect_leaks=1" },
);
