import type { MlsGroup } from "../mls/group.js";

const EXPORTER_LABEL = "Discord Secure Frames v0";
/** Bytes of a base secret: one AES-128 key. */
export const BASE_BYTES = 16;

/** The base secret of one sender in the group's epoch. The context is little-endian, unlike every other id. */
export function baseSecret(group: MlsGroup, sender: bigint): Uint8Array {
  const context = Buffer.alloc(8);
  context.writeBigUInt64LE(sender);
  return group.exportSecret(EXPORTER_LABEL, context, BASE_BYTES);
}
