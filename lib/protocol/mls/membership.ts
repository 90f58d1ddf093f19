import {
  decodeExternalSender,
  externalSendersExtension,
  mlsU64,
  type MlsExtension,
} from "../../wire/index.js";
import type { OwnKeyPackage } from "./key-package.js";
import type { RandomBytes } from "./random.js";
import { SignatureVerifier, Signer } from "./signature.js";
import type { SignatureKeyPair } from "./signature-key.js";

export interface MembershipParts {
  /** the channel id */
  readonly groupId: bigint;
  readonly keyPackage: { readonly userId: bigint };
  /** that of the key package */
  readonly key: SignatureKeyPair;
  /** payload of opcode 25 */
  readonly externalSender: Uint8Array;
  readonly random: RandomBytes;
}

export interface MembershipOptions extends MembershipParts {
  /** stays with the caller, who wipes it; the group copies what it needs */
  readonly keyPackage: OwnKeyPackage;
}

/** The parts of a group that stay the same in all epochs. */
export interface Membership {
  /** eight bytes */
  readonly groupId: Uint8Array;
  readonly userId: bigint;
  readonly signer: Signer;
  readonly verifier: SignatureVerifier;
  readonly externalSenderKey: Uint8Array;
  /** the extensions of every group context of the group: the external sender */
  readonly extensions: readonly MlsExtension[];
  readonly random: RandomBytes;
}

/** @throws {MlsDecodeError} when the external sender is malformed */
export function membershipOf(options: MembershipParts): Membership {
  const externalSender = options.externalSender.slice();
  return {
    groupId: mlsU64(options.groupId),
    userId: options.keyPackage.userId,
    signer: new Signer(options.key),
    verifier: new SignatureVerifier(),
    externalSenderKey: decodeExternalSender(externalSender).signatureKey,
    extensions: [externalSendersExtension(externalSender)],
    random: options.random,
  };
}
