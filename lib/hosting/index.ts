/** Voice processes, and what is in them of this process: calls that outlive the process that has them. Used by both public doors. */
export { answered } from "./answered.js";
export type { Hosted, MoveOutcome } from "./hosted.js";
export { HostedSound, type SoundMedia } from "./hosted-sound.js";
export { HostedCall, type CallBegin, type CallMove, type HostedCallParts } from "./hosted-call.js";
export type {
  CallOrder,
  CallReport,
  GatewayEvent,
  NamedMessage,
  ProcessOptions,
  ProcessOrder,
  ProcessReport,
  SentError,
  SoundOrder,
} from "./messages.js";
export { HostedMicrophoneTest } from "./client/hosted-microphone-test.js";
export { refuseCallbacks } from "./client/refuse-callbacks.js";
export { HostedDeviceList } from "./client/hosted-device-list.js";
export { PassedSound } from "./passed-sound.js";
export { receivedError, sendError } from "./sent-error.js";
export { isLastReport, isMoveOrder, NOT_JOINED, ServedMoves, type MoveOrder } from "./served-moves.js";
export { isSoundOrder } from "./sound-orders.js";
export { StoreMessages } from "./store-messages.js";
export type { ProcessEnd, SupervisedProcess } from "./supervised-process.js";
export type { VoicePort, VoiceProcess } from "./voice-process.js";
export { assertNotGiven, supervisorArgument } from "./supervisor-argument.js";
export {
  registryOf,
  VoiceSupervisor,
  type ProcessReplacement,
  type Registry,
  type ReplaceProcessOptions,
  type VoiceSupervisorEvents,
  type VoiceSupervisorOptions,
} from "./voice-supervisor.js";
