import { encodeExtensions, readExtensions, type MlsExtension } from "./extension.js";
import { readGroupContext, type GroupContext } from "./group-context.js";
import { decodeWhole, type MlsReader } from "./reader.js";
import { concatBytes, mlsU32, mlsVector } from "./writer.js";

/** The description of the group for a new member (RFC 9420 12.4.3). */
export interface GroupInfo {
  readonly groupContext: GroupContext;
  readonly extensions: readonly MlsExtension[];
  readonly confirmationTag: Uint8Array;
  /** leaf index of the member that signed */
  readonly signer: number;
  /** all up to the signature */
  readonly tbs: Uint8Array;
  readonly signature: Uint8Array;
}

/** @throws {MlsDecodeError} */
export function decodeGroupInfo(bytes: Uint8Array): GroupInfo {
  return decodeWhole(bytes, readGroupInfo);
}

export interface GroupInfoContent {
  /** encoded */
  readonly groupContext: Uint8Array;
  readonly extensions: readonly MlsExtension[];
  readonly confirmationTag: Uint8Array;
  readonly signer: number;
}

/** The unsigned part of a group info; the signature follows it as a vector. */
export function encodeGroupInfoContent(content: GroupInfoContent): Uint8Array {
  return concatBytes(
    content.groupContext,
    encodeExtensions(content.extensions),
    mlsVector(content.confirmationTag),
    mlsU32(content.signer),
  );
}

function readGroupInfo(reader: MlsReader): GroupInfo {
  const start = reader.offset;
  const fields = {
    groupContext: readGroupContext(reader),
    extensions: readExtensions(reader),
    confirmationTag: reader.vector(),
    signer: reader.u32(),
  };
  const tbs = reader.since(start);
  return { ...fields, tbs, signature: reader.vector() };
}
