import { isWebAddress } from "sdkpp/wire";
/** The target of an activity's requests that begin with a prefix. */
export interface UrlMapping {
  /** A path, as in `/` or `/api/{service}`. */
  readonly prefix: string;
  /** Host, port and folder without a protocol, as in `127.0.0.1:3000/files`; it may repeat parameters of the prefix. */
  readonly target: string;
}

/** An address for a request. */
export interface MappedAddress {
  /** Host with its port, as the header says. */
  readonly host: string;
  /** IPv6 without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** Path with the query. */
  readonly path: string;
}

export const URL_MAPPINGS_MAX = 100;
export const URL_MAPPING_LENGTH_MAX = 255;

const PARAMETER = /\{([A-Za-z][A-Za-z0-9_]{0,31})\}/g;
const PREFIX = /^\/(?:[A-Za-z0-9._~{}-]+(?:\/[A-Za-z0-9._~{}-]+)*)?$/;
const TARGET = /^(?<host>[A-Za-z0-9._{}-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?(?:\/[A-Za-z0-9._~{}-]+)*\/?$/;
/** Permitted values of a parameter; no more, because it can be part of a host. */
const VALUE = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/;

/** Characters that servers take for the border of two parts of a path; some decode twice. */
const BORDER = /[/\\]|%2f|%5c/i;
/** A part of a path that names this folder or the one around it; some servers drop what is behind a semicolon. */
const DOTS = /^(?:\.|%2e){1,2}(?:(?:;|%3b).*)?$/i;

/** The fault of a mapping, in words; undefined: none. */
export function mappingProblem({ prefix, target }: UrlMapping): string | undefined {
  if (!PREFIX.test(prefix))
    return "the prefix must be a path such as / or /api/{service}, without a / at its end";
  if (target.includes("://")) return "the target must not have a protocol";
  if (!TARGET.test(target) || serverOf(target.replaceAll(PARAMETER, "1")) === undefined)
    return "the target must be a host with or without a port and a folder";
  const known = parametersOf(prefix);
  if (new Set(known).size < known.length) return "the prefix names a parameter twice";
  const unknown = parametersOf(target).find((name) => !known.includes(name));
  if (unknown !== undefined) return `the prefix has no parameter {${unknown}}`;
  const isWhole = prefix.split("/").every((segment) => !/[{}]/.test(segment) || /^\{[^{}]+\}$/.test(segment));
  return isWhole ? undefined : "a parameter of the prefix must be a whole part of the path";
}

/**
 * The address that a path of an activity is mapped to: by its most specific prefix, whatever their order. The rest of the
 * path follows the target.
 * @param path with its query, percent-encoded
 * @returns undefined: no mapping is for it, or it could lead out of the target's folder
 */
export function mappedAddress(mappings: readonly UrlMapping[], path: string): MappedAddress | undefined {
  const at = path.indexOf("?");
  const [bare, query] = at < 0 ? [path, ""] : [path.slice(0, at), path.slice(at)];
  if (
    decodedOnce(bare)
      .split(BORDER)
      .some((segment) => DOTS.test(segment))
  )
    return undefined;
  for (const mapping of mappings.toSorted(bySpecificity)) {
    const found = matched(mapping, bare);
    if (found !== undefined) return { ...found, path: found.path + query };
  }
  return undefined;
}

/** ASCII only: nothing else names a folder. */
function decodedOnce(path: string): string {
  return path.replaceAll(/%([0-7][0-9a-f])/gi, (_whole, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function matched({ prefix, target }: UrlMapping, path: string): MappedAddress | undefined {
  const wanted = segmentsOf(prefix);
  const given = path.slice(1).split("/");
  if (given.length < wanted.length) return undefined;
  const values = new Map<string, string>();
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? "";
    if (segment.startsWith("{") && VALUE.test(value)) values.set(segment.slice(1, -1), value);
    else if (segment !== value) return undefined;
  }
  const filled = target.replaceAll(PARAMETER, (_whole, name: string) => values.get(name) ?? "");
  const server = serverOf(filled);
  const slash = filled.indexOf("/");
  const folder = slash < 0 ? "" : filled.slice(slash);
  const rest = given.slice(wanted.length).join("/");
  return server && { ...server, path: `${folder.replace(/\/$/, "")}/${rest}` };
}

/** Undefined: no address has such a host or port. @param target without parameters */
function serverOf(target: string): Omit<MappedAddress, "path"> | undefined {
  const host = target.split("/", 1)[0] ?? "";
  const address = `http://${host}`;
  if (!isWebAddress(address)) return undefined;
  const { hostname, port } = new URL(address);
  return { host, hostname: hostname.replace(/^\[(.*)\]$/, "$1"), port: port === "" ? 80 : Number(port) };
}

/** More parts first; of as many, those with fewer parameters. */
function bySpecificity(left: UrlMapping, right: UrlMapping): number {
  const [a, b] = [segmentsOf(left.prefix), segmentsOf(right.prefix)];
  return b.length - a.length || parametersOf(left.prefix).length - parametersOf(right.prefix).length;
}

function segmentsOf(prefix: string): string[] {
  return prefix === "/" ? [] : prefix.slice(1).split("/");
}

function parametersOf(text: string): string[] {
  return Array.from(text.matchAll(PARAMETER), ([, name = ""]) => name);
}
