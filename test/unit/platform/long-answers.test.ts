import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerInTurns, type Answer, type Asker } from "../../../platform/gateway/long-answers.js";
import { Guard } from "../../../platform/guard/guard.js";
import { StillClock } from "../../support/still-clock.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setImmediate"] }));
afterEach(() => void vi.useRealTimers());

/** A session that asked, and the turns of the loop. */
function scene() {
  const clock = new StillClock();
  const log: string[] = [];
  const got: unknown[] = [];
  const sink = { unsentBytes: 0 };
  const session: Asker = { answers: [], sink, dispatch: (_t, d) => void got.push(d) };
  const parts = { guard: new Guard("gateway", (line) => void log.push(line)), machineClock: clock };
  const ask = (events: Iterable<Answer>) => answerInTurns(session, events, parts);
  return { clock, log, got, sink, session, ask, turn: () => vi.runOnlyPendingTimers() };
}

function* numbered(name: string, count: number, fails = false): Iterable<Answer> {
  for (let at = 0; at < count; at += 1) yield { t: "CHUNK", d: `${name}${String(at)}` };
  if (fails) throw new Error("no more");
}

it("dispatches the first event at once, the others in turns, and answers one after the other", () => {
  const { got, ask, turn } = scene();
  ask(numbered("a", 3));
  ask(numbered("b", 1));
  expect(got).toEqual(["a0"]);
  turn();
  expect(got).toEqual(["a0", "a1"]);
  for (let turns = 0; turns < 5; turns += 1) turn();
  expect(got).toEqual(["a0", "a1", "a2", "b0"]);
  ask(numbered("c", 1));
  expect(got.at(-1)).toBe("c0");
});

it("waits while the client has not read, and goes on without one", () => {
  const { got, ask, turn, sink, session, clock } = scene();
  ask(numbered("a", 4));
  sink.unsentBytes = 2 * 1024 * 1024;
  turn();
  turn();
  expect(got).toEqual(["a0"]);
  sink.unsentBytes = 0;
  clock.advance(20);
  expect(got).toEqual(["a0", "a1"]);
  sink.unsentBytes = 2 * 1024 * 1024;
  turn();
  Object.assign(session, { sink: undefined });
  clock.advance(20);
  turn();
  expect(got).toEqual(["a0", "a1", "a2", "a3"]);
});

it("makes no more of an answer when its session has ended", () => {
  const { got, ask, turn, session } = scene();
  ask(numbered("a", 3));
  session.answers.length = 0;
  turn();
  expect(got).toEqual(["a0"]);
});

it("reports an answer that fails, and answers what is asked next", () => {
  const { got, ask, turn, log } = scene();
  ask(numbered("a", 1, true));
  turn();
  expect(log).toEqual([expect.stringContaining("fault in a long answer: ")]);
  ask(numbered("b", 1));
  expect(got).toEqual(["a0", "b0"]);
});
