import { VOICE_KEY_VERSION } from "sdkpp/wire";
import { Type } from "typebox";
import { matchVoiceKey, uploadVoiceKey } from "../domain/rules/voice/keys.js";
import { route } from "./route.js";

/** Longer than the data URL of any key or signature. */
const DATA_URL_MAX = 256;
const key = {
  key_version: Type.Integer({ minimum: VOICE_KEY_VERSION, maximum: VOICE_KEY_VERSION }),
  public_key: Type.String({ maxLength: DATA_URL_MAX }),
};
const UploadBody = Type.Object({ ...key, signature: Type.String({ maxLength: DATA_URL_MAX }) });
const MatchBody = Type.Object(key);

export const voiceKeyRoutes = [
  route("PUT", "/voice/public-keys", {
    docs: "none: DAVE 1.1.4, persistent signature keypairs",
    auth: "bearer",
    body: UploadBody,
    handle: ({ actor, body }, world) => uploadVoiceKey(world, actor, body),
  }),
  route("POST", "/voice/{user.id}/match-public-key", {
    docs: "none: DAVE 1.1.4, persistent signature keypairs",
    auth: "any",
    body: MatchBody,
    handle: ({ params, body }, world) => matchVoiceKey(world, params["user.id"], body),
  }),
];
