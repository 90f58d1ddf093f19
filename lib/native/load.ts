import { SdkError } from "../wire/index.js";
import type { NativeAddon } from "./addon.js";

/** Builds the addon where no binary matches; the tools are development dependencies and come first. */
export const BUILD_COMMAND =
  "npm install --no-save cmake-js@8.0.0 node-addon-api@8.9.2 node-api-headers@1.9.0 && node node_modules/sdkpp/scripts/build-native.mjs";

/** What `node-gyp-build` offers of use here. */
interface Finder {
  resolve(root: string): string;
}

/**
 * Loads the native addon: a local build, else the prebuild of this system. Node keeps one instance per
 * environment, so a second call costs a look-up.
 * @throws {SdkError} NATIVE_NOT_FOUND when nothing matches this system, NATIVE_LOAD_FAILED when what
 *   matches cannot be loaded; both list the paths tried and the command that builds
 */
export function loadAddon(): NativeAddon {
  // Not imported at the top: the import of the package must stay cheap.
  const require = process.getBuiltinModule("node:module").createRequire(import.meta.url);
  const root = process.getBuiltinModule("node:path").dirname(require.resolve("sdkpp/package.json"));
  return load(require, find(require("node-gyp-build") as Finder, root), root);
}

function find(finder: Finder, root: string): string {
  try {
    return finder.resolve(root);
  } catch (cause) {
    throw new SdkError("NATIVE_NOT_FOUND", explain("No native binary of sdkpp matches this system", root), { cause });
  }
}

function load(require: NodeJS.Require, path: string, root: string): NativeAddon {
  try {
    return require(path) as NativeAddon;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SdkError("NATIVE_LOAD_FAILED", explain(`${path} cannot be loaded (${reason})`, root), { cause });
  }
}

function explain(problem: string, root: string): string {
  const tried = searchedPaths(root).map((path) => `  ${path}`);
  const system = `${process.platform}-${process.arch}, Node ${process.versions.node}`;
  return [`${problem} (${system}). Tried:`, ...tried, "Build it with:", `  ${BUILD_COMMAND}`].join("\n");
}

/** Where node-gyp-build looks, in its order. */
function searchedPaths(root: string): string[] {
  const { dirname, join } = process.getBuiltinModule("node:path");
  const triple = `${process.platform}-${process.arch}`;
  return [
    join(root, "build", "Release", "*.node"),
    join(root, "build", "Debug", "*.node"),
    join(root, "prebuilds", triple, "*.node"),
    join(dirname(process.execPath), "prebuilds", triple, "*.node"),
  ];
}
