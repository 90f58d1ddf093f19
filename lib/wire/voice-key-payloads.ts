/** Version of the format of identity keys (DAVE 1.1.4). */
export const VOICE_KEY_VERSION = 1;

/** Body of `PUT /voice/public-keys`. Bytes are data URLs, see {@link encodeDataUrl}. */
export interface UploadVoiceKeyBody {
  key_version: number;
  /** P-256 point, X9.62 */
  public_key: string;
  /** ECDSA with SHA-256, ASN.1 DER, by the key itself over label, session id and key */
  signature: string;
}

/** Body of `POST /voice/{user.id}/match-public-key`. */
export interface MatchVoiceKeyBody {
  key_version: number;
  public_key: string;
}

export interface VoiceKeyMatchPayload {
  /** the user uploaded this key in one of its sessions */
  is_match: boolean;
}

const PREFIX = "data:application/octet-stream;base64,";

export function encodeDataUrl(bytes: Uint8Array): string {
  return PREFIX + btoa(String.fromCharCode(...bytes));
}

/** Accepts any media type. @returns undefined unless it is a data URL in base64 */
export function decodeDataUrl(text: string): Uint8Array | undefined {
  const [, base64] =
    /^data:[\w.+-]+\/[\w.+-]+;base64,((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(
      text,
    ) ?? [];
  return base64 === undefined ? undefined : Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
}
