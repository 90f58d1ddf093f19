// Times and durations after somebody sets a clock: the machine's, or the platform's.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { AdjustableClock, type MachineTime } from "../../../platform/clock/adjustable-clock.js";
import type { Clock } from "../../../platform/clock/clock.js";
import { MachineClock } from "../../../platform/clock/machine-clock.js";
import { IdleLobbies } from "../../../platform/domain/world/lobby/idle-lobbies.js";
import { idleLobbies } from "../../../platform/domain/rules/lobby/idle.js";
import { MemberRequestWindows } from "../../../platform/domain/world/guild/member-request-windows.js";
import { ActivityInvites } from "../../../platform/domain/world/message/activity-invites.js";
import { SlowModes } from "../../../platform/domain/world/message/slow-modes.js";
import { UserCodeGuesses } from "../../../platform/domain/world/oauth2/user-code-guesses.js";
import { SessionStarts } from "../../../platform/domain/world/presence/session-starts.js";
import { Issuer } from "../../../platform/openid/issuers/issuer.js";
import { RateLimits } from "../../../platform/http/rate-limits.js";

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
const NOON = Date.UTC(2026, 6, 1, 12);

/** A machine whose clock somebody sets. */
class Machine implements MachineTime {
  wallMs = NOON;
  monotonicMs = 500;

  wall = (): number => this.wallMs;
  monotonic = (): number => this.monotonicMs;

  pass(ms: number): void {
    this.wallMs += ms;
    this.monotonicMs += ms;
  }
}

function clockOf(machine: Machine): AdjustableClock {
  return new AdjustableClock((run) => run(), machine);
}

it.each([AdjustableClock, MachineClock])("%o fires no timer once it has stopped", (ClockClass) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const clock = new ClockClass((run) => run());
  let fired = 0;
  clock.after(1, () => (fired += 1));
  clock.stop();
  clock.after(1, () => (fired += 1)).cancel();
  clock.after(1, () => (fired += 1));
  vi.advanceTimersByTime(10);
  if (clock instanceof AdjustableClock) clock.advance(10);
  expect([fired, vi.getTimerCount()]).toEqual([0, 0]);
});

