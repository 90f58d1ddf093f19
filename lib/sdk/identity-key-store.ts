/**
 * Keeps the private keys that prove who one is in encrypted calls, so that verification codes stay the same from call
 * to call. Use the safest place the system has, e.g. Electron's `safeStorage`: whoever reads a key can pose as its user.
 */
export interface IdentityKeyStore {
  /** @returns what was saved under this name: 32 bytes; undefined when there is nothing */
  load(name: string): Promise<Uint8Array | undefined>;
  save(name: string, privateKey: Uint8Array): Promise<void>;
}
