import { filterNames } from "./filters.js";

/** The version of Lavalink's API that the door has. */
const API = { semver: "4.0.0", major: 4, minor: 0, patch: 0, preRelease: null, build: null } as const;
const NONE = "none (sdkpp)";

/** The answer of `/version`. */
export const VERSION: string = API.semver;

/**
 * The answer of `/v4/info`: what the door has, and nothing else.
 * @param ofWorker filters of the worker's players
 */
export function info(sourceManagers: readonly string[], ofWorker: readonly string[]): object {
  return {
    version: API,
    buildTime: 0,
    git: { branch: NONE, commit: NONE, commitTime: 0 },
    jvm: NONE,
    lavaplayer: NONE,
    sourceManagers,
    filters: filterNames(ofWorker),
    plugins: [],
  };
}
