import { hkdfSync } from "node:crypto";

/** Bytes of a fleet key at least. */
export const FLEET_KEY_BYTES = 32;
/** Of AES-256-GCM. */
const CIPHER_KEY_BYTES = 32;

/** @throws Error naming what is wrong with it; never the key */
export function fleetKeyArgument(name: string, key: unknown): Uint8Array {
  if (!(key instanceof Uint8Array)) throw new TypeError(`${name}: expected bytes, received ${typeof key}`);
  if (key.length >= FLEET_KEY_BYTES) return key.slice();
  throw new RangeError(
    `${name}: expected at least ${String(FLEET_KEY_BYTES)} random bytes, received ${String(key.length)}; make them with "openssl rand -hex 32"`,
  );
}

/** The key of one purpose: what is sealed for it opens for no other one. HKDF with SHA-256. */
export function keyFor(fleetKey: Uint8Array, salt: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", fleetKey, salt, `sdkpp fleet 1 ${purpose}`, CIPHER_KEY_BYTES));
}
