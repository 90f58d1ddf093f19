// A call with the null devices: the whole way from the call to devices and back, without any of this machine.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { Call } from "sdkpp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { enterLobby, type Player } from "../support/players.js";
import { waitFor } from "../support/wait-for.js";

let platform: Platform;
let player: Player;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sdkpp-devices-"));
  platform = await startPlatform();
  player = await enterLobby(platform, platform.seeded.userIds[0], "room", { audioDevices: "null" });
});
afterAll(async () => {
  player.client.destroy();
  await platform.stop();
  rmSync(folder, { recursive: true, force: true });
});

it("lists one silent device each way", async () => {
  const [inputs, outputs] = [await player.client.getInputDevices(), await player.client.getOutputDevices()];
  expect([inputs.length, outputs.length]).toEqual([1, 1]);
  expect((await player.client.getCurrentInputDevice()).equals(inputs[0]!)).toBe(true);
  expect((await player.client.setOutputDevice(outputs[0]!.id)).successful).toBe(true);
});

it("captures and plays; a source of the game's closes the microphone, a recording leaves the speaker open", async () => {
  const call = player.client.startCall(player.lobbyId);
  expect(call.getStats()).toMatchObject({ inputLatencyMs: -1, outputLatencyMs: -1, deviceGaps: 0 });
  await waitFor("the call", () => call.getStatus() === Call.Status.Connected);
  const isOpen = (): boolean => call.getStats().inputLatencyMs > 0 && call.getStats().outputLatencyMs > 0;
  await waitFor("sound both ways", isOpen);
  const recording = call.recordWav(join(folder, "call.wav"));
  call.stopRecording();
  await recording.ended;
  expect(isOpen()).toBe(true);
  call.openPcmInput(48_000, 1);
  expect(call.getStats().inputLatencyMs).toBe(-1);
  expect(call.getStats().outputLatencyMs).toBeGreaterThan(0);
  await player.client.endCall(player.lobbyId);
});
