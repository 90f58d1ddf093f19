import { beforeEach, describe, expect, it } from "vitest";
import type { SpeechChunk } from "../../../../lib/voice/agent/speech-chunks.js";
import type { Utterance } from "../../../../lib/voice/agent/utterance.js";
import type { AudioSource } from "../../../../lib/voice/index.js";
import { settle } from "../../../support/virtual-clock.js";
import { SpokenCall } from "./spoken-call.js";

const WAV: AudioSource = { type: "wav", file: new Uint8Array(44) };
const finished = (track: number) => ({ type: "ended", track, isFinished: true }) as const;
const started = (track: number) => ({ type: "started", track }) as const;

let call: SpokenCall;
beforeEach(() => {
  call = new SpokenCall();
});

const say = (options = {}): Utterance => call.mouth.say(WAV, options);

describe("what an agent says", () => {
  it("begins with silence when nothing was said before, and follows without it", () => {
    say();
    say();
    expect(call.player.commands.filter((each) => each.startsWith("open"))).toEqual([
      "openPcm 1 next 48000 1",
      "openWav 2 next false",
    ]);
    call.emit(finished(1), started(2));
    expect(call.player.commands.at(-1)).toBe("openWav 3 next false");
    expect(call.player.calls.find(([name]) => name === "writePcm")?.[2]).toHaveLength(48 * 60);
  });

  it("begins at once without lead-in", () => {
    say({ leadInMs: 0 });
    expect(call.player.commands).toEqual(["openWav 1 next false"]);
  });

  it("ends with what was heard of it", async () => {
    const words = say({ leadInMs: 0 });
    call.heard.set(1, 960);
    expect(words.heardUpTo).toEqual({ samples: 960, ms: 20, text: "" });
    call.heard.set(1, 1920);
    call.emit(started(1), finished(1));
    expect(await words.ended).toEqual({ reason: "finished", heardUpTo: { samples: 1920, ms: 40, text: "" } });
    call.heard.set(1, 0);
    expect([words.heardUpTo.samples, words.isOver, call.mouth.utterances]).toEqual([1920, true, []]);
  });

  it("is stopped by a higher generation, and a lower one is not said", async () => {
    const [first, second] = [say(), say()];
    const third = say({ generation: 2 });
    expect((await first.ended).reason).toBe("stopped");
    expect((await second.ended).reason).toBe("stopped");
    const late = say({ generation: 1 });
    expect(await late.ended).toMatchObject({ reason: "stopped", heardUpTo: { samples: 0 } });
    expect(call.mouth.utterances).toEqual([third]);
    expect([third.generation, say().generation]).toEqual([2, 2]);
  });

  it("ends the sources of what is not said", async () => {
    say({ generation: 1 });
    const ended: string[] = [];
    const waiting = (name: string): AsyncIterable<never> => ({
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<never>(() => undefined),
        return: () => {
          ended.push(name);
          return Promise.resolve({ done: true as const, value: undefined });
        },
      }),
    });
    const speech = { chunks: waiting("chunks"), sampleRate: 48_000 };
    const late = call.mouth.say(speech, { generation: 0, bed: { source: waiting("bed") } });
    await settle();
    expect([late.isOver, ended.toSorted()]).toEqual([true, ["bed", "chunks"]]);
  });

  it.each([
    ["sound", "source.file", { type: "wav", file: 3 }, {}],
    ["bed", "source.file", WAV, { bed: { source: { type: "wav", file: 3 } } }],
    ["bed's loop", "options.loop", WAV, { bed: { source: WAV, loop: 0 } }],
  ])("is refused for a %s that is invalid, also when it is not said", (_, name, source, options) => {
    say({ generation: 1 });
    expect(() => call.mouth.say(source as never, { ...options, generation: 0 } as never)).toThrow(name);
  });

  it("has a bed for as long as it lasts", () => {
    const words = say({ bed: { source: WAV, by: -20 }, leadInMs: 0 });
    expect(call.player.calls.find(([name]) => name === "openWav")?.[2]).toMatchObject({ gain: 0.1 });
    words.stop();
    expect(call.player.commands.filter((each) => each.startsWith("skip"))).toEqual(["skip 1", "skip 2"]);
  });

  it("takes its bed along when it ends", () => {
    say({ bed: { source: WAV }, leadInMs: 0 });
    call.emit(started(2), finished(2));
    expect(call.player.commands.filter((each) => each.startsWith("skip"))).toContain("skip 1");
  });

  it("tells when its source is slow", () => {
    const told: unknown[] = [];
    call.events.on("starved", (utterance) => told.push(utterance));
    call.events.on("refilled", (utterance, starvedMs) => told.push(utterance, starvedMs));
    const words = say({ leadInMs: 0 });
    call.emit(started(1), { type: "starved", track: 1 }, { type: "refilled", track: 1, starvedMs: 40 });
    expect(told).toEqual([words, words, 40]);
  });

  it("says why it failed", async () => {
    const error = new Error("the synthesizer is gone");
    const chunks = (async function* () {
      await Promise.resolve();
      yield { pcm: new Int16Array(960) };
      throw error;
    })();
    const words = call.mouth.say({ chunks, sampleRate: 48_000 }, { leadInMs: 0 });
    expect(await words.ended).toMatchObject({ reason: "failed", error });
  });

  it("ends with the agent", async () => {
    const words = say();
    call.heard.set(2, 960);
    // the connection is over, and its media can still be read
    call.isOver = true;
    call.mouth.close();
    expect(await words.ended).toMatchObject({ reason: "stopped", heardUpTo: { samples: 960, ms: 20 } });
  });

  it("keeps what was known of it when the media is closed first", async () => {
    const words = say();
    call.heard.set(2, 960);
    expect(words.heardUpTo.samples).toBe(960);
    call.isOver = true;
    call.session.isClosed = true;
    expect(words.heardUpTo.samples).toBe(960);
    call.mouth.close();
    expect((await words.ended).heardUpTo.samples).toBe(960);
  });

  it("does not hide that its place cannot be read for another reason", () => {
    const words = say();
    call.session.answers.set("heardUpTo", () => {
      throw new RangeError("track");
    });
    expect(() => words.heardUpTo).toThrow("track");
  });

  it.each([
    [{ generation: -1 }, "options.generation"],
    [{ leadInMs: 1001 }, "options.leadInMs"],
    [{ bed: { source: WAV, by: 1 } }, "options.bed.by"],
    [{ bed: null }, "options.bed"],
  ])("rejects %j, and says nothing", (options, name) => {
    expect(() => say(options)).toThrow(name);
    expect(call.mouth.utterances).toEqual([]);
  });

  it("changes nothing for a source that is invalid", () => {
    const words = say({ leadInMs: 0 });
    const wrong = { type: "wav", file: 3 } as never;
    expect(() => call.mouth.say(wrong, { generation: 5, bed: { source: WAV } })).toThrow("source.file");
    expect(call.mouth.utterances).toEqual([words]);
    expect(say().generation).toBe(0);
  });
});

