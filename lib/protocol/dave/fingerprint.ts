import * as crypto from "node:crypto";

/** A user's signature key, as its fingerprint binds it. */
export interface IdentityKey {
  userId: bigint;
  /** uncompressed point, 65 bytes */
  publicKey: Uint8Array;
}

const SALT = Buffer.from("24cab17a7af8ec2b82b412b92dab192e", "hex");
const BYTES = 64;
// 32 MiB are needed, which is just above Node's default limit.
const COST = { N: 16_384, r: 8, p: 2, maxmem: 64 * 1024 * 1024 };

/** Version 0: two bytes of version, the key, the user id (DAVE 1.1.4, key fingerprints). */
export function keyFingerprint({ userId, publicKey }: IdentityKey): Uint8Array {
  const bytes = Buffer.alloc(2 + publicKey.length + 8);
  bytes.set(publicKey, 2);
  bytes.writeBigUInt64BE(userId, 2 + publicKey.length);
  return bytes;
}

/**
 * Fingerprint of two users, the same on both sides (DAVE 1.1.4). scrypt on a thread of its own: some 100 ms and
 * 32 MiB.
 * @returns 64 bytes
 */
export function pairwiseFingerprint(one: IdentityKey, other: IdentityKey): Promise<Uint8Array> {
  const sorted = [keyFingerprint(one), keyFingerprint(other)].sort((left, right) =>
    Buffer.compare(left, right),
  );
  return new Promise((resolve, reject) => {
    crypto.scrypt(Buffer.concat(sorted), SALT, BYTES, COST, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
