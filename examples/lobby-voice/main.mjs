// Ada and Ben meet in a lobby that has the settings of their match, and talk by push to talk, until Ada mutes herself, and Ben
// mutes her, too. On a platform in this process.
import fs from "node:fs";
import { startPlatform } from "@sdkpp/platform";
import { AudioModeType, AuthorizationTokenType, Client, RelationshipType } from "sdkpp";

const { endpoints, seeded, control, stop } = await startPlatform();
const [adaId, benId] = seeded.userIds;
const speech = fs.readFileSync(new URL("../demo/speech.wav", import.meta.url));
const secret = "match-42";

/** A player who is ready in the game. */
async function signIn(userId) {
  const client = new Client(endpoints.apiBase, endpoints.webBase, { ca: endpoints.ca });
  const tokens = control.tokens.issue(seeded.applicationId, userId, Client.getDefaultCommunicationScopes());
  await client.updateToken(AuthorizationTokenType.Bearer, tokens.access_token);
  client.connect();
  await client.ready();
  return client;
}

const [ada, ben] = await Promise.all([adaId, benId].map(signIn));

// Ada makes the lobby and sets up the match. Ben joins, and then says which team he is in.
await ada.createOrJoinLobbyWithMetadata(secret, { map: "harbour" }, { team: "red" });
const { lobbyId } = await ben.createOrJoinLobby(secret);
const lobby = ben.getLobbyHandle(lobbyId);
const chosen = ada.once("lobbyMemberUpdated");
await ben.createOrJoinLobbyWithMetadata(secret, lobby.metadata, { team: "blue" });
await chosen;
const teams = ada
  .getLobbyHandle(lobbyId)
  .lobbyMembers.map(({ user, metadata }) => `${user.displayName} (${metadata.team})`);
console.log(`lobby | ${lobby.metadata.map}: ${teams.join(", ")}`);

// Ada changes the map for all.
const updated = ben.once("lobbyUpdated");
await ada.createOrJoinLobbyWithMetadata(secret, { map: "castle" }, { team: "red" });
await updated;
console.log(`lobby | ${lobby.metadata.map}`);

/** Ada's call, in which she speaks while she holds a key. */
async function talk(client) {
  const call = client.startCall(lobbyId);
  call.setAudioMode(AudioModeType.MODE_PTT);
  call.setPTTReleaseDelay(20);
  await call.connected({ signal: AbortSignal.timeout(20_000) });
  return call;
}

/** The participants of the lobby's call, also for members outside it. */
function callers() {
  const userIds = lobby.getCallInfoHandle()?.getParticipants() ?? [];
  return userIds.map((userId) => ben.getUser(userId).displayName).join(", ") || "nobody";
}

const started = ben.once("voiceParticipantChanged");
const speaking = await talk(ada);
await started;
console.log(`call | ${callers()}`);

/** Ben's call: he does not hear players whom he has blocked. */
async function listen(client) {
  const call = client.startCall(lobbyId);
  call.on("participantChanged", (userId, added) => added && muteBlocked(userId));
  await call.connected({ signal: AbortSignal.timeout(20_000) });
  for (const userId of call.getParticipants()) muteBlocked(userId);
  return call;

  function muteBlocked(userId) {
    const { discordRelationshipType } = client.getRelationshipHandle(userId);
    if (discordRelationshipType === RelationshipType.Blocked) call.setLocalMute(userId, true);
  }
}

const hearing = await listen(ben);
hearing.on("speakingStatusChanged", (userId, isSpeaking) =>
  console.log(`call | ${ben.getUser(userId).displayName} ${isSpeaking ? "speaks" : "is silent"}`),
);

// A file stands for Ada's microphone. Nothing is sent before she presses the key.
speaking.playWav(speech, { loop: true });
const heard = hearing.once("speakingStatusChanged");
speaking.setPTTActive(true);
await heard;
const silent = hearing.once("speakingStatusChanged");
speaking.setPTTActive(false);
await silent;

// Ada mutes herself, which everybody sees; Ben turns her down, which nobody sees.
const muted = hearing.once("voiceStateChanged");
speaking.setSelfMute(true);
await muted;
console.log(`call | Ada is muted: ${hearing.getVoiceStateHandle(adaId).selfMute}`);
hearing.setParticipantVolume(adaId, 50);
await ben.blockUser(adaId);
hearing.setLocalMute(adaId, true);

const left = hearing.once("participantChanged");
await ada.endCall(lobbyId);
await left;
console.log(`call | ${callers()}`);
await ben.endCall(lobbyId);
await ben.leaveLobby(lobbyId);

for (const client of [ada, ben]) client.destroy();
await stop();
