import { ACTIVITY_LENGTHS } from "../../wire/index.js";

/** The reason why a game was started: to join a party, or just to run. */
export type Launch = { kind: "join"; secret: string } | { kind: "launch" };

const JOIN_PATH = "_discord/join";
const ADDRESS_MAX = 8192;
/** Scheme, path and query of an address; systems write any number of slashes after the scheme. */
const ADDRESS = /^([a-z][a-z0-9+.-]*):\/*([^?#]*)(?:\?([^#]*))?/i;

/** The scheme of a game's addresses, which the desktop app opens. */
export function launchScheme(applicationId: bigint): string {
  return `discord-${String(applicationId)}`;
}

/**
 * Reads an argument that the operating system gave to a game.
 * @returns undefined when it is not an address with this scheme. A secret that is too long for a party counts as none.
 */
export function readLaunch(argument: string, scheme: string): Launch | undefined {
  if (argument.length > ADDRESS_MAX) return undefined;
  const [, found = "", path = "", query = ""] = ADDRESS.exec(argument) ?? [];
  if (found.toLowerCase() !== scheme.toLowerCase()) return undefined;
  const secrets = new URLSearchParams(query).getAll("secret");
  const [secret = ""] = secrets;
  const [min, max] = ACTIVITY_LENGTHS.joinSecret;
  const isJoin = path.replace(/\/$/, "") === JOIN_PATH && secrets.length === 1;
  return isJoin && secret.length >= min && secret.length <= max
    ? { kind: "join", secret }
    : { kind: "launch" };
}
