import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from "node:crypto";
import sodium from "sodium-native";
import { AeadMode } from "sdkpp/wire";

export const TAG_LENGTH = 16;
export const COUNTER_LENGTH = 4;
/** Bytes that sealing adds to header and plaintext. */
export const SEAL_OVERHEAD = TAG_LENGTH + COUNTER_LENGTH;
/** Maximum length of a datagram that the platform forwards. */
export const MAX_DATAGRAM = 2048;

/** Seals and opens with one session's key in one of the two `_rtpsize` modes (voice-transport 3.5). */
export interface Aead {
  /**
   * @param clearLength length of the unencrypted header, which is the additional data
   * @returns the plaintext, valid until the next call, or undefined when the packet is not authentic
   */
  open(packet: Buffer, clearLength: number): Buffer | undefined;
  /**
   * Writes header, ciphertext, tag and counter to `out`, which already holds the header.
   * @returns the packet's length
   */
  seal(out: Buffer, clearLength: number, plaintext: Buffer, counter: number): number;
}

/** @param key 32 bytes */
export function makeAead(mode: AeadMode, key: Uint8Array): Aead {
  return mode === AeadMode.Aes256Gcm ? new Aes256Gcm(key) : new XChaCha20Poly1305(key);
}

/** The counter at the end of a packet: an unencrypted u32, big endian. */
export function counterOf(packet: Buffer): number {
  return packet.readUInt32BE(packet.length - COUNTER_LENGTH);
}

class Aes256Gcm implements Aead {
  readonly #key: KeyObject;
  readonly #nonce = Buffer.alloc(12);

  constructor(key: Uint8Array) {
    this.#key = createSecretKey(key);
  }

  open(packet: Buffer, clearLength: number): Buffer | undefined {
    const tagStart = packet.length - SEAL_OVERHEAD;
    if (tagStart < clearLength) return undefined;
    this.#nonce.writeUInt32BE(counterOf(packet), 0);
    const decipher = createDecipheriv("aes-256-gcm", this.#key, this.#nonce, { authTagLength: TAG_LENGTH });
    decipher.setAAD(packet.subarray(0, clearLength));
    decipher.setAuthTag(packet.subarray(tagStart, tagStart + TAG_LENGTH));
    const plaintext = decipher.update(packet.subarray(clearLength, tagStart));
    try {
      decipher.final();
    } catch {
      return undefined;
    }
    return plaintext;
  }

  seal(out: Buffer, clearLength: number, plaintext: Buffer, counter: number): number {
    this.#nonce.writeUInt32BE(counter, 0);
    const cipher = createCipheriv("aes-256-gcm", this.#key, this.#nonce, { authTagLength: TAG_LENGTH });
    cipher.setAAD(out.subarray(0, clearLength));
    let end = clearLength + cipher.update(plaintext).copy(out, clearLength);
    cipher.final();
    end += cipher.getAuthTag().copy(out, end);
    return out.writeUInt32BE(counter, end);
  }
}

class XChaCha20Poly1305 implements Aead {
  readonly #key: Buffer;
  readonly #nonce = Buffer.alloc(24);
  readonly #plaintext = Buffer.alloc(MAX_DATAGRAM);

  constructor(key: Uint8Array) {
    this.#key = Buffer.from(key);
  }

  open(packet: Buffer, clearLength: number): Buffer | undefined {
    const tagStart = packet.length - SEAL_OVERHEAD;
    if (tagStart < clearLength || packet.length > MAX_DATAGRAM) return undefined;
    this.#nonce.writeUInt32BE(counterOf(packet), 0);
    const plaintext = this.#plaintext.subarray(0, tagStart - clearLength);
    const sealed = packet.subarray(clearLength, tagStart + TAG_LENGTH);
    try {
      const clear = packet.subarray(0, clearLength);
      sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
        plaintext,
        null,
        sealed,
        clear,
        this.#nonce,
        this.#key,
      );
    } catch {
      return undefined;
    }
    return plaintext;
  }

  seal(out: Buffer, clearLength: number, plaintext: Buffer, counter: number): number {
    this.#nonce.writeUInt32BE(counter, 0);
    const end = clearLength + plaintext.length + TAG_LENGTH;
    const sealed = out.subarray(clearLength, end);
    const clear = out.subarray(0, clearLength);
    sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(sealed, plaintext, clear, null, this.#nonce, this.#key);
    return out.writeUInt32BE(counter, end);
  }
}
