import { mlsU16, mlsU8, mlsVector, concatBytes, NO_BYTES } from "./mls/writer.js";
import { readPublicMessage, type PublicMessage } from "./mls/public-message.js";
import { decodeWhole, MlsReader } from "./mls/reader.js";

/** Binary messages of the voice gateway (DAVE 1.1.4): frames and the payloads that are not a bare MLS structure. */

/** `uint16 seq, uint8 op, payload`. The number comes from the counter that numbers the text messages too. */
export interface ServerBinaryFrame {
  readonly seq: number;
  readonly op: number;
  readonly payload: Uint8Array;
}

/** `uint8 op, payload` */
export interface ClientBinaryFrame {
  readonly op: number;
  readonly payload: Uint8Array;
}

/** Payload of opcode 27. */
export type DaveProposals =
  | { readonly operation: "append"; readonly messages: readonly PublicMessage[] }
  | { readonly operation: "revoke"; readonly references: readonly Uint8Array[] };

/** Payload of opcodes 29 and 30, with the announced message undecoded. */
export interface DaveTransition {
  readonly transitionId: number;
  /** opcode 29: a commit (MLSMessage); opcode 30: a bare welcome */
  readonly message: Uint8Array;
}

const Operation = { Append: 0, Revoke: 1 } as const;

/** @throws {MlsDecodeError} when shorter than its header */
export function decodeServerBinaryFrame(bytes: Uint8Array): ServerBinaryFrame {
  return decodeWhole(bytes, (reader) => ({ seq: reader.u16(), op: reader.u8(), payload: reader.rest() }));
}

export function encodeServerBinaryFrame({ seq, op, payload }: ServerBinaryFrame): Uint8Array {
  return concatBytes(mlsU16(seq), mlsU8(op), payload);
}

/** @throws {MlsDecodeError} when empty */
export function decodeClientBinaryFrame(bytes: Uint8Array): ClientBinaryFrame {
  return decodeWhole(bytes, (reader) => ({ op: reader.u8(), payload: reader.rest() }));
}

export function encodeClientBinaryFrame({ op, payload }: ClientBinaryFrame): Uint8Array {
  return concatBytes(mlsU8(op), payload);
}

/**
 * Payload of opcode 27, with its messages decoded. The caller checks whether they are proposals.
 * @throws {MlsDecodeError}
 */
export function decodeDaveProposals(payload: Uint8Array): DaveProposals {
  return decodeWhole(payload, (reader): DaveProposals => {
    const operation = reader.u8();
    if (operation === Operation.Append)
      return { operation: "append", messages: reader.list(readPublicMessage) };
    if (operation === Operation.Revoke)
      return { operation: "revoke", references: reader.list((each) => each.vector()) };
    throw reader.unexpected(`append (0) or revoke (1), not ${String(operation)}`, 1);
  });
}

/** Opcode 27 that appends finished MLSMessages. */
export function encodeDaveAppend(messages: readonly Uint8Array[]): Uint8Array {
  return concatBytes(mlsU8(Operation.Append), mlsVector(...messages));
}

/** Opcode 27 that revokes by proposal references. */
export function encodeDaveRevoke(references: readonly Uint8Array[]): Uint8Array {
  return concatBytes(mlsU8(Operation.Revoke), mlsVector(...references.map((each) => mlsVector(each))));
}

/** Payload of opcode 28; `splitCommitWelcome` takes it apart. */
export function encodeCommitWelcome(commit: Uint8Array, welcome: Uint8Array | undefined): Uint8Array {
  return concatBytes(commit, welcome ?? NO_BYTES);
}

/** Payload of opcode 29 or 30. @throws {MlsDecodeError} when shorter than the id */
export function decodeDaveTransition(payload: Uint8Array): DaveTransition {
  const reader = new MlsReader(payload);
  return { transitionId: reader.u16(), message: reader.rest() };
}

/** Payload of opcode 29 or 30. */
export function encodeDaveTransition({ transitionId, message }: DaveTransition): Uint8Array {
  return concatBytes(mlsU16(transitionId), message);
}
