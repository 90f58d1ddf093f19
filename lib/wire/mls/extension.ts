import type { MlsReader } from "./reader.js";
import { concatBytes, mlsU16, mlsVector } from "./writer.js";

/** An extension with its data undecoded (RFC 9420 7.2). */
export interface MlsExtension {
  readonly type: number;
  readonly data: Uint8Array;
}

export function readExtensions(reader: MlsReader): MlsExtension[] {
  return reader.list((each) => ({ type: each.u16(), data: each.vector() }));
}

/** `Extension extensions<V>`, header included. */
export function encodeExtensions(extensions: readonly MlsExtension[]): Uint8Array {
  return mlsVector(...extensions.map(({ type, data }) => concatBytes(mlsU16(type), mlsVector(data))));
}
