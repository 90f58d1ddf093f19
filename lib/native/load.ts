import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ArgumentError, SdkError } from "../wire/index.js";
import type { NativeAddon } from "./addon.js";
import { addonPaths, type AddonPlaces } from "./addon-paths.js";
import { placesOfHost } from "./host.js";
import { explicitAdvice, loadError, searchAdvice, VARIABLE, type Attempt } from "./load-error.js";
import { mediaThreadsOf, type MediaThreads } from "./media-threads.js";
import { canUseNodeGypBuild, pathByNodeGypBuild } from "./node-gyp-build.js";

interface LoadedAddon {
  path: string;
  addon: NativeAddon;
}

/** The addon of this environment: the main thread and each worker have one of their own. */
let loaded: LoadedAddon | undefined;

/**
 * Loads the native addon once; later calls return the same one. Without a path it asks node-gyp-build, where the package is
 * not bundled; then it looks beside the running file, in the package, in the folder of unpacked files beside an asar archive
 * and beside the executable. It takes the first file that loads.
 * @param addonPath the file of the addon, absolute or relative to the working directory, or its file: URL; nothing else is
 *   tried. Default: the environment variable `SDKPP_ADDON`
 * @param mediaThreads how many media threads the process may have; default: what an earlier call said, then the environment
 *   variable `SDKPP_MEDIA_THREADS`, then "auto"
 * @throws {ArgumentError} when `addonPath` is not a path
 * @throws {ArgumentRangeError} for an invalid `mediaThreads` or variable
 * @throws {SdkError} NATIVE_NOT_FOUND when there is no file, NATIVE_LOAD_FAILED when files exist and none loads; both list
 *   the paths tried and what to do. NATIVE_ALREADY_LOADED when `addonPath` differs from the addon in use
 */
export function loadAddon(addonPath?: string | URL, mediaThreads?: MediaThreads): NativeAddon {
  const asked = addonPath === undefined ? undefined : addonFile(addonPath);
  const isFirst = loaded === undefined;
  const threads = isFirst || mediaThreads !== undefined ? mediaThreadsOf(mediaThreads) : undefined;
  if (loaded === undefined) loaded = load(asked);
  else if (asked !== undefined) requireSame(asked, loaded.path);
  if (threads !== undefined) loaded.addon.setMediaThreads(threads);
  return loaded.addon;
}

/** The file of the addon in use; undefined before it is loaded. */
export function loadedAddonFile(): string | undefined {
  return loaded?.path;
}

/** @throws {ArgumentError} when the value is neither a path nor a file: URL */
export function addonFile(addonPath: unknown): string {
  if (typeof addonPath === "string" && addonPath !== "") return absolute(addonPath);
  if (addonPath instanceof URL) return fileOf(addonPath);
  throw invalidPath(addonPath === "" ? "an empty string" : typeof addonPath);
}

function fileOf(url: URL): string {
  try {
    return fileURLToPath(url);
  } catch {
    throw invalidPath(url.href);
  }
}

function invalidPath(received: string): ArgumentError {
  return new ArgumentError("addonPath", "a path or a file: URL", received);
}

const absolute = (file: string): string => path.resolve(file);

function requireSame(asked: string, inUse: string): void {
  if (asked === inUse || realPath(asked) === realPath(inUse)) return;
  throw new SdkError(
    "NATIVE_ALREADY_LOADED",
    `addonPath: expected ${inUse}, which is already loaded, received ${asked}. ` +
      `All clients and voice connections use one addon: pass the same addonPath to all of them, or set ${VARIABLE}`,
  );
}

function realPath(file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    return file;
  }
}

function load(asked: string | undefined): LoadedAddon {
  const variable = readVariable();
  if (asked !== undefined) return loadOne(asked, "the option addonPath");
  if (variable !== "") return loadOne(absolute(variable), `the environment variable ${VARIABLE}`);
  const places = placesOfHost();
  return loadFirst(searchIn(places), searchAdvice(places));
}

/** The files to try, in order, and what failed while they were searched. */
interface Search {
  files: readonly string[];
  failed?: readonly Attempt[];
}

function searchIn(places: AddonPlaces): Search {
  const own = addonPaths(places, path);
  if (places.packageFolder === undefined || !canUseNodeGypBuild(places)) return { files: own };
  try {
    const found = pathByNodeGypBuild(places.packageFolder);
    return { files: [found, ...own.filter((file) => file !== found)] };
  } catch (cause) {
    return { files: own, failed: [{ path: "node-gyp-build", cause, isFile: false }] };
  }
}

function readVariable(): string {
  try {
    return process.env[VARIABLE] ?? "";
  } catch {
    // Deno denies it without a permission; the search may need none.
    return "";
  }
}

/** A path that somebody names is the only one: another addon in its place would be a surprise. */
function loadOne(file: string, source: string): LoadedAddon {
  return loadFirst({ files: [file] }, explicitAdvice(source));
}

function loadFirst({ files, failed = [] }: Search, advice: readonly string[]): LoadedAddon {
  const attempts = [...failed];
  for (const file of files) {
    const isFile = fs.existsSync(file);
    try {
      if (isFile) return { path: file, addon: requireAddon(file) };
      attempts.push({ path: file, cause: undefined, isFile });
    } catch (cause) {
      attempts.push({ path: file, cause, isFile });
    }
  }
  throw loadError(attempts, advice);
}

/** A require of the file's own: that of the module is missing or another one where the code was bundled. */
function requireAddon(file: string): NativeAddon {
  // Webpack replaces an imported createRequire by nothing.
  const addon = process.getBuiltinModule("node:module").createRequire(file)(file) as Partial<NativeAddon> | undefined;
  if (typeof addon?.createVoiceSession !== "function") throw new Error("this is not the addon of sdkpp");
  return addon as NativeAddon;
}
