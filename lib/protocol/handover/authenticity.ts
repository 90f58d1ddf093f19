import { SdkError } from "../../wire/index.js";
import { HASH_BYTES, hkdfExpand, hkdfExtract, hmac, isSameSecretBytes } from "../mls/hash.js";
import type { MessageKind } from "./move.js";

/** Shortest key of a fleet, bytes. */
const LEAST_KEY_BYTES = 32;
const UTF8 = new TextEncoder();

/**
 * Proof of a message's sender: HPKE in base mode has none. Across machines a MAC does, under a key that all processes of a fleet
 * have; between a process and its children the pipe does.
 */
export interface Authenticity {
  /** The message as it is sent. */
  protect(kind: MessageKind, message: Uint8Array): Uint8Array;
  /** @returns the message. @throws {SdkError} HANDOVER_NOT_AUTHENTIC */
  check(kind: MessageKind, bytes: Uint8Array): Uint8Array;
}

/** Both ends hold a pipe that nobody else can write to. */
export const PIPE: Authenticity = {
  protect: (_kind, message) => message,
  check: (_kind, bytes) => bytes,
};

/** All processes of a fleet have this key. @param key at least 32 random bytes; a copy is not kept */
export function fleet(key: Uint8Array): Authenticity {
  if (key.length < LEAST_KEY_BYTES)
    throw new RangeError(
      `fleetKey: expected at least ${String(LEAST_KEY_BYTES)} bytes, received ${String(key.length)}`,
    );
  const secret = hkdfExtract(UTF8.encode("sdkpp fleet"), key);
  const keys = {
    offer: derive(secret, "offer"),
    invitation: derive(secret, "invitation"),
    call: derive(secret, "call"),
  };
  secret.fill(0);
  const macOf = (kind: MessageKind, message: Uint8Array): Uint8Array => hmac(keys[kind], message);
  return {
    protect: (kind, message) => Buffer.concat([macOf(kind, message), message]),
    check(kind, bytes) {
      const message = bytes.subarray(HASH_BYTES);
      const mac = bytes.subarray(0, HASH_BYTES);
      if (message.length > 0 && isSameSecretBytes(mac, macOf(kind, message))) return message;
      throw new SdkError(
        "HANDOVER_NOT_AUTHENTIC",
        `the message that moves a call: expected the MAC of this fleet, received another one; give both processes the same fleetKey`,
      );
    },
  };
}

function derive(secret: Uint8Array, kind: MessageKind): Uint8Array {
  return hkdfExpand(secret, UTF8.encode(`sdkpp move ${kind}`), HASH_BYTES);
}
