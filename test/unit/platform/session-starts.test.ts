import { describe, expect, it } from "vitest";
import { SessionStarts } from "../../../platform/domain/world/presence/session-starts.js";
import { StillClock } from "../../support/still-clock.js";

const DAY_MS = 24 * 60 * 60 * 1000;

describe("the sessions that a bot starts", () => {
  it("count for 24 hours from the first one, for this bot alone", () => {
    const clock = new StillClock();
    const starts = new SessionStarts(clock);
    expect(starts.limitOf("1")).toEqual({ total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 });
    starts.count("1");
    clock.advance(DAY_MS - 1);
    starts.count("1");
    expect(starts.limitOf("1")).toMatchObject({ remaining: 998, reset_after: 1 });
    expect(starts.limitOf("2")).toMatchObject({ remaining: 1000, reset_after: 0 });
    clock.advance(1);
    expect(starts.limitOf("1")).toMatchObject({ remaining: 1000, reset_after: 0 });
  });

  it("leave none, and never less", () => {
    const starts = new SessionStarts(new StillClock());
    for (let started = 0; started < 1001; started += 1) starts.count("1");
    expect(starts.limitOf("1")).toMatchObject({ remaining: 0, reset_after: DAY_MS });
  });

  it("have no negative time to wait while time passes", () => {
    let time = 0;
    const starts = new SessionStarts({ now: () => time, elapsed: () => (time += 1) });
    expect(starts.limitOf("1")).toMatchObject({ reset_after: 0 });
  });
});
