import { MlsProposalOrRefType } from "./constants.js";
import { encodeHpkeCiphertext, readHpkeCiphertext, type HpkeCiphertext } from "./hpke-ciphertext.js";
import { decodeLeafNode, type LeafNode } from "./leaf-node.js";
import { readProposal, type Proposal } from "./proposal.js";
import { readPublicKey } from "./public-key.js";
import type { MlsReader } from "./reader.js";
import { concatBytes, mlsOptional, mlsU8, mlsVector } from "./writer.js";

/** An entry of a commit: the proposal itself or the hash that names it. */
export type ProposalOrRef =
  | { readonly kind: "proposal"; readonly proposal: Proposal }
  | { readonly kind: "reference"; readonly reference: Uint8Array };

/** New key of one node on the way to the root, and the secret for those below the node's other child. */
export interface UpdatePathNode {
  readonly encryptionKey: Uint8Array;
  readonly ciphertexts: readonly HpkeCiphertext[];
}

/** RFC 9420 7.6 */
export interface UpdatePath {
  readonly leaf: LeafNode;
  readonly nodes: readonly UpdatePathNode[];
}

/** RFC 9420 12.4 */
export interface Commit {
  readonly proposals: readonly ProposalOrRef[];
  readonly path: UpdatePath | undefined;
}

/** Nodes on the way from a leaf to the root: one less than the bits of a leaf index. */
const DEPTH_LIMIT = 32;

/** Reads one commit at the reader's place. */
export function readCommit(reader: MlsReader): Commit {
  return { proposals: reader.list(readProposalOrRef), path: reader.optional(readUpdatePath) };
}

export function readUpdatePath(reader: MlsReader): UpdatePath {
  return { leaf: decodeLeafNode(reader), nodes: reader.list(readUpdatePathNode, DEPTH_LIMIT) };
}

/** A commit that names all its proposals by reference. */
export function encodeCommit(references: readonly Uint8Array[], path: UpdatePath | undefined): Uint8Array {
  const entries = references.map((each) =>
    concatBytes(mlsU8(MlsProposalOrRefType.Reference), mlsVector(each)),
  );
  return concatBytes(mlsVector(...entries), mlsOptional(path && encodeUpdatePath(path)));
}

function readProposalOrRef(reader: MlsReader): ProposalOrRef {
  const type = reader.u8();
  if (type === MlsProposalOrRefType.Proposal) return { kind: "proposal", proposal: readProposal(reader) };
  if (type === MlsProposalOrRefType.Reference) return { kind: "reference", reference: reader.vector() };
  throw reader.unexpected(`a proposal or a reference, not ${String(type)}`, 1);
}

function readUpdatePathNode(reader: MlsReader): UpdatePathNode {
  return { encryptionKey: readPublicKey(reader), ciphertexts: reader.list(readHpkeCiphertext) };
}

function encodeUpdatePath({ leaf, nodes }: UpdatePath): Uint8Array {
  return concatBytes(leaf.bytes, mlsVector(...nodes.map(encodeUpdatePathNode)));
}

function encodeUpdatePathNode({ encryptionKey, ciphertexts }: UpdatePathNode): Uint8Array {
  return concatBytes(mlsVector(encryptionKey), mlsVector(...ciphertexts.map(encodeHpkeCiphertext)));
}
