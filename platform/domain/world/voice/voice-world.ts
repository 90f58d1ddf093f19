import type { Collection } from "../../../store/store.js";
import type { VoiceKey } from "../../records/voice/voice-key.js";
import type { ChannelCalls } from "./channel-calls.js";
import type { VoiceRoster } from "./voice-roster.js";

export interface VoiceWorld {
  /** Who is in which call. */
  readonly voice: VoiceRoster;
  readonly channelCalls: ChannelCalls;
  readonly voiceKeys: Collection<VoiceKey>;
}
