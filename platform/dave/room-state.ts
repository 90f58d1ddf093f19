import { DAVE_VERSION, VoiceCloseCode, VoiceOpcode, type Snowflake } from "sdkpp/wire";
import type { AcceptedCommit } from "./commit-check.js";
import { Committers } from "./blame/committers.js";
import type { DaveCounters } from "./counters.js";
import type { ExternalSender } from "./external-sender.js";
import { Group } from "./group.js";
import type { Member } from "./member.js";
import { Outbox } from "./outbox.js";
import type { RoomPhase } from "./room-transitions.js";
import type { Suspects } from "./blame/suspects.js";
import type { Transition, TransitionIds } from "./transition.js";

export interface DeliveryRoomParts {
  /** eight bytes: the channel id, big-endian */
  readonly groupId: Uint8Array;
  readonly sender: ExternalSender;
  /** Shared by all rooms of a platform. */
  readonly counters: DaveCounters;
  readonly ids: TransitionIds;
  /** Past behaviour of users in this room; it outlives the room. */
  readonly suspects: Suspects;
}

/** An op 28 that is valid as far as the service can check. */
export interface Candidate {
  readonly by: Member;
  readonly accepted: AcceptedCommit;
}

/** Phases in which E2EE is off or about to end. */
const WITHOUT_E2EE: ReadonlySet<RoomPhase> = new Set(["clear", "downgrading"]);

/** The state of a delivery room, with queries and operations that several modules use. */
export class RoomState {
  readonly members = new Map<Snowflake, Member>();
  readonly group: Group;
  readonly outbox = new Outbox();
  readonly committers = new Committers();
  readonly counters: DaveCounters;
  readonly ids: TransitionIds;
  readonly suspects: Suspects;
  /** Users whose adds were in an epoch that no member committed, and how often. */
  readonly trial = new Map<Snowflake, number>();
  /** Trusted members that were sent proposals and have had an open socket ever since. */
  readonly witnesses = new Set<Snowflake>();
  readonly #sender: ExternalSender;
  phase: RoomPhase = "gathering";
  transition: Transition | undefined;
  /** The accepted commit that is not announced yet. */
  commit: Candidate | undefined;
  /** A commit of an untrusted member, used if no other arrives. */
  spare: Candidate | undefined;
  /** When the time for a commit ends, milliseconds; Infinity: no commit is expected. */
  commitDeadline = Infinity;
  /** Whether clear frames are still allowed: from op 24 until the first epoch after it is executed. */
  isUpgrading = false;

  constructor({ groupId, sender, counters, ids, suspects }: DeliveryRoomParts) {
    this.group = new Group(groupId, sender);
    this.#sender = sender;
    this.counters = counters;
    this.ids = ids;
    this.suspects = suspects;
  }

  get all(): Member[] {
    return [...this.members.values()];
  }

  get hasListener(): boolean {
    return this.all.some((member) => member.isOpen && member.isCapable);
  }

  /** Whether there is a member whose silence counts as evidence against the proposals. */
  get hasWitness(): boolean {
    return [...this.witnesses].some((userId) => userId !== this.committers.doubted?.userId);
  }

  /** Whether only a doubted member is left to commit. */
  get isLastResort(): boolean {
    return this.witnesses.size > 0 && !this.hasWitness;
  }

  /** Users that the proposals of the epoch add. */
  get addsInFlight(): Snowflake[] {
    return this.group.proposals.flatMap(({ change }) =>
      change.kind === "add" ? [change.keyPackage.userId] : [],
    );
  }

  /** Whether E2EE is on or starting, and this member takes part. */
  isServed(member: Member): boolean {
    return member.isCapable && !WITHOUT_E2EE.has(this.phase);
  }

  /** Sends op 25, once per session. */
  introduce(member: Member): void {
    if (member.hasExternalSender) return;
    member.hasExternalSender = true;
    this.outbox.binary(member.userId, VoiceOpcode.MlsExternalSender, this.#sender.bytes);
  }

  /** Sends op 24 for the first epoch: the member drops its group and answers with a key package. */
  startOver(now: number, member: Member, standing: "pending" | "flagged"): void {
    member.startOver(now, standing);
    this.outbox.json(member.userId, VoiceOpcode.DavePrepareEpoch, {
      epoch: 1,
      protocol_version: DAVE_VERSION,
    });
    // After op 24, because a client that entered without E2EE ignores op 25 before it.
    this.introduce(member);
  }

  /** Asks one member for a key package. It gets no proposals until it answers. */
  ask(now: number, member: Member): void {
    this.counters.asked += 1;
    this.witnesses.delete(member.userId);
    this.startOver(now, member, "flagged");
  }

  /** Call when members cannot use a key package: asks for another one, or ends the session after repeated failures. */
  holdBack(now: number, member: Member): void {
    this.suspects.blame(now, member.userId);
    this.trial.delete(member.userId);
    if (!this.suspects.isBarred(now, member.userId)) return this.ask(now, member);
    this.counters.barred += 1;
    member.startOver(now, "flagged");
    member.askAt = undefined;
    this.outbox.close(member.userId, VoiceCloseCode.SessionInvalid);
  }

  /** Excludes a committer: two members rejected its commit, and no further one is accepted. */
  exclude(now: number, committer: Member): void {
    this.suspects.exclude(now, committer.userId);
    if (committer.isExcluded) return;
    committer.isExcluded = true;
    this.counters.excludedCommitters += 1;
  }

  /** Records one rejection of a member's commit. Single rejections happen; repeated ones exclude the committer. */
  doubt(now: number, committer: Member): void {
    this.suspects.doubt(now, committer.userId);
    if (this.suspects.isExcluded(now, committer.userId)) this.exclude(now, committer);
  }

  /** Clears everything about the current proposals: no commit is expected any more. */
  clearProposals(): void {
    this.commitDeadline = Infinity;
    this.commit = this.spare = undefined;
    this.witnesses.clear();
    for (const member of this.all) member.received.clear();
  }
}
