// Builds the addon: brings the pinned sources, then CMake through cmake-js, into build/Release/sdkpp.node.
// Usage: node build-native.mjs [--debug]
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(import.meta.url);
const debug = process.argv.includes("--debug");
const archArgument = process.argv.find((argument) => argument.startsWith("--arch="));
const arch = archArgument ? archArgument.slice("--arch=".length) : process.arch;
const type = debug ? "Debug" : "Release";
const work = path.join(root, `build-addon-${type.toLowerCase()}`);

function run(args) {
  // Without Ninja the generated makefiles would run one job at a time.
  const env = { ...process.env, CMAKE_BUILD_PARALLEL_LEVEL: String(os.availableParallelism()) };
  const done = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit", env });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

run([path.join(root, "scripts/fetch-deps.mjs")]);
const cmakeJs = require.resolve("cmake-js/bin/cmake-js");
run([cmakeJs, "compile", "--log-level", "error", "--out", work, "--arch", arch, ...(debug ? ["-D"] : [])]);
const target = path.join(root, "build", type);
fs.mkdirSync(target, { recursive: true });
const built = path.join(work, type, "sdkpp.node");
const placed = path.join(target, "sdkpp.node");
// Node's own symbols are undefined in every addon, so the linker accepts any; loading finds those that nothing defines.
if (arch === process.arch) run(["-e", "require(process.argv[1])", built]);
// A running process may hold the old file: replace it by renaming, never by writing into it.
fs.copyFileSync(built, `${placed}.new`);
fs.renameSync(`${placed}.new`, placed);
