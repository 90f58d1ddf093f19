import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { VoiceAgent, type EarFrame } from "sdkpp/voice/agent";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { joined, silence, talk } from "../../support/talk.js";
import { tone } from "../../support/tone.js";
import { waitFor } from "../../support/wait-for.js";
import { BotScene, wavFile } from "./support-voice-bots.js";

const TICKS_PER_MS = 48;

let scene: BotScene;

beforeEach(async () => {
  scene = await BotScene.start(4);
});

afterEach(() => scene.end());

/** The pitch of a tone, Hz, by its zero crossings. */
function pitchOf(samples: Int16Array, rate: number): number {
  let crossings = 0;
  for (let at = 1; at < samples.length; at += 1)
    if (samples[at - 1]! < 0 && samples[at]! >= 0) crossings += 1;
  return (crossings * rate) / samples.length;
}

describe("a speaker is heard", () => {
  test.each([
    [16_000, 10, 160],
    [16_000, 20, 320],
    [24_000, 10, 240],
    [24_000, 20, 480],
  ] as const)("at %i Hz in frames of %i ms, whose times rise", async (rate, frameMs, length) => {
    const { one, two } = await scene.twoBots();
    const agent = VoiceAgent.of(two.voice);
    const frames: EarFrame[] = [];
    agent.listen("everyone", { rate, frameMs }).on("frame", (frame) => frames.push(frame));
    await one.voice.play({ type: "wav", file: wavFile(tone(1000, 48_000)) }).ended;
    await waitFor("a second of frames", () => frames.length >= 1000 / frameMs);
    expect(new Set(frames.map(({ userId }) => userId))).toEqual(new Set([BigInt(one.bot.userId)]));
    expect(frames.every((frame) => frame.samples.length === length && frame.rate === rate)).toBe(true);
    const steps = frames.slice(1).map(({ timestamp }, at) => timestamp - frames[at]!.timestamp);
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0.9 * frameMs * TICKS_PER_MS);
    const loud = frames.filter(({ levelDbfs }) => levelDbfs > -18).slice(2, -2);
    expect(loud.length).toBeGreaterThan(500 / frameMs);
    const wrong = loud.filter(({ samples }) => Math.abs(pitchOf(samples, rate) - 1000) > 110);
    expect(wrong.length).toBe(0);
  });

  test("in the very frames that a reader takes one by one", async () => {
    const { one, two } = await scene.twoBots();
    using ears = VoiceAgent.of(two.voice).listen(one.bot.userId, { speechOnly: true });
    one.voice.play({ type: "wav", file: wavFile(joined(silence(500), talk(1000))) });
    const frames: EarFrame[] = [];
    for await (const frame of ears) if (frames.push(frame) === 40) break;
    const first = frames.findIndex(({ isInTurn }) => isInTurn);
    // 300 ms, and the time in which the turn was found
    expect(first).toBeGreaterThanOrEqual(14);
    expect(frames.slice(first).every(({ isInTurn }) => isInTurn)).toBe(true);
    expect(frames.some(({ voiceProbability }) => voiceProbability > 0.5)).toBe(true);
  });

  test("each of three who speak at once, alone, while the channel is encrypted", async () => {
    const listener = await scene.enter(3);
    const agent = VoiceAgent.of(listener.voice);
    const frames: EarFrame[] = [];
    agent.listen("everyone").on("frame", (frame) => frames.push(frame));
    const pitches = [400, 800, 1600];
    const speakers = await Promise.all([scene.enter(0), scene.enter(1), scene.enter(2)]);
    await listener.voice.encrypted();
    const play = (at: number) =>
      speakers[at]!.voice.play({ type: "wav", file: wavFile(tone(pitches[at]!, 48_000)) }).ended;
    await Promise.all(pitches.map((_pitch, at) => play(at)));
    const of = (at: number) => frames.filter(({ userId }) => userId === BigInt(speakers[at]!.bot.userId));
    await waitFor("a second of each", () => [0, 1, 2].every((at) => of(at).length >= 50));
    for (const [at, pitch] of pitches.entries()) {
      const loud = of(at)
        .filter(({ levelDbfs }) => levelDbfs > -18)
        .slice(2, -2);
      expect(loud.length).toBeGreaterThan(30);
      const wrong = loud.filter(({ samples }) => Math.abs(pitchOf(samples, 16_000) - pitch) > 100);
      expect(wrong.length).toBe(0);
    }
    expect(listener.voice.encryption.state).toBe("on");
    expect(agent.stats).toMatchObject({ blocksLost: 0, blocksWithoutEar: 0 });
  });
});

