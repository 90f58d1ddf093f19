import * as crypto from "node:crypto";
import { hkdfExpand, hkdfExtract } from "../mls/hash.js";
import type { RandomBytes } from "../mls/random.js";
import { damagedKeep } from "./kept-claim.js";

/** Least size of the key that what is kept is sealed with, bytes. */
export const KEEP_KEY_BYTES = 32;

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const UTF8 = new TextEncoder();

/** Whose ground it is. */
export interface GroundPlace {
  readonly call: string;
  /** of the owner that wrote it */
  readonly fence: bigint;
}

/**
 * Seals what a successor needs of a call: tokens, private keys and secrets lie in a store, where only those read them who have the key. It is bound to
 * the call and its owner, so that one cannot take the place of another.
 */
export class GroundSeal {
  readonly #key: Uint8Array;
  readonly #random: RandomBytes;

  /** @param key at least {@link KEEP_KEY_BYTES} random bytes; a copy is not kept */
  constructor(key: Uint8Array, random: RandomBytes) {
    this.#key = hkdfExpand(hkdfExtract(UTF8.encode("sdkpp kept call"), key), UTF8.encode("ground"), 32);
    this.#random = random;
  }

  /** @param record is wiped */
  seal(place: GroundPlace, record: Uint8Array): Uint8Array {
    const nonce = this.#random(NONCE_BYTES);
    const cipher = crypto.createCipheriv(ALGORITHM, this.#key, nonce);
    cipher.setAAD(contextOf(place));
    const content = cipher.update(record);
    cipher.final();
    record.fill(0);
    return Buffer.concat([nonce, cipher.getAuthTag(), content]);
  }

  /** @returns the record; to be wiped. @throws {SdkError} KEPT_CALL_DAMAGED */
  open(place: GroundPlace, sealed: Uint8Array): Uint8Array {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const head = NONCE_BYTES + TAG_BYTES;
    if (bytes.length < head) throw damagedGround();
    const decipher = crypto.createDecipheriv(ALGORITHM, this.#key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAAD(contextOf(place));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, head));
    const record = decipher.update(bytes.subarray(head));
    try {
      decipher.final();
      return record;
    } catch {
      record.fill(0);
      throw damagedGround();
    }
  }

  /** Wipes the key. */
  end(): void {
    this.#key.fill(0);
  }
}

function contextOf({ call, fence }: GroundPlace): Uint8Array {
  return UTF8.encode(`${String(fence)} ${call}`);
}

function damagedGround(): Error {
  return damagedKeep("expected what was sealed under this key for this call and owner, received other bytes");
}
