// A player with a microphone and a speaker, and a real PipeWire behind its PulseAudio door.
import { startPlatform, type Platform } from "@sdkpp/platform";
import { afterAll, beforeAll, expect, it } from "vitest";
import { waitFor } from "../support/wait-for.js";
import { pipeWire, SoundServer, until } from "./sound-server.js";
import { adaAndBen, BEN_HZ, grows, VOICE_HZ, type TwoPlayers } from "./two-players.js";

const server = new SoundServer(pipeWire);
let platform: Platform;
let players: TwoPlayers;

beforeAll(async () => {
  Object.assign(process.env, server.env);
  await server.start();
  await server.speak(VOICE_HZ);
  platform = await startPlatform();
});
afterAll(async () => {
  players.end();
  await platform.stop();
  server.stop();
  server.remove();
});

it("with PipeWire, the microphone is heard, and the speaker plays", async () => {
  const speaker = server.listen("speaker", BEN_HZ);
  players = await adaAndBen(platform);
  await grows("Ben to hear the microphone", players.heard, 50);
  await grows("the speaker to play Ben", speaker, 50);
  const { inputLatencyMs, outputLatencyMs } = players.adaCall.getStats();
  expect(inputLatencyMs).toBeGreaterThan(0);
  expect(inputLatencyMs).toBeLessThan(250);
  expect(outputLatencyMs).toBeGreaterThan(0);
  expect(outputLatencyMs).toBeLessThan(250);
});

it("with PipeWire, a microphone that vanishes gives way to the default, and comes back", async () => {
  const { ada, heard, logs } = players;
  const headset = await server.plugMicrophone("headset");
  const find = async () => (await ada.client.getInputDevices()).find(({ name }) => name === "headset");
  await until("the headset", async () => (await find()) !== undefined);
  const device = await find();
  await ada.client.setInputDevice(device!.id);
  await grows("Ben to hear the headset", heard);
  await server.pactl("unload-module", headset);
  await waitFor("the loss", () => logs.some((line) => line.startsWith("the microphone lost")));
  await grows("Ben to hear the default again", heard);
});
