import fc from "fast-check";
import { expect, it } from "vitest";
import { SampleLog } from "../../../lib/hosting/client/sample-log.js";

const numbered = (count: number, from = 0): Int16Array =>
  Int16Array.from({ length: count }, (_, at) => (from + at) % 30_000);

it("takes a second of sound, and more when some of it was played", () => {
  const log = new SampleLog(8000, 2);
  expect(log.write(numbered(10_000)).length).toBe(10_000);
  expect(log.write(numbered(10_000)).length).toBe(6000);
  expect(log.write(numbered(2)).length).toBe(0);
  log.played(250);
  expect(log.write(numbered(10_000)).length).toBe(4000);
  expect(log.isWaiting).toBe(true);
  log.played(60_000);
  expect(log.isWaiting).toBe(false);
});

it("leaves half a frame to its caller, and copies what it takes", () => {
  const log = new SampleLog(48_000, 2);
  const given = Int16Array.of(1, 2, 3);
  expect([...log.write(given)]).toEqual([1, 2]);
  given.fill(9);
  expect(log.kept.pieces.map((piece) => [...piece])).toEqual([[1, 2]]);
});

it("keeps all that may not have been played, from a place that it names", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(8000, 16_000, 44_100, 48_000),
      fc.constantFrom(1 as const, 2 as const),
      fc.array(fc.tuple(fc.nat(4000), fc.nat(300)), { maxLength: 20 }),
      (rate, channels, steps) => {
        const log = new SampleLog(rate, channels);
        let [written, playedMs] = [0, 0];
        for (const [count, ms] of steps) {
          written += log.write(numbered(count * channels, written * channels)).length / channels;
          playedMs = Math.min(playedMs + ms, (written * 1000) / rate);
          log.played(playedMs);
          const { fromMs, pieces } = log.kept;
          const first = Math.round((fromMs * rate) / 1000);
          expect(Math.abs(first - (playedMs * rate) / 1000)).toBeLessThanOrEqual(1);
          const kept = pieces.flatMap((piece) => [...piece]);
          expect(first + kept.length / channels).toBe(written);
          expect(kept.slice(0, 2)).toEqual([...numbered(Math.min(2, kept.length), first * channels)]);
        }
      },
    ),
    { seed: 36 },
  );
});
