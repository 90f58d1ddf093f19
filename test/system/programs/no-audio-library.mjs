// Lists devices and calls with the microphone and speaker of a machine without audio libraries. Prints what it saw.
import { startPlatform } from "@sdkpp/platform";
import { AuthorizationTokenType, Client } from "sdkpp";

const { endpoints, seeded, control, stop } = await startPlatform();
const client = new Client(endpoints.apiBase, endpoints.webBase, { ca: endpoints.ca, audioDevices: "system" });
const warnings = [];
client.addVoiceLogCallback((message) => warnings.push(message), 3);
const tokens = control.tokens.issue(
  seeded.applicationId,
  seeded.userIds[0],
  Client.getDefaultCommunicationScopes(),
);
await client.updateToken(AuthorizationTokenType.Bearer, tokens.access_token);
client.connect();
await client.ready();
const { lobbyId } = await client.createOrJoinLobby("room");
const before = warnings.length;
const call = client.startCall(lobbyId);
await call.connected({ signal: AbortSignal.timeout(20_000) });
const isOpen = () => call.getStats().inputLatencyMs > 0 && call.getStats().outputLatencyMs > 0;
for (let tries = 100; !isOpen() && tries > 0; tries -= 1) await new Promise((done) => setTimeout(done, 50));
// two looks at the list follow in this time
await new Promise((done) => setTimeout(done, 2500));
const inputs = await client.getInputDevices();
console.log(JSON.stringify({ before, warnings, isOpen: isOpen(), inputs: inputs.length }));
client.destroy();
await stop();
