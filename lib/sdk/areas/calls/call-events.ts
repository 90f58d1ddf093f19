import type { EncryptedMember, InputEnd, VoiceMove } from "../../../call/index.js";
import type { DaveStatus } from "../../../protocol/index.js";
import type { CallbackFailure } from "../../../native/index.js";
import type { CallError, CallStatus } from "../../../enums/index.js";

/** The callback that failed, the number of failed blocks so far, and its first error. */
export type AudioCallbackFailure = CallbackFailure;

/** Events of a call, beside the `set…Callback` members. */
export interface CallEvents {
  /** the status changed; `errorDetail` is the close code of the voice gateway, or 0 */
  statusChanged: (status: CallStatus, error: CallError, errorDetail: number) => void;
  /** a user joined or left the call */
  participantChanged: (userId: bigint, added: boolean) => void;
  /** a user began or stopped speaking */
  speakingStatusChanged: (userId: bigint, isPlayingSound: boolean) => void;
  /** the mute or deaf state of a user changed */
  voiceStateChanged: (userId: bigint) => void;
  /** the state, epoch or privacy code of the end-to-end encryption changed */
  encryptionChanged: (status: DaveStatus) => void;
  /** required encryption was lost: nothing is sent or heard until it is restored; the call ends after 30 s without it */
  encryptionLost: (reason: string) => void;
  /** the members that hold the call's keys changed, or which of them are verified */
  encryptedMembersChanged: (members: EncryptedMember[]) => void;
  /** a member has held the call's keys for 5 s, but the platform has not announced the user: someone may be listening unseen */
  unannouncedMember: (member: EncryptedMember) => void;
  /**
   * The user has a key that differs from its earlier keys in this call, or from the verified one. Games should show a notice,
   * and a warning when the user was verified before.
   */
  memberKeyChanged: (member: EncryptedMember, wasVerified: boolean) => void;
  /**
   * How loud the own input is: dBFS, −100 (silence) to 0, the loudest 20 ms since the event before. Some 17 times a second while
   * there is sound from a microphone, a file or PCM, whether it is sent or not; what voice activity compares with its threshold
   */
  level: (dbfs: number) => void;
  /**
   * The input of `playWav`, `playOgg` or `pushPcm` has been played to its end. `reason`: "finished"; "damaged" when parts could not
   * be played, which `losses` counts; "unsupported" when nothing could. Not for an input that was closed or replaced
   */
  inputEnded: (end: InputEnd) => void;
  /** with `voiceHost`: the voice process of the call ended, and another one goes on with it, with the same keys or joined anew */
  moved: (move: VoiceMove) => void;
  /**
   * An audio callback did not process its blocks: it threw, transferred its samples or returned a promise. Emitted on the
   * first failure and then once a second while failures continue. Without a listener, a call's first failure is printed.
   */
  audioCallbackFailed: (failure: AudioCallbackFailure) => void;
}
