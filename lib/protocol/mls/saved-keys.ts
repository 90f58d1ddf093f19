import { isSameBytes, MlsDecodeError } from "../../wire/index.js";
import type { Field } from "../saved/field.js";
import type { FieldReader } from "../saved/field-reader.js";
import { FailedCheck, MlsError } from "./error.js";
import { isPrivateKey, PRIVATE_KEY_BYTES, publicKeyOf } from "./p256.js";
import { wipe } from "../wipe.js";

/** Both halves of a P-256 key; of a saved one only the private half travels. */
interface KeyPair {
  /** 65 bytes */
  readonly publicKey: Uint8Array;
  /** 32 bytes */
  readonly privateKey: Uint8Array;
}

/** A saved private key with its public half. Required. @throws {RestoreError} when it is not a private key */
export function restoreKeyPair(saved: FieldReader, field: Field): KeyPair {
  const privateKey = saved.bytesOf(field, PRIVATE_KEY_BYTES);
  if (!isPrivateKey(privateKey))
    saved.refuse(field, "a private key from 1 to the order − 1", "another number");
  return { publicKey: publicKeyOf(privateKey), privateKey };
}

/** The same, of a public key that is known. @throws {RestoreError} when it is the private half of another one */
export function restoreKeyPairOf(
  saved: FieldReader,
  field: Field,
  publicKey: Uint8Array | undefined,
): KeyPair {
  const pair = restoreKeyPair(saved, field);
  if (publicKey !== undefined && isSameBytes(pair.publicKey, publicKey)) return pair;
  wipe(pair.privateKey);
  return saved.refuse(field, "the private half of a key that the group shows", "that of another one");
}

/** Runs checks and decoders on a field; what they reject becomes a {@link RestoreError} that names it. */
export function checkedField<T>(saved: FieldReader, field: Field, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof FailedCheck || error instanceof MlsError || error instanceof MlsDecodeError)
      return saved.refuse(field, "valid MLS", `a failed check (${error.code})`, { cause: error });
    throw error;
  }
}
