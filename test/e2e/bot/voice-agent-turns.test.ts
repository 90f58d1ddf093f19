import {
  VoiceAgent,
  type EndOfTurn,
  type SpeechStart,
  type TurnCandidate,
  type TurnPause,
} from "sdkpp/voice/agent";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { joined, silence, talk } from "../../support/talk.js";
import { waitFor } from "../../support/wait-for.js";
import { BotScene, wavFile } from "./support-voice-bots.js";

const TICKS_PER_MS = 48;

let scene: BotScene;

beforeEach(async () => {
  scene = await BotScene.start();
});

afterEach(() => scene.end());

/** All that an agent tells of turns. */
function turnsOf(agent: VoiceAgent) {
  const starts: SpeechStart[] = [];
  const pauses: TurnPause[] = [];
  const ends: EndOfTurn[] = [];
  agent.on("speechStart", (start) => starts.push(start));
  agent.on("pause", (pause) => pauses.push(pause));
  agent.on("endOfTurn", (end) => ends.push(end));
  return { starts, pauses, ends };
}

describe("the turns of a speaker", () => {
  test("begin, pause and end, each with the time of the sound", async () => {
    const { one, two } = await scene.twoBots();
    const agent = VoiceAgent.of(two.voice);
    using watch = agent.turns("everyone", { minSilenceMs: 500, maxSilenceMs: 800 });
    const { starts, pauses, ends } = turnsOf(agent);
    const sentence = joined(talk(1200), silence(1500), talk(800));
    await one.voice.play({ type: "wav", file: wavFile(sentence) }).ended;
    await waitFor("the second turn to end", () => ends.length >= 2);
    const user = BigInt(one.bot.userId);
    expect([...starts, ...pauses, ...ends].every(({ userId }) => userId === user)).toBe(true);
    expect([starts.length, ends.length]).toEqual([2, 2]);
    expect(pauses.length).toBeGreaterThanOrEqual(8);
    const betweenMs = (starts[1]!.speechBegan - starts[0]!.speechBegan) / TICKS_PER_MS;
    expect(betweenMs).toBeGreaterThan(2600);
    expect(betweenMs).toBeLessThan(2800);
    expect(ends[0]!.speechMs).toBeGreaterThan(1000);
    expect(ends[0]!.speechMs).toBeLessThan(1400);
    expect(ends.every(({ silenceMs }) => silenceMs >= 500 && silenceMs <= 900)).toBe(true);
    watch.close();
    await one.voice.play({ type: "wav", file: wavFile(talk(500)) }).ended;
    expect(starts.length).toBe(2);
  });

  test("end when a detector says so, which gets what was said", async () => {
    const { one, two } = await scene.twoBots();
    const agent = VoiceAgent.of(two.voice);
    const candidates: TurnCandidate[] = [];
    agent.turns(one.bot.userId, {
      maxSilenceMs: 10_000,
      threshold: 1,
      detectorDeadlineMs: 5000,
      // gaps between syllables are shorter, and may be asked of, too
      detector: (candidate) => {
        candidates.push(candidate);
        return Promise.resolve(candidate.speechMs > 800 && candidate.silenceMs >= 200);
      },
    });
    const { pauses, ends } = turnsOf(agent);
    await one.voice.play({ type: "wav", file: wavFile(talk(1500)) }).ended;
    await waitFor("the turn to end", () => ends.length > 0);
    const [{ silenceMs }] = ends as [EndOfTurn];
    expect(silenceMs).toBeGreaterThanOrEqual(200);
    expect(silenceMs).toBeLessThan(2000);
    expect(candidates.length).toBeGreaterThanOrEqual(2);
    expect(pauses.length).toBeGreaterThanOrEqual(candidates.length);
    expect(candidates.at(-1)!.samples.length).toBeGreaterThan(16_000);
    expect(candidates.at(-1)!.samples.some((sample) => sample > 1000)).toBe(true);
    const counted = { detectorAsked: candidates.length, detectorMissed: 0, detectorFailed: 0 };
    expect(agent.stats).toMatchObject(counted);
  });

  test("end by the policy when a detector fails, or says nothing in time", async () => {
    const { one, two } = await scene.twoBots();
    const agent = VoiceAgent.of(two.voice);
    const { ends } = turnsOf(agent);
    const failures: unknown[] = [];
    agent.on("detectorFailed", (_userId, error) => failures.push(error));
    const policy = { minSilenceMs: 100, threshold: 0, maxSilenceMs: 10_000 };
    const watch = agent.turns("everyone", {
      ...policy,
      detectorDeadlineMs: 5000,
      detector: () => Promise.reject(new Error("no model")),
    });
    await one.voice.play({ type: "wav", file: wavFile(talk(600)) }).ended;
    await waitFor("the turn to end", () => ends.length > 0);
    expect(failures[0]).toEqual(new Error("no model"));
    expect(agent.stats).toMatchObject({ detectorMissed: 0, detectorFailed: failures.length });
    const before = ends.length;
    let aborted = 0;
    watch.setPolicy({
      ...policy,
      detectorDeadlineMs: 20,
      detector: ({ signal }) =>
        new Promise(() => signal.addEventListener("abort", () => (aborted += 1), { once: true })),
    });
    await one.voice.play({ type: "wav", file: wavFile(talk(600)) }).ended;
    await waitFor("the next turn to end", () => ends.length > before && agent.stats.detectorMissed > 0);
    const { detectorAsked, detectorMissed, detectorFailed } = agent.stats;
    expect(detectorFailed).toBe(failures.length);
    expect(aborted).toBeGreaterThanOrEqual(detectorMissed);
    expect(detectorAsked).toBe(detectorFailed + aborted);
  });

  test("are decided while JavaScript is blocked, which is told how late it hears of it", async () => {
    const { one, two } = await scene.twoBots();
    const agent = VoiceAgent.of(two.voice);
    agent.turns("everyone", { maxSilenceMs: 400 });
    const { starts, ends } = turnsOf(agent);
    one.voice.play({ type: "wav", file: wavFile(joined(talk(800), silence(2000))) });
    await waitFor("the turn to begin", () => starts.length === 1);
    // longer than the turn and its silence
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
    await waitFor("word of its end", () => ends.length > 0);
    const { at, decidedAt, lateMs } = ends[0]!;
    expect(Math.abs(decidedAt - at)).toBeLessThan(250 * TICKS_PER_MS);
    expect(lateMs).toBeGreaterThan(500);
  });

  test("end when the speaker leaves", async () => {
    const { one, two } = await scene.twoBots();
    const agent = VoiceAgent.of(two.voice);
    agent.turns("everyone", { minSilenceMs: 10_000, maxSilenceMs: 10_000 });
    const { starts, ends } = turnsOf(agent);
    const second = talk(1000);
    one.voice.play({ type: "wav", file: wavFile(joined(...Array.from({ length: 10 }, () => second))) });
    await waitFor("the turn to begin", () => starts.length === 1);
    one.voice.destroy();
    await waitFor("the turn to end", () => ends.length === 1);
    expect(ends[0]!.silenceMs).toBeLessThan(10_000);
  });
});
