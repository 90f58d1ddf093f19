import { DAVE_VERSION, isSameBytes, VoiceOpcode, type Snowflake } from "sdkpp/wire";
import { checkCommit } from "./commit-check.js";
import { forwardingOf } from "./forwarding.js";
import { checkKeyPackage, type AcceptedKeyPackage } from "./key-package-check.js";
import { usesForeignKey } from "./keys-in-use.js";
import { Member } from "./member.js";
import type { RoomOutput } from "./outbox.js";
import type { Refusal } from "./refusal.js";
import { ACTIONS } from "./room-actions.js";
import { HOLDS } from "./room-events.js";
import { RoomState, type DeliveryRoomParts } from "./room-state.js";
import { ROOM_TRANSITIONS, type RoomEvent, type RoomPhase } from "./room-transitions.js";

/**
 * The delivery service of one room (DAVE 1.1.4, version 1): one input, then {@link poll} until nothing is left, then wait
 * for the next input or for {@link nextDeadline}. Times are milliseconds of a clock that does not run backwards. Members
 * that are not in the room are ignored everywhere.
 */
export class DeliveryRoom {
  readonly #room: RoomState;

  constructor(parts: DeliveryRoomParts) {
    this.#room = new RoomState(parts);
  }

  get phase(): RoomPhase {
    return this.#room.phase;
  }

  /** 0 while nobody has founded the group. */
  get epoch(): bigint {
    return this.#room.group.epoch;
  }

  get isEmpty(): boolean {
    return this.#room.members.size === 0;
  }

