import { describe, expect, it } from "vitest";
import { SpeechRate } from "../../../packages/electron/social/speech-rate.js";

const BLOCK = 960;

/** A second of a tone, in blocks of 20 ms, made 16 kHz mono. */
function converted(hz: number): Int16Array {
  const rate = new SpeechRate();
  const blocks = Array.from({ length: 50 }, (_, block) => {
    const stereo = Int16Array.from({ length: 2 * BLOCK }, (_one, at) => {
      const sample = block * BLOCK + Math.floor(at / 2);
      return 10_000 * Math.sin((2 * Math.PI * hz * sample) / 48_000);
    });
    return rate.convert(stereo);
  });
  return Int16Array.from(blocks.flatMap((block) => [...block]));
}

const rms = (samples: Int16Array): number =>
  Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length);

describe("sound for transcripts", () => {
  it("has a third of the samples, and the tone that it had, without a jump between blocks", () => {
    const samples = converted(1000);
    expect(samples.length).toBe(16_000);
    const steady = samples.subarray(100);
    expect(rms(steady)).toBeCloseTo(10_000 / Math.SQRT2, -2);
    // the steepest step of this tone, and nothing steeper
    const steps = [...steady].slice(1).map((one, at) => Math.abs(one - steady[at]!));
    expect(Math.max(...steps)).toBeLessThan(1.02 * 10_000 * 2 * Math.sin((Math.PI * 1000) / 16_000));
  });

  it.each([12_000, 15_000])("has nothing of %i Hz, which would fold back into speech", (hz) => {
    expect(rms(converted(hz).subarray(100))).toBeLessThan(100);
  });

  it("takes the middle of both channels, and does not wrap at full scale", () => {
    const rate = new SpeechRate();
    const loud = rate.convert(new Int16Array(2 * BLOCK).fill(32_767));
    expect(Math.min(...loud.subarray(30))).toBeGreaterThan(32_000);
    const opposite = new Int16Array(2 * BLOCK).map((_, at) => (at % 2 === 0 ? 20_000 : -20_000));
    expect(rms(new SpeechRate().convert(opposite))).toBe(0);
  });
});
