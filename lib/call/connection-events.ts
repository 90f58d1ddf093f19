import type {
  CallbackFailure,
  NativeBargeIn,
  NativeCallError,
  NativeCallStatus,
  StreamRefusal,
} from "../native/index.js";
import type { DaveStatus } from "../protocol/index.js";
import type { VoicePhase } from "./voice-phase.js";
import type { EncryptedMember } from "./encrypted-members.js";
import type { InputEnd } from "./input-end.js";
import type { VoiceClose } from "./voice-close.js";
import type { VoiceMove } from "./voice-move.js";

export interface VoiceConnectionEvents {
  /** `errorDetail` is a close code, or 0 */
  status: (status: NativeCallStatus, error: NativeCallError, errorDetail: number) => void;
  /** whether own sound reaches the others */
  maySend: (maySend: boolean) => void;
  /** one step of joining or recovering began or failed */
  phase: (phase: VoicePhase, detail: string) => void;
  /** the socket to the voice gateway closed; comes before the status that follows from it */
  closed: (close: VoiceClose) => void;
  participant: (userId: bigint, added: boolean) => void;
  /** the voice gateway named the SSRC of another user's sound */
  announced: (userId: bigint, ssrc: number) => void;
  /** own user id: oneself */
  speaking: (userId: bigint, speaking: boolean) => void;
  inputDetected: (detected: boolean) => void;
  /** dBFS, -100 to 0 */
  inputLevel: (dbfs: number) => void;
  /** somebody spoke over the own sound */
  bargeIn: (bargeIn: NativeBargeIn) => void;
  /** `warning`: what was lost, in words; `refusal`: why nothing of a stream of bytes could be heard */
  inputEnded: (end: InputEnd, warning: string | undefined, refusal: StreamRefusal | undefined) => void;
  /** state, epoch or privacy code of the end-to-end encryption changed */
  encryption: (status: DaveStatus) => void;
  /** a transition of the end-to-end encryption took place, also one that changes nothing of its state */
  transitioned: (transitionId: number) => void;
  /** end-to-end encryption ended where it is required: the call is silent until it comes back */
  encryptionLost: (reason: string) => void;
  /** members of the encrypted group, or which of them are verified */
  encryptedMembers: () => void;
  /** in the encrypted group for 5 s, and the platform never announced this user */
  unannouncedMember: (member: EncryptedMember) => void;
  /** another key than any this user had in this call, or than the one that was verified before */
  memberKeyChanged: (member: EncryptedMember, wasVerified: boolean) => void;
  received: (batch: ArrayBuffer) => void;
  /** an audio callback did not filter its blocks */
  callbackFailed: (failure: CallbackFailure) => void;
  /** another process has the call that is kept: nothing may be sent any more */
  moved: () => void;
  /** the voice process of the call ended, and another one goes on with it */
  goesOn: (move: VoiceMove) => void;
  /** something unexpected that costs nothing but this note; never holds a secret */
  warning: (message: string) => void;
}
