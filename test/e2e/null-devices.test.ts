// A call with the null devices: the whole way from the call to devices and back, without any of this machine.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { Call, LoggingSeverity } from "sdkpp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { enterLobby, type Player } from "../support/players.js";
import { waitFor } from "../support/wait-for.js";
import { samplesOf } from "../support/wav.js";

/** of a file that this package writes */
const WAV_HEADER_BYTES = 80;

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

it("are listed although nothing else keeps the program running", async () => {
  const program = `import { Client } from "sdkpp";
    const client = new Client(undefined, { audioDevices: "null" });
    console.log((await client.getInputDevices()).length);`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  expect(stdout).toBe("1\n");
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

it("measures and dumps what the microphone gives", async () => {
  player.client.setLogDir(folder, LoggingSeverity.Error);
  player.client.setAecDump(true);
  const call = player.client.startCall(player.lobbyId);
  const [level] = await call.once("level");
  expect(level).toBe(-100);
  const paths = ["captured", "played", "processed"].map((part) => join(folder, `discord-aec_0_${part}.wav`));
  const holdsSound = (path: string): boolean => readFileSync(path).length > WAV_HEADER_BYTES;
  // the speaker may be open before the microphone
  await waitFor("sound of the microphone", () => paths.every(holdsSound));
  player.client.setAecDump(false);
  const isComplete = (path: string): boolean => {
    const file = readFileSync(path);
    return file.length > WAV_HEADER_BYTES && file.readUInt32LE(4) === file.length - 8;
  };
  await waitFor("three complete files", () => paths.every(isComplete));
  const lengths = paths.map((path) => samplesOf(readFileSync(path)).length);
  expect(lengths[0]).toBeGreaterThan(0);
  expect(lengths).toEqual([lengths[0], lengths[0], lengths[0]]);
  await player.client.endCall(player.lobbyId);
});

it.runIf(existsSync("/dev/full"))("says that a disk is full, and the call continues", async () => {
  const full = join(folder, "full");
  mkdirSync(full);
  symlinkSync("/dev/full", join(full, "discord-aec_0_played.wav"));
  const warnings: string[] = [];
  player.client.addVoiceLogCallback((message) => warnings.push(message), LoggingSeverity.Warning);
  player.client.setLogDir(full, LoggingSeverity.Error);
  const call = player.client.startCall(player.lobbyId);
  await waitFor("the devices", () => call.getStats().inputLatencyMs > 0);
  player.client.setAecDump(true);
  const problem = `could not write the dump ${join(full, "discord-aec_0")}: No space left on device`;
  await waitFor("the warning", () => warnings.includes(problem));
  expect(call.getStatus()).toBe(Call.Status.Connected);
  player.client.setAecDump(false);
  const captured = (): number => readFileSync(join(full, "discord-aec_0_captured.wav")).length;
  await waitFor("what another file holds", () => captured() > WAV_HEADER_BYTES);
  await player.client.endCall(player.lobbyId);
});

it("tests the microphone without a call", async () => {
  const test = player.client.testMicrophone();
  const seen: unknown[] = [];
  test.on("opened", (device) => seen.push(device));
  test.on("level", (dbfs) => seen.push(dbfs));
  test.on("problem", (message) => seen.push(message));
  await waitFor("both devices and a level", () => seen.length >= 3);
  expect(new Set(seen)).toEqual(new Set(["microphone", "speaker", -100]));
  test.stop();
});
