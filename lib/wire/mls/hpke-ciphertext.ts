import type { MlsReader } from "./reader.js";
import { concatBytes, mlsVector } from "./writer.js";

/** RFC 9420 6.3 (HPKECiphertext) */
export interface HpkeCiphertext {
  readonly kemOutput: Uint8Array;
  readonly ciphertext: Uint8Array;
}

export function readHpkeCiphertext(reader: MlsReader): HpkeCiphertext {
  return { kemOutput: reader.vector(), ciphertext: reader.vector() };
}

export function encodeHpkeCiphertext({ kemOutput, ciphertext }: HpkeCiphertext): Uint8Array {
  return concatBytes(mlsVector(kemOutput), mlsVector(ciphertext));
}
