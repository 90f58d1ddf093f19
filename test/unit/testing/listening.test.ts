import { describe, expect, it } from "vitest";
import { Fft } from "../../../packages/testing/listening/fft.js";
import { Locator } from "../../../packages/testing/listening/locate.js";
import { resample, Resampler } from "../../../packages/testing/listening/resample.js";
import { Scorer } from "../../../packages/testing/listening/score.js";
import { toneShare } from "../../../packages/testing/listening/tone.js";
import { atSnr, energyOf, noise, sine, speech } from "./signals.js";

const clean = speech();
const RATE = 10_000;

describe("the Fourier transform", () => {
  it("finds a sine in its bin, and comes back", () => {
    const fft = new Fft(64);
    const re = Float64Array.from({ length: 64 }, (_, at) => Math.cos((2 * Math.PI * 5 * at) / 64));
    const before = re.slice();
    const im = new Float64Array(64);
    fft.transform({ re, im });
    expect(re[5]).toBeCloseTo(32, 9);
    expect(Math.hypot(re[6] ?? NaN, im[6] ?? NaN)).toBeCloseTo(0, 9);
    fft.inverse({ re, im });
    re.forEach((value, at) => expect(value).toBeCloseTo(before[at] ?? NaN, 9));
  });

  it.each([0, 1, 3, 12, -4, 2.5])("has no size %d", (size) => {
    expect(() => new Fft(size)).toThrow(RangeError);
  });
});

describe("resampling", () => {
  it.each([48_000, 44_100, 16_000, 8_000])("keeps a sine of %d Hz sampling, and its place", (from) => {
    const there = resample(sine(from, 1000, from), from, RATE);
    const wanted = sine(RATE, 1000, RATE);
    expect(there).toHaveLength(RATE);
    for (let at = 100; at < RATE - 100; at += 1)
      expect(Math.abs((there[at] ?? NaN) - (wanted[at] ?? NaN))).toBeLessThan(0.003);
  });

  it("removes what the lower rate cannot have", () => {
    const there = resample(sine(48_000, 8000, 48_000), 48_000, RATE);
    expect(energyOf(there.slice(100, -100))).toBeLessThan(0.001);
  });

  it("of a stream gives the same samples, whatever the pieces", () => {
    const whole = new Resampler(48_000, RATE).push(noise(48_000, 1));
    const resampler = new Resampler(48_000, RATE);
    const signal = noise(48_000, 1);
    const pieces: number[] = [];
    for (let at = 0; at < signal.length; at += 777)
      pieces.push(...resampler.push(signal.slice(at, at + 777)));
    expect(Float32Array.from(pieces)).toEqual(whole);
  });
});

describe("the share of a tone", () => {
  it("is 1 for the tone, 0 for another one and for silence, and between them for both", () => {
    const tone = sine(960, 440, 48_000);
    expect(toneShare(tone, 440, 48_000)).toBeGreaterThan(0.95);
    expect(toneShare(sine(960, 1200, 48_000), 440, 48_000)).toBeLessThan(0.05);
    expect(toneShare(new Float32Array(960), 440, 48_000)).toBe(0);
    expect(
      toneShare(
        tone.map((value, at) => value + 0.3 * Math.sin(at)),
        440,
        48_000,
      ),
    ).toBeGreaterThan(0.3);
  });
});

describe("the place of a piece", () => {
  it.each([0, 12_345, 80_000])("is found at %d, in noise and at another loudness", (at) => {
    const piece = clean.slice(at, at + RATE).map((value) => value / 7);
    const found = new Locator(clean, RATE).locate(atSnr(piece, noise(RATE, 3), 0));
    expect(found?.at).toBe(at);
    expect(found?.fit).toBeGreaterThan(0.5);
  });

  it("is before the beginning when the piece begins with silence", () => {
    const piece = Float32Array.from([...new Float32Array(3_000), ...clean.slice(0, 7_000)]);
    expect(new Locator(clean, RATE).locate(piece)?.at).toBe(-3_000);
  });

  it("does not exist for silence", () => {
    expect(new Locator(clean, RATE).locate(new Float32Array(RATE))).toBeUndefined();
  });
});

/** Pushes a signal in pieces of 20 ms, as a call brings it. */
function scoreOf(heard: Float32Array, reference = clean, least = 0.7) {
  const scorer = new Scorer(reference, least);
  for (let at = 0; at < heard.length; at += 200) scorer.push(heard.slice(at, at + 200));
  return scorer.score;
}

describe("what was heard of a file", () => {
  it("is all of it after a delay of seconds", () => {
    const { seconds, estoi } = scoreOf(
      Float32Array.from([...noise(25_000, 4).map((v) => v / 1e4), ...clean]),
    );
    expect(seconds).toBeGreaterThan(clean.length / RATE - 1);
    expect(estoi).toBeGreaterThan(0.8);
  });

  it("is both times of a repetition", () => {
    expect(scoreOf(Float32Array.from([...clean, ...clean])).seconds).toBeGreaterThan(
      (2 * clean.length) / RATE - 2,
    );
  });

  it("lacks no more than the windows of a hole", () => {
    const { seconds } = scoreOf(Float32Array.from([...clean.slice(0, 40_000), ...clean.slice(47_300)]));
    expect(seconds).toBeGreaterThan((clean.length - 7_300) / RATE - 2);
  });

  it("goes on through a drift of a thousandth", () => {
    const slow = resample(clean, 10_000, 10_010);
    expect(scoreOf(slow).seconds).toBeGreaterThan(clean.length / RATE - 1);
  });

  it("is nothing of another sound, however long it is", () => {
    const { seconds, estoi } = scoreOf(clean.slice(50_000), clean.slice(0, 40_000));
    expect(seconds).toBe(0);
    expect(estoi).toBeLessThan(0.4);
    expect(scoreOf(noise(50_000, 5)).seconds).toBe(0);
  });

  it("is nothing of silence, which is no damaged sound either", () => {
    expect(scoreOf(new Float32Array(50_000))).toEqual({ seconds: 0, estoi: undefined });
  });
});
