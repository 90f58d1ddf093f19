import { DAVESession } from "@snazzah/davey";
import {
  createKeyPackage,
  generateSignatureKey,
  MlsGroup,
  type OwnCommit,
  type OwnKeyPackage,
  type RandomBytes,
  type SignatureKeyPair,
} from "../../../lib/protocol/index.js";
import { encodeDaveAppend } from "../../../lib/wire/index.js";
import type { SignedProposal, TestGateway } from "./gateway.js";

export interface CommitBytes {
  readonly commit: Uint8Array;
  readonly welcome: Uint8Array | undefined;
}

/** One member of a test room, of any implementation. */
export interface TestMember {
  readonly userId: bigint;
  /** a fresh key package and pending group */
  start(): Uint8Array;
  /** processes proposals. @returns its commit */
  propose(proposals: readonly SignedProposal[], users: readonly bigint[]): CommitBytes | undefined;
  /** its own commit was announced */
  adopt(commit: Uint8Array): void;
  process(commit: Uint8Array): void;
  join(welcome: Uint8Array): void;
  /** code of the epoch, as displayed to people */
  readonly authenticator: string;
  readonly epoch: bigint | undefined;
}

/** Operation of opcode 27. */
const APPEND = 0;

export const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** Our implementation. */
export class OurMember implements TestMember {
  readonly userId: bigint;
  readonly key: SignatureKeyPair;
  readonly #gateway: TestGateway;
  readonly #random: RandomBytes;
  keyPackage: OwnKeyPackage | undefined;
  group: MlsGroup | undefined;
  #made: OwnCommit | undefined;

  constructor(userId: bigint, gateway: TestGateway, random: RandomBytes) {
    this.userId = userId;
    this.#gateway = gateway;
    this.#random = random;
    this.key = generateSignatureKey(random);
  }

  get options() {
    const keyPackage = this.keyPackage!;
    const { groupId, sender: externalSender } = this.#gateway;
    return { groupId, keyPackage, key: this.key, externalSender, random: this.#random };
  }

  start(): Uint8Array {
    this.keyPackage = createKeyPackage(this.userId, this.key, this.#random);
    this.group = MlsGroup.create(this.options);
    return this.keyPackage.bytes;
  }

  propose(proposals: readonly SignedProposal[], users: readonly bigint[]): CommitBytes | undefined {
    const changed = this.group!.append(
      proposals.map(({ message }) => message),
      (userId) => users.includes(userId),
    );
    if (!changed) return undefined;
    this.#made = this.group!.commit();
    return this.#made;
  }

  adopt(commit: Uint8Array): void {
    if (this.#made === undefined || hexOf(this.#made.commit) !== hexOf(commit))
      throw new Error("not the own commit");
    this.group!.wipe();
    this.group = this.#made.next;
  }

  process(commit: Uint8Array): void {
    const next = this.group!.process(commit);
    this.group!.wipe();
    this.group = next;
  }

  join(welcome: Uint8Array): void {
    const group = MlsGroup.join({ ...this.options, welcome });
    this.group!.wipe();
    this.keyPackage!.wipe();
    this.group = group;
  }

  get authenticator(): string {
    return hexOf(this.group!.epochAuthenticator);
  }

  get epoch(): bigint | undefined {
    return this.group?.epoch;
  }
}

/** The independent implementation. */
export class DaveyMember implements TestMember {
  readonly userId: bigint;
  readonly session: DAVESession;
  readonly #gateway: TestGateway;

  constructor(userId: bigint, gateway: TestGateway) {
    this.userId = userId;
    this.#gateway = gateway;
    this.session = new DAVESession(1, String(userId), String(gateway.groupId));
  }

  start(): Uint8Array {
    this.session.reinit(1, String(this.userId), String(this.#gateway.groupId));
    this.session.setExternalSender(Buffer.from(this.#gateway.sender));
    return new Uint8Array(this.session.getSerializedKeyPackage());
  }

  propose(proposals: readonly SignedProposal[], users: readonly bigint[]): CommitBytes | undefined {
    const list = encodeDaveAppend(proposals.map(({ bytes }) => bytes)).subarray(1);
    const made = this.session.processProposals(APPEND, Buffer.from(list), users.map(String));
    if (made.commit === undefined) return undefined;
    return { commit: new Uint8Array(made.commit), welcome: made.welcome && new Uint8Array(made.welcome) };
  }

  adopt(commit: Uint8Array): void {
    this.session.processCommit(Buffer.from(commit));
  }

  process(commit: Uint8Array): void {
    this.session.processCommit(Buffer.from(commit));
  }

  join(welcome: Uint8Array): void {
    this.session.processWelcome(Buffer.from(welcome));
  }

  get authenticator(): string {
    return hexOf(this.session.getEpochAuthenticator()!);
  }

  get epoch(): bigint | undefined {
    return this.session.epoch ?? undefined;
  }
}
