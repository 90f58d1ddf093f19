// Cross-compiles core, engine and the native tests for Linux arm64 and runs them under qemu-user.
import { spawnSync } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const folder = path.join(root, "build-arm64");

function run(command, args) {
  const done = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

run(process.execPath, [path.join(root, "scripts/fetch-deps.mjs")]);
run("cmake", [
  "-S",
  root,
  "-B",
  folder,
  "-G",
  "Ninja",
  "-DCMAKE_SYSTEM_NAME=Linux",
  "-DCMAKE_SYSTEM_PROCESSOR=aarch64",
  "-DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc",
  "-DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++",
  "-DCMAKE_BUILD_TYPE=Release",
  "-DSDKPP_ADDON=OFF",
  "-DSDKPP_LTO=OFF",
  "-DSDKPP_TESTS=ON",
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
// Hours of virtual time are too long for an emulator; everything that depends on the architecture stays.
const filter = "--gtest_filter=-*Hour*:*Drift*:*Soak*";
run("qemu-aarch64", [
  "-L",
  "/usr/aarch64-linux-gnu",
  path.join(folder, "test/native/sdkpp_native_tests"),
  "--gtest_brief=1",
  filter,
]);
