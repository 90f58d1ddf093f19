// Ben hears Ada through a filter. What the filter does not finish, he does not hear.
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
let blocks = 0;
function quieter(userId, samples) {
  blocks += 1;
  if (blocks === 20) throw new Error("the filter has a bug");
  for (let at = 0; at < samples.length; at += 1) samples[at] /= 2;
}

const calls = [ada.client.startCall(ada.lobbyId)];
calls.push(ben.client.startCallWithAudioCallbacks(ben.lobbyId, quieter, () => {}));
calls[1].setAudioCallbackPolicy({ whenNotFiltered: "mute", callbackBudgetMs: 60 });
calls[1].on("audioCallbackFailed", ({ which, count, error }) =>
  console.log(`${which}: ${count} block not filtered: ${error.message}`),
);
await Promise.all(calls.map((call) => call.connected()));
calls[0].playWav(fs.readFileSync(new URL("../demo/speech.wav", import.meta.url)));
await new Promise((resolve) => setTimeout(resolve, 5000)); // five seconds of speech
const { received, failed } = calls[1].getStats().callbacks;
console.log(`${failed} of ${received > 50 ? "many" : "few"} blocks failed`);
for (const { client } of [ada, ben]) client.destroy();
await stop();
