import type { EncryptedMember } from "../../call/index.js";
import type { DaveStatus } from "../../protocol/index.js";
import type { CallbackFailure } from "../../native/index.js";
import type { CallError, CallStatus } from "../call-enums.js";

/** Which callback failed, on how many blocks so far, and what it failed with first. */
export type AudioCallbackFailure = CallbackFailure;

/** Events of a call, beside the `set…Callback` members. */
export interface CallEvents {
  statusChanged: (status: CallStatus, error: CallError, errorDetail: number) => void;
  participantChanged: (userId: bigint, added: boolean) => void;
  speakingStatusChanged: (userId: bigint, isPlayingSound: boolean) => void;
  voiceStateChanged: (userId: bigint) => void;
  /** state, epoch or privacy code of the end-to-end encryption changed */
  encryptionChanged: (status: DaveStatus) => void;
  /** encryption ended where it is required: nothing is sent or heard until it comes back, and after 30 s the call ends */
  encryptionLost: (reason: string) => void;
  /** who holds the keys of the call, or who of them is verified */
  encryptedMembersChanged: (members: EncryptedMember[]) => void;
  /** holds the keys of the call for 5 s, and the platform never announced this user: somebody listens unseen */
  unannouncedMember: (member: EncryptedMember) => void;
  /**
   * Another key than any that this user had in this call, or than the one that was verified: worth a notice, and a warning
   * when the user was verified before
   */
  memberKeyChanged: (member: EncryptedMember, wasVerified: boolean) => void;
  /** what `playWav`, `playOgg` or `pushPcm` was given has been played */
  inputEnded: () => void;
  /**
   * An audio callback did not filter its blocks: it threw, transferred its samples away or returned a promise. Comes with
   * the first failure, and once a second while there are more. Without a listener the first one of a call is printed.
   */
  audioCallbackFailed: (failure: AudioCallbackFailure) => void;
}
