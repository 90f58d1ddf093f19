/**
 * Stores data between runs, so that verification codes stay the same from call to call: the private identity keys for
 * encrypted calls, and the verified keys of other users. Use the safest storage of the system, e.g. Electron's
 * `safeStorage`: anyone who can read a private key can impersonate its user.
 */
export interface IdentityKeyStore {
  /** @returns the bytes saved under this name; undefined when there are none */
  load(name: string): Promise<Uint8Array | undefined>;
  /** @param bytes a private key (32 bytes), or the verified public keys of a user (65 bytes each) */
  save(name: string, bytes: Uint8Array): Promise<void>;
}
