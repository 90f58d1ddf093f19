import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OutgoingEvent } from "../../../platform/gateway/outgoing-event.js";
import { ReplayBuffer } from "../../../platform/gateway/replay-buffer.js";
import { RESUME_MESSAGE_LIMIT, ResumeBuffer } from "../../../platform/voice/gateway/resume-buffer.js";
import { checkImpairment, ImpairedFlow, REORDER_HOLD_MS } from "../../../platform/voice/sfu/impairment.js";
import { Reception } from "../../../platform/voice/sfu/reception.js";
import { REPLAY_WINDOW, ReplayWindow } from "../../../platform/voice/sfu/replay-window.js";
import { JoinGuard } from "../../../platform/domain/rules/voice/join-guard.js";

describe("replay window", () => {
  it.each<[string, number[], boolean[]]>([
    ["a repeat", [5, 5], [true, false]],
    ["reordering", [5, 7, 6, 6], [true, true, true, false]],
    ["the wrap", [0xffff_ffff, 0, 1, 0xffff_ffff, 0], [true, true, true, false, false]],
    ["one older than the window", [5000, 5000 - REPLAY_WINDOW], [true, false]],
    ["the oldest of the window", [5000, 5001 - REPLAY_WINDOW], [true, true]],
    ["a jump and the way back", [1, 100_000, 99_999, 1], [true, true, true, false]],
    ["a start anywhere", [0x9000_0000, 0x9000_0001], [true, true]],
  ])("%s", (_claim, counters, expected) => {
    const window = new ReplayWindow();
    expect(counters.map((counter) => window.accept(counter))).toEqual(expected);
  });

  it("never accepts a counter twice and agrees with a set, in any order", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 0xffff_ffff }),
        fc.array(fc.integer({ min: -40, max: 60 })),
        (start, steps) => {
          const window = new ReplayWindow();
          const seen = new Set<number>();
          let counter = start;
          for (const step of steps) {
            counter = (counter + step) >>> 0;
            expect(window.accept(counter)).toBe(!seen.has(counter) && seen.size < REPLAY_WINDOW);
            seen.add(counter);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("voice resume buffer", () => {
  const send = (buffer: ResumeBuffer): number => {
    const seq = buffer.next();
    buffer.keep(seq, 11, `m${seq}`);
    return seq;
  };
  const seqs = (messages: readonly { seq: number }[] | undefined): number[] | undefined =>
    messages?.map((one) => one.seq);

  it("numbers from 1 and skips 0 at the wrap", () => {
    const buffer = new ResumeBuffer(65_533);
    expect([send(buffer), send(buffer), send(buffer), send(buffer)]).toEqual([65_534, 65_535, 1, 2]);
    expect(seqs(buffer.after(65_534))).toEqual([65_535, 1, 2]);
    expect(seqs(buffer.after(2))).toEqual([]);
  });

  it("replays everything to a client that has received nothing", () => {
    const buffer = new ResumeBuffer();
    send(buffer);
    send(buffer);
    expect(seqs(buffer.after(-1))).toEqual([1, 2]);
    expect(seqs(buffer.after(undefined))).toEqual([1, 2]);
  });

  it("keeps messages after an acknowledged number, and still knows that number", () => {
    const buffer = new ResumeBuffer();
    send(buffer);
    send(buffer);
    buffer.acknowledge(1);
    expect(seqs(buffer.after(1))).toEqual([2]);
    expect(buffer.after(-1)).toBeUndefined();
    buffer.acknowledge(2);
    expect(seqs(buffer.after(2))).toEqual([]);
    send(buffer);
    expect(seqs(buffer.after(2))).toEqual([3]);
  });

  it("rejects numbers that were never sent or were dropped", () => {
    const buffer = new ResumeBuffer();
    expect(buffer.after(0)).toBeUndefined();
    expect(seqs(buffer.after(-1))).toEqual([]);
    for (let n = 0; n <= RESUME_MESSAGE_LIMIT; n += 1) send(buffer);
    expect(buffer.after(1)).toBeUndefined();
    expect(buffer.after(-1)).toBeUndefined();
    expect(buffer.after(9999)).toBeUndefined();
    expect(seqs(buffer.after(2))).toHaveLength(RESUME_MESSAGE_LIMIT - 1);
  });

  it("holds at most a mebibyte", () => {
    const buffer = new ResumeBuffer();
    const big = Buffer.alloc(600_000);
    for (let n = 0; n < 2; n += 1) buffer.keep(buffer.next(), 11, big);
    expect(buffer.after(-1)).toBeUndefined();
  });
});

describe("gateway replay buffer", () => {
  it("distinguishes missed, never sent and dropped events", () => {
    const buffer = new ReplayBuffer(3);
    const events = ["A", "B", "C", "D", "E"].map((t) => new OutgoingEvent(t, null));
    for (const event of events) buffer.add(event);
    expect(buffer.after(5)).toEqual([]);
    expect(buffer.after(3)).toEqual([
      { s: 4, event: events[3] },
      { s: 5, event: events[4] },
    ]);
    expect(buffer.after(2)).toHaveLength(3);
    expect(buffer.after(1)).toBe("gone");
    expect(buffer.after(6)).toBe("ahead");
  });

  it("never loses or duplicates a stored event", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 100 }),
        (limit, count, seen) => {
          const buffer = new ReplayBuffer(limit);
          for (let n = 0; n < count; n += 1) buffer.add(new OutgoingEvent("T", n));
          const missed = buffer.after(Math.min(seen, count));
          const expected = count - Math.min(seen, count);
          if (expected > limit) expect(missed).toBe("gone");
          else expect(missed).toHaveLength(expected);
        },
      ),
    );
  });
});

