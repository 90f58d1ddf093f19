import {
  DAVE_LIFETIME,
  decodeKeyPackage,
  encodeIdentity,
  encodeKeyPackageContent,
  encodeLeafNodeContent,
  signedKeyPackage,
  signedLeafNode,
  type KeyPackage,
} from "../../wire/index.js";
import { savedFields } from "../saved/field.js";
import type { FieldReader } from "../saved/field-reader.js";
import type { FieldWriter } from "../saved/field-writer.js";
import { check } from "./error.js";
import { generateKeyPair, type HpkeKeyPair } from "./hpke.js";
import { keyPackageReference } from "./labels.js";
import { checkKeyPackage, userIdOf } from "./leaf-checks.js";
import type { RandomBytes } from "./random.js";
import { checkedField, restoreKeyPairOf } from "./saved-keys.js";
import { SignatureVerifier, Signer } from "./signature.js";
import type { SignatureKeyPair } from "./signature-key.js";
import { wipe } from "../wipe.js";

const FIELDS = savedFields({ bytes: 1, initKey: 2, encryptionKey: 3 });

/** A key package of this client with its private keys. Good for one group; never used again after a welcome. */
export class OwnKeyPackage {
  readonly userId: bigint;
  readonly keyPackage: KeyPackage;
  /** what a welcome names it by */
  readonly reference: Uint8Array;
  readonly #initKey: HpkeKeyPair;
  readonly #encryptionKey: HpkeKeyPair;

  constructor(userId: bigint, keyPackage: KeyPackage, initKey: HpkeKeyPair, encryptionKey: HpkeKeyPair) {
    this.userId = userId;
    this.keyPackage = keyPackage;
    this.reference = keyPackageReference(keyPackage.bytes);
    this.#initKey = initKey;
    this.#encryptionKey = encryptionKey;
  }

  /** @throws {RestoreError} unless it is a valid key package of this user with its own private keys */
  static restore(saved: FieldReader, userId: bigint): OwnKeyPackage {
    const bytes = saved.bytes(FIELDS.bytes);
    const keyPackage = checkedField(saved, FIELDS.bytes, () => {
      const decoded = decodeKeyPackage(bytes);
      checkKeyPackage(new SignatureVerifier(), decoded);
      check(userIdOf(decoded.leaf) === userId, "MLS_IDENTITY", "key package of another user");
      return decoded;
    });
    const initKey = restoreKeyPairOf(saved, FIELDS.initKey, keyPackage.initKey);
    const encryptionKey = restoreKeyPairOf(saved, FIELDS.encryptionKey, keyPackage.leaf.encryptionKey);
    return new OwnKeyPackage(userId, keyPackage, initKey, encryptionKey);
  }

  save(out: FieldWriter): void {
    out.bytes(FIELDS.bytes, this.bytes);
    out.bytes(FIELDS.initKey, this.#initKey.privateKey);
    out.bytes(FIELDS.encryptionKey, this.#encryptionKey.privateKey);
  }

  /** Payload of opcode 26. */
  get bytes(): Uint8Array {
    return this.keyPackage.bytes;
  }

  /** Opens welcomes. */
  get initKey(): HpkeKeyPair {
    return this.#initKey;
  }

  /** The key pair of the leaf. */
  get encryptionKey(): HpkeKeyPair {
    return this.#encryptionKey;
  }

  /** Destroys the private keys; groups made or joined with them have copies. */
  wipe(): void {
    wipe(this.#initKey.privateKey, this.#encryptionKey.privateKey);
  }
}

/**
 * A key package as DAVE 1.1.4 wants it: fresh keys, always valid, no extensions.
 * @param key signs it; stays with the caller
 */
export function createKeyPackage(userId: bigint, key: SignatureKeyPair, random: RandomBytes): OwnKeyPackage {
  const signer = new Signer(key);
  const initKey = generateKeyPair(random);
  const encryptionKey = generateKeyPair(random);
  const leafContent = encodeLeafNodeContent({
    encryptionKey: encryptionKey.publicKey,
    signatureKey: key.publicKey,
    identity: encodeIdentity(userId),
    source: DAVE_LIFETIME,
  });
  const leaf = signedLeafNode(leafContent, signer.sign("LeafNodeTBS", leafContent));
  const content = encodeKeyPackageContent(initKey.publicKey, leaf.bytes);
  const keyPackage = signedKeyPackage(content, signer.sign("KeyPackageTBS", content));
  return new OwnKeyPackage(userId, keyPackage, initKey, encryptionKey);
}
