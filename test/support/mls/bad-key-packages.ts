import { freshKey, offTheCurve, type KeyPackageParts } from "./hostile-key-package.js";

export interface TakenKeys {
  readonly init: Uint8Array;
  readonly encryption: Uint8Array;
}

/** Offsets of the keys in key packages of this protocol, which all have the same length. */
export const keysIn = (keyPackage: Uint8Array): TakenKeys => ({
  init: keyPackage.slice(6, 71),
  encryption: keyPackage.slice(73, 138),
});

/** @param taken keys of a member of the room */
export type MakeParts = (taken: TakenKeys) => Omit<KeyPackageParts, "userId">;

const same = freshKey();

/** One key package of each kind that members cannot use. */
export const BAD_KEY_PACKAGES: readonly (readonly [kind: string, MakeParts])[] = [
  ["an init key off the curve", () => ({ initKey: offTheCurve() })],
  ["an encryption key off the curve", () => ({ encryptionKey: offTheCurve() })],
  ["one key for both", () => ({ initKey: same, encryptionKey: same })],
  ["a member's encryption key", (taken) => ({ encryptionKey: taken.encryption })],
  ["a member's encryption key as init key", (taken) => ({ initKey: taken.encryption })],
  ["no capabilities", () => ({ abilities: { versions: [], suites: [], credentials: [] } })],
  ["no version", () => ({ abilities: { versions: [] } })],
  ["another suite only", () => ({ abilities: { suites: [1] } })],
  ["another credential only", () => ({ abilities: { credentials: [2] } })],
  ["an extension in the leaf", () => ({ leafExtensions: [{ type: 77, data: Uint8Array.of(1) }] })],
  [
    "an extension in the leaf that it names",
    () => ({ leafExtensions: [{ type: 77, data: Uint8Array.of(1) }], abilities: { extensions: [77] } }),
  ],
  ["an extension of its own", () => ({ extensions: [{ type: 77, data: Uint8Array.of(1) }] })],
  ["a lifetime that is over", () => ({ notAfter: 1000n })],
  ["another suite", () => ({ suite: 1 })],
  ["somebody else's identity", () => ({ identity: Buffer.alloc(8, 7) })],
  [
    "a wrong signature of the leaf",
    () => ({
      changeSignature: (which, signature) =>
        which === "leaf" ? new Uint8Array(signature.length) : signature,
    }),
  ],
];