describe("the platform's clock", () => {
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

  it.each([-HOUR_MS, HOUR_MS])("does not notice that the machine's clock is set by %i ms", (ms) => {
    const machine = new Machine();
    const clock = clockOf(machine);
    machine.pass(1000);
    machine.wallMs += ms;
    machine.pass(1000);
    expect([clock.now(), clock.elapsed()]).toEqual([NOON + 2000, 2500]);
  });

  it("tells whole milliseconds, which answers show", () => {
    const machine = new Machine();
    const clock = clockOf(machine);
    clock.set(NOON + 0.25);
    machine.pass(0.7);
    expect([clock.elapsed(), clock.now()].map(Number.isInteger)).toEqual([true, true]);
  });

  it("counts a jump forward as time that has passed, and a jump back as none", () => {
    const machine = new Machine();
    const clock = clockOf(machine);
    clock.set(NOON + HOUR_MS);
    expect([clock.now(), clock.elapsed()]).toEqual([NOON + HOUR_MS, 500 + HOUR_MS]);
    clock.set(NOON - HOUR_MS);
    machine.pass(10);
    expect([clock.now(), clock.elapsed()]).toEqual([NOON - HOUR_MS + 10, 510 + HOUR_MS]);
    expect(clock.offset).toBe(-HOUR_MS);
  });

  it("stands when it is frozen, moves by jumps alone, and goes on from there", () => {
    const machine = new Machine();
    const clock = clockOf(machine);
    clock.freeze();
    machine.pass(1000);
    expect([clock.now(), clock.elapsed(), clock.isFrozen]).toEqual([NOON, 500, true]);
    clock.advance(HOUR_MS);
    machine.pass(1000);
    expect([clock.now(), clock.elapsed()]).toEqual([NOON + HOUR_MS, 500 + HOUR_MS]);
    clock.resume();
    machine.pass(10);
    expect([clock.now(), clock.elapsed()]).toEqual([NOON + HOUR_MS + 10, 510 + HOUR_MS]);
  });

  it("fires no timer while it stands, but those that a jump reaches, and the others once it goes on", () => {
    vi.useFakeTimers();
    try {
      const clock = new AdjustableClock((run) => run());
      const fired: string[] = [];
      clock.after(50, () => fired.push("early"));
      clock.freeze();
      clock.after(500, () => fired.push("late"));
      vi.advanceTimersByTime(HOUR_MS);
      expect(fired).toEqual([]);
      clock.advance(50);
      expect(fired).toEqual(["early"]);
      clock.resume();
      vi.advanceTimersByTime(449);
      expect(fired).toEqual(["early"]);
      vi.advanceTimersByTime(1);
      expect(fired).toEqual(["early", "late"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is followed by another clock of the machine, standing and going", () => {
    const machine = new Machine();
    const [clock, follower] = [clockOf(machine), clockOf(machine)];
    const both = () => [clock.now(), follower.now()];
    clock.freeze();
    clock.set(NOON + HOUR_MS);
    machine.pass(70);
    follower.follow(clock.reading);
    machine.pass(70);
    expect(both()).toEqual([NOON + HOUR_MS, NOON + HOUR_MS]);
    clock.resume();
    machine.pass(5);
    follower.follow(clock.reading);
    machine.pass(5);
    expect(both()).toEqual([NOON + HOUR_MS + 10, NOON + HOUR_MS + 10]);
  });
});

/** A limit: uses it up, and tells whether it is open again. */
interface Limit {
  readonly lastsMs: number;
  use(): void;
  isOpen(): boolean;
}

const LIMITS: Readonly<Record<string, (clock: Clock) => Limit>> = {
  "of requests per second": (clock) => {
    const limits = new RateLimits(clock);
    const bucket = { caller: "ada", route: "POST /x", major: "1", isRead: false, isCountedGlobally: true };
    const take = (): boolean => limits.take(bucket).isExceeded;
    return { lastsMs: 1000, use: () => void Array.from({ length: 5 }, take), isOpen: () => !take() };
  },
  "of slow mode": (clock) => {
    const modes = new SlowModes(clock);
    const use = () => void modes.wrote("1", "2");
    return { lastsMs: 5000, use, isOpen: () => modes.waitOf("1", "2", 5) === 0 };
  },
  "of requests for members": (clock) => {
    const windows = new MemberRequestWindows(clock);
    return {
      lastsMs: 30_000,
      use: () => void windows.take("1", "2"),
      isOpen: () => windows.take("1", "2") === 0,
    };
  },
  "of wrong user codes": (clock) => {
    const guesses = new UserCodeGuesses(clock);
    const use = (): void => {
      for (let count = 0; count < 20; count += 1) guesses.missed("ada");
    };
    return { lastsMs: 300_000, use, isOpen: () => guesses.waitOf("ada") === 0 };
  },
  "of sessions per day": (clock) => {
    const starts = new SessionStarts(clock);
    return {
      lastsMs: 24 * HOUR_MS,
      use: () => starts.count("1"),
      isOpen: () => starts.limitOf("1").reset_after === 0,
    };
  },
  "of activity invites": (clock) => {
    const invites = new ActivityInvites(clock);
    const invite = { messageId: "1", sentAt: clock.now() } as Parameters<ActivityInvites["put"]>[0];
    return {
      lastsMs: 6 * HOUR_MS,
      use: () => invites.put(invite),
      isOpen: () => invites.get("1") === undefined,
    };
  },
  "of an idle lobby": (clock) => {
    const lobby = { id: "1", members: [], idleTimeoutSeconds: 5 };
    const lobbies = { all: () => [lobby], get: () => lobby };
    const world = { clock, idle: new IdleLobbies(), lobbies, live: { has: () => false } };
    const idle = (): number => idleLobbies(world as never).length;
    return { lastsMs: 5000, use: () => void idle(), isOpen: () => idle() === 1 };
  },
};

describe.each(Object.entries(LIMITS))("a limit %s", (_name, limit) => {
  it.each([
    ["set back", -HOUR_MS],
    ["left alone", 0],
  ])("lasts as long when the clock is %s", (_what, ms) => {
    const machine = new Machine();
    const clock = clockOf(machine);
    machine.pass(1_000_000);
    const { lastsMs, use, isOpen } = limit(clock);
    use();
    clock.advance(ms);
    machine.pass(lastsMs - 1);
    expect(isOpen()).toBe(false);
    machine.pass(1);
    expect(isOpen()).toBe(true);
  });
});

it("reads the documents of an issuer again after their hour, when the clock is set back too", async () => {
  const machine = new Machine();
  const clock = clockOf(machine);
  let reads = 0;
  const issuer = new Issuer(clock, () => {
    reads += 1;
    return Promise.resolve({ algorithms: [], keys: undefined as never });
  });
  await issuer.current();
  clock.advance(-HOUR_MS);
  machine.pass(HOUR_MS - 1);
  await issuer.current();
  expect(reads).toBe(1);
  machine.pass(1);
  await issuer.current();
  expect(reads).toBe(2);
});
