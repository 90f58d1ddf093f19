import { describe, expect, it } from "vitest";
import { Heartbeat } from "../../../packages/electron/main/heartbeat.js";
import { VirtualClock } from "../../support/virtual-clock.js";

const HANG_MS = 10_000;
const ROUND_MS = HANG_MS / 4;

function scene(hangMs = HANG_MS) {
  const clock = new VirtualClock();
  const counts = { asked: 0, hung: 0 };
  const process = { isAlive: true };
  const heartbeat: Heartbeat = new Heartbeat({
    clock,
    hangMs,
    ask() {
      counts.asked += 1;
      if (process.isAlive) heartbeat.answered();
    },
    hung: () => (counts.hung += 1),
  });
  heartbeat.begin();
  return { clock, counts, process, heartbeat };
}

describe("a process that is asked", () => {
  it("may go on for ever as long as it answers", () => {
    const { clock, counts } = scene();
    clock.advance(100 * HANG_MS);
    expect(counts).toEqual({ asked: 401, hung: 0 });
  });

  it("is noticed within the time that it may stand still, once", () => {
    for (const after of [0, 1, ROUND_MS - 1]) {
      const { clock, counts, process } = scene();
      clock.advance(20 * ROUND_MS + after);
      process.isAlive = false;
      clock.advance(HANG_MS / 2);
      expect(counts.hung).toBe(0);
      clock.advance(HANG_MS / 2);
      expect([counts.hung, clock.pending]).toEqual([1, 0]);
    }
  });

  it("has six times as long to load its program", () => {
    const { clock, counts, process, heartbeat } = scene();
    process.isAlive = false;
    heartbeat.begin();
    clock.advance(6 * HANG_MS - 1);
    expect(counts.hung).toBe(0);
    clock.advance(1);
    expect(counts.hung).toBe(1);
  });

  it("has the time anew behind an answer that came late", () => {
    const { clock, counts, process, heartbeat } = scene();
    process.isAlive = false;
    clock.advance(HANG_MS - 1);
    heartbeat.answered();
    clock.advance(HANG_MS - ROUND_MS);
    expect(counts.hung).toBe(0);
  });
});

describe("a machine that stood still", () => {
  it("has ended nobody: each late look is followed by another round", () => {
    const { clock, counts, process } = scene();
    clock.advance(ROUND_MS);
    for (let sleep = 0; sleep < 20; sleep += 1) {
      // the answer that is under way is read behind the look
      process.isAlive = false;
      clock.stall(3_600_000);
      clock.advance(0);
      expect(counts.hung).toBe(0);
    }
    process.isAlive = true;
    clock.advance(10 * HANG_MS);
    expect(counts.hung).toBe(0);
  });

  it("does not hide a process that hangs", () => {
    const { clock, counts, process } = scene();
    clock.advance(ROUND_MS);
    process.isAlive = false;
    clock.stall(3_600_000);
    clock.advance(HANG_MS + ROUND_MS);
    expect(counts.hung).toBe(1);
  });
});

it("nobody is asked where a process may stand still for ever, nor behind the end", () => {
  const unlimited = scene(Infinity);
  expect([unlimited.counts.asked, unlimited.clock.pending]).toEqual([0, 0]);
  const ended = scene();
  ended.heartbeat.end();
  expect(ended.clock.pending).toBe(0);
});
