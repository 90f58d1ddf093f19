import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { tone, toneShare } from "../../support/tone.js";
import { waitFor } from "../../support/wait-for.js";
import { BotScene, HZ, listen, wavFile } from "./support-voice-bots.js";

/** 20 ms each */
const PIECES = 50;

let folder: string;
let scene: BotScene;

beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(os.tmpdir(), "sdkpp-recording-")), "call");
  scene = await BotScene.start();
});

afterEach(async () => {
  await scene.end();
  await rm(path.dirname(folder), { recursive: true });
});

function tones(wav: Buffer): number {
  const sound = wav.subarray(80);
  const samples = new Int16Array(sound.buffer.slice(sound.byteOffset, sound.byteOffset + sound.length));
  const blocks = Array.from({ length: samples.length / 1920 }, (_, at) =>
    samples.subarray(at * 1920, at * 1920 + 1920),
  );
  return blocks.filter((block) => toneShare(block, HZ) > 0.5).length;
}

it("is heard in the files of samples, and ends with the connection", async () => {
  const { one, two, pcm } = await scene.twoBots();
  const told: boolean[] = [];
  two.voice.on("recordingChanged", (now) => told.push(now !== undefined));
  const recording = two.voice.record({ folder, format: "wav", mix: true });
  expect(() => two.voice.record({ folder, format: "wav" })).toThrow(
    expect.objectContaining({ code: "RECORDING_RUNNING" }),
  );
  await one.voice.play(wavFile(tone(HZ, PIECES * 960))).ended;
  await waitFor("the tone", () => pcm.tone >= PIECES * 0.8);
  two.voice.destroy();
  const report = await recording.ended;
  const files = [`${one.bot.userId}.wav`, "mix.wav", "recording.json"];
  expect((await readdir(folder)).sort()).toEqual(files.sort());
  expect(report.marks).toContainEqual({ atMs: 0, userId: one.bot.userId, what: "joined" });
  const [speaker, mix] = await Promise.all(
    [`${one.bot.userId}.wav`, "mix.wav"].map((name) => readFile(path.join(folder, name))),
  );
  expect(speaker!.length).toBe(mix!.length);
  expect(tones(speaker!)).toBeGreaterThan(PIECES * 0.7);
  expect(tones(mix!)).toBeGreaterThan(PIECES * 0.7);
  expect(told).toEqual([true, false]);
});

it("has packets that play again", async () => {
  const { one, two } = await scene.twoBots();
  const recording = two.voice.record({ folder, format: "ogg" });
  await one.voice.play(wavFile(tone(HZ, PIECES * 960))).ended;
  await waitFor("the packets", () => recording.lengthMs > PIECES * 20 * 0.8);
  const { tracks } = await recording.stop();
  expect(tracks).toHaveLength(1);
  const heard = listen(one.voice.receiver.subscribe(two.bot.userId, { format: "pcm" }), HZ);
  const playback = two.voice.play(path.join(folder, tracks[0]!.file));
  expect(await playback.ended).toBe("finished");
  await waitFor("the recorded tone", () => heard.tone > PIECES * 0.7);
});