describe("an agent", () => {
  test("is one of its connection, and ends with it", async () => {
    const { voice } = await scene.enter(0);
    const agent = VoiceAgent.of(voice);
    expect(VoiceAgent.of(voice)).toBe(agent);
    const ears = agent.listen("everyone");
    let closed = 0;
    agent.on("closed", () => (closed += 1));
    agent.close();
    expect(await ears[Symbol.asyncIterator]().next()).toMatchObject({ done: true });
    expect(() => agent.listen("everyone")).toThrow("this agent is closed");
    const next = VoiceAgent.of(voice);
    expect(next).not.toBe(agent);
    next.on("closed", () => (closed += 1));
    next.turns("everyone");
    voice.destroy();
    expect([closed, next.isClosed]).toEqual([2, true]);
    expect(() => VoiceAgent.of(voice)).toThrow("destroyed");
  });

  test("ends with a connection that is destroyed from one of its own events, and knows how much was heard", async () => {
    const { one, two, pcm } = await scene.twoBots();
    const agent = VoiceAgent.of(one.voice);
    const reading = agent.listen("everyone")[Symbol.asyncIterator]().next();
    const words = agent.say({ type: "wav", file: wavFile(tone(440, 20 * 48_000)) });
    await waitFor("half a second", () => pcm.tone > 25);
    one.voice.on("participant", () => one.voice.destroy());
    two.voice.destroy();
    expect(await reading).toMatchObject({ done: true });
    const { reason, heardUpTo } = await words.ended;
    expect([agent.isClosed, reason]).toEqual([true, "stopped"]);
    expect(heardUpTo.ms).toBeGreaterThan(400);
    agent.close();
  });

  test("listens to 25 users by name, and says what is wrong", async () => {
    const { voice } = await scene.enter(0);
    const warnings: string[] = [];
    voice.on("warning", (warning) => warnings.push(warning));
    const agent = VoiceAgent.of(voice);
    for (let id = 1n; id <= 25n; id += 1n) agent.listen(id);
    expect(() => agent.listen(26n)).toThrow('listen to "everyone"');
    expect(() => agent.listen(25n)).not.toThrow();
    expect(() => agent.listen("somebody")).toThrow('"everyone" or a user');
    expect(warnings).toEqual([]);
    voice.rejoin({ selfDeaf: true });
    agent.listen("everyone");
    agent.listen("everyone");
    expect(warnings).toEqual([expect.stringContaining("the bot is deaf")]);
  });

  test("needs a connection of its own process", () => {
    expect(() => VoiceAgent.of({} as never)).toThrow("a voice connection of this process");
  });

  test("in a worker hears and decides while the main thread is blocked", async () => {
    const one = await scene.enter(0);
    const bot = await scene.login(1);
    const credentials = await bot.askToJoin(scene.guild.guildId, scene.guild.channelIds[0]);
    const counts = new SharedArrayBuffer(8);
    const worker = new Worker(new URL("../../support/agent-worker.mjs", import.meta.url), {
      workerData: { credentials: { ...credentials, ca: scene.platform.endpoints.ca }, counts },
    });
    onTestFinished(async () => void (await worker.terminate()));
    const told: unknown[] = [];
    worker.on("message", (message) => told.push(message));
    await waitFor("the worker to be ready", () => told.includes("ready"));
    await one.voice.encrypted();
    one.voice.play({ type: "wav", file: wavFile(joined(talk(2000), silence(2000))) });
    const [frames, ends] = [0, 1];
    const heard = new Int32Array(counts);
    await waitFor("the first frame", () => Atomics.load(heard, frames) > 0);
    while (Atomics.load(heard, ends) === 0)
      expect(Atomics.wait(heard, ends, 0, 10_000)).not.toBe("timed-out");
    expect(Atomics.load(heard, frames)).toBeGreaterThan(40);
    await waitFor("its word of the turn", () => told.length > 1);
    expect(told[1]).toEqual({ ended: BigInt(one.bot.userId) });
    worker.postMessage("end");
    await once(worker, "exit");
  });
});
