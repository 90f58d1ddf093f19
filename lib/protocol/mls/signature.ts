import type { KeyObject } from "node:crypto";
import { concatBytes, mlsLabelled } from "../../wire/index.js";
import { bufferView, nameOfBytes, plainView } from "../buffer-view.js";
import * as crypto from "node:crypto";
import type { SignatureKeyPair } from "./signature-key.js";
import { wipe } from "../wipe.js";

/**
 * Signs with one key; it is made ready once, at the first signature. What is made ready cannot be overwritten from
 * here: OpenSSL clears it when the signer is collected.
 */
export class Signer {
  readonly #pair: SignatureKeyPair;
  #key: KeyObject | undefined;

  constructor(pair: SignatureKeyPair) {
    this.#pair = pair;
  }

  get publicKey(): Uint8Array {
    return this.#pair.publicKey;
  }

  /** `SignWithLabel` (RFC 9420 5.1.2). @returns ASN.1 DER */
  sign(label: string, content: Uint8Array): Uint8Array {
    this.#key ??= privateKeyObject(this.#pair);
    return plainView(crypto.sign("sha256", mlsLabelled(label, content), this.#key));
  }
}

/** Public keys that stay ready: those of a large room. */
const READY_KEYS = 512;

/** Verifies signatures; keeps the keys it met ready, the oldest go first. */
export class SignatureVerifier {
  readonly #ready = new Map<string, KeyObject>();

  /**
   * `VerifyWithLabel` (RFC 9420 5.1.2). High S is accepted (DAVE 1.1.4).
   * @returns false also when the key is not a point of the curve or the signature is not DER
   */
  verify(publicKey: Uint8Array, label: string, content: Uint8Array, signature: Uint8Array): boolean {
    try {
      return crypto.verify("sha256", mlsLabelled(label, content), this.#keyOf(publicKey), signature);
    } catch {
      return false;
    }
  }

  #keyOf(publicKey: Uint8Array): KeyObject {
    const name = nameOfBytes(publicKey);
    const ready = this.#ready.get(name);
    if (ready !== undefined) return ready;
    const key = publicKeyObject(publicKey);
    if (this.#ready.size >= READY_KEYS) this.#forgetOldest();
    this.#ready.set(name, key);
    return key;
  }

  #forgetOldest(): void {
    for (const name of this.#ready.keys()) {
      this.#ready.delete(name);
      return;
    }
  }
}

/** From JWK: half as slow as from DER. */
function publicKeyObject(publicKey: Uint8Array): KeyObject {
  const point = bufferView(publicKey);
  const x = point.toString("base64url", 1, 33);
  const y = point.toString("base64url", 33);
  return crypto.createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
}

/** From PKCS #8, because its bytes can be wiped and the text of a JWK cannot. */
function privateKeyObject({ publicKey, privateKey }: SignatureKeyPair): KeyObject {
  const der = Buffer.from(
    concatBytes(
      Buffer.from("308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420", "hex"),
      privateKey,
      Buffer.from("a144034200", "hex"),
      publicKey,
    ).buffer,
  );
  const key = crypto.createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  wipe(der);
  return key;
}
