// Ben hears Ada through a filter that runs in a worker. He hears her a few blocks later, and silence until the first one is ready.
import fs from "node:fs";
import { Worker } from "node:worker_threads";
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

const worker = new Worker(new URL("./filter.mjs", import.meta.url));
const finished = []; // blocks that came back from the worker, oldest first
worker.on("message", (block) => finished.push(block));
let filtered = 0;

function received(userId, samples) {
  worker.postMessage(samples.slice());
  const block = finished.shift();
  if (block) samples.set(block);
  else samples.fill(0); // not ready: silence instead of unfiltered sound
  if (block) filtered += 1;
}

const [ada, ben] = await Promise.all(seeded.userIds.map(enter));
const speaking = ada.client.startCall(ada.lobbyId);
const hearing = ben.client.startCallWithAudioCallbacks(ben.lobbyId, received, () => {});
await Promise.all([speaking, hearing].map((call) => call.encrypted()));
speaking.playWav(fs.readFileSync(new URL("../demo/speech.wav", import.meta.url)));
await speaking.once("inputEnded");
console.log(`${filtered > 50 ? "many" : filtered} blocks went through the worker`);
for (const { client } of [ada, ben]) client.destroy();
await worker.terminate();
await stop();
