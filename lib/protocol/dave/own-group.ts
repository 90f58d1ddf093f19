import { decodeExternalSender, isSameBytes, type PublicMessage } from "../../wire/index.js";
import { MlsGroup, type MlsMember, type OwnCommit } from "../mls/group.js";
import { createKeyPackage, type OwnKeyPackage } from "../mls/key-package.js";
import type { RandomBytes } from "../mls/random.js";
import type { SignatureKeyPair } from "../mls/signature.js";
import { privacyCode } from "./displayable-code.js";
import { baseSecret } from "./media-keys.js";

/** Who takes part, in which group. */
export interface DaveIdentity {
  userId: bigint;
  /** the channel's id; of a lobby its own */
  groupId: bigint;
}

export interface OwnGroupOptions {
  random: RandomBytes;
  /** Called when encryption is first wanted; the same key may serve several calls. */
  signatureKey: () => SignatureKeyPair;
}

/** The base secret of one member's frames in an epoch. Whoever takes it wipes it. */
export interface MemberBase {
  readonly userId: bigint;
  readonly base: Uint8Array;
}

/**
 * What a client holds of its group: external sender, key package, the present epoch, and its own commit for the next. It
 * knows what may not happen twice, and nothing of transitions or frames.
 */
export class OwnGroup {
  readonly #options: OwnGroupOptions;
  #externalSender: Uint8Array | undefined;
  #keyPackage: OwnKeyPackage | undefined;
  /** Something was sent for the newest key package: it is not asked for again, but replaced. */
  #isKeyPackageUsed = false;
  #group: MlsGroup | undefined;
  /** Own answer to the newest op 27, should it win. */
  #ownCommit: OwnCommit | undefined;
  #joinedFrom: Uint8Array | undefined;

  constructor(options: OwnGroupOptions) {
    this.#options = options;
  }

  /** Without one there is no group to be alone in. */
  get hasExternalSender(): boolean {
    return this.#externalSender !== undefined;
  }

  /** 0 where there is none. */
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

  /** A key package is out, and nothing has come for it. */
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

  /** Op 25. @returns whether it says something new. @throws {MlsDecodeError} and keeps the one before */
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

  /** Alone at epoch 0. Without key package and external sender nothing happens. @throws {MlsError} */
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
    this.#ownCommit = this.#group?.commit();
    return this.#ownCommit;
  }

  /** @returns the epoch the own commit leads to, when it is this one that was announced */
  takeOwnCommit(announced: Uint8Array): MlsGroup | undefined {
    if (this.#ownCommit === undefined || !isSameBytes(this.#ownCommit.commit, announced)) return undefined;
    const { next } = this.#ownCommit;
    this.#ownCommit = undefined;
    return next;
  }

  /** @returns the epoch another's commit leads to, undefined when we are not in it. @throws {MlsError} */
  follow(commit: Uint8Array): MlsGroup | undefined {
    return this.#group?.process(commit);
  }

  hasJoinedFrom(welcome: Uint8Array): boolean {
    return this.#joinedFrom !== undefined && isSameBytes(this.#joinedFrom, welcome);
  }

  /** @returns undefined when there is nothing to join with. @throws {MlsError} */
  join(welcome: Uint8Array, { groupId }: DaveIdentity): MlsGroup | undefined {
    const parts = this.#parts(groupId);
    if (parts === undefined) return undefined;
    const group = MlsGroup.join({ ...parts, welcome });
    this.#joinedFrom = Uint8Array.from(welcome);
    return group;
  }

  /** Enters the next epoch. The key package is spent: a welcome that was recorded cannot be opened later (RFC 9420 16.8). */
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

  /** All but the external sender: what comes later comes from the same service. */
  forget(): void {
    this.drop();
    this.#spendKeyPackage();
  }

  /** Another service. */
  reset(): void {
    this.forget();
    this.#externalSender = this.#joinedFrom = undefined;
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
