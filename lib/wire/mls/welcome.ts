import { MLS_CIPHERSUITE } from "./constants.js";
import { encodeHpkeCiphertext, readHpkeCiphertext, type HpkeCiphertext } from "./hpke-ciphertext.js";
import { decodeWhole, type MlsReader } from "./reader.js";
import { concatBytes, mlsU16, mlsVector } from "./writer.js";

/** The group secrets for one new member, sealed to the init key of its key package. */
export interface EncryptedGroupSecrets extends HpkeCiphertext {
  /** reference to the new member's key package */
  readonly newMember: Uint8Array;
}

/** RFC 9420 12.4.3.1 */
export interface Welcome {
  readonly cipherSuite: number;
  readonly secrets: readonly EncryptedGroupSecrets[];
  readonly encryptedGroupInfo: Uint8Array;
}

/**
 * Decodes a bare welcome (starts `0002`), as DAVE sends it.
 * @throws {MlsDecodeError}
 */
export function decodeWelcome(bytes: Uint8Array): Welcome {
  return decodeWhole(bytes, (reader) => ({
    cipherSuite: reader.u16(),
    secrets: reader.list(readEncryptedGroupSecrets),
    encryptedGroupInfo: reader.vector(),
  }));
}

/** A bare welcome. With fewer secrets it is the same welcome for fewer new members. */
export function encodeWelcome(welcome: Omit<Welcome, "cipherSuite">): Uint8Array {
  return concatBytes(
    mlsU16(MLS_CIPHERSUITE),
    mlsVector(...welcome.secrets.map(encodeEncryptedGroupSecrets)),
    mlsVector(welcome.encryptedGroupInfo),
  );
}

function readEncryptedGroupSecrets(reader: MlsReader): EncryptedGroupSecrets {
  return { newMember: reader.vector(), ...readHpkeCiphertext(reader) };
}

function encodeEncryptedGroupSecrets(secrets: EncryptedGroupSecrets): Uint8Array {
  return concatBytes(mlsVector(secrets.newMember), encodeHpkeCiphertext(secrets));
}
