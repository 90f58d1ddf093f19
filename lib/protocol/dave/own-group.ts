import { decodeExternalSender, isSameBytes, type PublicMessage } from "../../wire/index.js";
import { MlsGroup, type MlsMember, type OwnCommit } from "../mls/group.js";
import { sha256Bytes, HASH_BYTES } from "../mls/hash.js";
import { createKeyPackage, OwnKeyPackage } from "../mls/key-package.js";
import type { MembershipParts } from "../mls/membership.js";
import type { RandomBytes } from "../mls/random.js";
import { checkedField } from "../mls/saved-keys.js";
import type { SignatureKeyPair } from "../mls/signature-key.js";
import { savedFields } from "../saved/field.js";
import type { FieldReader } from "../saved/field-reader.js";
import type { FieldWriter } from "../saved/field-writer.js";
import { privacyCode } from "./displayable-code.js";
import { baseSecret } from "./media-keys.js";

/** The own user and the group. */
export interface DaveIdentity {
  userId: bigint;
  /** the channel's id, or the lobby's */
  groupId: bigint;
}

export interface OwnGroupOptions {
  random: RandomBytes;
  /** Called when encryption is first wanted; the same key may serve several calls. */
  signatureKey: () => SignatureKeyPair;
}

/** The base secret of one member's frames in an epoch. The caller wipes it. */
export interface MemberBase {
  readonly userId: bigint;
  readonly base: Uint8Array;
}

const FIELDS = savedFields({
  externalSender: 1,
  keyPackage: 2,
  isKeyPackageUsed: 3,
  group: 4,
  ownCommit: 5,
  joinedFrom: 6,
  digest: 7,
  next: 8,
});

/**
 * A client's state of its group: external sender, key package, current epoch, and its own commit for the next one. It
 * prevents repetitions, and knows nothing about transitions or frames.
 */
export class OwnGroup {
  readonly #options: OwnGroupOptions;
  #externalSender: Uint8Array | undefined;
  #keyPackage: OwnKeyPackage | undefined;
  /** A response to the newest key package arrived: it is replaced, not sent again. */
  #isKeyPackageUsed = false;
  #group: MlsGroup | undefined;
  /** Own commit for the newest op 27, in case it wins. */
  #ownCommit: { readonly digest: Uint8Array; readonly next: MlsGroup } | undefined;
  /** Digest of the welcome. */
  #joinedFrom: Uint8Array | undefined;

  constructor(options: OwnGroupOptions) {
    this.#options = options;
  }

  /**
   * @param identity undefined: there can be no group
   * @throws {RestoreError} when the parts do not belong together, or to this identity and its signature key
   */
  static restore(saved: FieldReader, options: OwnGroupOptions, identity: DaveIdentity | undefined): OwnGroup {
    const own = new OwnGroup(options);
    own.#externalSender = restoreSender(saved);
    own.#isKeyPackageUsed = saved.flag(FIELDS.isKeyPackageUsed);
    own.#joinedFrom = saved.maybeBytesOf(FIELDS.joinedFrom, HASH_BYTES);
    if (identity === undefined) return own;
    try {
      own.#restoreKeys(saved, identity);
      return own;
    } catch (error) {
      own.forget();
      throw error;
    }
  }

