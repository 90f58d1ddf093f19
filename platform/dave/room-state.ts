import { DAVE_VERSION, VoiceOpcode, type Snowflake } from "sdkpp/wire";
import type { AcceptedCommit } from "./commit-check.js";
import { Committers } from "./committers.js";
import type { DaveCounters } from "./counters.js";
import type { ExternalSender } from "./external-sender.js";
import { Group } from "./group.js";
import type { Member } from "./member.js";
import { Outbox } from "./outbox.js";
import type { RoomPhase } from "./room-transitions.js";
import type { Transition, TransitionIds } from "./transition.js";

export interface DeliveryRoomParts {
  /** eight bytes: the channel id, big-endian */
  readonly groupId: Uint8Array;
  readonly sender: ExternalSender;
  /** Shared by all rooms of a platform. */
  readonly counters: DaveCounters;
  readonly ids: TransitionIds;
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
  readonly #sender: ExternalSender;
  phase: RoomPhase = "gathering";
  transition: Transition | undefined;
  /** An op 28 that is good and not announced yet. */
  commit: { readonly by: Member; readonly accepted: AcceptedCommit } | undefined;
  /** When the members have been silent for too long, milliseconds; Infinity: nothing was asked of them. */
  commitDeadline = Infinity;
  /** From op 24 until the first epoch after it is executed, clear frames are right. */
  isUpgrading = false;

  constructor({ groupId, sender, counters, ids }: DeliveryRoomParts) {
    this.group = new Group(groupId, sender);
    this.#sender = sender;
    this.counters = counters;
    this.ids = ids;
  }

  get all(): Member[] {
    return [...this.members.values()];
  }

  get hasListener(): boolean {
    return this.all.some((member) => member.isOpen && member.isCapable);
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
    this.beginAnew(now, member, "flagged");
  }
}
