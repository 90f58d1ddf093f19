import {
  decodeDataUrl,
  VOICE_KEY_VERSION,
  type MatchVoiceKeyBody,
  type Snowflake,
  type UploadVoiceKeyBody,
  type VoiceKeyMatchPayload,
} from "sdkpp/wire";
import { pointIndex, voiceKeyId, type VoiceKey } from "../../records/voice/voice-key.js";
import type { Actor } from "../../world/oauth2/actor.js";
import { staticSessionId } from "../../world/oauth2/auth-session.js";
import type { DigestPort, KeyChecksPort } from "../../world/ports.js";
import type { VoiceWorld } from "../../world/voice/voice-world.js";
import { invalidField } from "../faults.js";
import { done, type Fault, type Result } from "../outcome.js";

/**
 * PUT /voice/public-keys: stores the identity key of this login in place of the one it had. The key signs the login's id
 * and itself, which proves that the login has the private half (DAVE 1.1.4, persistent keys). A key of
 * another login is rejected.
 */
export function uploadVoiceKey(
  world: VoiceWorld & DigestPort & KeyChecksPort,
  actor: Actor,
  body: UploadVoiceKeyBody,
): Result<undefined> {
  const publicKey = decodeDataUrl(body.public_key);
  const point = publicKey && world.keyChecks.pointOf(publicKey);
  if (publicKey === undefined || point === undefined) return notAPoint();
  const sessionId = staticSessionId(world, actor.authSession);
  const signature = decodeDataUrl(body.signature);
  if (signature === undefined || !world.keyChecks.isSelfSigned({ point, publicKey, sessionId, signature }))
    return invalidField(
      "signature",
      "VOICE_KEY_SIGNATURE_INVALID",
      "Expected a signature by the key itself.",
    );
  const key: VoiceKey = {
    sessionId,
    version: VOICE_KEY_VERSION,
    applicationId: actor.application.id,
    userId: actor.user.id,
    point: textOf(point),
  };
  if (keysAt(world, key.point).some((one) => one.sessionId !== sessionId))
    return invalidField("public_key", "VOICE_KEY_IN_USE", "Another session uses this key.");
  world.voiceKeys.put(key);
  return done(undefined);
}

/** POST /voice/{user.id}/match-public-key: whether a login of this user keeps this key. An unknown user keeps none. */
export function matchVoiceKey(
  world: VoiceWorld & KeyChecksPort,
  userId: Snowflake,
  body: MatchVoiceKeyBody,
): Result<VoiceKeyMatchPayload> {
  const publicKey = decodeDataUrl(body.public_key);
  const point = publicKey && world.keyChecks.pointOf(publicKey);
  if (point === undefined) return notAPoint();
  const isMatch = keysAt(world, textOf(point)).some((one) => one.userId === userId);
  return done({ is_match: isMatch });
}

/** Deletes the key of a login that has ended. */
export function deleteVoiceKey(world: VoiceWorld & DigestPort, authSession: string): void {
  const sessionId = staticSessionId(world, authSession);
  world.voiceKeys.delete(voiceKeyId({ sessionId, version: VOICE_KEY_VERSION }));
}

function keysAt(world: VoiceWorld, point: string): VoiceKey[] {
  return world.voiceKeys.listBy("point", pointIndex(VOICE_KEY_VERSION, point));
}

function textOf(point: Uint8Array): string {
  return Buffer.from(point).toString("base64url");
}

function notAPoint(): Fault {
  return invalidField("public_key", "VOICE_KEY_INVALID", "Expected a P-256 point as a base64 data URL.");
}
