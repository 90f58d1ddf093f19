import { encodeBasicCredential, readBasicCredential } from "./credential.js";
import { MlsExtensionType } from "./constants.js";
import type { MlsExtension } from "./extension.js";
import { readPublicKey } from "./public-key.js";
import { decodeWhole, type MlsReader } from "./reader.js";
import { concatBytes, mlsVector } from "./writer.js";

/** The sender that may propose without being a member: the voice gateway (RFC 9420 12.1.8.1). Payload of opcode 25. */
export interface ExternalSender {
  readonly signatureKey: Uint8Array;
  /** opaque; the public platform sends one byte 0 */
  readonly identity: Uint8Array;
}

/** @throws {MlsDecodeError} */
export function decodeExternalSender(bytes: Uint8Array): ExternalSender {
  return decodeWhole(bytes, readExternalSender);
}

export function encodeExternalSender(sender: ExternalSender): Uint8Array {
  return concatBytes(mlsVector(sender.signatureKey), encodeBasicCredential(sender.identity));
}

/** The group context extension that names this one external sender: its data is a vector of senders. */
export function externalSendersExtension(sender: Uint8Array): MlsExtension {
  return { type: MlsExtensionType.ExternalSenders, data: mlsVector(sender) };
}

function readExternalSender(reader: MlsReader): ExternalSender {
  return { signatureKey: readPublicKey(reader), identity: readBasicCredential(reader) };
}
