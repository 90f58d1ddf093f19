import * as crypto from "node:crypto";
import { hkdfExpand } from "../mls/hash.js";

/** Of the key that a call brings for the messages which follow it, bytes. */
export const PIPE_KEY_BYTES = 32;

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const COUNTER_BYTES = 8;
const TAG_BYTES = 16;
const HEAD_BYTES = COUNTER_BYTES + TAG_BYTES;
const UTF8 = new TextEncoder();

export type PipeSide = "source" | "target";

/**
 * Seals what goes between the two processes behind the call. The key came with the call, so only the two have it; each direction
 * has one of its own. A message counts once, and none before one that was opened.
 */
export class PipeCipher {
  readonly #sealing: Uint8Array;
  readonly #opening: Uint8Array;
  #sealed = 0n;
  #opened = 0n;
  #hasGap = false;

  /** @param key {@link PIPE_KEY_BYTES}; a copy is not kept */
  constructor(key: Uint8Array, side: PipeSide) {
    this.#sealing = derive(key, side);
    this.#opening = derive(key, side === "source" ? "target" : "source");
  }

  seal(message: Uint8Array): Uint8Array {
    this.#sealed += 1n;
    const nonce = nonceOf(this.#sealed);
    const cipher = crypto.createCipheriv(ALGORITHM, this.#sealing, nonce);
    const content = cipher.update(message);
    cipher.final();
    return Buffer.concat([nonce.subarray(-COUNTER_BYTES), cipher.getAuthTag(), content]);
  }

  /** Whether a message before the newest that was opened is missing. */
  get hasGap(): boolean {
    return this.#hasGap;
  }

  /** @returns undefined for what the other side did not seal, or what was opened before */
  open(bytes: Uint8Array): Uint8Array | undefined {
    if (bytes.length < HEAD_BYTES) return undefined;
    const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const count = message.readBigUInt64BE();
    if (count <= this.#opened) return undefined;
    const decipher = crypto.createDecipheriv(ALGORITHM, this.#opening, nonceOf(count));
    decipher.setAuthTag(message.subarray(COUNTER_BYTES, HEAD_BYTES));
    const content = decipher.update(message.subarray(HEAD_BYTES));
    try {
      decipher.final();
    } catch {
      return undefined;
    }
    this.#hasGap ||= count !== this.#opened + 1n;
    this.#opened = count;
    return content;
  }

  /** Wipes the keys. */
  end(): void {
    this.#sealing.fill(0);
    this.#opening.fill(0);
  }
}

/** @param sender whose messages it seals */
function derive(key: Uint8Array, sender: PipeSide): Uint8Array {
  return hkdfExpand(key, UTF8.encode(`sdkpp move from the ${sender}`), PIPE_KEY_BYTES);
}

function nonceOf(count: bigint): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(count, NONCE_BYTES - COUNTER_BYTES);
  return nonce;
}
