/**
 * A number people can compare (DAVE 1.1.4, displayable codes): each group of digits comes from as many bytes.
 * @param data at least `length` bytes
 * @param length digits in all, a multiple of `group`
 * @param group digits per group, 1 to 7
 * @throws {ArgumentRangeError} for other lengths
 */
export function displayableCode(data: Uint8Array, length: number, group: number): string {
  if (group < 1 || group > 7) throw new RangeError(`Expected a group of 1 to 7 digits, received ${group}`);
  if (length % group !== 0 || data.length < length)
    throw new RangeError(
      `Expected ${length} digits in groups of ${group} from as many bytes of ${data.length}`,
    );
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  let code = "";
  for (let at = 0; at < length; at += group) code += digitsOf(bytes.subarray(at, at + group));
  return code;
}

function digitsOf(bytes: Buffer): string {
  const number = BigInt(`0x${bytes.toString("hex")}`);
  return (number % 10n ** BigInt(bytes.length)).toString().padStart(bytes.length, "0");
}

const PRIVACY_CODE_DIGITS = 30;
const VERIFICATION_CODE_DIGITS = 45;
const DIGITS_PER_GROUP = 5;

/** Code of a call: equal on all members of an epoch. @param authenticator the epoch authenticator, 32 bytes */
export function privacyCode(authenticator: Uint8Array): string {
  return displayableCode(authenticator, PRIVACY_CODE_DIGITS, DIGITS_PER_GROUP);
}

/** Code of a pair of users. @param fingerprint of {@link pairwiseFingerprint} */
export function verificationCode(fingerprint: Uint8Array): string {
  return displayableCode(fingerprint, VERIFICATION_CODE_DIGITS, DIGITS_PER_GROUP);
}
