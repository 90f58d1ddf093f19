// A lobby in a terminal, with the player's own microphone and speaker: a meter, a key to talk, a menu of devices. Ben repeats what
// he hears, so that the player hears it, too. On a platform in this process.
import { startPlatform } from "@sdkpp/platform";
import { AudioModeType, AuthorizationTokenType, Client } from "sdkpp";
import { startParrot } from "./parrot.mjs";
import { Screen } from "./screen.mjs";

const { endpoints, seeded, control, stop } = await startPlatform();
const [adaId, benId] = seeded.userIds;

/** A player who is ready in the game, in the lobby. */
async function enter(userId, host) {
  const client = new Client(endpoints.apiBase, endpoints.webBase, { ca: endpoints.ca, ...host });
  const tokens = control.tokens.issue(seeded.applicationId, userId, Client.getDefaultCommunicationScopes());
  await client.updateToken(AuthorizationTokenType.Bearer, tokens.access_token);
  client.connect();
  await client.ready();
  const { lobbyId } = await client.createOrJoinLobby("push-to-talk");
  return { client, lobbyId };
}

const screen = new Screen();
const ben = await enter(benId, { audioDevices: "off" });
const parrot = startParrot(ben.client, ben.lobbyId);
const { client, lobbyId } = await enter(adaId);

// The call opens the microphone when it connects. Nothing is sent before the key is pressed.
const call = client.startCall(lobbyId);
call.setAudioMode(AudioModeType.MODE_PTT);
call.setPTTReleaseDelay(200);
await call.connected({ signal: AbortSignal.timeout(20_000) });

call.on("speakingStatusChanged", (userId, speaks) => {
  const isBen = String(userId) === benId;
  if (isBen) screen.say(speaks ? "Ben talks" : "Ben is silent");
  else screen.say(speaks ? "you are heard" : "you are not heard");
});
call.on("level", (dbfs) => screen.meter(dbfs, call.getPTTActive()));
// How the voice is cleaned: these are the values without any call.
client.setEchoCancellation(true); // what the speaker plays is not sent back; learns for some seconds
client.setNoiseSuppression(true); // up to 15 dB less noise
client.setNoiseCancellation(false); // instead of it, up to 40 dB
client.setAutomaticGainControl(true); // quiet and loud players are heard alike
// Problems of devices, in words.
client.addVoiceLogCallback((message) => screen.say(message), 3);

client.setDeviceChangeCallback((inputs, outputs) => {
  screen.say(`microphones: ${inputs.map(({ name }) => name).join(", ") || "none"}`);
  screen.say(`speakers: ${outputs.map(({ name }) => name).join(", ") || "none"}`);
});

/** Chooses the device after the one in use. */
async function next(kind) {
  const isInput = kind === "microphone";
  const devices = await (isInput ? client.getInputDevices() : client.getOutputDevices());
  const current = await (isInput ? client.getCurrentInputDevice() : client.getCurrentOutputDevice());
  if (devices.length === 0) return screen.say(`there is no ${kind}`);
  const at = devices.findIndex(({ id }) => id === current.id);
  const chosen = devices[(at + 1) % devices.length];
  await (isInput ? client.setInputDevice(chosen.id) : client.setOutputDevice(chosen.id));
  screen.say(`${kind}: ${chosen.name}`);
}

/** Plays the microphone back for five seconds, without anybody else hearing it. */
function tryMicrophone() {
  const test = client.testMicrophone(); // { playBack: false } for a meter without sound
  screen.say("say something: you hear yourself for five seconds");
  test.on("level", (dbfs) => screen.meter(dbfs, false)); // −100 to 0, some 17 times a second
  test.on("opened", (device) => screen.say(`the ${device} is open`));
  test.on("problem", (message) => screen.say(message)); // such as "there is no microphone"
  setTimeout(() => test.stop(), 5000).unref();
}

async function leave() {
  screen.close();
  await client.endCalls();
  parrot.stop();
  for (const each of [client, ben.client]) each.destroy();
  await stop();
}

// A terminal reports no released keys: the key to talk is a switch.
screen.onKey({
  " ": () => {
    call.setPTTActive(!call.getPTTActive());
    screen.say(call.getPTTActive() ? "talk, and press space again" : "the microphone is closed");
  },
  m: () => next("microphone"),
  s: () => next("speaker"),
  t: tryMicrophone,
  l: () => screen.sayLevel(),
  q: leave,
});
const [microphone, speaker] = [await client.getCurrentInputDevice(), await client.getCurrentOutputDevice()];
screen.say(`microphone: ${microphone.name || "none"}; speaker: ${speaker.name || "none"}`);
screen.say("space: talk; m: next microphone; s: next speaker; t: try the microphone; l: its level; q: leave");
