import { MLS_CIPHERSUITE, MLS_VERSION } from "./constants.js";
import { encodeExtensions, readExtensions, type MlsExtension } from "./extension.js";
import type { MlsReader } from "./reader.js";
import { concatBytes, mlsU16, mlsU64, mlsVector } from "./writer.js";

export interface GroupContextContent {
  readonly groupId: Uint8Array;
  readonly epoch: bigint;
  readonly treeHash: Uint8Array;
  readonly confirmedTranscriptHash: Uint8Array;
  readonly extensions: readonly MlsExtension[];
}

/** RFC 9420 8.1 */
export interface GroupContext extends GroupContextContent {
  readonly version: number;
  readonly cipherSuite: number;
  readonly bytes: Uint8Array;
}

/** Reads one group context at the reader's place. */
export function readGroupContext(reader: MlsReader): GroupContext {
  const start = reader.offset;
  const fields = {
    version: reader.u16(),
    cipherSuite: reader.u16(),
    groupId: reader.vector(),
    epoch: reader.u64(),
    treeHash: reader.vector(),
    confirmedTranscriptHash: reader.vector(),
    extensions: readExtensions(reader),
  };
  return { ...fields, bytes: reader.since(start) };
}

/** The group context of these contents, in version and suite of DAVE 1.1.4. */
export function groupContextOf(content: GroupContextContent): GroupContext {
  const bytes = concatBytes(
    mlsU16(MLS_VERSION),
    mlsU16(MLS_CIPHERSUITE),
    mlsVector(content.groupId),
    mlsU64(content.epoch),
    mlsVector(content.treeHash),
    mlsVector(content.confirmedTranscriptHash),
    encodeExtensions(content.extensions),
  );
  return { ...content, version: MLS_VERSION, cipherSuite: MLS_CIPHERSUITE, bytes };
}
