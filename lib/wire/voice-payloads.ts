import type { Snowflake } from "./snowflake.js";

/** One text message of the voice gateway. `seq` from version 8 on, for numbered messages. */
export interface VoiceFrame<D = unknown> {
  op: number;
  d: D;
  seq?: number;
}

export interface VoiceIdentifyPayload {
  server_id: Snowflake;
  user_id: Snowflake;
  session_id: string;
  token: string;
  max_dave_protocol_version?: number;
  video?: boolean;
  streams?: VoiceStream[];
  /** version 9 */
  channel_id?: Snowflake;
}

export interface VoiceResumePayload {
  server_id: Snowflake;
  session_id: string;
  token: string;
  /** version 8; −1: nothing numbered was received */
  seq_ack?: number;
  channel_id?: Snowflake;
}

export interface VoiceStream {
  type: "video" | "screen" | "test";
  rid: string;
  quality?: number;
  active?: boolean;
  ssrc?: number;
  rtx_ssrc?: number;
}

export interface SelectProtocolPayload {
  protocol: "udp";
  data: { address: string; port: number; mode: string };
  codecs?: VoiceCodec[];
  rtc_connection_id?: string;
  experiments?: string[];
}

export interface VoiceCodec {
  name: string;
  type: "audio" | "video";
  priority: number;
  payload_type: number;
  rtx_payload_type?: number;
  encode?: boolean;
  decode?: boolean;
}

export interface VoiceReadyPayload {
  ssrc: number;
  ip: string;
  port: number;
  modes: string[];
  experiments: string[];
  streams: VoiceStream[];
}

export interface SessionDescriptionPayload {
  mode: string;
  /** 32 bytes as numbers */
  secret_key: number[];
  audio_codec: string;
  video_codec: string | null;
  media_session_id: string;
  /** 0: no end-to-end encryption */
  dave_protocol_version: number;
}

export interface VoiceHelloPayload {
  v: number;
  /** milliseconds, may be fractional */
  heartbeat_interval: number;
}

/** Versions 8 and 9; below 8 the bare `t`. */
export interface VoiceHeartbeatPayload {
  t: number;
  seq_ack?: number;
}

export interface SpeakingPayload {
  /** `SpeakingFlag` bits */
  speaking: number;
  ssrc: number;
  /** server → client only */
  user_id?: Snowflake;
  /** client → server only, always 0 */
  delay?: number;
}

export interface ClientsConnectPayload {
  user_ids: Snowflake[];
}

export interface ClientDisconnectPayload {
  user_id: Snowflake;
}
