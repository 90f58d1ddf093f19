import {
  VoiceOpcode,
  type SelectProtocolPayload,
  type VoiceCodec,
  type VoiceFrame,
  type VoiceIdentifyPayload,
} from "../../wire/index.js";
import type { Secret } from "../secret.js";

/** The session's fields in Identify and Resume, from the newest server update and voice state. */
export interface VoiceCredentials {
  serverId: bigint;
  userId: bigint;
  sessionId: string;
  token: Secret;
}

/** Op 0. @param maxDaveVersion newest version of end-to-end encryption we speak; 0: none */
export function voiceIdentify(
  session: VoiceCredentials,
  maxDaveVersion: number,
): VoiceFrame<VoiceIdentifyPayload> {
  return {
    op: VoiceOpcode.Identify,
    d: {
      server_id: session.serverId.toString(),
      user_id: session.userId.toString(),
      session_id: session.sessionId,
      token: session.token.reveal(),
      max_dave_protocol_version: maxDaveVersion,
    },
  };
}

/** Op 7. `seqAck` −1: nothing numbered was received. */
export function voiceResume(session: VoiceCredentials, seqAck: number): VoiceFrame {
  return {
    op: VoiceOpcode.Resume,
    d: {
      server_id: session.serverId.toString(),
      session_id: session.sessionId,
      token: session.token.reveal(),
      seq_ack: seqAck,
    },
  };
}

/** The one codec we speak; 120 is the payload type every client uses for it. */
const OPUS: VoiceCodec = { name: "opus", type: "audio", priority: 1000, payload_type: 120 };

/** Op 1. */
export function voiceSelectProtocol(
  address: string,
  port: number,
  mode: string,
): VoiceFrame<SelectProtocolPayload> {
  return {
    op: VoiceOpcode.SelectProtocol,
    d: { protocol: "udp", data: { address, port, mode }, codecs: [OPUS] },
  };
}

/** Op 3. */
export function voiceHeartbeat(t: number, seqAck: number): VoiceFrame {
  return { op: VoiceOpcode.Heartbeat, d: { t, seq_ack: seqAck } };
}

/** Op 5. */
export function voiceSpeaking(flags: number, ssrc: number): VoiceFrame {
  return { op: VoiceOpcode.Speaking, d: { speaking: flags, delay: 0, ssrc } };
}

/** Op 23. */
export function voiceTransitionReady(transitionId: number): VoiceFrame {
  return { op: VoiceOpcode.DaveTransitionReady, d: { transition_id: transitionId } };
}

/** Op 31. */
export function voiceInvalidCommitWelcome(transitionId: number): VoiceFrame {
  return { op: VoiceOpcode.MlsInvalidCommitWelcome, d: { transition_id: transitionId } };
}
