/** The functions that this package gives to the other library, to be called with the bot's events. */
export interface VoiceAdapterLibraryMethods {
  /** `d` of a VOICE_SERVER_UPDATE of this guild */
  onVoiceServerUpdate(data: unknown): void;
  /** `d` of a VOICE_STATE_UPDATE of the bot itself in this guild */
  onVoiceStateUpdate(data: unknown): void;
  /** the other library has closed its connection */
  destroy(): void;
}

/** The functions that the other library gives to this package. */
export interface VoiceAdapterMethods {
  /** Sends a payload on the main gateway. @returns false when it cannot */
  sendPayload(payload: unknown): boolean;
  destroy(): void;
}

/** The adapter that discord.js (`guild.voiceAdapterCreator`), oceanic and other libraries provide. */
export type VoiceAdapterCreator = (methods: VoiceAdapterLibraryMethods) => VoiceAdapterMethods;
