import {
  DAVE_VERSION,
  encodeDaveAppend,
  encodeDaveRevoke,
  encodeDaveTransition,
  VoiceOpcode,
} from "sdkpp/wire";
import type { AcceptedCommit } from "./commit-check.js";
import { difference } from "./difference.js";
import type { Proposal } from "./group.js";
import type { Member } from "./member.js";
import { lacking, receivers, unproposed } from "./room-events.js";
import type { RoomState } from "./room-state.js";
import type { RoomAction } from "./room-transitions.js";
import { Transition } from "./transition.js";
import { welcomeFor } from "./welcome-split.js";

/** A commit comes within this time after it was asked for, milliseconds. */
export const COMMIT_MS = 5000;
/** Stands for a (re)initialisation: executed at once and never answered. */
const INITIAL_ID = 0;

/** What each action of the table does. */
export const ACTIONS: Record<RoomAction, (room: RoomState, now: number) => void> = {
  prepareEpoch,
  prepareDowngrade,
  announce,
  execute,
  forget,
  revoke,
  distribute,
  propose,
  restart,
  executeAlone,
};

/** The last one without E2EE has gone: op 24 to all. */
function prepareEpoch(room: RoomState, now: number): void {
  room.isUpgrading = room.members.size > 1;
  if (room.members.size > 0) room.counters.upgrades += 1;
  for (const member of room.all) room.beginAnew(now, member, "pending");
}

/** Op 21 with version 0. The group is not used for anything from here on. */
function prepareDowngrade(room: RoomState, now: number): void {
  const parties = room.all.filter((member) => member.isCapable);
  room.counters.downgrades += 1;
  room.commitDeadline = Infinity;
  const id = begin(room, now, parties);
  for (const { userId } of parties)
    room.outbox.json(userId, VoiceOpcode.DavePrepareTransition, { transition_id: id, protocol_version: 0 });
}

/** Op 29 to those who were in the group, op 30 to those who were added. Whoever founds a group is alone in it before. */
function announce(room: RoomState, now: number): void {
  if (room.commit === undefined) return;
  const { by, accepted } = room.commit;
  room.commit = undefined;
  const before =
    room.group.epoch === 0n ? [by] : room.all.filter(({ standing }) => standing === "established");
  const added = addedBy(room, accepted);
  room.group.advance({ userId: by.userId, signatureKey: by.keyPackage?.signatureKey }, accepted.proposals);
  room.commitDeadline = Infinity;
  room.counters.epochs += 1;
  const id = begin(room, now, [...before, ...added.map(({ member }) => member)]);
  room.committers.announced(id, by);
  for (const { userId } of before) say(room, userId, VoiceOpcode.MlsAnnounceCommit, id, accepted.bytes);
  for (const { member, welcome } of added) say(room, member.userId, VoiceOpcode.MlsWelcome, id, welcome);
  by.establish();
  for (const { member } of added) member.establish();
  for (const member of room.all) member.received.clear();
}

/** Op 22. Whoever is known to answer and did not is asked to begin anew: it is told of its first failure only. */
function execute(room: RoomState, now: number): void {
  const { transition } = room;
  if (transition === undefined) return;
  room.transition = undefined;
  room.isUpgrading = false;
  room.counters.transitions += 1;
  const parties = room.all.filter(({ userId }) => transition.parties.has(userId));
  const silent = parties.filter(({ userId }) => transition.owes(userId));
  if (silent.length > 0) room.counters.lateTransitions += 1;
  for (const member of parties) {
    room.outbox.json(member.userId, VoiceOpcode.DaveExecuteTransition, { transition_id: transition.id });
    member.hasKeys = member.standing === "established";
  }
  for (const member of silent) if (member.answersTransitions && room.isServed(member)) room.ask(now, member);
}

/** E2EE is off: nothing of the group is left. */
function forget(room: RoomState): void {
  room.group.forget();
  for (const member of room.all) member.rest();
}

/** Takes back every proposal of an unfounded group, from all who have any. */
function revoke(room: RoomState): void {
  const names = new Map(room.group.proposals.map((proposal) => [proposal.name, proposal.reference]));
  for (const member of room.all) {
    const references = [...member.received].flatMap((name) => names.get(name) ?? []);
    member.received.clear();
    if (references.length > 0)
      room.outbox.binary(member.userId, VoiceOpcode.MlsProposals, encodeDaveRevoke(references));
  }
  room.group.withdrawProposals();
  room.commitDeadline = Infinity;
}

/** Signs what is missing in an unfounded group and sends everybody what it has not got. */
function distribute(room: RoomState, now: number): void {
  for (const keyPackage of unproposed(room, now)) room.group.propose({ kind: "add", keyPackage });
  for (const member of receivers(room)) append(room, now, member, lacking(room, member));
}

/** The one op 27 of an epoch. Pending members get none: their local group is at epoch 0. */
function propose(room: RoomState, now: number): void {
  const changes = difference(room.group, room.members, now);
  const proposals = changes.map((change) => room.group.propose(change));
  for (const member of room.all) if (member.standing === "established") append(room, now, member, proposals);
}

/** Nobody will commit, or nobody needs to: op 24 to all. */
function restart(room: RoomState, now: number): void {
  if (room.members.size > 1) room.counters.restarts += 1;
  if (room.members.size === 1) room.counters.alone += 1;
  room.group.forget();
  room.commitDeadline = Infinity;
  // Somebody has to found the next group.
  if (room.all.every(({ isExcluded }) => isExcluded))
    for (const member of room.all) member.isExcluded = false;
  for (const member of room.all) room.beginAnew(now, member, "pending");
}

/** Op 21 with id 0 for the one that is left. */
function executeAlone(room: RoomState): void {
  for (const { userId } of room.all) {
    room.outbox.json(userId, VoiceOpcode.DavePrepareTransition, {
      transition_id: INITIAL_ID,
      protocol_version: DAVE_VERSION,
    });
  }
}

/** Starts to wait for all parties with an open socket. @returns the new id */
function begin(room: RoomState, now: number, parties: readonly Member[]): number {
  const id = room.ids.next();
  const ids = parties.map(({ userId }) => userId);
  const open = parties.filter(({ isOpen }) => isOpen).map(({ userId }) => userId);
  room.transition = new Transition(now, id, ids, open);
  return id;
}

/** Whom the welcome is for: still there, and with the key package it was made for. */
function addedBy(room: RoomState, { proposals, welcome }: AcceptedCommit) {
  return proposals.flatMap(({ change }) => {
    if (change.kind !== "add" || welcome === undefined) return [];
    const member = room.members.get(change.keyPackage.userId);
    if (member?.keyPackage !== change.keyPackage) return [];
    return [{ member, welcome: welcomeFor(welcome, change.keyPackage) }];
  });
}

function append(room: RoomState, now: number, member: Member, proposals: readonly Proposal[]): void {
  if (proposals.length === 0) return;
  const payload = encodeDaveAppend(proposals.map(({ bytes }) => bytes));
  room.outbox.binary(member.userId, VoiceOpcode.MlsProposals, payload);
  for (const { name } of proposals) member.received.add(name);
  room.commitDeadline = now + COMMIT_MS;
}

function say(room: RoomState, userId: string, op: number, transitionId: number, message: Uint8Array): void {
  room.outbox.binary(userId, op, encodeDaveTransition({ transitionId, message }));
}