  /** Secrets and private keys are in it; the signature key is not: it belongs to the caller. */
  save(out: FieldWriter): void {
    out.bytes(FIELDS.externalSender, this.#externalSender);
    const [keyPackage, group, ownCommit] = [this.#keyPackage, this.#group, this.#ownCommit];
    if (keyPackage !== undefined) out.record(FIELDS.keyPackage, () => keyPackage.save(out));
    out.flag(FIELDS.isKeyPackageUsed, this.#isKeyPackageUsed);
    if (group !== undefined) out.record(FIELDS.group, () => group.save(out));
    if (ownCommit !== undefined)
      out.record(FIELDS.ownCommit, () => {
        out.bytes(FIELDS.digest, ownCommit.digest);
        out.record(FIELDS.next, () => ownCommit.next.save(out));
      });
    out.bytes(FIELDS.joinedFrom, this.#joinedFrom);
  }

  /** Required for a local group. */
  get hasExternalSender(): boolean {
    return this.#externalSender !== undefined;
  }

  /** 0: none */
  get epoch(): bigint {
    return this.#group?.epoch ?? 0n;
  }

  get privacyCode(): string {
    return this.#group === undefined ? "" : privacyCode(this.#group.epochAuthenticator);
  }

  /** Proposals that wait for a commit. */
  get proposalCount(): number {
    return this.#group?.proposalCount ?? 0;
  }

  /** A key package was sent, without a response so far. */
  get isKeyPackageUnused(): boolean {
    return this.#keyPackage !== undefined && !this.#isKeyPackageUsed;
  }

  /** Op 26. */
  get keyPackage(): Uint8Array | undefined {
    return this.#keyPackage?.bytes;
  }

  members(): readonly MlsMember[] {
    return this.#group?.members() ?? [];
  }

  /** The base secrets of all members. */
  bases(): MemberBase[] {
    const group = this.#group;
    if (group === undefined) return [];
    return group.members().map(({ userId }) => ({ userId, base: baseSecret(group, userId) }));
  }

  /** Op 25. @returns whether the sender is new. @throws {MlsDecodeError} and keeps the previous one */
  setExternalSender(bytes: Uint8Array): boolean {
    if (this.#externalSender !== undefined && isSameBytes(this.#externalSender, bytes)) return false;
    decodeExternalSender(Uint8Array.from(bytes));
    this.#externalSender = Uint8Array.from(bytes);
    return true;
  }

  renewKeyPackage({ userId }: DaveIdentity): void {
    this.#keyPackage?.wipe();
    this.#keyPackage = createKeyPackage(userId, this.#options.signatureKey(), this.#options.random);
    this.#isKeyPackageUsed = false;
  }

  /** Creates the local group, alone at epoch 0. Does nothing without key package and external sender. @throws {MlsError} */
  create({ groupId }: DaveIdentity): void {
    const parts = this.#parts(groupId);
    if (parts === undefined) return;
    this.drop();
    this.#group = MlsGroup.create(parts);
  }

  /** Op 27, operation "append". @returns whether what is cached changed. @throws {MlsError} */
  append(messages: readonly PublicMessage[], isExpected: (userId: bigint) => boolean): boolean {
    return this.#cache((group) => group.append(messages, isExpected));
  }

  /** Op 27, operation "revoke". @returns whether what is cached changed. @throws {MlsError} */
  revoke(references: readonly Uint8Array[]): boolean {
    return this.#cache((group) => group.revoke(references));
  }

  /** Commits all that is cached. @returns undefined when it cannot be committed. @throws {MlsError} */
  commit(): OwnCommit | undefined {
    this.#dropOwnCommit();
    const made = this.#group?.commit();
    this.#ownCommit = made && { digest: sha256Bytes(made.commit), next: made.next };
    return made;
  }

  /** @returns the epoch of the own commit, when this is the announced one */
  takeOwnCommit(announced: Uint8Array): MlsGroup | undefined {
    if (this.#ownCommit === undefined) return undefined;
    const { digest, next } = this.#ownCommit;
    if (!isSameBytes(digest, sha256Bytes(announced))) return undefined;
    this.#ownCommit = undefined;
    return next;
  }

  /** @returns the epoch of another member's commit, undefined when it does not include us. @throws {MlsError} */
  follow(commit: Uint8Array): MlsGroup | undefined {
    return this.#group?.process(commit);
  }

  hasJoinedFrom(welcome: Uint8Array): boolean {
    return this.#joinedFrom !== undefined && isSameBytes(this.#joinedFrom, sha256Bytes(welcome));
  }

  /** @returns undefined when there is nothing to join with. @throws {MlsError} */
  join(welcome: Uint8Array, { groupId }: DaveIdentity): MlsGroup | undefined {
    const parts = this.#parts(groupId);
    if (parts === undefined) return undefined;
    const group = MlsGroup.join({ ...parts, welcome });
    this.#joinedFrom = sha256Bytes(welcome);
    return group;
  }

  /** Enters the next epoch and wipes the key package, so that a recorded welcome stays unreadable (RFC 9420 16.8). */
  adopt(next: MlsGroup): void {
    this.drop();
    this.#group = next;
    this.#spendKeyPackage();
  }

  drop(): void {
    this.#dropOwnCommit();
    this.#group?.wipe();
    this.#group = undefined;
  }

  /** Forgets everything but the external sender: the service stays the same. */
  forget(): void {
    this.drop();
    this.#spendKeyPackage();
  }

  /** Forgets everything: the service changes. */
  reset(): void {
    this.forget();
    this.#externalSender = this.#joinedFrom = undefined;
  }

  #restoreKeys(saved: FieldReader, { userId, groupId }: DaveIdentity): void {
    const keyPackage = saved.maybeInner(FIELDS.keyPackage);
    const group = saved.maybeInner(FIELDS.group);
    const ownCommit = saved.maybeInner(FIELDS.ownCommit);
    if (keyPackage !== undefined) this.#keyPackage = this.#restoreKeyPackage(saved, keyPackage, userId);
    if (group === undefined) return;
    const externalSender = this.#externalSender ?? saved.bytes(FIELDS.externalSender);
    const { random, signatureKey } = this.#options;
    const parts = { groupId, keyPackage: { userId }, key: signatureKey(), externalSender, random };
    this.#group = MlsGroup.restore(group, parts);
    if (ownCommit !== undefined) this.#ownCommit = restoreOwnCommit(ownCommit, parts);
  }

  #restoreKeyPackage(saved: FieldReader, inner: FieldReader, userId: bigint): OwnKeyPackage {
    const own = OwnKeyPackage.restore(inner, userId);
    const { signatureKey } = own.keyPackage.leaf;
    if (isSameBytes(signatureKey, this.#options.signatureKey().publicKey)) return own;
    own.wipe();
    return saved.refuse(FIELDS.keyPackage, "a key package of this signature key", "that of another one");
  }

  #spendKeyPackage(): void {
    this.#keyPackage?.wipe();
    this.#keyPackage = undefined;
    this.#isKeyPackageUsed = false;
  }

  #cache(change: (group: MlsGroup) => boolean): boolean {
    if (this.#group === undefined) return false;
    this.#isKeyPackageUsed = true;
    const isChanged = change(this.#group);
    if (isChanged) this.#dropOwnCommit();
    return isChanged;
  }

  #dropOwnCommit(): void {
    this.#ownCommit?.next.wipe();
    this.#ownCommit = undefined;
  }

  #parts(groupId: bigint) {
    const keyPackage = this.#keyPackage;
    const externalSender = this.#externalSender;
    if (keyPackage === undefined || externalSender === undefined) return undefined;
    const { random, signatureKey } = this.#options;
    return { groupId, keyPackage, key: signatureKey(), externalSender, random };
  }
}

function restoreSender(saved: FieldReader): Uint8Array | undefined {
  const bytes = saved.maybeBytes(FIELDS.externalSender);
  if (bytes !== undefined)
    checkedField(saved, FIELDS.externalSender, () => decodeExternalSender(bytes.slice()));
  return bytes;
}

function restoreOwnCommit(saved: FieldReader, parts: MembershipParts) {
  const digest = saved.bytesOf(FIELDS.digest, HASH_BYTES);
  return { digest, next: MlsGroup.restore(saved.inner(FIELDS.next), parts) };
}

const IDENTITY = savedFields({ userId: 1, groupId: 2 });

export function saveIdentity(out: FieldWriter, { userId, groupId }: DaveIdentity): void {
  out.number(IDENTITY.userId, userId);
  out.number(IDENTITY.groupId, groupId);
}

/** @throws {RestoreError} */
export function restoreIdentity(saved: FieldReader): DaveIdentity {
  return { userId: saved.u64(IDENTITY.userId), groupId: saved.u64(IDENTITY.groupId) };
}
