import { ArgumentRangeError } from "sdkpp/wire";

/** Libraries whose programs can be led to a platform, and the modules that do it. */
const PRELOADS = { discordjs: "./redirect-discordjs.js" } as const;

type Library = keyof typeof PRELOADS;

/**
 * The environment in which programs with the API's address built in reach the platform, in child processes too.
 * @param names libraries, separated by commas; undefined: none
 * @throws {ArgumentRangeError} for another name
 */
export function redirectEnvironment(names: string | undefined): Record<string, string> {
  if (names === undefined) return {};
  const preloads = names
    .split(",")
    .map((name) => `--import ${new URL(PRELOADS[library(name)], import.meta.url).href}`);
  return { NODE_OPTIONS: [process.env["NODE_OPTIONS"] ?? "", ...preloads].join(" ").trim() };
}

function library(name: string): Library {
  if (Object.hasOwn(PRELOADS, name)) return name as Library;
  throw new ArgumentRangeError("--redirect", Object.keys(PRELOADS).join(", "), name);
}