describe("impairment", () => {
  const run = (
    settings: Partial<ConstructorParameters<typeof ImpairedFlow>[0]>,
    flow = "f",
    count = 20_000,
  ): (readonly number[])[] => {
    const impaired = new ImpairedFlow({ seed: 1, ...settings }, flow);
    return Array.from({ length: count }, (_, n) => impaired.plan(n * 20));
  };

  it("is deterministic for a seed and flow, and differs for others", () => {
    const settings = { loss: 0.1, burst: 3, jitterMs: 10, reorder: 0.05, duplicate: 0.05 };
    expect(run(settings)).toEqual(run(settings));
    expect(run(settings, "g")).not.toEqual(run(settings));
    expect(run({ ...settings, seed: 2 })).not.toEqual(run(settings));
  });

  it.each([
    [0.05, 1],
    [0.05, 4],
    [0.3, 2],
  ])("loses %f on average in bursts of %f", (loss, burst) => {
    const fates = run({ loss, burst }).map((arrivals) => arrivals.length === 0);
    const lost = fates.filter(Boolean).length;
    const bursts = fates.filter((isLost, n) => isLost && fates[n - 1] !== true).length;
    expect(lost / fates.length).toBeCloseTo(loss, 1.5);
    if (burst > 1) expect(lost / bursts).toBeCloseTo(burst, 0);
  });

  it("jitter alone never reorders", () => {
    const arrivals = run({ jitterMs: 50, delayMs: 5 }).flat();
    expect(arrivals.every((due, n) => n === 0 || due >= (arrivals[n - 1] ?? 0))).toBe(true);
    expect(arrivals.every((due, n) => due >= n * 20 + 5)).toBe(true);
  });

  it.each([{ loss: 5 }, { reorder: -0.1 }, { duplicate: NaN }, { delayMs: -1 }, { jitterMs: Infinity }])(
    "rejects %o",
    (more) => {
      expect(() => checkImpairment({ seed: 1, ...more })).toThrow(RangeError);
    },
  );

  it("a reordered datagram is overtaken, and a duplicated one arrives twice", () => {
    expect(run({ reorder: 1 }, "f", 1)).toEqual([[REORDER_HOLD_MS]]);
    expect(run({ duplicate: 1 }, "f", 1)).toEqual([[0, 0]]);
  });
});

describe("reception", () => {
  it("counts loss over the wrap of the sequence, late packets and duplicates included", () => {
    const reception = new Reception();
    for (const sequence of [65_534, 65_535, 1, 0, 3]) reception.packet(0, sequence, 0);
    expect(reception.report(0, 7)).toMatchObject({
      ssrc: 7,
      cumulativeLost: 1,
      extendedHighestSequence: 65_539,
    });
  });

  it("a restarted sender starts without loss", () => {
    const reception = new Reception();
    reception.packet(0, 10, 0);
    reception.packet(0, 40_000, 0);
    expect(reception.report(0, 7)).toMatchObject({ cumulativeLost: 0, fractionLost: 0 });
  });

  it("steady packets have no jitter", () => {
    const reception = new Reception();
    for (let n = 0; n < 50; n += 1) reception.packet(n * 20, n, n * 960);
    expect(reception.report(1000, 7).jitter).toBe(0);
  });
});

describe("voice join guard", () => {
  it("has no effect until a client was permanently rejected", () => {
    const guard = new JoinGuard();
    guard.closed("1", 4006, 0);
    expect([0, 1, 2].map((now) => guard.admits("1", now))).toEqual([true, true, true]);
  });

  it("then admits one join per second and punishes more", () => {
    const guard = new JoinGuard();
    guard.closed("1", 4017, 0);
    expect(guard.admits("1", 0)).toBe(true);
    expect(guard.admits("1", 1000)).toBe(true);
    expect(guard.admits("1", 1500)).toBe(false);
    expect(guard.admits("1", 11_000)).toBe(false);
    expect(guard.admits("1", 11_500)).toBe(true);
    expect(guard.admits("2", 1500)).toBe(true);
  });

  it("resets after ten seconds of correct behaviour", () => {
    const guard = new JoinGuard();
    guard.closed("1", 4022, 0);
    expect([10_000, 10_001, 10_002].map((now) => guard.admits("1", now))).toEqual([true, true, true]);
  });
});
