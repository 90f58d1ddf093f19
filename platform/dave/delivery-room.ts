import { DAVE_VERSION, isSameBytes, VoiceOpcode, type Snowflake } from "sdkpp/wire";
import { checkCommit } from "./commit-check.js";
import { forwardingOf } from "./forwarding.js";
import { checkKeyPackage, type AcceptedKeyPackage } from "./key-package-check.js";
import { usesForeignKey } from "./keys-in-use.js";
import { Member } from "./member.js";
import type { RoomOutput } from "./outbox.js";
import type { Rejection } from "./rejection.js";
import { ACTIONS } from "./room-actions.js";
import { CONDITIONS } from "./room-events.js";
import { RoomState, type DeliveryRoomParts } from "./room-state.js";
import { ROOM_TRANSITIONS, type RoomEvent, type RoomPhase } from "./room-transitions.js";

/** Messages that a client answers with op 23. */
const CHANGES: readonly number[] = [
  VoiceOpcode.DavePrepareTransition,
  VoiceOpcode.MlsAnnounceCommit,
  VoiceOpcode.MlsWelcome,
];

/**
 * The delivery service of one room (DAVE 1.1.4, version 1). Give it one input, call {@link poll} until it returns undefined,
 * then wait for the next input or {@link nextDeadline}. Times are milliseconds of a clock that does not run backwards. Input
 * of users that are not in the room is ignored.
 */
export class DeliveryRoom {
  readonly #room: RoomState;

  constructor(parts: DeliveryRoomParts) {
    this.#room = new RoomState(parts);
  }

  get phase(): RoomPhase {
    return this.#room.phase;
  }

  /** 0 until the group is founded. */
  get epoch(): bigint {
    return this.#room.group.epoch;
  }

  get isEmpty(): boolean {
    return this.#room.members.size === 0;
  }

