import type { DoorWords, OwnSettings, SoundDoor, SoundFinding, UserSettings } from "../../../call/index.js";
import { linkVerdicts } from "../../../call/why/verdicts.js";
import type { SessionStats } from "../../../native/index.js";
import { AudioModeType } from "../../../enums/index.js";
import type { CallSession } from "./call-session.js";

const WORDS: DoorWords = {
  unmute: "call `setSelfMute(false)`, and `Client.setSelfMuteAll(false)` when all calls are muted",
  undeafen: "call `setSelfDeaf(false)`, and `Client.setSelfDeafAll(false)` when all calls are deaf",
  play: "connect a microphone and allow this program to use it, or play something, as with `playWav`",
  sendMore: "be louder than the threshold of voice activity, or lower it with `setVADThreshold`",
  connect: "wait for `connected()`; when the call is over, start a new one with `Client.startCall`",
  subscribe: "let the call hear the user: `setSelfDeaf(false)`",
  userVolume: "setParticipantVolume",
};

/** The verdicts on a call that is over. */
export function overVerdicts(): SoundFinding[] {
  const state = "it is over, or was moved";
  return linkVerdicts({ isConnected: false, state, isPathSilent: false, missingKey: "" }, WORDS);
}

/** The settings, the source and the users of a game's call, for the verdicts on its sound. */
export function soundDoorOf(session: CallSession): SoundDoor {
  return {
    words: WORDS,
    own: (stats) => ownOf(session, stats),
    user: (userId) => userOf(session, userId),
    listen: (userId, hear) => session.connection.listen(userId, hear).dispose,
  };
}

function ownOf(session: CallSession, stats: SessionStats): OwnSettings {
  const { selfMute, selfDeaf, audioMode, pttActive, settings } = session;
  return {
    // A deaf player is not heard either.
    isMuted: selfMute || selfDeaf,
    isDeaf: selfDeaf,
    // The calls of lobbies have no moderators and no stages.
    isServerMuted: false,
    isServerDeaf: false,
    isSuppressed: false,
    isKeyUp: audioMode === AudioModeType.MODE_PTT && !pttActive,
    source: session.sourceOf(stats),
    inputVolume: settings.inputVolume,
    outputVolume: settings.outputVolume,
  };
}

function userOf(session: CallSession, userId: bigint): UserSettings {
  const state = session.world.lobbies.get(session.lobbyId)?.voiceStates.get(userId);
  const { selfMute = false, selfDeaf = false } = state ?? {};
  return {
    isLocallyMuted: session.isLocallyMuted(userId),
    volume: session.volumeOf(userId),
    isWanted: true,
    isMuted: selfMute || selfDeaf,
    isDeaf: selfDeaf,
  };
}
