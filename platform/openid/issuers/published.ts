import { createLocalJWKSet, type JSONWebKeySet } from "jose";
import type { Outgoing } from "../../outgoing/outgoing.js";
import { configurationAddress, keysAddress } from "./issuer-address.js";

/** Finds the key of a token by its header. */
export type Keys = ReturnType<typeof createLocalJWKSet>;

/** An issuer's published description of its tokens. */
export interface Published {
  /** Algorithms of its signatures; at least one. */
  readonly algorithms: readonly string[];
  readonly keys: Keys;
}

export type PublishedProblem = "configurationNotFound" | "keysNotFound";

/** Signatures with a public key. With any other algorithm, the public key would be a shared secret. */
const ALGORITHMS: ReadonlySet<string> = new Set(
  ["RS", "ES", "PS"].flatMap((family) => ["256", "384", "512"].map((bits) => family + bits)),
);
/** Size limit of each of its two documents. */
const DOCUMENT_BYTES_MAX = 262_144;

export function isAsymmetric(algorithm: unknown): boolean {
  return typeof algorithm === "string" && ALGORITHMS.has(algorithm);
}

/** Reads the configuration of an issuer and its keys. @param isInsecureAllowed drops the rules for schemes and hosts */
export async function fetchPublished(
  outgoing: Pick<Outgoing, "get">,
  issuer: string,
  isInsecureAllowed: boolean,
): Promise<Published | PublishedProblem> {
  const address = configurationAddress(issuer, isInsecureAllowed);
  const configuration = address && (await documentAt(outgoing, address));
  if (configuration?.["issuer"] !== issuer) return "configurationNotFound";
  const offered = configuration["id_token_signing_alg_values_supported"];
  const algorithms = Array.isArray(offered) ? (offered as unknown[]).filter(isAsymmetric).map(String) : [];
  if (algorithms.length === 0) return "configurationNotFound";
  const keysAt = keysAddress(configuration["jwks_uri"], isInsecureAllowed);
  if (keysAt === undefined) return "configurationNotFound";
  const keys = keysOf(await documentAt(outgoing, keysAt));
  return keys === undefined ? "keysNotFound" : { algorithms, keys };
}

function keysOf(document: Record<string, unknown> | undefined): Keys | undefined {
  if (document === undefined) return undefined;
  try {
    return createLocalJWKSet(document as unknown as JSONWebKeySet);
  } catch {
    return undefined;
  }
}

/** @returns undefined unless there is a JSON object */
async function documentAt(
  outgoing: Pick<Outgoing, "get">,
  address: URL,
): Promise<Record<string, unknown> | undefined> {
  const page = await outgoing.get(address, DOCUMENT_BYTES_MAX);
  if (!("body" in page)) return undefined;
  try {
    const value: unknown = JSON.parse(page.body);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
