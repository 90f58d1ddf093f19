import { VoiceCloseCode, type Snowflake } from "sdkpp/wire";
import type { Participation } from "../../records/voice/participation.js";
import type { DigestPort } from "../../world/ports.js";
import type { VoiceWorld } from "../../world/voice/voice-world.js";

/** The claims of a voice Identify. */
export interface VoiceClaim {
  readonly serverId: Snowflake;
  readonly userId: Snowflake;
  readonly sessionId: string;
  readonly token: string;
  /** Only from version 9 on. */
  readonly channelId: Snowflake | undefined;
}

/**
 * Whether everything in an Identify was issued by the main connection, for the call in which the user is now (voice-transport 6.1).
 * @param isSingleUse whether a token is invalid the second time
 * @returns the participation, or the close code
 */
export function admitToVoice(
  world: VoiceWorld & DigestPort,
  claim: VoiceClaim,
  isSingleUse: boolean,
): Participation | VoiceCloseCode {
  const calls = world.voice.ofUser(claim.userId);
  if (calls.length === 0) return VoiceCloseCode.AuthenticationFailed;
  const participation = world.voice.get(claim.serverId, claim.userId);
  if (participation === undefined) return VoiceCloseCode.ServerNotFound;
  if (!world.digest.equal(participation.token, claim.token)) return VoiceCloseCode.AuthenticationFailed;
  if (participation.sessionId !== claim.sessionId) return VoiceCloseCode.SessionInvalid;
  if (claim.channelId !== undefined && claim.channelId !== participation.channelId)
    return VoiceCloseCode.SessionInvalid;
  if (isSingleUse && world.voice.isUsed(claim.token)) return VoiceCloseCode.SessionInvalid;
  world.voice.use(claim.token);
  return participation;
}
