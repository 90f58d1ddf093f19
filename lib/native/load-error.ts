import { SdkError } from "../wire/index.js";
import type { AddonPlaces } from "./addon-paths.js";
import { hostName } from "./host.js";

/** Builds the addon where no binary matches; the tools are development dependencies and come first. */
export const BUILD_COMMAND =
  "npm install --no-save cmake-js@8.0.0 node-addon-api@8.9.2 node-api-headers@1.9.0 && node node_modules/sdkpp/scripts/build-native.mjs";

/** The environment variable with the path of the addon. */
export const VARIABLE = "SDKPP_ADDON";

/** A path or a search that was tried, and why it failed. */
export interface Attempt {
  /** of the file, or the name of the search */
  path: string;
  /** why it failed; undefined: there is no file */
  cause: unknown;
  /** whether there is a file, which then does not load */
  isFile: boolean;
}

/**
 * Makes the error for an addon that was not loaded: NATIVE_NOT_FOUND when no path had a file, else NATIVE_LOAD_FAILED. The
 * message lists every path with its outcome, then the advice.
 */
export function loadError(attempts: readonly Attempt[], advice: readonly string[]): SdkError {
  const causes = attempts.flatMap(({ cause }) => (cause === undefined ? [] : [cause]));
  const isMissing = !attempts.some(({ isFile }) => isFile);
  const problem = `sdkpp ${isMissing ? "did not find" : "could not load"} its native addon`;
  const system = `${process.platform}-${process.arch}, ${hostName()}`;
  const lines = [`${problem} (${system}). Tried:`, ...attempts.map(lineOf), ...advice];
  return new SdkError(isMissing ? "NATIVE_NOT_FOUND" : "NATIVE_LOAD_FAILED", lines.join("\n"), {
    cause: causes.length > 1 ? new AggregateError(causes, problem) : causes[0],
  });
}

function lineOf({ path, cause }: Attempt): string {
  if (cause === undefined) return `  ${path}: not found`;
  // The system names the file first, and Node adds the stack of requires.
  const [reason] = (cause instanceof Error ? cause.message : String(cause)).split("\n");
  return `  ${path}: ${reason?.replace(`${path}: `, "") ?? ""}`;
}

/** @param source where the path comes from */
export function explicitAdvice(source: string): string[] {
  return [`The path comes from ${source}: correct it, or leave it out to search the usual places.`];
}

/** Advice for when no addon in the usual places loads. */
export function searchAdvice({ moduleFolder, packageFolder, platform, arch }: AddonPlaces): string[] {
  const start = moduleFolder === undefined ? "" : `${moduleFolder}, its parent folders, or `;
  return [
    ...(packageFolder === undefined
      ? [`  node_modules/sdkpp in ${start}the executable's folder: not installed`]
      : []),
    `Copy the addon from the folder node_modules/sdkpp/prebuilds/${platform}-${arch} beside the program, or set ${VARIABLE} ` +
      "or the option addonPath to its path.",
    "Where the package has no binary for this system, build node_modules/sdkpp/build/Release/sdkpp.node with:",
    `  ${BUILD_COMMAND}`,
  ];
}
