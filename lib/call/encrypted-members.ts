import {
  keyFingerprint,
  pairwiseFingerprint,
  verificationCode,
  type DaveMember,
  type IdentityKey,
} from "../protocol/index.js";
import type { MemberKey } from "./member-argument.js";
import type { VerifiedKeys } from "./verified-keys.js";

/** A member with the keys of an encrypted call. Only listed members can listen. */
export interface EncryptedMember {
  readonly userId: bigint;
  /** version 0 of DAVE 1.1.4, 75 bytes as hex: two zero bytes, the user's public key, the user's id */
  readonly keyFingerprint: string;
  /** the epoch of the present group in which this key came */
  readonly sinceEpoch: bigint;
  /** this key was verified before, see `verifyMember`; always true of oneself */
  readonly verified: boolean;
}

/** Knows which keys users keep; a part of the platform. */
export interface KeyDirectory {
  /** Whether this is a key that the user uploaded to keep. */
  matches(userId: bigint, publicKey: Uint8Array): Promise<boolean>;
}

export interface EncryptedMembersParts {
  /** undefined: oneself is not known yet */
  ownId: () => bigint | undefined;
  members: () => readonly DaveMember[];
  verifiedKeys: VerifiedKeys;
  /** undefined: no key outlives the process */
  directory: KeyDirectory | undefined;
  keyChanged: (member: EncryptedMember, wasVerified: boolean) => void;
  /** {@link EncryptedMembers.list} is another now */
  changed: () => void;
}

/** Number of remembered lookups; beyond it all keys are looked up again. */
const SEEN_KEYS = 4096;

/** The members of an encrypted call as people see them: fingerprints, verification codes, verified keys. */
export class EncryptedMembers {
  readonly #parts: EncryptedMembersParts;
  /** Users with keys that were looked up already. */
  readonly #seen = new Set<string>();

  constructor(parts: EncryptedMembersParts) {
    this.#parts = parts;
  }

  /** The members came from another process, which looked their keys up. */
  resume(): void {
    for (const member of this.#parts.members()) this.#isFirstSight(member);
  }

  list(): EncryptedMember[] {
    return this.#parts.members().map((member) => this.describe(member));
  }

  describe(member: DaveMember): EncryptedMember {
    const { userId, sinceEpoch } = member;
    const ownId = this.#parts.ownId();
    const verified =
      ownId === userId ||
      (ownId !== undefined && this.#parts.verifiedKeys.has(ownId, userId, member.signatureKey));
    return { userId, keyFingerprint: fingerprintOf(member), sinceEpoch, verified };
  }

  /** Reports, at a new epoch, each member whose key differs from the one verified in an earlier call. */
  review(): void {
    for (const member of this.#parts.members()) if (this.#isFirstSight(member)) this.#notify(member, false);
    this.#parts.changed();
  }

  /** Reports a key that this user did not have before in this call. */
  keyChanged(member: DaveMember): void {
    this.#isFirstSight(member);
    this.#notify(member, true);
  }

  /** @returns undefined when this user is not in the group */
  async verificationCode(userId: bigint): Promise<string | undefined> {
    const own = this.#find(this.#parts.ownId());
    const other = this.#find(userId);
    if (own === undefined || other === undefined || own === other) return undefined;
    return verificationCode(await pairwiseFingerprint(identityOf(own), identityOf(other)));
  }

  /** @returns undefined when this user is not in the group with this very key; else whether later calls know it too */
  async verify({ userId, keyFingerprint: fingerprint }: MemberKey): Promise<boolean | undefined> {
    const ownId = this.#parts.ownId();
    const member = this.#find(userId);
    if (ownId === undefined || member === undefined || userId === ownId) return undefined;
    if (fingerprintOf(member) !== fingerprint) return undefined;
    const { directory, verifiedKeys } = this.#parts;
    const isLasting = (await directory?.matches(userId, member.signatureKey)) ?? false;
    const isStored = await verifiedKeys.add(ownId, userId, member.signatureKey, isLasting);
    this.#parts.changed();
    return isStored;
  }

  #find(userId: bigint | undefined): DaveMember | undefined {
    return this.#parts.members().find((member) => member.userId === userId);
  }

  #isFirstSight(member: DaveMember): boolean {
    if (this.#seen.size >= SEEN_KEYS) this.#seen.clear();
    const before = this.#seen.size;
    return this.#seen.add(fingerprintOf(member)).size > before;
  }

  /** @param isChange whether to report it always, or only when another key of this user was verified */
  #notify(member: DaveMember, isChange: boolean): void {
    const { verifiedKeys, keyChanged, changed } = this.#parts;
    const ownId = this.#parts.ownId();
    const { userId, signatureKey } = member;
    if (ownId === undefined || userId === ownId) return;
    void verifiedKeys.learn(ownId, userId).then(() => {
      const isVerified = verifiedKeys.has(ownId, userId, signatureKey);
      const wasVerified = verifiedKeys.knows(ownId, userId);
      if (isChange || (wasVerified && !isVerified)) keyChanged(this.describe(member), wasVerified);
      if (isVerified) changed();
    });
  }
}

function identityOf({ userId, signatureKey }: DaveMember): IdentityKey {
  return { userId, publicKey: signatureKey };
}

function fingerprintOf(member: DaveMember): string {
  return Buffer.from(keyFingerprint(identityOf(member))).toString("hex");
}
