/** What of a VOICE_SERVER_UPDATE this package reads. */
export interface VoiceServerUpdate {
  endpoint: string | null;
  guild_id: string;
  token: string;
}

/** What of a VOICE_STATE_UPDATE this package reads. */
export interface VoiceStateUpdate {
  channel_id: string | null;
  guild_id?: string;
  self_deaf: boolean;
  self_mute: boolean;
  session_id: string;
  user_id: string;
}

/** The functions that this package gives to the bot library. */
export interface DiscordGatewayAdapterLibraryMethods {
  /** Ends the connection; the adapter can no longer be used. */
  destroy(): void;
  /** Passes on the data of a VOICE_SERVER_UPDATE of this guild. */
  onVoiceServerUpdate(data: VoiceServerUpdate): void;
  /** Passes on the data of a VOICE_STATE_UPDATE of the bot in this guild. */
  onVoiceStateUpdate(data: VoiceStateUpdate): void;
}

/** The functions that the bot library gives to this package. */
export interface DiscordGatewayAdapterImplementerMethods {
  /** The connection is destroyed and needs the adapter no longer. */
  destroy(): void;
  /**
   * Sends a payload on the main gateway.
   * @returns false when it cannot
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the type that adapters of bots are declared with
  sendPayload(payload: any): boolean;
}

/** Connects a voice connection to the main gateway of a bot library. */
export type DiscordGatewayAdapterCreator = (
  methods: DiscordGatewayAdapterLibraryMethods,
) => DiscordGatewayAdapterImplementerMethods;
