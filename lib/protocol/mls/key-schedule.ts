import { NO_BYTES } from "../../wire/index.js";
import { AEAD_KEY_BYTES, AEAD_NONCE_BYTES } from "./aead.js";
import { HASH_BYTES, hkdfExtract, sha256Bytes } from "./hash.js";
import { deriveSecret, expandWithLabel } from "./labels.js";
import { wipe } from "../wipe.js";

/** Secrets of one epoch, as far as DAVE needs them (RFC 9420 8). */
export interface EpochSecrets {
  readonly init: Uint8Array;
  readonly exporter: Uint8Array;
  readonly confirmation: Uint8Array;
  readonly membership: Uint8Array;
  readonly authenticator: Uint8Array;
}

/** Commit secret of a commit without path, and the PSK secret of an epoch without pre-shared keys. */
export function zeroSecret(): Uint8Array {
  return new Uint8Array(HASH_BYTES);
}

/** Derives the secret that a welcome carries to newcomers. @param context of the new epoch */
export function deriveJoinerSecret(
  initSecret: Uint8Array,
  commitSecret: Uint8Array,
  context: Uint8Array,
): Uint8Array {
  const extracted = hkdfExtract(initSecret, commitSecret);
  const joiner = expandWithLabel(extracted, "joiner", context, HASH_BYTES);
  wipe(extracted);
  return joiner;
}

/** @param context of the new epoch */
export function deriveEpochSecrets(
  joinerSecret: Uint8Array,
  context: Uint8Array,
  pskSecret = zeroSecret(),
): EpochSecrets {
  const member = hkdfExtract(joinerSecret, pskSecret);
  const epoch = expandWithLabel(member, "epoch", context, HASH_BYTES);
  const secrets = epochSecretsOf(epoch);
  wipe(member, epoch);
  return secrets;
}

/** The secrets below an epoch secret: that of the first epoch is random (RFC 9420 11). */
export function epochSecretsOf(epochSecret: Uint8Array): EpochSecrets {
  return {
    init: deriveSecret(epochSecret, "init"),
    exporter: deriveSecret(epochSecret, "exporter"),
    confirmation: deriveSecret(epochSecret, "confirm"),
    membership: deriveSecret(epochSecret, "membership"),
    authenticator: deriveSecret(epochSecret, "authentication"),
  };
}

export function wipeEpochSecrets(secrets: EpochSecrets): void {
  wipe(secrets.init, secrets.exporter, secrets.confirmation, secrets.membership, secrets.authenticator);
}

/** Secret that seals the group info of a welcome. */
export function deriveWelcomeSecret(joinerSecret: Uint8Array, pskSecret = zeroSecret()): Uint8Array {
  const member = hkdfExtract(joinerSecret, pskSecret);
  const welcome = deriveSecret(member, "welcome");
  wipe(member);
  return welcome;
}

/** Key and nonce of the group info, used once (RFC 9420 12.4.3.1). */
export function welcomeKey(welcomeSecret: Uint8Array): { key: Uint8Array; nonce: Uint8Array } {
  return {
    key: expandWithLabel(welcomeSecret, "key", NO_BYTES, AEAD_KEY_BYTES),
    nonce: expandWithLabel(welcomeSecret, "nonce", NO_BYTES, AEAD_NONCE_BYTES),
  };
}

/** `MLS-Exporter` (RFC 9420 8.5). */
export function exportFrom(
  exporterSecret: Uint8Array,
  label: string,
  context: Uint8Array,
  length: number,
): Uint8Array {
  const derived = deriveSecret(exporterSecret, label);
  const exported = expandWithLabel(derived, "exported", sha256Bytes(context), length);
  wipe(derived);
  return exported;
}
