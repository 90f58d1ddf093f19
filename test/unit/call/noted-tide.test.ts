// What was sent last, by a claim and by a tick that was noted in memory where any program of the user can write.
import { describe, expect, it, test } from "vitest";
import { lastTide, storeTidePlace, tidePlaceOf } from "../../../lib/call/keeping/noted-tide.js";
import { MemoryCallStore } from "../../../lib/call/index.js";
import type { KeptTick } from "../../../lib/native/index.js";
import type { KeptTide } from "../../../lib/protocol/index.js";

const NOW = 1_700_000_000_000;
/** Ten seconds ago. */
const CLAIMED: KeptTide = {
  atMs: NOW - 10_000,
  sequence: 65_500,
  source: 3,
  positionMs: 2000,
  isPlaying: true,
};
/** 499 packets later. */
const TICK: KeptTick = {
  ageMs: 20,
  sequence: (65_500 + 499) % 65_536,
  isPlaying: true,
  source: { count: 3, positionMs: 2000 + 499 * 20 },
};

const of = (tick: KeptTick | undefined, owners = 0): ReturnType<typeof lastTide> =>
  lastTide(CLAIMED, tick, NOW, owners);

describe("a tick that can have followed on the claim", () => {
  it("is exact", () => {
    expect(of(TICK)).toEqual({
      tide: { atMs: NOW - 20, sequence: 463, source: 3, positionMs: 11_980, isPlaying: true },
      isExact: true,
    });
  });

  it("may be about a later source", () => {
    const source = { count: 4, positionMs: 90_000 };
    expect(of({ ...TICK, source }).tide).toMatchObject({ source: 4, positionMs: 90_000 });
  });

  it("moves the source of the claim by the clock when it names none", () => {
    const microphone: KeptTick = { ageMs: 20, sequence: TICK.sequence, isPlaying: true };
    expect(of(microphone)).toMatchObject({
      tide: { source: 3, positionMs: 11_980, sequence: 463 },
      isExact: true,
    });
  });

  it("may be so far in front as each owner that wrote nothing may have sent", () => {
    const ahead = { ...TICK, sequence: (TICK.sequence + 100) % 65_536 };
    expect(of(ahead)).toEqual({ tide: CLAIMED, isExact: false });
    expect(of(ahead, 2).isExact).toBe(true);
  });
});

describe("a tick that cannot", () => {
  test.each<[string, KeptTick | undefined]>([
    ["none", undefined],
    ["is of the future", { ...TICK, ageMs: -1 }],
    ["is no number", { ...TICK, ageMs: NaN }],
    ["is behind the claim", { ...TICK, sequence: 65_499 }],
    ["is farther than the time allows", { ...TICK, sequence: TICK.sequence + 100 }],
    ["is of an earlier source", { ...TICK, source: { count: 2, positionMs: 0 } }],
    ["goes back in the source", { ...TICK, source: { count: 3, positionMs: 500 } }],
    ["is far ahead in the source", { ...TICK, source: { count: 3, positionMs: 14_000 } }],
    ["is at no place of the source", { ...TICK, source: { count: 3, positionMs: NaN } }],
    ["is at no place of a later source", { ...TICK, source: { count: 4, positionMs: NaN } }],
    ["is behind the end of any source", { ...TICK, source: { count: 4, positionMs: 1e12 } }],
  ])("counts for nothing: it %s", (_what, tick) => {
    expect(of(tick)).toEqual({ tide: CLAIMED, isExact: false });
  });
});

it("is found by a place in the store of the call", async () => {
  const store = new MemoryCallStore();
  expect(await tidePlaceOf(store, "a")).toBeUndefined();
  await storeTidePlace(store, "a", { slot: 7, generation: 2 ** 31 - 1 });
  expect(await tidePlaceOf(store, "a")).toEqual({ slot: 7, generation: 2 ** 31 - 1 });
});
