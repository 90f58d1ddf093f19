// Two players meet in a lobby and talk, on a platform in this process.
import fs from "node:fs";
import { startPlatform } from "@sdkpp/platform";
import { AuthorizationTokenType, Client } from "sdkpp";

const { endpoints, seeded, control, stop } = await startPlatform();

async function enter(userId) {
  const client = new Client(endpoints.apiBase, endpoints.webBase, { ca: endpoints.ca });
  const tokens = control.tokens.issue(seeded.applicationId, userId, Client.getDefaultCommunicationScopes());
  await client.updateToken(AuthorizationTokenType.Bearer, tokens.access_token);
  client.connect();
  await client.ready();
  return { client, ...(await client.createOrJoinLobby("a secret that both know")) };
}

const [ada, ben] = await Promise.all(seeded.userIds.map(enter));
let heard = 0;
const onAudio = (userId, samples, samplesPerChannel) => (heard += samplesPerChannel); // may change `samples`
const calls = [ada.client.startCall(ada.lobbyId)];
calls.push(ben.client.startCallWithAudioCallbacks(ben.lobbyId, onAudio, () => {}));
await Promise.all(calls.map((call) => call.connected()));
calls[0].playWav(fs.readFileSync(new URL("../demo/speech.wav", import.meta.url)));
await calls[0].once("inputEnded");
console.log(`Ben heard Ada speak for ${(heard / 48_000).toFixed(1)} s`);
for (const { client } of [ada, ben]) client.destroy();
await stop();
