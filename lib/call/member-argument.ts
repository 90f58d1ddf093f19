import { idArgument, objectArgument, textArgument } from "../protocol/index.js";

/** The facts of a member that verification needs. */
export interface MemberKey {
  readonly userId: bigint;
  readonly keyFingerprint: string;
}

/**
 * A file of its own: the handle of a call needs it before the code of calls is loaded.
 * @throws {ArgumentError} for what cannot have come from a list of members
 */
export function memberArgument(name: string, value: MemberKey): MemberKey {
  const { userId, keyFingerprint: fingerprint } = objectArgument(name, value);
  return {
    userId: idArgument(`${name}.userId`, userId),
    keyFingerprint: textArgument(`${name}.keyFingerprint`, fingerprint),
  };
}
