import { savedFields } from "../saved/field.js";
import type { FieldReader } from "../saved/field-reader.js";
import type { FieldWriter } from "../saved/field-writer.js";
import type { DaveMember } from "./member-watch.js";

/**
 * - `off`: frames are unencrypted in both directions
 * - `pending`: own frames wait for a key; unencrypted frames of others are not played
 * - `on`: frames are encrypted end to end; no unencrypted frame of others is played, except for Opus silence
 * - `leaving`: as `on`; the platform announced the end of encryption
 * - `entering`: own frames are encrypted; unencrypted frames of others may still be played, for at most 2 s
 * - `refused`: encryption ended although it is required: nothing is sent or played
 */
export type EncryptionState = "off" | "pending" | "on" | "leaving" | "entering" | "refused";

/** The known state of a call's encryption; replaced as a whole on every change. */
export interface DaveStatus {
  readonly state: EncryptionState;
  /** protocol version in force, 0 or 1 */
  readonly version: number;
  /** MLS epoch of the group, 0 outside of one */
  readonly epoch: bigint;
  /** 30 digits, equal on all members of an epoch; "" outside of a group */
  readonly privacyCode: string;
}

/** Outside of an encrypted group. */
export const NO_ENCRYPTION: DaveStatus = { state: "off", version: 0, epoch: 0n, privacyCode: "" };

const FIELDS = savedFields({ state: 1, version: 2, epoch: 3, privacyCode: 4 });
/** Saved as a place in this list, which only grows at its end. */
export const ENCRYPTION_STATES: readonly EncryptionState[] = [
  "off",
  "pending",
  "on",
  "leaving",
  "entering",
  "refused",
];
const PRIVACY_CODE = /^(?:\d{30})?$/;

export function saveStatus(out: FieldWriter, { state, version, epoch, privacyCode }: DaveStatus): void {
  out.choice(FIELDS.state, ENCRYPTION_STATES, state);
  out.number(FIELDS.version, version);
  out.number(FIELDS.epoch, epoch);
  out.text(FIELDS.privacyCode, privacyCode);
}

/** @throws {RestoreError} */
export function restoreStatus(saved: FieldReader, maxVersion: number): DaveStatus {
  const privacyCode = saved.text(FIELDS.privacyCode);
  if (!PRIVACY_CODE.test(privacyCode)) saved.refuse(FIELDS.privacyCode, "30 digits or none", "another text");
  return {
    state: saved.choice(FIELDS.state, ENCRYPTION_STATES),
    version: saved.number(FIELDS.version, maxVersion),
    epoch: saved.u64(FIELDS.epoch),
    privacyCode,
  };
}

/** Requests of the session to its host; drained with `poll`. */
export type DaveOutput =
  /** op 23 */
  | { type: "ready"; transitionId: number }
  /** op 31 */
  | { type: "invalidCommitWelcome"; transitionId: number }
  /** op 26 */
  | { type: "keyPackage"; bytes: Uint8Array }
  /** op 28 */
  | { type: "commitWelcome"; commit: Uint8Array; welcome: Uint8Array | undefined }
  // The treatment of own frames: sent as they are, not sent, or sealed with a ratchet.
  | { type: "sendClear" }
  | { type: "sendNothing" }
  | { type: "installSend"; ratchetId: number; base: Uint8Array }
  | { type: "executeSend"; ratchetId: number }
  // Received frames. The receiver of a base wipes it.
  | { type: "installReceive"; userId: bigint; ratchetId: number; base: Uint8Array }
  | { type: "expireReceive"; userId: bigint }
  /** how long frames in the clear are still taken, milliseconds; Infinity: until further notice */
  | { type: "passthrough"; durationMs: number }
  /** every ratchet goes */
  | { type: "reset" }
  | { type: "status"; status: DaveStatus }
  /** the transition of op 21, 29 or 30 took place */
  | { type: "transitioned"; transitionId: number }
  /** encryption ended where it is required */
  | { type: "lost"; reason: string }
  /** the call may not go on */
  | { type: "end"; reason: string }
  /** in the group for seconds, and the gateway never announced this user */
  | { type: "unannouncedMember"; member: DaveMember }
  /** another signature key than any that this user had in this call */
  | { type: "memberKeyChanged"; member: DaveMember }
  /** one line for the log of phases; never holds a secret */
  | { type: "phase"; phase: DavePhase; detail: string };

/** The subject of a line in the log of phases. */
export type DavePhase =
  /** a message that does not fit changed nothing */
  | "e2eeIgnored"
  /** frames of a member cannot be opened */
  | "e2eeUndecryptable"
  /** a transition was executed although its message did not come */
  | "e2eeOverdue"
  /** this client left the group, and asks to be added again */
  | "e2eeFailed"
  /** the group has new keys */
  | "e2eeEpoch";
