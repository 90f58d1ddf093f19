import { describe, expect, it } from "vitest";
import { Ear } from "../../../packages/testing/calls/ear.js";
import { since, type Counts } from "../../../packages/testing/hearing/counts.js";
import { listeningFor } from "../../../packages/testing/hearing/listening-for.js";
import { pause, until } from "../../../packages/testing/hearing/until.js";
import { passedTime } from "../../../packages/testing/people/passed-time.js";
import { soundJudge, toneJudge, type Judge } from "../../../packages/testing/listening/judge.js";
import { randomFrom } from "../../../packages/testing/sound/random.js";
import { toneOf, wavOf, type Sound } from "../../../packages/testing/sound/sound.js";
import { readWav, writeWav } from "../../../packages/testing/sound/wav.js";
import { sine } from "./signals.js";

const RATE = 48_000;

function pushAll(judge: Judge, samples: Float32Array): Judge {
  for (let at = 0; at < samples.length; at += 960) judge.push(samples.slice(at, at + 960));
  return judge;
}

describe("a judge", () => {
  it("counts the tenths of a second of a tone", () => {
    const sound = Float32Array.from([
      ...sine(RATE, 440, RATE),
      ...sine(RATE, 460, RATE),
      ...new Float32Array(RATE),
    ]);
    expect(pushAll(toneJudge(440), sound).verdict).toEqual({ seconds: 1 });
    expect(pushAll(soundJudge(), sound).verdict).toEqual({ seconds: 2 });
  });

  it("of a file asks for a second, or for all of a shorter one", async () => {
    const of = writeWav({ sampleRate: 8000, data: sine(4800, 440, 8000) });
    expect((await listeningFor({ of })).wanted).toEqual({ seconds: 0.6, estoi: 0.7 });
    expect((await listeningFor({ of, atLeast: { seconds: 3, estoi: 0.5 } })).wanted).toEqual({
      seconds: 3,
      estoi: 0.5,
    });
  });

  it.each([
    [{ of: writeWav({ sampleRate: 8000, data: sine(800, 440, 8000) }) }, "seconds of the file"],
    [{ of: Buffer.from("OggS and more of it") }, "a WAV file"],
    [{ of: 7 as unknown as Sound }, "sound: expected"],
    [{ of: { hz: 20 } }, "sound.hz"],
    [{ of: { hz: NaN } }, "sound.hz"],
    [{ of: { hz: 440, seconds: 61 } }, "sound.seconds"],
    [{ signal: {} as AbortSignal }, "signal: expected an AbortSignal"],
    [{ atLeast: { seconds: 0 } }, "atLeast.seconds"],
    [{ atLeast: { estoi: 2 } }, "atLeast.estoi"],
    [{ atLeast: { estoi: "much" as unknown as number } }, "atLeast.estoi: expected a number"],
  ])("refuses %j, naming what is wrong", async (options, words) => {
    await expect(listeningFor(options)).rejects.toThrow(words);
  });
});

describe("an ear", () => {
  it("mixes channels, remembers the loudest sample, and hands each block over once", () => {
    const heard = new Ear();
    heard.hear(5n, Int16Array.from([16384, 0, -32768, -32768]), 2);
    const ada = heard.of("5");
    expect([ada.peak, ada.seconds]).toEqual([1, 2 / RATE]);
    expect(ada.take()).toEqual([Float32Array.from([0.25, -1])]);
    expect(ada.take()).toEqual([]);
    ada.startAnew();
    expect([ada.peak, ada.seconds, heard.of("6").peak]).toEqual([0, 0, 0]);
  });

  it("forgets what nobody listened for in half a minute", () => {
    const ear = new Ear();
    for (let second = 0; second < 40; second += 1) ear.hear(1n, new Int16Array(RATE), 1);
    expect(ear.of("1").take()).toHaveLength(30);
  });
});

describe("counts", () => {
  const counts: Counts = { sent: 10, atPlatform: 10, received: 9, undecryptable: 2, lost: 1 };

  it("are of the time since others, and from zero when a session began anew", () => {
    const later: Counts = { sent: 15, atPlatform: 4, received: 12, undecryptable: 2, lost: 0 };
    expect(since(later, counts)).toEqual({ sent: 5, atPlatform: 4, received: 3, undecryptable: 0, lost: 0 });
    expect(since({ ...later, sent: undefined }, counts).sent).toBeUndefined();
  });
});

describe("waiting", () => {
  it("looks once when there is no time, and again until the clock is past the end", async () => {
    let looks = 0;
    let now = 0;
    const look = () => {
      looks += 1;
      now += 100;
      return undefined;
    };
    expect(await until(look, { withinMs: 0, now: () => now })).toBeUndefined();
    expect(looks).toBe(1);
    expect(await until(look, { withinMs: 250, now: () => now })).toBeUndefined();
    expect(looks).toBe(5);
    expect(await until(() => "found", { withinMs: 0, now: () => now })).toBe("found");
  });

  it("ends with a signal, at once and without another look", async () => {
    const abort = new AbortController();
    let looks = 0;
    const look = () => {
      looks += 1;
      if (looks === 2) abort.abort(new Error("gone"));
      return undefined;
    };
    const deadline = { withinMs: Infinity, now: () => 0, signal: abort.signal };
    await expect(until(look, deadline)).rejects.toThrow("gone");
    expect(looks).toBe(2);
    await expect(until(look, deadline)).rejects.toThrow("gone");
    expect(looks).toBe(2);
    await expect(pause(3_600_000, abort.signal)).rejects.toThrow("gone");
  });

  it("takes the time of the platform, and real time while that stands", async () => {
    let platform = 1000;
    let real = 50;
    const passed = passedTime(
      () => platform,
      () => real,
    );
    const after = (platformMs: number, realMs: number) => {
      platform += platformMs;
      real += realMs;
      return passed();
    };
    expect(await passed()).toBe(0);
    expect(await after(10, 11)).toBe(10);
    // Moved by a test.
    expect(await after(5000, 10)).toBe(5010);
    // Frozen.
    expect(await after(0, 10)).toBe(5020);
    expect(await after(0, 30)).toBe(5050);
    // Put back by a snapshot.
    expect(await after(-3_600_000, 10)).toBe(5060);
    expect(await after(10, 10)).toBe(5070);
  });
});

describe("what is random", () => {
  it("follows from the seed, phases of tones too", async () => {
    const [one, two] = [randomFrom(7), randomFrom(7)];
    const numbers = Array.from({ length: 1000 }, one);
    expect(numbers).toEqual(Array.from({ length: 1000 }, two));
    expect(numbers.every((value) => value >= 0 && value < 1)).toBe(true);
    expect(numbers.reduce((sum, value) => sum + value) / 1000).toBeCloseTo(0.5, 1);
    const tone = { hz: 440, seconds: 0.1 };
    const first = await wavOf(tone, randomFrom(1));
    expect(await wavOf(tone, randomFrom(1))).toEqual(first);
    expect(await wavOf(tone, randomFrom(2))).not.toEqual(first);
    expect(readWav(first)).toMatchObject({ sampleRate: RATE, data: { length: 4800 } });
  });

  it("is none of a file", async () => {
    const file = writeWav({ sampleRate: 8000, data: sine(800, 440, 8000) });
    expect(await wavOf(file, () => NaN)).toBe(file);
    expect(toneOf(file)).toBeUndefined();
    expect(toneOf("ada.wav")).toBeUndefined();
    await expect(wavOf("/nowhere/ada.wav", () => NaN)).rejects.toThrow("ENOENT");
  });
});
