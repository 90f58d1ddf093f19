// A player with a microphone and a speaker, and a real PulseAudio daemon.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { Call, LoggingSeverity } from "sdkpp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { enterLobby } from "../support/players.js";
import { toneShare } from "../support/tone.js";
import { waitFor } from "../support/wait-for.js";
import { samplesOf } from "../support/wav.js";
import { pageOf } from "../e2e/electron/page.js";
import { pulseAudio, SoundServer, until } from "./sound-server.js";
import { adaAndBen, BEN_HZ, grows, VOICE_HZ, type TwoPlayers } from "./two-players.js";

/** 20 ms of stereo */
const BLOCK = 2 * 960;
const server = new SoundServer(pulseAudio);
let platform: Platform;
let players: TwoPlayers | undefined;

/** The share of blocks that hold a tone: where a busy machine leaves one out, those behind it have another phase. */
function blocksWith(frequency: number, samples: Int16Array): number {
  const blocks = Array.from({ length: samples.length / BLOCK }, (_, at) =>
    samples.subarray(at * BLOCK, (at + 1) * BLOCK),
  );
  return blocks.filter((block) => toneShare(block, frequency) > 0.5).length / blocks.length;
}

async function enter(): Promise<TwoPlayers> {
  return (players = await adaAndBen(platform));
}

// for the library that the addon loads
beforeAll(() => void Object.assign(process.env, server.env));
afterAll(() => server.remove());

beforeEach(async () => {
  await server.start();
  await server.speak(VOICE_HZ);
  platform = await startPlatform();
});
afterEach(async () => {
  players?.end();
  players = undefined;
  await (platform as Platform | undefined)?.stop();
  server.stop();
});

