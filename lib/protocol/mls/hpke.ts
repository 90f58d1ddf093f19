import { concatBytes, mlsLabelled, mlsU16, mlsU8, NO_BYTES, type HpkeCiphertext } from "../../wire/index.js";
import { AEAD_KEY_BYTES, AEAD_NONCE_BYTES, aeadOpen, aeadSeal } from "./aead.js";
import { HASH_BYTES, hkdfExpand, hkdfExtract } from "./hash.js";
import { agree, isPrivateKey, PRIVATE_KEY_BYTES, publicKeyOf } from "./p256.js";
import type { RandomBytes } from "./random.js";
import { wipe } from "../wipe.js";

/** HPKE (RFC 9180) in base mode with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-128-GCM; one message per key. */

export interface HpkeKeyPair {
  /** 65 bytes */
  readonly publicKey: Uint8Array;
  /** 32 bytes */
  readonly privateKey: Uint8Array;
}

type Suite = "kem" | "hpke";

/** Tries of {@link deriveKeyPair}; that one fails has a chance of 2^−32. */
const CANDIDATES = 256;

/** `DeriveKeyPair` (RFC 9180 7.1.3). @param seed at least 32 bytes */
export function deriveKeyPair(seed: Uint8Array): HpkeKeyPair {
  const secret = labeledExtract("kem", NO_BYTES, "dkp_prk", seed);
  try {
    for (let counter = 0; counter < CANDIDATES; counter += 1) {
      const privateKey = labeledExpand("kem", secret, "candidate", mlsU8(counter), PRIVATE_KEY_BYTES);
      if (isPrivateKey(privateKey)) return { publicKey: publicKeyOf(privateKey), privateKey };
    }
  } finally {
    wipe(secret);
  }
  throw new Error("HPKE: no key pair in this seed");
}

/** A fresh key pair. */
export function generateKeyPair(random: RandomBytes): HpkeKeyPair {
  const seed = random(HASH_BYTES);
  const pair = deriveKeyPair(seed);
  wipe(seed);
  return pair;
}

/** A copy with bytes of its own, to be wiped by its own holder. */
export function copyKeyPair({ publicKey, privateKey }: HpkeKeyPair): HpkeKeyPair {
  return { publicKey, privateKey: privateKey.slice() };
}

/**
 * `EncryptWithLabel` (RFC 9420 5.1.3).
 * @throws {Error} when the public key is not a point of the curve
 */
export function encryptWithLabel(
  publicKey: Uint8Array,
  label: string,
  context: Uint8Array,
  plaintext: Uint8Array,
  random: RandomBytes,
): HpkeCiphertext {
  const ephemeral = generateKeyPair(random);
  const shared = agree(ephemeral.privateKey, publicKey);
  const { key, nonce } = schedule(shared, ephemeral.publicKey, publicKey, mlsLabelled(label, context));
  const ciphertext = aeadSeal(key, nonce, plaintext);
  wipe(ephemeral.privateKey, shared, key, nonce);
  return { kemOutput: ephemeral.publicKey, ciphertext };
}

/** `DecryptWithLabel` (RFC 9420 5.1.3). @returns undefined when it is not for this key, label and context */
export function decryptWithLabel(
  pair: HpkeKeyPair,
  label: string,
  context: Uint8Array,
  { kemOutput, ciphertext }: HpkeCiphertext,
): Uint8Array | undefined {
  const shared = tryAgree(pair.privateKey, kemOutput);
  if (shared === undefined) return undefined;
  const { key, nonce } = schedule(shared, kemOutput, pair.publicKey, mlsLabelled(label, context));
  const plaintext = aeadOpen(key, nonce, ciphertext);
  wipe(shared, key, nonce);
  return plaintext;
}

/** The point comes from the network: it may be none. */
function tryAgree(privateKey: Uint8Array, publicKey: Uint8Array): Uint8Array | undefined {
  try {
    return agree(privateKey, publicKey);
  } catch {
    return undefined;
  }
}

/** ExtractAndExpand (RFC 9180 4.1), then KeySchedule in base mode (5.1). */
function schedule(shared: Uint8Array, kemOutput: Uint8Array, publicKey: Uint8Array, info: Uint8Array) {
  const extracted = labeledExtract("kem", NO_BYTES, "eae_prk", shared);
  const kemContext = concatBytes(kemOutput, publicKey);
  const kemSecret = labeledExpand("kem", extracted, "shared_secret", kemContext, HASH_BYTES);
  const context = concatBytes(
    mlsU8(0),
    labeledExtract("hpke", NO_BYTES, "psk_id_hash", NO_BYTES),
    labeledExtract("hpke", NO_BYTES, "info_hash", info),
  );
  const secret = labeledExtract("hpke", kemSecret, "secret", NO_BYTES);
  const key = labeledExpand("hpke", secret, "key", context, AEAD_KEY_BYTES);
  const nonce = labeledExpand("hpke", secret, "base_nonce", context, AEAD_NONCE_BYTES);
  wipe(extracted, kemSecret, secret);
  return { key, nonce };
}

function labeledExtract(suite: Suite, salt: Uint8Array, label: string, input: Uint8Array): Uint8Array {
  const labeled = concatBytes(ascii("HPKE-v1"), suiteId(suite), ascii(label), input);
  const extracted = hkdfExtract(salt, labeled);
  wipe(labeled);
  return extracted;
}

function labeledExpand(suite: Suite, secret: Uint8Array, label: string, info: Uint8Array, length: number) {
  const labeled = concatBytes(mlsU16(length), ascii("HPKE-v1"), suiteId(suite), ascii(label), info);
  return hkdfExpand(secret, labeled, length);
}

/** KEM 0x0010, KDF 0x0001, AEAD 0x0001 (RFC 9180 7). */
function suiteId(suite: Suite): Uint8Array {
  return suite === "kem"
    ? concatBytes(ascii("KEM"), mlsU16(0x0010))
    : concatBytes(ascii("HPKE"), mlsU16(0x0010), mlsU16(0x0001), mlsU16(0x0001));
}

function ascii(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}
