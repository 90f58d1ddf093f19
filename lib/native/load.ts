import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { SdkError } from "../wire/index.js";
import type { NativeAddon } from "./addon.js";

/** Builds the addon where no binary matches; the tools are development dependencies and come first. */
export const BUILD_COMMAND =
  "npm install --no-save cmake-js@8.0.0 node-addon-api@8.9.2 node-api-headers@1.9.0 && node node_modules/sdkpp/scripts/build-native.mjs";

/** This file lies two folders below the package, as source and as build output. */
const PACKAGE_ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..");

/**
 * Loads the native addon: a local build, else the prebuild of this system. Node keeps one instance per
 * environment, so a second call costs a look-up.
 * @throws {SdkError} NATIVE_NOT_FOUND when nothing matches this system, NATIVE_LOAD_FAILED when what
 *   matches cannot be loaded; both list the paths tried and the command that builds
 */
export function loadAddon(): NativeAddon {
  const require = createRequire(import.meta.url);
  const finder = require("node-gyp-build") as { resolve(root: string): string };
  return load(require, find(finder));
}

function find(finder: { resolve(root: string): string }): string {
  try {
    return finder.resolve(PACKAGE_ROOT);
  } catch (cause) {
    throw new SdkError("NATIVE_NOT_FOUND", explain("No native binary of sdkpp matches this system"), { cause });
  }
}

function load(require: NodeJS.Require, path: string): NativeAddon {
  try {
    return require(path) as NativeAddon;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SdkError("NATIVE_LOAD_FAILED", explain(`${path} cannot be loaded (${reason})`), { cause });
  }
}

function explain(problem: string): string {
  const tried = searchedPaths().map((path) => `  ${path}`);
  const system = `${process.platform}-${process.arch}, Node ${process.versions.node}`;
  return [`${problem} (${system}). Tried:`, ...tried, "Build it with:", `  ${BUILD_COMMAND}`].join("\n");
}

/** Where node-gyp-build looks, in its order. */
function searchedPaths(): string[] {
  const triple = `${process.platform}-${process.arch}`;
  return [
    join(PACKAGE_ROOT, "build", "Release", "*.node"),
    join(PACKAGE_ROOT, "build", "Debug", "*.node"),
    join(PACKAGE_ROOT, "prebuilds", triple, "*.node"),
    join(dirname(process.execPath), "prebuilds", triple, "*.node"),
  ];
}
