import type { AgentConnection } from "./agent-line.js";
import type { NativeSettings } from "../native/index.js";
import type { VoiceConnection, VoiceMedia } from "./voice-connection.js";

/** Settings, sources and outputs of a game's call. */
export type CallMedia = Pick<
  VoiceMedia,
  | Exclude<
      keyof NativeSettings,
      "setDeliverEvery" | "setSpeakingHold" | "setInputWaits" | "setLoopback" | "setBargeIn"
    >
  | "openPcmInput"
  | "writePcm"
  | "openWavInput"
  | "endInput"
  | "closeInput"
  | "openWavOutput"
  | "closeOutput"
  | "openDeviceInput"
  | "openDeviceOutput"
  | "closeDeviceOutput"
  | "startCaptureDump"
  | "stopCaptureDump"
  | "setAudioCallbacks"
>;

/** A voice connection as a game's call uses it: of this process, or in a voice process. */
export interface CallConnection extends Pick<
  VoiceConnection,
  | "status"
  | "encryption"
  | "on"
  | "join"
  | "joinRefused"
  | "leave"
  | "close"
  | "voiceStateUpdate"
  | "voiceServerUpdate"
  | "playOgg"
  | "getStats"
  | "why"
  | "listen"
  | "encryptedMembers"
  | "verificationCode"
  | "verifyMember"
> {
  readonly media: CallMedia;
  /** The connection as voice agents use it; undefined: the call is in another process. */
  readonly forAgents?: AgentConnection;
}
