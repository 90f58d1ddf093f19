import type { Snowflake } from "sdkpp/wire";
import type { Clock } from "../../clock/clock.js";
import type { Store } from "../../store/store.js";

export interface Ids {
  /** A new snowflake, larger than every one before. */
  next(): Snowflake;
}

export interface Random {
  /** `length` characters of `[A-Za-z0-9]`, unguessable. */
  token(length: number): string;
}

export interface Digest {
  /** SHA-256 of the text's UTF-8 bytes, base64url without padding. */
  sha256(text: string): string;
  /** Whether two texts are equal, in time that does not depend on where they differ. */
  equal(left: string, right: string): boolean;
}

export interface SelfSignedKey {
  /** uncompressed */
  readonly point: Uint8Array;
  /** as it was uploaded and signed, X9.62 in either form */
  readonly publicKey: Uint8Array;
  readonly sessionId: string;
  /** ASN.1 DER */
  readonly signature: Uint8Array;
}

/** Checks identity keys of encrypted calls. */
export interface KeyChecks {
  /** The uncompressed point of a P-256 key in X9.62, either form; undefined for other bytes. */
  pointOf(publicKey: Uint8Array): Uint8Array | undefined;
  /** Whether a key signed a session's id and itself. */
  isSelfSigned(key: SelfSignedKey): boolean;
}

/** An Ed25519 key pair. */
export interface SigningKeys {
  /** 32 bytes, hex */
  readonly publicKey: string;
  /** PKCS #8, base64url */
  readonly privateKey: string;
}

/** Makes keys of applications, and signs with them. */
export interface Signatures {
  makeKeys(): SigningKeys;
  /** Signs the UTF-8 bytes of a text. @returns 64 bytes, hex */
  sign(privateKey: string, text: string): string;
}

/** The parameters in a file's address, unchecked. */
export interface LinkParameters {
  readonly ex?: unknown;
  readonly is?: unknown;
  readonly hm?: unknown;
}

/** Addresses of files: signed, and valid for a day. */
export interface FileLinks {
  /** @param path below the site's address */
  urlOf(path: string): string;
  /** Whether an address is one that was given out and has not expired. */
  accepts(path: string, parameters: LinkParameters): boolean;
}

export interface FileLinksPort {
  readonly fileLinks: FileLinks;
}

/** The bytes of files, which are apart from all records. */
export interface FileContents {
  /**
   * A record names a content no longer: its bytes go unless another one does. That is found out after the running transaction, so one
   * that is rolled back changes nothing.
   */
  doubt(hash: string): void;
}

export interface FileContentsPort {
  readonly contents: FileContents;
}

export interface ClockPort {
  readonly clock: Clock;
}

export interface IdsPort {
  readonly ids: Ids;
}

export interface RandomPort {
  readonly random: Random;
}

export interface DigestPort {
  readonly digest: Digest;
}

export interface KeyChecksPort {
  readonly keyChecks: KeyChecks;
}

export interface SignaturesPort {
  readonly signatures: Signatures;
}

/** Tells the operator what no client is told. */
export interface RemarksPort {
  /** @param line for the log */
  readonly remark: (line: string) => void;
}

/** Services that the domain receives from outside. */
export interface Ports
  extends
    ClockPort,
    IdsPort,
    RandomPort,
    DigestPort,
    KeyChecksPort,
    SignaturesPort,
    FileLinksPort,
    FileContentsPort,
    RemarksPort {}

/** For changes outside the store: how a rollback takes them back. */
export interface RollbackPort {
  readonly store: Pick<Store, "onRollback">;
}
