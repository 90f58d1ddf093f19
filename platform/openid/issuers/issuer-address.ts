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
  if (issuer.includes("?") || issuer.includes("#")) return undefined;
  const url = publicAddress(issuer, isInsecureAllowed);
  return url && new URL(issuer.replace(/\/$/, "") + WELL_KNOWN);
}

/** The address of an issuer's keys, under the same rules; it may have a query. */
export function keysAddress(address: unknown, isInsecureAllowed: boolean): URL | undefined {
  if (typeof address !== "string" || address.includes("#")) return undefined;
  return publicAddress(address, isInsecureAllowed);
}

function publicAddress(address: string, isInsecureAllowed: boolean): URL | undefined {
  if (AMBIGUOUS.test(address) || !/^https?:\/\/[^/@]+(?:\/|\?|$)/i.test(address) || !URL.canParse(address))
    return undefined;
  const url = new URL(address);
  return isInsecureAllowed || (url.protocol === "https:" && isPublicHost(url.hostname)) ? url : undefined;
}

function isPublicHost(host: string): boolean {
  // Numbers of every notation are four decimal ones here.
  if (host.startsWith("[") || isIP(host) !== 0) return false;
  const labels = host.split(".");
  const ending = labels.at(-1) ?? "";
  return labels.length >= LABELS_MIN && labels.every((label) => label !== "") && !LOCAL_ENDINGS.has(ending);
}
