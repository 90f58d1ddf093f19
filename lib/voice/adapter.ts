import { GatewayOpcode, type UpdateVoiceStatePayload } from "../wire/index.js";

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

/** A voice state that a bot asks for. */
export interface AskedState {
  readonly guildId: bigint;
  /** null leaves the channel */
  readonly channelId: bigint | null;
  readonly selfMute: boolean;
  readonly selfDeaf: boolean;
}

/** Op 4 of the main gateway. */
export function voiceStatePayload({ guildId, channelId, selfMute, selfDeaf }: AskedState): object {
  const d: UpdateVoiceStatePayload = {
    guild_id: guildId.toString(),
    channel_id: channelId?.toString() ?? null,
    self_mute: selfMute,
    self_deaf: selfDeaf,
  };
  return { op: GatewayOpcode.VoiceStateUpdate, d };
}

/** Said when an adapter cannot send. */
export const NOT_SENT =
  "the adapter could not send on the main gateway; see that the other library is connected";

/** The adapter that discord.js (`guild.voiceAdapterCreator`), oceanic and other libraries provide. */
export type VoiceAdapterCreator = (methods: VoiceAdapterLibraryMethods) => VoiceAdapterMethods;
