/** One voice connection: WebSocket and addon session joined. Used by both public doors. */
export type { VoiceConnectionEvents } from "./connection-events.js";
export type { VoicePhase } from "./voice-phase.js";
export type { VoiceConnectionOptions, VoiceSignalling } from "./connection-options.js";
export { e2eePolicyOf, type E2eeOption, type E2eePolicy } from "./e2ee-policy.js";
export type { EncryptedMember, KeyDirectory } from "./encrypted-members.js";
export type { SoundListener } from "./heard-sound.js";
export { gainWarning, inputEndOf, lossWarning, type InputEnd, type InputEndReason } from "./input-end.js";
export { memberArgument } from "./member-argument.js";
export { SignatureKeys } from "./signature-keys.js";
export { Emitter, type Subscription } from "./emitter.js";
export type { VoiceClose } from "./voice-close.js";
export { VoiceConnection, type VoiceMedia } from "./voice-connection.js";
export { VerifiedKeys, type KeyStore } from "./verified-keys.js";
export type { SoundCause, SoundFinding } from "./why/sound-finding.js";
export type { DoorWords, OwnSettings, UserSettings } from "./why/sound-facts.js";
export type { SoundDoor } from "./why/sound-watch.js";
