import {
  DAVE_VERSION,
  encodeDaveAppend,
  encodeDaveRevoke,
  encodeDaveTransition,
  VoiceOpcode,
} from "sdkpp/wire";
import { batch, isTrial } from "./batch.js";
import type { AcceptedCommit } from "./commit-check.js";
import { difference } from "./difference.js";
import { forwardingOf } from "./forwarding.js";
import type { Proposal } from "./group.js";
import type { Leaf } from "./leaves.js";
import type { Member } from "./member.js";
import { lacking, receivers, unproposed } from "./room-events.js";
import type { RoomState } from "./room-state.js";
import type { RoomAction } from "./room-transitions.js";
import { Transition } from "./transition.js";
import { welcomeFor } from "./welcome-split.js";

/** Time limit for a commit after the proposals, milliseconds. */
export const COMMIT_MS = 5000;
/** Time limit while a suspected add is tried; other members wait in the meantime. */
export const TRIAL_MS = 800;
/** Id of a (re)initialization, which clients execute at once and do not answer. */
const INITIAL_ID = 0;

/** The implementation of each action of the table. */
export const ACTIONS: Record<RoomAction, (room: RoomState, now: number) => void> = {
  prepareEpoch,
  prepareDowngrade,
  announce,
  takeSpare,
  findFault,
  execute,
  forget,
  revoke,
  revokeEach,
  distribute,
  propose,
  restart,
  executeAlone,
};

/** The last member without E2EE has left: sends op 24 to all. */
function prepareEpoch(room: RoomState, now: number): void {
  room.isUpgrading = room.members.size > 1;
  if (room.members.size > 0) room.counters.upgrades += 1;
  for (const member of room.all) room.startOver(now, member, "pending");
}

/** Sends op 21 with version 0. The group is not used any more. */
function prepareDowngrade(room: RoomState, now: number): void {
  const parties = room.all.filter((member) => member.isCapable);
  room.counters.downgrades += 1;
  room.clearProposals();
  const id = begin(room, now, parties);
  for (const { userId } of parties)
    room.outbox.json(userId, VoiceOpcode.DavePrepareTransition, { transition_id: id, protocol_version: 0 });
}

/** Sends op 29 to previous members and op 30 to added ones. The founder is the only previous member of a new group. */
function announce(room: RoomState, now: number): void {
  if (room.commit === undefined) return;
  const { by, accepted } = room.commit;
  const before =
    room.group.epoch === 0n ? [by] : room.all.filter(({ standing }) => standing === "established");
  const added = addedBy(room, accepted);
  room.group.advance(leafOf(by), accepted.proposals, accepted.path);
  room.clearProposals();
  room.counters.epochs += 1;
  const id = begin(room, now, [...before, ...added.map(({ member }) => member)]);
  const newcomers = added.map(({ member }) => member.userId);
  room.committers.announced(id, by, newcomers);
  by.establish();
  for (const { member } of added) {
    member.establish();
    member.isUnproven = true;
    room.trial.delete(member.userId);
  }
  // The first member with the new keys uses them at once, so the forwarder must know before.
  room.outbox.forwarding(forwardingOf(room));
  for (const { userId } of before)
    sendTransition(room, userId, VoiceOpcode.MlsAnnounceCommit, id, accepted.bytes);
  for (const { member, welcome } of added)
    sendTransition(room, member.userId, VoiceOpcode.MlsWelcome, id, welcome);
}

/** The founder occupies the first leaf with the keys of its key package. */
function leafOf({ userId, keyPackage }: Member): Leaf {
  return {
    userId,
    signatureKey: keyPackage?.signatureKey,
    encryptionKey: keyPackage?.encryptionKey,
    pathKeys: [],
  };
}

/** No trusted member has committed, so a commit of another member is better than none. */
function takeSpare(room: RoomState): void {
  room.commit = room.spare;
}

/**
 * No member committed although some could have: one of the adds prevents it. A single add is at fault itself; several are
 * retried one at a time (voice E2EE 12.2).
 */
function findFault(room: RoomState, now: number): void {
  room.counters.ignoredEpochs += 1;
  room.committers.believeAll();
  const adds = room.addsInFlight;
  const [only] = adds.length === 1 && room.group.epoch > 0n ? adds : [];
  const culprit = only === undefined ? undefined : room.members.get(only);
  if (culprit === undefined) {
    for (const userId of adds) room.trial.set(userId, (room.trial.get(userId) ?? 0) + 1);
    return;
  }
  room.counters.suspects += 1;
  room.holdBack(now, culprit);
}

/**
 * Sends op 22 once the forwarder knows that the change is executed. Members that usually answer and did not are asked to
 * start over, because clients report only their first failure.
 */
