// Builds for a target of the table on this machine.
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { configureNative, root, run } from "../cmake.mjs";
import { zigToolchain } from "./compilers.mjs";

const SYSTEMS = { linux: "Linux", darwin: "Darwin" };

function toolchainOf(target) {
  return target.triple === undefined
    ? path.join(root, "cmake/toolchains/mingw-w64.cmake")
    : zigToolchain(target, SYSTEMS[target.platform]);
}

/** zig's linker for Mach-O knows no link-time optimization. */
const hasLto = ({ platform }) => platform !== "darwin";

/**
 * Builds incrementally; ends this process with the compiler's exit code when that fails.
 * @param {import("./table.mjs").Target} target
 * @param {"sdkpp" | "sdkpp_native_tests"} what a target of CMakeLists.txt
 * @param {boolean} [isShort] only the native tests of what differs between systems
 * @returns the file
 */
export function buildFor(target, what, isShort) {
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Error(
      `binaries are cross-built on Linux x64, this machine is ${process.platform}-${process.arch}; npm run build:native builds for the machine itself`,
    );
  // The compilers are scripts: ccache must look into them, their time says nothing.
  process.env.CCACHE_COMPILERCHECK ??= "content";
  const folder = configureNative(`build-targets/${target.name}`, {
    CMAKE_TOOLCHAIN_FILE: toolchainOf(target),
    CMAKE_BUILD_TYPE: "Release",
    SDKPP_ADDON: "ON",
    SDKPP_TESTS: "ON",
    SDKPP_LTO: hasLto(target) ? "ON" : "OFF",
    ...(isShort !== undefined && { SDKPP_SYSTEM_TESTS: isShort ? "ON" : "OFF" }),
  });
  run("cmake", ["--build", folder, "--target", what, "--parallel", String(os.availableParallelism())]);
  return path.join(folder, PRODUCTS[what](target));
}

const PRODUCTS = {
  sdkpp: () => "Release/sdkpp.node",
  sdkpp_native_tests: ({ platform }) =>
    `test/native/sdkpp_native_tests${platform === "win32" ? ".exe" : ""}`,
};
