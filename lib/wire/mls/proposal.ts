import { MlsProposalType } from "./constants.js";
import { readKeyPackage, type KeyPackage } from "./key-package.js";
import { decodeLeafNode, type LeafNode } from "./leaf-node.js";
import type { MlsReader } from "./reader.js";
import { concatBytes, mlsU16, mlsU32 } from "./writer.js";

/** RFC 9420 12.1; other types do not occur in DAVE and are rejected. */
export type Proposal =
  | { readonly kind: "add"; readonly keyPackage: KeyPackage }
  | { readonly kind: "update"; readonly leaf: LeafNode }
  | { readonly kind: "remove"; readonly leafIndex: number };

/** A proposal in the form in which it is made: the key package still as bytes (bare). */
export type ProposalDraft =
  | { readonly kind: "add"; readonly keyPackage: Uint8Array }
  | { readonly kind: "remove"; readonly leafIndex: number };

/** Reads one proposal at the reader's place. */
export function readProposal(reader: MlsReader): Proposal {
  const type = reader.u16();
  switch (type) {
    case MlsProposalType.Add:
      return { kind: "add", keyPackage: readKeyPackage(reader) };
    case MlsProposalType.Update:
      return { kind: "update", leaf: decodeLeafNode(reader) };
    case MlsProposalType.Remove:
      return { kind: "remove", leafIndex: reader.u32() };
    default:
      throw reader.unexpected(`a proposal to add, update or remove, not of type ${String(type)}`, 2);
  }
}

export function encodeProposal(proposal: ProposalDraft): Uint8Array {
  return proposal.kind === "add"
    ? concatBytes(mlsU16(MlsProposalType.Add), proposal.keyPackage)
    : concatBytes(mlsU16(MlsProposalType.Remove), mlsU32(proposal.leafIndex));
}