  /** What op 4 says to somebody who is about to enter: the lowest common maximum. */
  versionFor(maxVersion: number): number {
    return Math.min(DAVE_VERSION, maxVersion, ...this.#room.all.map((member) => member.maxVersion));
  }

  /** A session has op 4, and everybody the op 11 that follow from it. */
  enter(now: number, userId: Snowflake, maxVersion: number): void {
    const member = new Member(userId, maxVersion);
    member.isExcluded = this.#room.suspects.isExcluded(now, userId);
    this.#room.members.set(userId, member);
    if (this.#room.isServed(member)) {
      member.beginAnew(now, "pending");
      this.#room.introduce(member);
    }
    this.#settle(now);
  }

  /** The session is over. */
  left(now: number, userId: Snowflake): void {
    if (!this.#room.members.delete(userId)) return;
    this.#room.transition?.strike(userId);
    this.#room.witnesses.delete(userId);
    this.#room.trial.delete(userId);
    this.#settle(now);
  }

  /** The socket closed; a resume may follow. */
  socketLost(now: number, userId: Snowflake): void {
    const member = this.#room.members.get(userId);
    if (member === undefined) return;
    member.isOpen = false;
    member.expected = 0;
    // An op 23 that is lost is never said again.
    this.#room.transition?.strike(userId);
    this.#room.witnesses.delete(userId);
    this.#settle(now);
  }

  /**
   * Resumed.
   * @param replayed opcodes of what was missed and went out again first; undefined when nothing could be: then nothing is
   * known of the client's group
   */
  socketReturned(now: number, userId: Snowflake, replayed: readonly number[] | undefined): void {
    const member = this.#room.members.get(userId);
    if (member === undefined) return;
    member.isOpen = true;
    member.hasExternalSender &&= replayed !== undefined;
    member.expected = replayed?.filter((op) => op === VoiceOpcode.DavePrepareEpoch).length ?? 0;
    const isLeftOut = member.standing !== "established" && member.keyPackage === undefined;
    // An op 26 that went down with the socket is never said again, unless the question for it is.
    const isSilent = isLeftOut && member.expected === 0;
    if (this.#room.isServed(member) && (isSilent || replayed === undefined)) this.#room.ask(now, member);
    this.#settle(now);
  }

  /**
   * Op 26. One that members could not use is not taken: its sender is asked for another, and closed out when that does not
   * help (voice E2EE 12.1).
   * @returns "undecodable" when it is none at all
   */
  keyPackage(now: number, userId: Snowflake, payload: Uint8Array): Refusal | undefined {
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

  /** Op 28. The first good one of an epoch counts, the others are dropped. @returns as {@link keyPackage} */
  commit(now: number, userId: Snowflake, payload: Uint8Array): Refusal | undefined {
    const room = this.#room;
    const by = room.members.get(userId);
    if (by?.isCapable !== true) return undefined;
    const accepted = checkCommit(payload, room.group, by, room.all);
    if (typeof accepted === "string" || !this.#isAsked(by)) {
      room.counters.droppedCommits += 1;
      return accepted === "undecodable" ? accepted : undefined;
    }
    if (this.#isBelieved(by)) room.commit = { by, accepted };
    else {
      room.counters.droppedCommits += 1;
      room.spare ??= { by, accepted };
    }
    this.#settle(now);
    return undefined;
  }

  /** Op 23. */
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

  /** Op 31: the client has dropped its group, and its next message is a key package. */
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
    if (room.isServed(member)) member.beginAnew(now, "flagged");
    // Without a group nobody knows which of our proposals it has dropped: both sides begin anew.
    if (room.phase === "gathering") room.ask(now, member);
    this.#settle(now);
  }

  /** The time of {@link nextDeadline} has come. */
  timeout(now: number): void {
    for (const member of this.#room.all) {
      if (now < this.#askTime(member)) continue;
      member.expected = 0;
      this.#room.ask(now, member);
      member.stayedSilent(now);
    }
    this.#settle(now);
  }

  /** When {@link timeout} is wanted, or undefined. */
  nextDeadline(now: number): number | undefined {
    const { transition, commitDeadline, hasListener, all } = this.#room;
    const first = Math.min(
      transition?.deadline ?? Infinity,
      hasListener ? commitDeadline : Infinity,
      ...all.map((member) => Math.min(this.#askTime(member), releaseTime(member, now))),
    );
    return first === Infinity ? undefined : first;
  }

  /** The next thing to be done, in order. */
  poll(): RoomOutput | undefined {
    return this.#room.outbox.poll();
  }

  #offer(now: number, member: Member, keyPackage: AcceptedKeyPackage): void {
    // Who begins anew unasked will not answer for the epoch it leaves, and drags all through two more.
    if (member.standing === "established") {
      this.#room.transition?.strike(member.userId);
      if (member.brake.report(now)) this.#room.counters.braked += 1;
    }
    member.offer(keyPackage);
  }

  /** An op 31: whose fault it may be. */
  #reject(now: number, userId: Snowflake, transitionId: number): void {
    const room = this.#room;
    const committer = room.committers.newest;
    const { isFirst, isDisproved, suspects } = room.committers.rejected(userId, transitionId);
    if (committer !== undefined && isDisproved) room.disbelieve(now, committer);
    else if (committer !== undefined && isFirst) room.doubt(now, committer);
    for (const each of suspects) {
      const suspect = room.members.get(each);
      if (suspect === undefined || !room.isServed(suspect)) continue;
      room.counters.suspects += 1;
      room.transition?.strike(each);
      room.holdBack(now, suspect);
    }
  }

  /** Others are preferred to one whose newest commit was rejected. */
  #isBelieved(by: Member): boolean {
    const others = this.#room.all.filter((member) => member !== by && member.isOpen);
    const isDoubted = this.#room.committers.doubted === by && others.some((other) => this.#isAsked(other));
    return !by.isExcluded && !isDoubted;
  }

  /** Was sent proposals that it answers; before the key package that we wait for has come, it is of a group it dropped. */
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

  /** Acts upon what is the case until nothing follows from it any more. */
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

  /** The first event of the phase's row that is the case. */
  #event(now: number): RoomEvent | undefined {
    const row = Object.keys(ROOM_TRANSITIONS[this.#room.phase]) as RoomEvent[];
    return row.find((event) => HOLDS[event](this.#room, now));
  }
}

function releaseTime({ brake }: Member, now: number): number {
  return brake.heldUntil > now ? brake.heldUntil : Infinity;
}

/** What we hold or have just used: a doubled message, not a new wish. */
function isCopy({ bytes }: AcceptedKeyPackage, member: Member): boolean {
  const known = [member.keyPackage?.bytes, member.spentKeyPackage];
  return known.some((one) => one !== undefined && isSameBytes(one, bytes));
}
