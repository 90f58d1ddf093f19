// A player with a microphone and a speaker, through ALSA: its plug-in for PulseAudio stands for a sound card. The environment
// names no PulseAudio server, so that the addon finds ALSA only.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { afterAll, beforeAll, expect, it } from "vitest";
import { pulseAudio, SoundServer } from "./sound-server.js";
import { adaAndBen, BEN_HZ, grows, VOICE_HZ, type TwoPlayers } from "./two-players.js";

const server = new SoundServer(pulseAudio);
let platform: Platform;
let players: TwoPlayers;

beforeAll(async () => {
  const plugin = `{ type pulse server "unix:${server.socket}" }`;
  writeFileSync(join(server.folder, ".asoundrc"), `pcm.!default ${plugin}\nctl.!default ${plugin}\n`);
  process.env["HOME"] = server.folder;
  process.env["XDG_RUNTIME_DIR"] = join(server.folder, "none");
  delete process.env["PULSE_SERVER"];
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

it("with ALSA, the microphone is heard, and the speaker plays", async () => {
  const speaker = server.listen("speaker", BEN_HZ);
  players = await adaAndBen(platform);
  const { ada, adaCall, heard } = players;
  await grows("Ben to hear the microphone", heard, 50);
  await grows("the speaker to play Ben", speaker, 50);
  const { inputLatencyMs, outputLatencyMs } = adaCall.getStats();
  expect(inputLatencyMs).toBeGreaterThan(0);
  expect(inputLatencyMs).toBeLessThan(500);
  expect(outputLatencyMs).toBeGreaterThan(0);
  expect(outputLatencyMs).toBeLessThan(500);
  const names = (await ada.client.getInputDevices()).map(({ name }) => name);
  expect(names).toContain("PulseAudio Sound Server");
  expect(names).not.toContain("");
});
