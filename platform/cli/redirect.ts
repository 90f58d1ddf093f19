import path from "node:path";
import { fileURLToPath } from "node:url";
import { ArgumentRangeError } from "sdkpp/wire";
import { REAL } from "../redirect/real-hosts.js";

type Environment = Readonly<Record<string, string>>;

/** Libraries whose programs can be led to a platform, and the variables that do it beside what is in the environment. */
const LIBRARIES: Readonly<Record<string, (environment: NodeJS.ProcessEnv) => Environment>> = {
  discordjs: ({ NODE_OPTIONS: before = "" }) => ({
    NODE_OPTIONS: `${before} --import ${beside("redirect-discordjs.js").href}`.trim(),
  }),
  discordpy: ({ PYTHONPATH: before }) => ({
    PYTHONPATH: [fileURLToPath(beside("python")), ...(before ? [before] : [])].join(path.delimiter),
    SDKPP_REAL_HOSTS: REAL.source,
  }),
};

/** Names of the libraries. */
export const REDIRECTED = Object.keys(LIBRARIES);

/**
 * The environment in which programs with the API's address built in reach the platform, in child processes too.
 * @param names libraries, separated by commas; undefined: none
 * @throws {ArgumentRangeError} for another name
 */
export function redirectEnvironment(names: string | undefined): Environment {
  if (names === undefined) return {};
  return Object.assign({}, ...names.split(",").map((name) => library(name)(process.env))) as Environment;
}

function library(name: string): (environment: NodeJS.ProcessEnv) => Environment {
  const found = Object.hasOwn(LIBRARIES, name) ? LIBRARIES[name] : undefined;
  if (found !== undefined) return found;
  throw new ArgumentRangeError("--redirect", REDIRECTED.join(", "), name);
}

/** A file of the bundle that this one is in. */
function beside(name: string): URL {
  return new URL(`./${name}`, import.meta.url);
}
