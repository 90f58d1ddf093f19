import { describe, expect, it } from "vitest";
import { estoi } from "../../../packages/testing/listening/estoi.js";
import { atSnr, noise, shapedNoise, speech } from "./signals.js";

const clean = speech();

describe("ESTOI", () => {
  it("is 1 for equal signals, however loud", () => {
    expect(estoi(clean, clean)).toBeCloseTo(1, 6);
    expect(
      estoi(
        clean,
        clean.map((value) => value / 50),
      ),
    ).toBeCloseTo(1, 6);
  });

  it.each([
    ["white noise", noise(clean.length, 5)],
    ["noise with the spectrum of speech", shapedNoise(clean, 6)],
  ])("falls with the ratio of the signal to %s", (_name, added) => {
    const scores = [40, 30, 20, 10, 5, 0, -5, -10].map((db) => estoi(clean, atSnr(clean, added, db)) ?? NaN);
    expect(scores).toEqual(scores.toSorted((left, right) => right - left));
    expect(scores[0]).toBeGreaterThan(0.9);
    expect(scores.at(-1)).toBeLessThan(0.3);
  });

  it("is about 0 for what has nothing to do with the signal", () => {
    expect(Math.abs(estoi(clean, noise(clean.length, 7)) ?? NaN)).toBeLessThan(0.05);
    expect(Math.abs(estoi(clean, shapedNoise(clean, 8)) ?? NaN)).toBeLessThan(0.1);
    expect(estoi(clean, new Float32Array(clean.length))).toBeCloseTo(0, 6);
  });

  it("does not count what fills the pauses of the speaker", () => {
    const pause = new Float32Array(10_000);
    const paused = Float32Array.from([...clean, ...pause]);
    const filled = Float32Array.from([...clean, ...noise(10_000, 9).map((value) => value / 10)]);
    expect(estoi(paused, filled)).toBeGreaterThan(0.98);
  });

  it.each([
    ["nothing", 0],
    ["less than a frame", 255],
    ["less than a segment", 3_900],
  ])("says nothing about %s", (_name, length) => {
    expect(estoi(clean.slice(5_000, 5_000 + length), clean.slice(5_000, 5_000 + length))).toBeUndefined();
  });
});