  /** The version that op 4 announces to an entering user: the lowest common maximum. */
  versionFor(maxVersion: number): number {
    return Math.min(DAVE_VERSION, maxVersion, ...this.#room.all.map((member) => member.maxVersion));
  }

  /** Call after a session has received op 4, and all members the resulting op 11. */
  enter(now: number, userId: Snowflake, maxVersion: number): void {
    const member = new Member(userId, maxVersion);
    member.isExcluded = this.#room.suspects.isExcluded(now, userId);
    this.#room.members.set(userId, member);
    if (this.#room.isServed(member)) {
      member.startOver(now, "pending");
      this.#room.introduce(member);
    }
    this.#settle(now);
  }

  /** The session has ended. */
  left(now: number, userId: Snowflake): void {
    if (!this.#room.members.delete(userId)) return;
    this.#room.transition?.strike(userId);
    this.#room.witnesses.delete(userId);
    this.#room.trial.delete(userId);
    this.#settle(now);
  }

  /**
   * The socket closed; a resume may follow.
   * @param unheard opcodes of the messages that it replays, if it is here already
   */
  socketLost(now: number, userId: Snowflake, unheard: readonly number[] = []): void {
    const member = this.#room.members.get(userId);
    if (member === undefined) return;
    member.isOpen = false;
    member.expected = 0;
    // Clients never repeat a lost op 23; one that did not hear of the change yet says it on its next socket, and needs the old keys until then.
    if (!unheard.some((op) => CHANGES.includes(op))) this.#room.transition?.strike(userId);
    this.#room.witnesses.delete(userId);
    this.#settle(now);
  }

  /**
   * The session has resumed.
   * @param replayed opcodes of the replayed messages; undefined when replay is impossible, so that the state of the client's
   *   group is unknown
   */
  socketReturned(now: number, userId: Snowflake, replayed: readonly number[] | undefined): void {
    const member = this.#room.members.get(userId);
    if (member === undefined) return;
    member.returned(now);
    member.hasExternalSender &&= replayed !== undefined;
    member.expected = replayed?.filter((op) => op === VoiceOpcode.DavePrepareEpoch).length ?? 0;
    const isLeftOut = member.standing !== "established" && member.keyPackage === undefined;
    // Clients repeat an op 26 that was lost with the socket only after another request for it.
    const isSilent = isLeftOut && member.expected === 0;
    if (this.#room.isServed(member) && (isSilent || replayed === undefined)) this.#room.ask(now, member);
    this.#settle(now);
  }

  /**
   * Handles op 26. Rejects a key package that members cannot use: its sender is asked for another, and its session is closed
   * after repeated failures (voice E2EE 12.1).
   * @returns "undecodable" when the payload is not a key package
   */
  keyPackage(now: number, userId: Snowflake, payload: Uint8Array): Rejection | undefined {
    const room = this.#room;
    const member = room.members.get(userId);
    if (member?.isCapable !== true) return undefined;
    const checked = checkKeyPackage(payload, userId);
    if (checked === "undecodable") {
      room.counters.refusedKeyPackages += 1;
      return checked;
    }
    if (!room.isServed(member) || !member.isNewest()) return undefined;
    if (checked !== "unacceptable" && isCopy(checked, member)) return undefined;
    if (checked === "unacceptable" || usesForeignKey(checked, room.group, room.all)) {
      room.counters.refusedKeyPackages += 1;
      room.holdBack(now, member);
    } else this.#offer(now, member, checked);
    this.#settle(now);
    return undefined;
  }

  /** Handles op 28. The first valid commit of an epoch wins; others are dropped. @returns like {@link keyPackage} */
  commit(now: number, userId: Snowflake, payload: Uint8Array): Rejection | undefined {
    const room = this.#room;
    const by = room.members.get(userId);
    if (by?.isCapable !== true) return undefined;
    const accepted = checkCommit(payload, room.group, by, room.all);
    if (typeof accepted === "string" || !this.#isAsked(by)) {
      room.counters.droppedCommits += 1;
      return accepted === "undecodable" ? accepted : undefined;
    }
    if (this.#isTrusted(by)) room.commit = { by, accepted };
    else {
      room.counters.droppedCommits += 1;
      room.spare ??= { by, accepted };
    }
    this.#settle(now);
    return undefined;
  }

  /** Handles op 23. */
  ready(now: number, userId: Snowflake, transitionId: number): void {
    const member = this.#room.members.get(userId);
    if (member === undefined) return;
    member.answersTransitions = true;
    if (this.#room.transition?.id !== transitionId) return;
    this.#room.transition.strike(userId);
    this.#room.committers.accepted(userId, transitionId);
    member.hasKeys = member.standing === "established";
    this.#settle(now);
  }

  /** Handles op 31: the client has dropped its group; its next message is a key package. */
  invalid(now: number, userId: Snowflake, transitionId: number): void {
    const room = this.#room;
    const member = room.members.get(userId);
    if (member?.isCapable !== true) return;
    room.counters.failures += 1;
    member.answersTransitions = true;
    room.transition?.strike(userId);
    room.witnesses.delete(userId);
    this.#reject(now, userId, transitionId);
    if (member.brake.report(now)) room.counters.braked += 1;
    if (room.isServed(member)) member.startOver(now, "flagged");
    // Without a group it is unknown which proposals the client has dropped: both sides start over.
    if (room.phase === "gathering") room.ask(now, member);
    this.#settle(now);
  }

  /** Call at the time of {@link nextDeadline}. */
  timeout(now: number): void {
    for (const member of this.#room.all) {
      if (now < this.#askTime(member)) continue;
      member.expected = 0;
      this.#room.ask(now, member);
      member.stayedSilent(now);
    }
    this.#settle(now);
  }

  /** When to call {@link timeout}; undefined: not at all. */
  nextDeadline(now: number): number | undefined {
    const { transition, commitDeadline, hasListener, all } = this.#room;
    const first = Math.min(
      transition?.deadline ?? Infinity,
      hasListener ? commitDeadline : Infinity,
      ...all.map((member) => Math.min(this.#askTime(member), releaseTime(member, now))),
    );
    return first === Infinity ? undefined : first;
  }

  /** The next output, in order; undefined when there is none. */
  poll(): RoomOutput | undefined {
    return this.#room.outbox.poll();
  }

  #offer(now: number, member: Member, keyPackage: AcceptedKeyPackage): void {
    // A member that starts over unasked will not confirm the current epoch, and costs all members two more epochs.
    if (member.standing === "established") {
      this.#room.transition?.strike(member.userId);
      if (member.brake.report(now)) this.#room.counters.braked += 1;
    }
    member.offer(keyPackage);
  }

  /** Assigns the blame for an op 31. */
  #reject(now: number, userId: Snowflake, transitionId: number): void {
    const room = this.#room;
    const committer = room.committers.newest;
    const { isFirst, isDisproved, suspects } = room.committers.rejected(userId, transitionId);
    if (committer !== undefined && isDisproved) room.exclude(now, committer);
    else if (committer !== undefined && isFirst) room.doubt(now, committer);
    for (const each of suspects) {
      const suspect = room.members.get(each);
      if (suspect === undefined || !room.isServed(suspect)) continue;
      room.counters.suspects += 1;
      room.transition?.strike(each);
      room.holdBack(now, suspect);
    }
  }

  /** Whether to accept a member's commit; after a rejected commit others are preferred. */
  #isTrusted(by: Member): boolean {
    const others = this.#room.all.filter((member) => member !== by && member.isOpen);
    const isDoubted = this.#room.committers.doubted === by && others.some((other) => this.#isAsked(other));
    return !by.isExcluded && !isDoubted;
  }

  /** Whether a member's commit answers our proposals; while a key package is expected, it belongs to a dropped group. */
  #isAsked({ expected, standing }: Member): boolean {
    const { phase } = this.#room;
    if (expected > 0) return false;
    return (
      (phase === "gathering" && standing === "pending") ||
      (phase === "proposed" && standing === "established")
    );
  }

  #askTime(member: Member): number {
    const mayBeAsked = this.#room.isServed(member) && member.isOpen;
    return mayBeAsked ? (member.askAt ?? Infinity) : Infinity;
  }

  /** Takes transitions of the table until no event of the phase holds. */
  #settle(now: number): void {
    const room = this.#room;
    for (let event = this.#event(now); event !== undefined; event = this.#event(now)) {
      const transition = ROOM_TRANSITIONS[room.phase][event];
      if (transition === undefined) break;
      room.phase = transition.next;
      for (const action of transition.actions) ACTIONS[action](room, now);
    }
    room.outbox.forwarding(forwardingOf(room));
  }

  /** The first event in the phase's row that holds. */
  #event(now: number): RoomEvent | undefined {
    const row = Object.keys(ROOM_TRANSITIONS[this.#room.phase]) as RoomEvent[];
    return row.find((event) => CONDITIONS[event](this.#room, now));
  }
}

function releaseTime({ brake }: Member, now: number): number {
  return brake.heldUntil > now ? brake.heldUntil : Infinity;
}

/** Whether a key package is a duplicate of the stored or last used one, rather than a new request. */
function isCopy({ bytes }: AcceptedKeyPackage, member: Member): boolean {
  const known = [member.keyPackage?.bytes, member.spentKeyPackage];
  return known.some((one) => one !== undefined && isSameBytes(one, bytes));
}
