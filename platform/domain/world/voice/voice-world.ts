import { Collection, type Store } from "../../../store/store.js";
import { voiceKeyId, voiceKeyIndex, type VoiceKey } from "../../records/voice/voice-key.js";
import { ChannelCalls } from "./channel-calls.js";
import { VoiceRoster } from "./voice-roster.js";

export interface VoiceWorld {
  /** The participants of all calls. */
  readonly voice: VoiceRoster;
  readonly channelCalls: ChannelCalls;
  readonly voiceKeys: Collection<VoiceKey>;
}

export function voiceWorld(store: Store): VoiceWorld {
  return {
    voice: new VoiceRoster(),
    channelCalls: new ChannelCalls(),
    voiceKeys: new Collection<VoiceKey>(store, "voice-key", voiceKeyId, voiceKeyIndex),
  };
}
