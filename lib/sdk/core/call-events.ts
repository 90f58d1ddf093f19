import type { DaveStatus } from "../../protocol/index.js";
import type { CallError, CallStatus } from "../call-enums.js";

/** Events of a call, beside the `set…Callback` members. */
export interface CallEvents {
  statusChanged: (status: CallStatus, error: CallError, errorDetail: number) => void;
  participantChanged: (userId: bigint, added: boolean) => void;
  speakingStatusChanged: (userId: bigint, isPlayingSound: boolean) => void;
  voiceStateChanged: (userId: bigint) => void;
  /** state, epoch or privacy code of the end-to-end encryption changed */
  encryptionChanged: (status: DaveStatus) => void;
  /** what `playWav`, `playOgg` or `pushPcm` was given has been played */
  inputEnded: () => void;
}
