// What becomes of timers when the clock jumps.
import { expect, it } from "vitest";
import { AdjustableClock } from "../../../platform/clock/adjustable-clock.js";

const YEAR_MS = 365 * 24 * 3_600_000;

it("goes on with what happens again and again after a jump back", () => {
  const clock = new AdjustableClock((run) => run());
  let rounds = 0;
  const again = (): void => {
    clock.after(60_000, again);
    rounds += 1;
  };
  again();
  clock.advance(-2 * YEAR_MS);
  expect(rounds).toBe(1);
  clock.advance(30_000);
  expect(rounds).toBe(1);
  clock.advance(30_000);
  expect(rounds).toBe(2);
  clock.stop();
});
