// A player with a microphone and a speaker: a real PulseAudio daemon of the test's own, with null sinks in the place of
// hardware. What is played into the sink "voice" is the microphone; what the speaker plays is heard at its monitor.
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startPlatform, type Platform } from "@sdkpp/platform";
import type { Call } from "sdkpp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { enterLobby, type Player } from "../support/players.js";
import { hum, toneShare } from "../support/tone.js";
import { waitFor } from "../support/wait-for.js";

const VOICE_HZ = 440;
const BEN_HZ = 1000;
const run = promisify(execFile);

let folder: string;
let env: NodeJS.ProcessEnv;
let daemon: ChildProcess;
let platform: Platform;
const children: ChildProcess[] = [];
const players: Player[] = [];
const hums: (() => void)[] = [];

const pactl = (...args: string[]) => run("pactl", args, { env });
/** Loads a module. @returns its number, for `unload-module` */
const load = async (...args: string[]) => (await pactl("load-module", ...args)).stdout.trim();

/** {@link waitFor}, for what has to be asked. */
async function until(what: string, holds: () => Promise<boolean>, tries = 200): Promise<void> {
  for (let left = tries; !(await holds()); left -= 1) {
    if (left === 0) throw new Error(`gave up waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function startDaemon(): Promise<void> {
  const modules = [
    `module-native-protocol-unix auth-anonymous=1 socket=${join(folder, "socket")}`,
    "module-null-sink sink_name=speaker sink_properties=device.description=Speaker",
    "module-null-sink sink_name=voice sink_properties=device.description=Voice",
    "module-null-sink sink_name=other sink_properties=device.description=Other",
  ];
  const options = ["-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes"];
  daemon = spawn("pulseaudio", [...options, ...modules.flatMap((module) => ["-L", module])], {
    env,
    stdio: "ignore",
  });
  children.push(daemon);
  await until("the daemon", () =>
    pactl("info").then(
      () => true,
      () => false,
    ),
  );
  await pactl("set-default-sink", "speaker");
}

/** A microphone in which the tone of the sink "voice" is heard. */
const plugMicrophone = (name: string) =>
  load(
    "module-remap-source",
    `source_name=${name}`,
    "master=voice.monitor",
    `source_properties=device.description=${name}`,
  );

/** Plays a tone into the sink "voice" until the daemon ends. */
function speak(hertz: number): void {
  const player = spawn(
    "pacat",
    ["--playback", "--device=voice", "--rate=48000", "--channels=1", "--latency-msec=50"],
    {
      env,
      stdio: ["pipe", "ignore", "ignore"],
    },
  );
  children.push(player);
  const samples = Int16Array.from(
    { length: 48_000 },
    (_, at) => 10_000 * Math.sin((2 * Math.PI * hertz * at) / 48_000),
  );
  const write = (): void =>
    void player.stdin?.write(Buffer.from(samples.buffer), (error) => error ?? write());
  player.stdin?.on("error", () => undefined);
  write();
}

/** Counts the blocks of a sink in which the tone is heard. */
function listen(sink: string, hertz: number) {
  const heard = { tone: 0 };
  const recorder = spawn(
    "parec",
    [`--device=${sink}.monitor`, "--rate=48000", "--channels=2", "--latency-msec=20"],
    {
      env,
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  children.push(recorder);
  let rest = Buffer.alloc(0);
  recorder.stdout?.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (; rest.length >= 3840; rest = rest.subarray(3840)) {
      const block = Int16Array.from({ length: 1920 }, (_, at) => rest.readInt16LE(2 * at));
      if (toneShare(block, hertz) > 0.5) heard.tone += 1;
    }
  });
  return heard;
}

/** A player with devices, who is in a call; its speech as Ben hears it. */
async function adaAndBen() {
  const ada = await enterLobby(platform, platform.seeded.userIds[0], "room", { audioDevices: "system" });
  const ben = await enterLobby(platform, platform.seeded.userIds[1], "room");
  players.push(ada, ben);
  const logs: string[] = [];
  ada.client.addVoiceLogCallback((message) => logs.push(message), 3);
  const heard = { tone: 0 };
  const adaCall: Call = ada.client.startCall(ada.lobbyId);
  const benCall = ben.client.startCallWithAudioCallbacks(
    ben.lobbyId,
    (_user, samples) => {
      if (toneShare(samples, VOICE_HZ) > 0.5) heard.tone += 1;
    },
    () => undefined,
  );
  benCall.openPcmInput(48_000, 1);
  hums.push(hum((samples) => benCall.pushPcm(samples), BEN_HZ).stop);
  return { ada, adaCall, heard, logs };
}

const grows = (what: string, heard: { tone: number }, by = 25) => {
  const before = heard.tone;
  return waitFor(what, () => heard.tone > before + by);
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sdkpp-pulse-"));
  env = {
    PATH: process.env["PATH"],
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    PULSE_RUNTIME_PATH: folder,
    PULSE_SERVER: `unix:${join(folder, "socket")}`,
  };
  // for the library that the addon loads
  Object.assign(process.env, env);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(async () => {
  await startDaemon();
  await plugMicrophone("microphone");
  await pactl("set-default-source", "microphone");
  speak(VOICE_HZ);
  platform = await startPlatform();
});
afterEach(async () => {
  for (const stop of hums.splice(0)) stop();
  for (const player of players.splice(0)) player.client.destroy();
  await (platform as Platform | undefined)?.stop();
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

describe("with PulseAudio", () => {
  it("the microphone is heard, and the speaker plays", async () => {
    const speaker = listen("speaker", BEN_HZ);
    const { ada, adaCall, heard } = await adaAndBen();
    await grows("Ben to hear the microphone", heard, 50);
    await grows("the speaker to play Ben", speaker, 50);
    const { inputLatencyMs, outputLatencyMs } = adaCall.getStats();
    expect(inputLatencyMs).toBeGreaterThan(0);
    expect(inputLatencyMs).toBeLessThan(250);
    expect(outputLatencyMs).toBeGreaterThan(0);
    expect(outputLatencyMs).toBeLessThan(250);
    expect((await ada.client.getCurrentInputDevice()).name).toBe("microphone");
    expect((await ada.client.getOutputDevices()).map(({ name }) => name).sort()).toEqual([
      "Other",
      "Speaker",
      "Voice",
    ]);
  });

  it("a microphone that vanishes gives way to the default, and comes back", async () => {
    const { ada, heard, logs } = await adaAndBen();
    await grows("Ben to hear the default microphone", heard);
    const headset = await plugMicrophone("headset");
    const find = async () => (await ada.client.getInputDevices()).find(({ name }) => name === "headset");
    const device = await find();
    await ada.client.setInputDevice(device!.id);
    await grows("Ben to hear the headset", heard);
    await pactl("unload-module", headset);
    await waitFor("the loss", () => logs.some((line) => line.startsWith("the microphone lost")));
    await grows("Ben to hear the default again", heard);
    expect((await ada.client.getCurrentInputDevice()).name).toBe("microphone");
    await plugMicrophone("headset");
    await until("the headset", async () => (await ada.client.getCurrentInputDevice()).name === "headset");
    await grows("Ben to hear the headset again", heard);
  });

  it("the speaker follows the default", async () => {
    const changes: string[] = [];
    const other = listen("other", BEN_HZ);
    const { ada, heard } = await adaAndBen();
    ada.client.setDeviceChangeCallback((_inputs, outputs) =>
      changes.push(outputs.find(({ isDefault }) => isDefault)?.name ?? ""),
    );
    await grows("Ben to hear the microphone", heard);
    await pactl("set-default-sink", "other");
    await grows("the other speaker to play Ben", other);
    await waitFor("the change to be reported", () => changes.at(-1) === "Other");
  });

  it("a daemon that is killed and comes back is found again", async () => {
    const { heard, logs } = await adaAndBen();
    await grows("Ben to hear the microphone", heard);
    daemon.kill("SIGKILL");
    await waitFor("the loss", () => logs.some((line) => line.includes("microphone lost")));
    await startDaemon();
    await plugMicrophone("microphone");
    await pactl("set-default-source", "microphone");
    speak(VOICE_HZ);
    await grows("Ben to hear the microphone again", heard);
  });
});
