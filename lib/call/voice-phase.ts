import type { GatewayPhase } from "../native/index.js";
import type { DavePhase } from "../protocol/index.js";

/** A step of joining a call or of recovering it, or of its end-to-end encryption. */
export type VoicePhase =
  | GatewayPhase
  | DavePhase
  /** a key for sending came that was in use before, and is not used again */
  | "e2eeBaseRefused"
  /** the call ends, because it is not encrypted where it has to be */
  | "e2eeEnded"
  /** no voice process can have the call */
  | "voiceProcessFailed";
