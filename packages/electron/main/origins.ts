import { ArgumentError } from "sdkpp";

/** Schemes whose origins stand for pages that anybody may fill. */
const NEVER = new Set(["about:", "data:", "blob:", "javascript:", "filesystem:", "view-source:"]);

/**
 * The origin of an address, as Chromium writes it: scheme, host and port; `file://` for files of this machine.
 * @returns undefined where there is none
 */
export function originOf(address: string): string | undefined {
  const url = parsed(address);
  if (url === undefined || NEVER.has(url.protocol)) return undefined;
  // the same word for each file: one of another machine is none of ours
  if (url.protocol === "file:") return url.host === "" ? "file://" : undefined;
  if (url.origin !== "null") return url.origin;
  return url.host === "" ? undefined : `${url.protocol}//${url.host}`;
}

/** @throws {ArgumentError} unless each is exactly an origin */
export function originsArgument(name: string, origins: unknown): readonly string[] {
  if (!Array.isArray(origins) || origins.length === 0)
    throw new ArgumentError(name, `a list with at least one origin, such as ${EXAMPLES}`, shown(origins));
  return origins.map((origin: unknown, index) => originArgument(`${name}[${String(index)}]`, origin));
}

const EXAMPLES = '"app://launcher", "https://game.example" or "file://"';

/** A host with a star is one, for an address; whoever writes it means many. Chromium writes hosts in lower case. */
const ASKED = /^[^*A-Z]+$/;

function originArgument(name: string, origin: unknown): string {
  if (typeof origin === "string" && ASKED.test(origin) && originOf(origin) === origin) return origin;
  throw new ArgumentError(name, `an origin as ${EXAMPLES}, in lower case and without a path`, shown(origin));
}

function parsed(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return "an empty list";
  return typeof value === "string" ? JSON.stringify(value) : typeof value;
}
