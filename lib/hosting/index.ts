/** Voice processes, and what is in them of this process: calls that outlive the process that has them. Used by both public doors. */
export type { Hosted } from "./hosted.js";
export { HostedCall, type HostedCallParts } from "./hosted-call.js";
export type {
  CallOrder,
  CallReport,
  GatewayEvent,
  NamedMessage,
  ProcessOptions,
  ProcessOrder,
  ProcessReport,
  SentError,
} from "./messages.js";
export { PassedSound } from "./passed-sound.js";
export { receivedError, sendError } from "./sent-error.js";
export { StoreMessages } from "./store-messages.js";
export type { ProcessEnd, SupervisedProcess } from "./supervised-process.js";
export type { VoicePort, VoiceProcess } from "./voice-process.js";
export { assertNotGiven, supervisorArgument } from "./supervisor-argument.js";
export {
  registryOf,
  VoiceSupervisor,
  type Registry,
  type VoiceSupervisorEvents,
  type VoiceSupervisorOptions,
} from "./voice-supervisor.js";
