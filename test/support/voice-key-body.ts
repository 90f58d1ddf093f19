import { encodeDataUrl, VOICE_KEY_VERSION, type UploadVoiceKeyBody } from "sdkpp/wire";
import { selfSignature, type SignatureKeyPair } from "../../lib/protocol/index.js";

/** The body with which a client uploads its identity key. @param sessionId `static_client_session_id` of READY */
export function voiceKeyBody(key: SignatureKeyPair, sessionId: string): UploadVoiceKeyBody {
  return {
    key_version: VOICE_KEY_VERSION,
    public_key: encodeDataUrl(key.publicKey),
    signature: encodeDataUrl(selfSignature(key, sessionId)),
  };
}
