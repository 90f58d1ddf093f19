import type { GuildChannelPayload } from "./guild-payloads.js";
import type { Snowflake } from "./snowflake.js";

/** `null` prototype where we build one: keys come from the network. */
export type MetadataMap = Record<string, string>;

export interface UserPayload {
  id: Snowflake;
  username: string;
  discriminator: string;
  global_name: string | null;
  avatar: string | null;
  bot?: boolean;
  system?: boolean;
  verified?: boolean;
  email?: string | null;
  locale?: string;
  premium_type?: number;
  flags?: number;
  public_flags: number;
  primary_guild?: {
    identity_guild_id: Snowflake | null;
    identity_enabled: boolean | null;
    tag: string | null;
    badge: string | null;
  } | null;
}

/** A lobby member as HTTP sends it. */
export interface LobbyMemberPayload {
  id: Snowflake;
  metadata: MetadataMap | null;
  flags: number;
  additional_name?: string;
}

/** A lobby as HTTP sends it. */
export interface LobbyPayload {
  id: Snowflake;
  application_id: Snowflake;
  metadata: MetadataMap | null;
  members: LobbyMemberPayload[];
  flags: number;
  /** absent: not linked */
  linked_channel?: GuildChannelPayload;
}

/** A lobby member as the gateway sends it: other names than over HTTP. */
export interface GatewayLobbyMemberPayload {
  user_id: Snowflake;
  user: UserPayload;
  metadata: MetadataMap | null;
  flags: number;
  /** a live session of the application, not presence in the call */
  connected: boolean;
  additional_name?: string;
}

/** A lobby as the gateway sends it. */
export interface GatewayLobbyPayload {
  id: Snowflake;
  application_id: Snowflake;
  metadata: MetadataMap | null;
  members: GatewayLobbyMemberPayload[];
  flags: number;
  /** absent: not linked */
  linked_channel?: GuildChannelPayload;
  voice_states: VoiceStatePayload[];
  region: string | null;
}

/** Body of `PUT /lobbies`. */
export interface CreateOrJoinLobbyBody {
  secret: string;
  lobby_metadata?: MetadataMap | null;
  member_metadata?: MetadataMap | null;
  idle_timeout_seconds?: number;
  flags?: number;
}

export interface VoiceStatePayload {
  guild_id?: Snowflake;
  lobby_id?: Snowflake;
  /** null: left */
  channel_id: Snowflake | null;
  user_id: Snowflake;
  session_id: string;
  deaf: boolean;
  mute: boolean;
  self_deaf: boolean;
  self_mute: boolean;
  self_stream?: boolean;
  self_video: boolean;
  suppress: boolean;
  request_to_speak_timestamp: string | null;
}

export interface TokenPayload {
  token_type: "Bearer";
  access_token: string;
  /** seconds */
  expires_in: number;
  refresh_token?: string;
  scope: string;
  id_token?: string;
}
