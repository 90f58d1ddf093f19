import { DAVE_VERSION, VoiceCloseCode, VoiceOpcode, type Snowflake } from "sdkpp/wire";
import type { AcceptedCommit } from "./commit-check.js";
import { Committers } from "./committers.js";
import type { DaveCounters } from "./counters.js";
import type { ExternalSender } from "./external-sender.js";
import { Group } from "./group.js";
import type { Member } from "./member.js";
import { Outbox } from "./outbox.js";
import type { RoomPhase } from "./room-transitions.js";
import type { Suspects } from "./suspects.js";
import type { Transition, TransitionIds } from "./transition.js";

export interface DeliveryRoomParts {
  /** eight bytes: the channel id, big-endian */
  readonly groupId: Uint8Array;
  readonly sender: ExternalSender;
  /** Shared by all rooms of a platform. */
  readonly counters: DaveCounters;
  readonly ids: TransitionIds;
  /** What users did to this room before; it outlives the room. */
  readonly suspects: Suspects;
}

/** An op 28 that is good as far as the service can see. */
export interface Candidate {
  readonly by: Member;
  readonly accepted: AcceptedCommit;
}

/** Phases in which nobody uses E2EE, or is about to stop. */
const WITHOUT_E2EE: ReadonlySet<RoomPhase> = new Set(["clear", "downgrading"]);

/** All that a delivery room knows, and the questions asked of it in more than one place. */
export class RoomState {
  readonly members = new Map<Snowflake, Member>();
  readonly group: Group;
  readonly outbox = new Outbox();
  readonly committers = new Committers();
  readonly counters: DaveCounters;
  readonly ids: TransitionIds;
  readonly suspects: Suspects;
  /** Users whose adds were in an epoch that nobody committed, and how often that was. */
  readonly trial = new Map<Snowflake, number>();
  /** Members that were asked for a commit, are believed, and had an open socket all the time since. */
  readonly witnesses = new Set<Snowflake>();
  readonly #sender: ExternalSender;
  phase: RoomPhase = "gathering";
  transition: Transition | undefined;
  /** Not announced yet. */
  commit: Candidate | undefined;
  /** One of somebody who is not believed: for the case that no other comes. */
  spare: Candidate | undefined;
  /** When the members have been silent for too long, milliseconds; Infinity: nothing was asked of them. */
  commitDeadline = Infinity;
  /** From op 24 until the first epoch after it is executed, clear frames are right. */
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

  /** Somebody whose silence speaks against what was offered. */
  get hasWitness(): boolean {
    return [...this.witnesses].some((userId) => userId !== this.committers.doubted?.userId);
  }

  /** Nobody is left to commit but one who is not believed. */
  get isLastResort(): boolean {
    return this.witnesses.size > 0 && !this.hasWitness;
  }

  /** Users whom the proposals of the epoch would add. */
  get addsInFlight(): Snowflake[] {
    return this.group.proposals.flatMap(({ change }) =>
      change.kind === "add" ? [change.keyPackage.userId] : [],
    );
  }

  /** E2EE is on, or coming, and this member takes part. */
  isServed(member: Member): boolean {
    return member.isCapable && !WITHOUT_E2EE.has(this.phase);
  }

  /** Op 25, once per session. */
  introduce(member: Member): void {
    if (member.hasExternalSender) return;
    member.hasExternalSender = true;
    this.outbox.binary(member.userId, VoiceOpcode.MlsExternalSender, this.#sender.bytes);
  }

  /** Op 24 for the first epoch: the member drops its group and answers with a key package. */
  beginAnew(now: number, member: Member, standing: "pending" | "flagged"): void {
    member.beginAnew(now, standing);
    this.outbox.json(member.userId, VoiceOpcode.DavePrepareEpoch, {
      epoch: 1,
      protocol_version: DAVE_VERSION,
    });
    // Before op 24 a client that came into a room without E2EE has nothing that could take it.
    this.introduce(member);
  }

  /** Asks one member for a key package. It gets no proposals until it has answered. */
  ask(now: number, member: Member): void {
    this.counters.asked += 1;
    this.witnesses.delete(member.userId);
    this.beginAnew(now, member, "flagged");
  }

  /** Members cannot use its key package: it is asked for another, a few times. */
  holdBack(now: number, member: Member): void {
    this.suspects.blame(now, member.userId);
    this.trial.delete(member.userId);
    if (!this.suspects.isBarred(now, member.userId)) return this.ask(now, member);
    this.counters.barred += 1;
    member.beginAnew(now, "flagged");
    member.askAt = undefined;
    this.outbox.close(member.userId, VoiceCloseCode.SessionInvalid);
  }

  /** Two did not follow a commit of it: no other is taken. */
  disbelieve(now: number, committer: Member): void {
    this.suspects.exclude(now, committer.userId);
    if (committer.isExcluded) return;
    committer.isExcluded = true;
    this.counters.excludedCommitters += 1;
  }

  /** Somebody did not follow a commit of it. That happens; again and again it does not. */
  doubt(now: number, committer: Member): void {
    this.suspects.doubt(now, committer.userId);
    if (this.suspects.isExcluded(now, committer.userId)) this.disbelieve(now, committer);
  }

  /** Nothing is asked of anybody any more. */
  clearQuestion(): void {
    this.commitDeadline = Infinity;
    this.commit = this.spare = undefined;
    this.witnesses.clear();
    for (const member of this.all) member.received.clear();
  }
}
