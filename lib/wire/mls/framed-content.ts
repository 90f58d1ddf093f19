import { readCommit, type Commit } from "./commit.js";
import { MLS_VERSION, MlsContentType, MlsSenderType, MlsWireFormat } from "./constants.js";
import { encodeProposal, readProposal, type Proposal, type ProposalDraft } from "./proposal.js";
import type { MlsReader } from "./reader.js";
import { concatBytes, mlsU16, mlsU32, mlsU64, mlsU8, mlsVector, NO_BYTES } from "./writer.js";

export type MlsSender =
  | { readonly kind: "member"; readonly leafIndex: number }
  | { readonly kind: "external"; readonly senderIndex: number }
  | { readonly kind: "newMemberProposal" }
  | { readonly kind: "newMemberCommit" };

export type FramedBody =
  | { readonly kind: "application"; readonly data: Uint8Array }
  | { readonly kind: "proposal"; readonly proposal: Proposal }
  | { readonly kind: "commit"; readonly commit: Commit };

/** RFC 9420 6 */
export interface FramedContent {
  readonly groupId: Uint8Array;
  readonly epoch: bigint;
  readonly sender: MlsSender;
  readonly authenticatedData: Uint8Array;
  readonly body: FramedBody;
  readonly bytes: Uint8Array;
}

/** Reads one content at the reader's place. */
export function readFramedContent(reader: MlsReader): FramedContent {
  const start = reader.offset;
  const fields = {
    groupId: reader.vector(),
    epoch: reader.u64(),
    sender: readSender(reader),
    authenticatedData: reader.vector(),
    body: readBody(reader),
  };
  return { ...fields, bytes: reader.since(start) };
}

/** Which group and epoch a message is for. */
export interface EpochName {
  /** eight bytes: the channel id, big-endian */
  readonly groupId: Uint8Array;
  readonly epoch: bigint;
}

/** FramedContent of a proposal of the external sender with index 0. */
export function encodeExternalProposal(of: EpochName, proposal: ProposalDraft): Uint8Array {
  const sender = concatBytes(mlsU8(MlsSenderType.External), mlsU32(0));
  return encodeFramedContent(of, sender, MlsContentType.Proposal, encodeProposal(proposal));
}

/** FramedContent of a member's commit. */
export function encodeCommitContent(of: EpochName, leafIndex: number, commit: Uint8Array): Uint8Array {
  const sender = concatBytes(mlsU8(MlsSenderType.Member), mlsU32(leafIndex));
  return encodeFramedContent(of, sender, MlsContentType.Commit, commit);
}

/**
 * `FramedContentTBS` of a PublicMessage (RFC 9420 6.1).
 * @param groupContext for messages of members; absent for those of the external sender
 */
export function framedContentTbs(content: Uint8Array, groupContext: Uint8Array = NO_BYTES): Uint8Array {
  return concatBytes(mlsU16(MLS_VERSION), mlsU16(MlsWireFormat.PublicMessage), content, groupContext);
}

/** `FramedContentAuthData`: the signature and, for a commit, the confirmation tag. */
export function framedContentAuth(signature: Uint8Array, confirmationTag?: Uint8Array): Uint8Array {
  return confirmationTag === undefined
    ? mlsVector(signature)
    : concatBytes(mlsVector(signature), mlsVector(confirmationTag));
}

/**
 * `AuthenticatedContent` of a PublicMessage: of a proposal it is hashed to its reference. Without its
 * confirmation tag that of a commit is the input of the confirmed transcript hash (RFC 9420 8.2).
 */
export function authenticatedContent(
  content: Uint8Array,
  signature: Uint8Array,
  confirmationTag?: Uint8Array,
): Uint8Array {
  return concatBytes(
    mlsU16(MlsWireFormat.PublicMessage),
    content,
    framedContentAuth(signature, confirmationTag),
  );
}

function encodeFramedContent(of: EpochName, sender: Uint8Array, type: number, body: Uint8Array): Uint8Array {
  return concatBytes(mlsVector(of.groupId), mlsU64(of.epoch), sender, mlsVector(), mlsU8(type), body);
}

function readSender(reader: MlsReader): MlsSender {
  const type = reader.u8();
  switch (type) {
    case MlsSenderType.Member:
      return { kind: "member", leafIndex: reader.u32() };
    case MlsSenderType.External:
      return { kind: "external", senderIndex: reader.u32() };
    case MlsSenderType.NewMemberProposal:
      return { kind: "newMemberProposal" };
    case MlsSenderType.NewMemberCommit:
      return { kind: "newMemberCommit" };
    default:
      throw reader.unexpected(`a sender type, not ${String(type)}`, 1);
  }
}

function readBody(reader: MlsReader): FramedBody {
  const type = reader.u8();
  switch (type) {
    case MlsContentType.Application:
      return { kind: "application", data: reader.vector() };
    case MlsContentType.Proposal:
      return { kind: "proposal", proposal: readProposal(reader) };
    case MlsContentType.Commit:
      return { kind: "commit", commit: readCommit(reader) };
    default:
      throw reader.unexpected(`a content type, not ${String(type)}`, 1);
  }
}
