import type { RandomBytes } from "../../../lib/protocol/index.js";
import { decodeWelcome, encodeWelcome } from "../../../lib/wire/index.js";
import type { SignedProposal, TestGateway } from "./gateway.js";
import { keyPackageReference } from "../../../lib/protocol/mls/labels.js";
import { hexOf, type CommitBytes, type TestMember } from "./members.js";
import { seededInteger } from "./random.js";

/** A change of the room's members. `replace` is the same user with a new key package. */
export interface RoomChange {
  readonly joins: readonly TestMember[];
  readonly leaves: readonly TestMember[];
  readonly replaces?: readonly TestMember[];
}

/**
 * A room of members of any implementation: proposes, lets one of those that committed win, and hands commit and
 * welcome out as the delivery service does.
 */
export class TestRoom {
  readonly #gateway: TestGateway;
  readonly #random: RandomBytes;
  /** leaf → member; the service's view by the rule "leftmost blank leaf" */
  readonly leaves: (TestMember | undefined)[] = [];
  epoch = 0n;
  /** committers so far, by class name */
  readonly committers: string[] = [];

  constructor(gateway: TestGateway, random: RandomBytes) {
    this.#gateway = gateway;
    this.#random = random;
  }

  get members(): TestMember[] {
    return this.leaves.filter((each) => each !== undefined);
  }

  /** The first epoch: all are pending, one of them commits the others. */
  establish(members: readonly TestMember[]): void {
    const packages = new Map(members.map((each) => [each, each.start()]));
    const users = members.map(({ userId }) => userId);
    const adds = members.map((each) => ({
      member: each,
      proposal: this.#gateway.propose(0n, { kind: "add", keyPackage: packages.get(each)! }),
    }));
    const winner = members[seededInteger(this.#random, members.length)]!;
    const others = adds.filter(({ member }) => member !== winner);
    const made = winner.propose(
      others.map(({ proposal }) => proposal),
      users,
    )!;
    this.leaves.push(winner, ...others.map(({ member }) => member));
    this.#finish(
      winner,
      made,
      [],
      others.map(({ member }) => member),
      packages,
    );
  }

  change({ joins, leaves, replaces = [] }: RoomChange): void {
    const stay = this.members.filter((each) => !leaves.includes(each) && !replaces.includes(each));
    const packages = new Map([...replaces, ...joins].map((each) => [each, each.start()]));
    const proposals = this.#proposalsFor([...leaves, ...replaces], packages);
    const users = [...stay, ...packages.keys()].map(({ userId }) => userId);
    const made = stay.map((each) => ({ each, made: each.propose(proposals, users)! }));
    const winner = made[seededInteger(this.#random, made.length)]!;
    for (const leaving of [...leaves, ...replaces]) this.leaves[this.leaves.indexOf(leaving)] = undefined;
    for (const member of packages.keys()) this.#place(member);
    this.#finish(
      winner.each,
      winner.made,
      stay.filter((each) => each !== winner.each),
      [...packages.keys()],
      packages,
    );
  }

  #proposalsFor(
    leaving: readonly TestMember[],
    packages: ReadonlyMap<TestMember, Uint8Array>,
  ): SignedProposal[] {
    const removes = leaving.map((each) =>
      this.#gateway.propose(this.epoch, { kind: "remove", leafIndex: this.leaves.indexOf(each) }),
    );
    const adds = [...packages.values()].map((keyPackage) =>
      this.#gateway.propose(this.epoch, { kind: "add", keyPackage }),
    );
    return [...removes, ...adds];
  }

  #place(member: TestMember): void {
    const blank = this.leaves.findIndex((each) => each === undefined);
    if (blank < 0) this.leaves.push(member);
    else this.leaves[blank] = member;
  }

  #finish(
    winner: TestMember,
    { commit, welcome }: CommitBytes,
    others: readonly TestMember[],
    added: readonly TestMember[],
    packages: ReadonlyMap<TestMember, Uint8Array>,
  ): void {
    this.epoch += 1n;
    this.committers.push(winner.constructor.name);
    winner.adopt(commit);
    for (const each of others) each.process(commit);
    for (const each of added) each.join(welcomeFor(welcome!, packages.get(each)!));
  }

  /** Distinct authenticators of all members: one, unless a member diverged. */
  get authenticators(): Set<string> {
    return new Set(this.members.map(({ authenticator }) => authenticator));
  }
}

/** As the delivery service sends it: with the recipient's secrets only. */
export function welcomeFor(welcome: Uint8Array, keyPackage: Uint8Array): Uint8Array {
  const decoded = decodeWelcome(welcome);
  const name = hexOf(keyPackageReference(keyPackage));
  const secrets = decoded.secrets.filter(({ newMember }) => hexOf(newMember) === name);
  return encodeWelcome({ ...decoded, secrets });
}
