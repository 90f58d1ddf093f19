import { AudioPlayer } from "sdkpp/voice";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mediaThreads } from "../../support/media-threads.js";
import { tone } from "../../support/tone.js";
import { waitFor } from "../../support/wait-for.js";
import { BotScene, HZ, wavFile } from "./support-voice-bots.js";

const PIECES = 100;
/** So many may have to encode: more than half of a tick, on any machine. */
const CROWD = 100;

let scene: BotScene;
const crowd: AudioPlayer[] = [];

beforeEach(async () => {
  scene = await BotScene.start();
  for (let at = 0; at < CROWD; at += 1) crowd.push(new AudioPlayer({ mediaThreads: 2 }));
});

afterEach(async () => {
  for (const player of crowd.splice(0)) player.close();
  await scene.end();
});

test.runIf(process.platform === "linux")(
  "a second media thread starts for players that one cannot carry",
  async () => {
    // a thread names itself
    await waitFor("the second thread", () => mediaThreads().length === 2);
  },
);

test("sound plays whole wherever its player and its connections are", async () => {
  const { one, pcm } = await scene.twoBots();
  // the next two are on different threads, and the connection goes to the one and to the other
  for (const player of [new AudioPlayer(), new AudioPlayer(), new AudioPlayer()]) {
    crowd.push(player);
    const before = pcm.tone;
    one.voice.subscribe(player);
    expect(await player.play({ type: "wav", file: wavFile(tone(HZ, PIECES * 960)) }).ended).toBe("finished");
    await waitFor("the tone", () => pcm.tone >= before + PIECES * 0.8);
  }
});
