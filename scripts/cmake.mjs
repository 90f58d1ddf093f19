// Shared by the scripts that build with CMake.
import { spawnSync } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** Runs a command with its output shown; ends this process with its exit code when it fails. */
export function run(command, args, env = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  if (done.error) console.error(`${command}: ${done.error.message}`);
  if (done.status !== 0) process.exit(done.status ?? 1);
}

/** `--name=value` of the command line. */
export function option(name) {
  return process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
}

/**
 * Brings the pinned sources and configures.
 * @param definitions CMake cache entries
 * @returns the build folder
 */
export function configureNative(name, definitions) {
  const folder = path.join(root, name);
  // Ninja when it is there; CMake's own choice otherwise
  const generator = spawnSync("ninja", ["--version"]).status === 0 ? ["-G", "Ninja"] : [];
  const entries = Object.entries({ SDKPP_ADDON: "OFF", SDKPP_LTO: "OFF", ...definitions });
  run(process.execPath, [path.join(root, "scripts/fetch-deps.mjs")]);
  run("cmake", [
    "-S",
    root,
    "-B",
    folder,
    ...generator,
    "--log-level=WARNING",
    ...entries.map(([key, value]) => `-D${key}=${value}`),
  ]);
  return folder;
}

/**
 * Tests and benchmarks, as the addon is built, as far as that goes: a compiler cache then compiles once what they share.
 */
export const PLAIN = {
  name: "build-tests",
  definitions: { SDKPP_TESTS: "ON", SDKPP_BENCH: "ON", CMAKE_BUILD_TYPE: "Release", SDKPP_SANITIZE: "" },
};

/** Clang, the address sanitizer and that of undefined behaviour: tests and fuzz targets share all that they test. */
export const SANITIZED = {
  name: "build-sanitized",
  definitions: {
    CMAKE_C_COMPILER: "clang",
    CMAKE_CXX_COMPILER: "clang++",
    SDKPP_TESTS: "ON",
    SDKPP_FUZZ: "ON",
    SDKPP_SANITIZE: "address,undefined",
  },
};

/**
 * Configures and builds without the addon.
 * @param definitions CMake cache entries
 * @returns the build folder
 */
export function buildNative(name, definitions, target) {
  const folder = configureNative(name, definitions);
  run("cmake", [
    "--build",
    folder,
    "--parallel",
    String(os.availableParallelism()),
    ...(target ? ["--target", target] : []),
  ]);
  return folder;
}

/** Builds a program of `bench`, which lies below the returned folder. @param target its name */
export const buildBench = (target) => buildNative(PLAIN.name, PLAIN.definitions, target);
