import { describe, expect, it } from "vitest";
import { Ear } from "../../../packages/testing/calls/ear.js";
import { Measurement } from "../../../packages/testing/hearing/measurement.js";
import { GapCounter } from "../../../packages/testing/listening/gaps.js";
import { Meter } from "../../../packages/testing/listening/meter.js";
import { sine } from "./signals.js";

const RATE = 48_000;
const BLOCK = 960;
const SOUND = 120;
const SILENCE = 3;

/** Gaps of packets, each as the milliseconds after the one before, its bytes, and milliseconds of sound. */
function gapsOf(...packets: readonly (readonly [number, number, number?])[]): [number, number] {
  const counter = new GapCounter();
  let atMs = 1000;
  for (const [afterMs, size, lengthMs = 20] of packets)
    counter.push({ atMs: (atMs += afterMs), size, lengthMs });
  const { count, longestMs } = counter.gaps;
  return [count, longestMs];
}

describe("gaps between packets", () => {
  it("are more than 20 ms longer than the packet before lasts; the longest is told", () => {
    expect(gapsOf()).toEqual([0, 0]);
    expect(gapsOf([0, SOUND])).toEqual([0, 0]);
    expect(gapsOf([0, SOUND], [20, SOUND], [40, SOUND], [0, SOUND])).toEqual([0, 0]);
    expect(gapsOf([0, SOUND], [41, SOUND], [250, SOUND], [60, SOUND])).toEqual([3, 250]);
    expect(gapsOf([0, SOUND, 60], [80, SOUND, 60], [81, SOUND, 5], [26, SOUND, 5])).toEqual([2, 81]);
  });

  it("are none after silence, with which a pause is announced, or which an encoder leaves out", () => {
    expect(gapsOf([0, SOUND], [20, SILENCE], [5000, SOUND])).toEqual([0, 0]);
    expect(gapsOf([0, SOUND], [20, 1], [400, 2], [400, SOUND], [50, SILENCE])).toEqual([1, 50]);
    expect(gapsOf([0, SOUND], [100, SILENCE])).toEqual([1, 100]);
  });
});

describe("a meter", () => {
  it("measures what is louder than −50 dBFS", () => {
    const meter = new Meter();
    expect(meter.loudness).toEqual({ seconds: 0, levelDbfs: -Infinity, peakDbfs: -Infinity });
    expect(meter.push(new Float32Array(BLOCK).fill(0.001))).toBe(false);
    expect(meter.loudness).toMatchObject({ seconds: 0, levelDbfs: -Infinity });
    expect(meter.loudness.peakDbfs).toBeCloseTo(-60);
    expect(meter.push(sine(BLOCK, 1000, RATE))).toBe(true);
    expect(meter.push(new Float32Array(BLOCK))).toBe(false);
    const { seconds, levelDbfs, peakDbfs } = meter.loudness;
    expect(seconds).toBe(0.02);
    // How loud the sine of these tests is does not matter: its mean is 3 dB below its top.
    expect(levelDbfs - peakDbfs).toBeCloseTo(-3.01, 1);
  });
});

describe("a measurement", () => {
  it("tells when the first sound came, counted from its beginning", () => {
    let now = 5000;
    const measurement = new Measurement(() => now);
    expect(measurement.measured).toMatchObject({
      firstSoundMs: undefined,
      decodedSeconds: 0,
      gaps: undefined,
    });
    now += 30;
    measurement.sound(new Float32Array(BLOCK));
    for (let block = 0; block < 2; block += 1) {
      now += 20;
      measurement.sound(new Float32Array(BLOCK).fill(0.5));
    }
    const { firstSoundMs, decodedSeconds, seconds, gaps } = measurement.measured;
    expect({ firstSoundMs, decodedSeconds, seconds, gaps }).toEqual({
      firstSoundMs: 50,
      decodedSeconds: 0.06,
      seconds: 0.04,
      gaps: undefined,
    });
  });

  it("has no gaps to tell unless packets are shown", () => {
    const measurement = new Measurement(() => 0);
    measurement.packet({ atMs: 0, size: SOUND, lengthMs: 20 });
    measurement.packet({ atMs: 90, size: SOUND, lengthMs: 20 });
    expect(measurement.measured.gaps).toEqual({ count: 1, longestMs: 90 });
  });
});

it("an ear tells followers of one speaker, and leaves the sound to whoever takes it", () => {
  const ear = new Ear();
  const followed: number[] = [];
  const following = ear.of("1").follow((block) => followed.push(block.length));
  ear.hear(1n, new Int16Array(BLOCK * 2), 2);
  ear.hear(2n, new Int16Array(4), 2);
  following[Symbol.dispose]();
  ear.hear(1n, new Int16Array(2), 2);
  expect(followed).toEqual([BLOCK]);
  expect(ear.of("1").take()).toHaveLength(2);
});
