/**
 * Keeps what must outlive the process for verification codes to stay the same from call to call: the private keys that
 * prove who one is in encrypted calls, and which keys of others were verified. Use the safest place the system has, e.g.
 * Electron's `safeStorage`: whoever reads a private key can pose as its user.
 */
export interface IdentityKeyStore {
  /** @returns what was saved under this name; undefined when there is nothing */
  load(name: string): Promise<Uint8Array | undefined>;
  /** @param bytes a private key (32 bytes), or the public keys of a user that were verified (65 bytes each) */
  save(name: string, bytes: Uint8Array): Promise<void>;
}
