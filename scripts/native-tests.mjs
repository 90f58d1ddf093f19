// Builds and runs the GoogleTest suite; results go to results/*.json in the build's folder (scripts/count-results.mjs).
// Options: --sanitize=address,undefined (clang) | thread, --filter=PATTERN, --only-build
import fs from "node:fs";
import path from "node:path";
import { buildNative, option, run, SANITIZED } from "./cmake.mjs";

const sanitize = option("sanitize") ?? "";
const filter = option("filter");
// As the addon is built, as far as that goes: a compiler cache then compiles what both share once.
const RELEASE = { SDKPP_TESTS: "ON", CMAKE_BUILD_TYPE: "Release" };
const BUILDS = {
  "": { name: "build-tests", definitions: { ...RELEASE, SDKPP_SANITIZE: "" } },
  thread: { name: "build-tests-thread", definitions: { ...RELEASE, SDKPP_SANITIZE: "thread" } },
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
for (const name of ["sdkpp_native_tests", "sdkpp_step_tests"]) {
  const program = path.join(folder, "test/native", name);
  // where steps cannot be counted their tests are among the others
  if (name === "sdkpp_step_tests" && !fs.existsSync(program)) continue;
  const args = ["--gtest_brief=1", `--gtest_output=json:${path.join(results, `${name}.json`)}`];
  run(program, [...args, ...(filter ? [`--gtest_filter=${filter}`] : [])], {
    UBSAN_OPTIONS: "halt_on_error=1:print_stacktrace=1",
    ASAN_OPTIONS: "detect_leaks=1",
  });
}
