import { isIP } from "node:net";

const WELL_KNOWN = "/.well-known/openid-configuration";
/** Endings of names that are not public. */
const LOCAL_ENDINGS: ReadonlySet<string> = new Set(["local", "arpa", "internal", "localhost"]);
const LABELS_MIN = 2;
/** Characters that readers of addresses treat differently. */
const AMBIGUOUS = /[\\\p{Cc}\s]/u;

/**
 * The address of an issuer's configuration (OpenID Connect Discovery 1.0 section 4).
 * @param isInsecureAllowed drops the rules for schemes and hosts
 * @returns undefined when applications may not use the issuer (H§3.3)
 */
export function configurationAddress(issuer: string, isInsecureAllowed: boolean): URL | undefined {
  if (issuerProblem(issuer, isInsecureAllowed) !== undefined) return undefined;
  return new URL(issuer.replace(/\/$/, "") + WELL_KNOWN);
}

/** The rule that keeps applications from using an issuer; undefined: none. */
export function issuerProblem(issuer: string, isInsecureAllowed: boolean): string | undefined {
  if (issuer.includes("?") || issuer.includes("#")) return "an issuer has neither a query nor a fragment";
  return addressProblem(issuer, isInsecureAllowed);
}

/** The address of an issuer's keys, under the same rules; it may have a query. */
export function keysAddress(address: unknown, isInsecureAllowed: boolean): URL | undefined {
  if (typeof address !== "string" || address.includes("#")) return undefined;
  return addressProblem(address, isInsecureAllowed) === undefined ? new URL(address) : undefined;
}

function addressProblem(address: string, isInsecureAllowed: boolean): string | undefined {
  if (AMBIGUOUS.test(address) || !/^https?:\/\/[^/@]+(?:\/|\?|$)/i.test(address) || !URL.canParse(address))
    return "an issuer is an absolute https address with a host, and without a user";
  if (isInsecureAllowed) return undefined;
  const { protocol, hostname } = new URL(address);
  if (protocol !== "https:") return "an issuer needs https (allowInsecureIssuers permits http)";
  return isPublicHost(hostname)
    ? undefined
    : "an issuer needs a public host name, and no number (allowInsecureIssuers permits others)";
}

function isPublicHost(host: string): boolean {
  // Numbers of every notation are four decimal ones here.
  if (host.startsWith("[") || isIP(host) !== 0) return false;
  const labels = host.split(".");
  const ending = labels.at(-1) ?? "";
  return labels.length >= LABELS_MIN && labels.every((label) => label !== "") && !LOCAL_ENDINGS.has(ending);
}
