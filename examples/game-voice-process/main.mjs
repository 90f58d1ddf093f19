// Ada's voice is in a process of its own. It is killed in the middle of her call: Ben hears her on, with the same keys, and she hears him.
// On a platform in this process.
import fs from "node:fs";
import { startPlatform } from "@sdkpp/platform";
import { AuthorizationTokenType, Client, VoiceSupervisor } from "sdkpp";

const { endpoints, seeded, control, stop } = await startPlatform();
const speech = fs.readFileSync(new URL("../demo/speech.wav", import.meta.url));

/** A player who is ready in the game, in the lobby of the match. */
async function signIn(userId, host = {}) {
  const client = new Client(endpoints.apiBase, endpoints.webBase, { ca: endpoints.ca, ...host });
  const tokens = control.tokens.issue(seeded.applicationId, userId, Client.getDefaultCommunicationScopes());
  await client.updateToken(AuthorizationTokenType.Bearer, tokens.access_token);
  client.connect();
  await client.ready();
  return { client, userId: BigInt(userId), ...(await client.createOrJoinLobby("match-42")) };
}

const voiceHost = new VoiceSupervisor();
const ready = new Promise((resolve) => voiceHost.on("spareReady", resolve));
const ada = await signIn(seeded.userIds[0], {
  voiceHost,
  audioCallbacks: new URL("./filter.mjs", import.meta.url),
});
const ben = await signIn(seeded.userIds[1]);

const call = ada.client.startCall(ada.lobbyId);
const bensCall = ben.client.startCall(ben.lobbyId);
call.on("moved", ({ reason }) => console.log(`the voice process ended (${reason}), and the call goes on`));
await Promise.all([call.encrypted(), bensCall.encrypted()]);
const code = call.getPrivacyCode();
for (const each of [call, bensCall]) each.playWav(speech, { loop: true });

/** Waits until a player has heard another one for a second. */
function hears(listener, userId) {
  return new Promise((resolve) => {
    let blocks = 0;
    const listening = listener.listen(userId, () => {
      blocks += 1;
      if (blocks < 50) return;
      listening.dispose();
      resolve();
    });
  });
}

const bothHear = () => Promise.all([hears(call, ben.userId), hears(bensCall, ada.userId)]);
await Promise.all([bothHear(), ready]);
process.kill(voiceHost.pid, "SIGKILL");
await call.once("moved");
await bothHear();
console.log(call.getPrivacyCode() === code ? "both hear each other, and the keys are the same" : "new keys");

for (const { client } of [ada, ben]) {
  await client.endCalls();
  client.destroy();
}
voiceHost.close();
await stop();
