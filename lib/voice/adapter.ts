/** What this package gives to the other library: call these with the bot's own events. */
export interface VoiceAdapterLibraryMethods {
  /** `d` of a VOICE_SERVER_UPDATE of this guild */
  onVoiceServerUpdate(data: unknown): void;
  /** `d` of a VOICE_STATE_UPDATE of the bot itself in this guild */
  onVoiceStateUpdate(data: unknown): void;
  /** the other library gave up its connection */
  destroy(): void;
}

/** What the other library gives to this package. */
export interface VoiceAdapterMethods {
  /** Sends a payload on the main gateway. @returns false when it cannot */
  sendPayload(payload: unknown): boolean;
  destroy(): void;
}

/** The adapter which discord.js (`guild.voiceAdapterCreator`), oceanic and others offer. */
export type VoiceAdapterCreator = (methods: VoiceAdapterLibraryMethods) => VoiceAdapterMethods;
