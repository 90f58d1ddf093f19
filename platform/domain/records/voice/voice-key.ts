import type { Snowflake } from "sdkpp/wire";

/** The identity key that one login of a user keeps for encrypted calls. */
export interface VoiceKey {
  /** `static_client_session_id` of the login */
  readonly sessionId: string;
  readonly version: number;
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
  /** the uncompressed P-256 point, base64url */
  readonly point: string;
}

/** A login keeps one key of each version. */
export function voiceKeyId({ sessionId, version }: Pick<VoiceKey, "sessionId" | "version">): string {
  return `${sessionId}:${String(version)}`;
}

/** Lists by key. */
export function voiceKeyIndex({ version, point }: VoiceKey): Record<string, string> {
  return { point: pointIndex(version, point) };
}

export function pointIndex(version: number, point: string): string {
  return `${String(version)}:${point}`;
}
