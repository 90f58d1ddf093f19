import type { EncryptedMember, VoiceClose, VoicePhase } from "../call/index.js";
import type { DaveStatus } from "../protocol/index.js";
import type { Playback, PlaybackOutcome } from "./playback.js";
import type { Recording } from "./recording/recording.js";
import type { VoiceFailure, VoiceSilence, VoiceStatus } from "./status.js";

/** State of the end-to-end encryption of a channel. */
export type EncryptionStatus = DaveStatus;

export interface GuildVoiceEvents {
  /** the status changed; `closeCode` of the voice gateway, or 0 */
  stateChange: (
    status: VoiceStatus,
    before: VoiceStatus,
    failure: VoiceFailure | undefined,
    closeCode: number,
  ) => void;
  /** a user came or went; present users are announced after the join */
  participant: (userId: bigint, added: boolean) => void;
  /** the voice gateway named the SSRC of another user's sound (its op 5), each time that the user announces whether it speaks */
  announced: (userId: bigint, ssrc: number) => void;
  /** a user began or stopped speaking */
  speaking: (userId: bigint, speaking: boolean) => void;
  /** the state, epoch or privacy code of the end-to-end encryption changed */
  encryptionChanged: (status: EncryptionStatus) => void;
  /** a transition of the end-to-end encryption took place; `encryptionChanged` tells when it changed the state */
  transitioned: (transitionId: number) => void;
  /** a recording began; undefined: it ended */
  recordingChanged: (recording: Recording | undefined) => void;
  /** required encryption was lost: nothing is sent or heard until it is restored */
  encryptionLost: (reason: string) => void;
  /** the members that hold the keys changed, or which of them are verified */
  encryptedMembersChanged: (members: EncryptedMember[]) => void;
  /** a member has held the keys for 5 s, but the platform has not announced the user */
  unannouncedMember: (member: EncryptedMember) => void;
  /** the user has a key that differs from its earlier keys, or from the verified one */
  memberKeyChanged: (member: EncryptedMember, wasVerified: boolean) => void;
  /** an internet radio plays another song; `title` of the playback has the same */
  titleChanged: (playback: Playback, title: string) => void;
  /**
   * nobody hears the bot any more, whatever it plays; undefined: it is heard again. Not on a `VoiceSession`, whose host receives the
   * voice states
   */
  silenced: (by: VoiceSilence | undefined) => void;
  /** a source ended; `losses` of the playback has what could not be played */
  playbackEnded: (playback: Playback, outcome: PlaybackOutcome) => void;
  /** a step of joining or recovering began or failed */
  phase: (phase: VoicePhase, detail: string) => void;
  /**
   * the voice gateway closed, or could not be reached; comes before the `stateChange` that follows from it, also when the connection
   * recovers by itself
   */
  closed: (close: VoiceClose) => void;
  /** something does not work as it should, in words for a developer */
  warning: (message: string) => void;
}
