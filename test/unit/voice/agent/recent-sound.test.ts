import { expect, it } from "vitest";
import { RecentSound } from "../../../../lib/voice/agent/recent-sound.js";
import { heardBlock } from "./heard-block.js";

const BLOCK_TICKS = 960;
const EIGHT_SECONDS = 128_000;

/** A block whose samples have its number. */
const numbered = (at: number, timestamp = at * BLOCK_TICKS) =>
  heardBlock({ timestamp, samples: new Int16Array(320).fill(at) });

it("keeps the last eight seconds, oldest first", () => {
  const recent = new RecentSound();
  for (let at = 0; at < 1000; at += 1) recent.push(numbered(at));
  const samples = recent.samples();
  expect(samples.length).toBe(EIGHT_SECONDS);
  expect([samples[0], samples[319], samples[320], samples.at(-1)]).toEqual([600, 600, 601, 999]);
});

it("has less in the beginning, and behind a pause in which nothing was heard", () => {
  const recent = new RecentSound();
  recent.push(numbered(1));
  recent.push(numbered(2));
  expect(recent.samples().length).toBe(640);
  recent.push(numbered(3, 480_000));
  expect([...new Set(recent.samples())]).toEqual([3]);
});

it("goes on where blocks are a few milliseconds apart", () => {
  const recent = new RecentSound();
  recent.push(numbered(1));
  recent.push(numbered(2, 2 * BLOCK_TICKS + 400));
  expect(recent.samples().length).toBe(640);
});