function execute(room: RoomState, now: number): void {
  const { transition } = room;
  if (transition === undefined) return;
  room.transition = undefined;
  room.isUpgrading = false;
  room.counters.transitions += 1;
  const parties = room.all.filter(({ userId }) => transition.parties.has(userId));
  const silent = parties.filter(({ userId }) => transition.owes(userId));
  if (silent.length > 0) room.counters.lateTransitions += 1;
  const missing = silent.filter(({ answersTransitions }) => answersTransitions);
  const isGood = room.committers.executed(transition.id, missing.length > 0);
  for (const member of parties) {
    member.hasKeys = member.standing === "established";
    if (isGood) member.isUnproven = false;
  }
  // A downgrade keeps the rules lifted until all members are notified.
  if (room.phase !== "clear") {
    room.outbox.forwarding(forwardingOf(room));
    room.outbox.confirmed();
  }
  for (const { userId } of parties)
    room.outbox.json(userId, VoiceOpcode.DaveExecuteTransition, { transition_id: transition.id });
  for (const member of missing) if (room.isServed(member)) room.ask(now, member);
}

/** E2EE is off: drops the group. */
function forget(room: RoomState): void {
  room.group.forget();
  room.trial.clear();
  for (const member of room.all) member.rest();
}

/** Revokes every proposal of the epoch for all members that received it. */
function revoke(room: RoomState): void {
  revokeProposals(room, (references) => [references]);
}

/** Like `revoke`, one message per proposal: a member that rejected a proposal rejects any message that refers to it. */
function revokeEach(room: RoomState): void {
  revokeProposals(room, (references) => references.map((reference) => [reference]));
}

function revokeProposals(room: RoomState, split: (references: Uint8Array[]) => Uint8Array[][]): void {
  const names = new Map(room.group.proposals.map((proposal) => [proposal.name, proposal.reference]));
  for (const member of room.all) {
    const references = [...member.received].flatMap((name) => names.get(name) ?? []);
    if (references.length === 0) continue;
    for (const some of split(references))
      room.outbox.binary(member.userId, VoiceOpcode.MlsProposals, encodeDaveRevoke(some));
  }
  room.group.withdrawProposals();
  room.clearProposals();
}

/** Signs missing proposals of an unfounded group, and sends every member those that it lacks. */
function distribute(room: RoomState, now: number): void {
  for (const keyPackage of unproposed(room, now)) room.group.propose({ kind: "add", keyPackage });
  for (const member of receivers(room, now)) append(room, now, member, lacking(room, member));
}

/** Sends the only op 27 of an epoch. Pending members get none, because their local group is at epoch 0. */
function propose(room: RoomState, now: number): void {
  const changes = difference(room.group, room.members, batch(room, now), now);
  const proposals = changes.map((change) => room.group.propose(change));
  for (const member of room.all) if (member.standing === "established") append(room, now, member, proposals);
}

/** No member will commit or needs to: sends op 24 to all. */
function restart(room: RoomState, now: number): void {
  if (room.members.size > 1) room.counters.restarts += 1;
  if (room.members.size === 1) room.counters.alone += 1;
  room.group.forget();
  room.trial.clear();
  room.clearProposals();
  // A member has to found the next group.
  if (room.all.every(({ isExcluded }) => isExcluded))
    for (const member of room.all) member.isExcluded = false;
  for (const member of room.all) room.startOver(now, member, "pending");
}

/** Sends op 21 with id 0 to the remaining member. */
function executeAlone(room: RoomState): void {
  for (const { userId } of room.all) {
    room.outbox.json(userId, VoiceOpcode.DavePrepareTransition, {
      transition_id: INITIAL_ID,
      protocol_version: DAVE_VERSION,
    });
  }
}

/** Starts a transition that waits for all parties with an open socket. @returns its id */
function begin(room: RoomState, now: number, parties: readonly Member[]): number {
  const id = room.ids.next();
  const ids = parties.map(({ userId }) => userId);
  const open = parties.filter(({ isOpen }) => isOpen).map(({ userId }) => userId);
  room.transition = new Transition(now, id, ids, open);
  return id;
}

/** The added members that are still present with the same key package, each with its welcome. */
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
  if (member.isOpen && !member.isExcluded) room.witnesses.add(member.userId);
  room.commitDeadline = now + (isTrial(room, now) || room.isLastResort ? TRIAL_MS : COMMIT_MS);
}

function sendTransition(
  room: RoomState,
  userId: string,
  op: number,
  transitionId: number,
  message: Uint8Array,
): void {
  room.outbox.binary(userId, op, encodeDaveTransition({ transitionId, message }));
}