describe("chunks of speech", () => {
  const chunks: SpeechChunk[] = [
    { pcm: new Int16Array(480), text: "one " },
    { pcm: new Float32Array(480) },
    { pcm: Float32Array.of(0.5, -2, 2), text: "two" },
  ];

  it("are samples, and their texts belong to the places where they begin", async () => {
    const words = call.mouth.say({ chunks, sampleRate: 24_000 }, { leadInMs: 0 });
    const written = call.player.calls.filter(([name]) => name === "writePcm").map((each) => each[2]);
    const samples = written.flatMap((piece) => [...(piece as Int16Array)]);
    expect([samples.length, samples.slice(-3)]).toEqual([963, [16_384, -32_767, 32_767]]);
    const heardAt = (heard: number): string => {
      call.heard.set(1, heard);
      return words.heardUpTo.text;
    };
    expect([0, 1, 1920, 1921].map(heardAt)).toEqual(["", "one ", "one ", "one two"]);
    await settle();
  });

  it("are ended with the utterance, also while one is waited for", async () => {
    let isReturned = false;
    const waiting = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<IteratorResult<SpeechChunk>>(() => undefined),
        return: () => {
          isReturned = true;
          return Promise.resolve({ done: true as const, value: undefined });
        },
      }),
    };
    call.mouth.say({ chunks: waiting, sampleRate: 48_000 }, {}).stop();
    await settle();
    expect(isReturned).toBe(true);
  });

  it.each([
    [{ chunks: 3, sampleRate: 48_000 }, "source.chunks"],
    [{ chunks: [], sampleRate: 1 }, "sampleRate"],
  ])("reject %j", (source, name) => {
    expect(() => call.mouth.say(source as never, {})).toThrow(name);
  });

  it.each([
    [{ pcm: [1] }, "chunk.pcm"],
    [{ pcm: new Int16Array(2), text: 3 }, "chunk.text"],
    [3, "chunk"],
  ])("fail with %j", async (chunk, name) => {
    const words = call.mouth.say({ chunks: [chunk as never], sampleRate: 48_000 }, { leadInMs: 0 });
    const { reason, error } = await words.ended;
    expect([reason, String(error)]).toEqual(["failed", expect.stringContaining(name)]);
  });
});