describe("with PulseAudio", () => {
  it("the microphone is heard, and the speaker plays", async () => {
    const speaker = server.listen("speaker", BEN_HZ);
    const { ada, adaCall, heard } = await enter();
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
    const { ada, heard, logs } = await enter();
    await grows("Ben to hear the default microphone", heard);
    const headset = await server.plugMicrophone("headset");
    const find = async () => (await ada.client.getInputDevices()).find(({ name }) => name === "headset");
    const device = await find();
    await ada.client.setInputDevice(device!.id);
    await grows("Ben to hear the headset", heard);
    await server.pactl("unload-module", headset);
    await waitFor("the loss", () => logs.some((line) => line.startsWith("the microphone lost")));
    await grows("Ben to hear the default again", heard);
    expect((await ada.client.getCurrentInputDevice()).name).toBe("microphone");
    await server.plugMicrophone("headset");
    await until("the headset", async () => (await ada.client.getCurrentInputDevice()).name === "headset");
    await grows("Ben to hear the headset again", heard);
  });

  it("the speaker follows the default", async () => {
    const changes: string[] = [];
    const other = server.listen("other", BEN_HZ);
    const { ada, heard } = await enter();
    ada.client.setDeviceChangeCallback((_inputs, outputs) =>
      changes.push(outputs.find(({ isDefault }) => isDefault)?.name ?? ""),
    );
    await grows("Ben to hear the microphone", heard);
    await server.pactl("set-default-sink", "other");
    const speaker = server.listen("speaker", BEN_HZ);
    await grows("the other speaker to play Ben", other);
    const before = speaker.tone;
    await grows("the other speaker to go on", other);
    expect(speaker.tone, "nothing plays twice").toBe(before);
    await waitFor("the change to be reported", () => changes.at(-1) === "Other");
  });

  it("a daemon that is killed and comes back is found again", async () => {
    const { heard, logs } = await enter();
    await grows("Ben to hear the microphone", heard);
    server.kill();
    await waitFor("the loss", () => logs.some((line) => /microphone (lost|failed)/u.test(line)));
    await server.start();
    await server.speak(VOICE_HZ);
    await grows("Ben to hear the microphone again", heard);
  });

  it("a daemon that hangs is given up and reported, while the call goes on, and is found again", async () => {
    const { adaCall, benCall, ada, heard, logs } = await enter();
    await grows("Ben to hear the microphone", heard);
    server.pause();
    await waitFor("the loss", () => logs.some((line) => line.startsWith("the default microphone lost")));
    await waitFor("devices that hang", () => logs.some((line) => line.includes("hung")));
    const { packetsReceived } = adaCall.getStats();
    await waitFor("Ada to hear Ben", () => adaCall.getStats().packetsReceived > packetsReceived + 50);
    expect([adaCall.getStatus(), benCall.getStatus()]).toEqual([
      Call.Status.Connected,
      Call.Status.Connected,
    ]);
    // a list does not hang either
    await ada.client.getInputDevices();
    server.resume();
    await grows("Ben to hear the microphone again", heard);
  });

  it("a headset of one channel at 16 kHz works both ways", async () => {
    const phone = ["rate=16000", "channels=1"];
    await server.load("module-null-sink", "sink_name=phones", ...phone);
    await server.plugMicrophone("mouthpiece", "voice", phone);
    await server.pactl("set-default-sink", "phones");
    await server.pactl("set-default-source", "mouthpiece");
    const phones = server.listen("phones", BEN_HZ);
    const { adaCall, heard } = await enter();
    await grows("Ben to hear the mouthpiece", heard, 50);
    await grows("the phones to play Ben", phones, 50);
    // a busy machine leaves gaps now and then; a wrong rate leaves them all the time
    let since = { deviceGaps: -1, heard: 0, played: 0 };
    await waitFor("a second of tone each way without a gap between", () => {
      const { deviceGaps } = adaCall.getStats();
      if (deviceGaps !== since.deviceGaps) since = { deviceGaps, heard: heard.tone, played: phones.tone };
      return heard.tone >= since.heard + 50 && phones.tone >= since.played + 50;
    });
  });

  it("what a speaker plays is no microphone: without one, nothing is sent", async () => {
    const { stdout } = await server.pactl("list", "short", "modules");
    const microphone = stdout.split("\n").find((line) => line.includes("source_name=microphone"));
    await server.pactl("unload-module", microphone!.split("\t")[0]!);
    const { ada, adaCall, logs } = await enter();
    const problem = "the default microphone failed: there is no microphone: plug one in";
    await waitFor("the problem", () => logs.includes(problem));
    expect(await ada.client.getInputDevices()).toEqual([]);
    expect(adaCall.getStats()).toMatchObject({ inputLatencyMs: -1 });
    await waitFor("the speaker", () => adaCall.getStats().outputLatencyMs > 0);
    const detected: boolean[] = [];
    ada.client.setNoAudioInputCallback((isThere) => detected.push(isThere));
    ada.client.setNoAudioInputThreshold(-60);
    await waitFor("nothing to be heard", () => detected.length === 1);
    await server.plugMicrophone("microphone");
    await waitFor("the microphone", () => adaCall.getStats().inputLatencyMs > 0);
    await waitFor("something to be heard", () => detected.length === 2);
    expect(detected).toEqual([false, true]);
    expect(logs.filter((line) => line === problem)).toHaveLength(1);
  });

  it("two clients of a process share it", async () => {
    const { adaCall, heard } = await enter();
    await grows("Ben to hear Ada", heard);
    const cyd = await enterLobby(platform, platform.control.users.create({ username: "cyd" }).id, "room", {
      audioDevices: "system",
    });
    try {
      const call = cyd.client.startCall(cyd.lobbyId);
      await waitFor(
        "Cyd's devices",
        () => call.getStats().inputLatencyMs > 0 && call.getStats().outputLatencyMs > 0,
      );
      await waitFor("Cyd's voice", () => call.getStats().packetsSent > 50);
      await grows("Ben to hear Ada still", heard);
      expect(adaCall.getStats().inputLatencyMs).toBeGreaterThan(0);
    } finally {
      cyd.client.destroy();
    }
  });

  it("a dump holds the microphone, what was played, and what was sent", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sdkpp-dump-"));
    try {
      const { ada, heard } = await enter();
      const speaker = server.listen("speaker", BEN_HZ);
      await grows("the speaker to play Ben", speaker);
      ada.client.setLogDir(folder, LoggingSeverity.Error);
      ada.client.setAecDump(true);
      await grows("Ben to hear Ada", heard, 50);
      await ada.client.endCalls();
      const lastSecond = (part: string): Int16Array =>
        samplesOf(readFileSync(join(folder, `discord-aec_0_${part}.wav`))).slice(-48_000);
      await waitFor("the files", () => lastSecond("processed").length === 48_000);
      expect(blocksWith(VOICE_HZ, lastSecond("captured"))).toBeGreaterThan(0.5);
      expect(blocksWith(BEN_HZ, lastSecond("played"))).toBeGreaterThan(0.5);
      expect(blocksWith(VOICE_HZ, lastSecond("processed"))).toBeGreaterThan(0.5);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("a test of the microphone plays it back and measures it", async () => {
    const { ada } = await enter();
    await ada.client.endCalls();
    const speaker = server.listen("speaker", VOICE_HZ);
    ada.client.setAutomaticGainControl(false);
    using test = ada.client.testMicrophone();
    let loudest = -100;
    test.on("level", (dbfs) => (loudest = Math.max(loudest, dbfs)));
    await grows("the own voice", speaker);
    // a sine of 10,000
    expect(loudest).toBeGreaterThan(-16);
    expect(loudest).toBeLessThan(-10);
  });

  it("a page sees how loud the microphone is, without a call and without hearing it", async () => {
    const { ada } = await enter();
    await ada.client.endCalls();
    const speaker = server.listen("speaker", VOICE_HZ);
    const { social, server: pages } = await pageOf(ada.client, ["microphone"]);
    const seen: number[] = [];
    const stop = social.microphone.watch(() => seen.push(social.microphone.dbfs));
    // a steady tone is taken for noise, and fades
    await waitFor("levels", () => seen.filter((dbfs) => dbfs > -30).length > 15);
    expect([social.microphone.problem, speaker.tone]).toEqual(["", 0]);
    stop();
    pages.close();
  });
});
