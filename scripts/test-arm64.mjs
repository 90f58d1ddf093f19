// Cross-compiles core, engine and the native tests for Linux arm64 and runs them under qemu-user.
import path from "node:path";
import { buildNative, run } from "./cmake.mjs";
import { LONG_NATIVE_TESTS } from "./long-native-tests.mjs";

const folder = buildNative(
  "build-arm64",
  {
    CMAKE_SYSTEM_NAME: "Linux",
    CMAKE_SYSTEM_PROCESSOR: "aarch64",
    CMAKE_C_COMPILER: "aarch64-linux-gnu-gcc",
    CMAKE_CXX_COMPILER: "aarch64-linux-gnu-g++",
    CMAKE_BUILD_TYPE: "Release",
    SDKPP_TESTS: "ON",
  },
  "sdkpp_native_tests",
);
// Virtual time runs the same on every architecture, and slowly under the emulator.
const VIRTUAL_TIME =
  "*Steps*:HostilePeer*:JitterBuffer.*:DelayEstimator.*:FailClosed.*:CallbackTest.*:PathMove.*:Attribution.*";
const tests = path.join(folder, "test/native/sdkpp_native_tests");
run("qemu-aarch64", [
  "-L",
  "/usr/aarch64-linux-gnu",
  tests,
  "--gtest_brief=1",
  `--gtest_filter=-${LONG_NATIVE_TESTS}:${VIRTUAL_TIME}`,
]);
