import { describe, expect, it } from "vitest";
import { AdjustableClock } from "../../../platform/clock/adjustable-clock.js";
import { Guard, harmless } from "../../../platform/guard/guard.js";

const fail = (message: string): never => {
  throw new Error(message);
};

describe("a guard", () => {
  it("turns a fault into the end of the request and one log line with the stack", () => {
    const lines: string[] = [];
    const severities: unknown[] = [];
    const guard = new Guard("voice gateway", (line, severity) => {
      lines.push(line);
      severities.push(severity);
    });
    const ended: unknown[] = [];
    expect(
      guard.run(
        "a message",
        () => 1,
        () => 2,
      ),
    ).toBe(1);
    expect(
      guard.run(
        "a message",
        () => fail("odd"),
        (error) => (ended.push(error), 2),
      ),
    ).toBe(2);
    expect(ended).toEqual([new Error("odd")]);
    expect(lines).toEqual([
      expect.stringMatching(/^voice gateway: fault in a message: Error: odd \| at .*guard\.test\.ts/),
    ]);
    expect(lines[0]).not.toContain("\n");
    expect(severities).toEqual(["error"]);
  });

  it("keeps a flood of one fault out of the log, even if its message varies, and distinguishes faults", () => {
    const lines: string[] = [];
    const guard = new Guard("media worker", (line) => lines.push(line));
    for (let n = 0; n < 1000; n += 1) guard.isolate("a datagram", () => fail(`number ${String(n)}`));
    guard.isolate("a datagram", () => JSON.parse("{") as never);
    guard.isolate("a timer", () => fail("other"));
    const counts = lines.slice(0, -2).map((line) => Number(/\((\d+) times\)/.exec(line)?.[1] ?? 1));
    expect(counts).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512]);
    expect(lines.slice(-2)).toEqual([
      expect.stringContaining("SyntaxError"),
      expect.stringContaining("in a timer: "),
    ]);
  });

  it("takes what nobody waits for: rejected promises, and exceptions of listeners", async () => {
    const lines: string[] = [];
    const guard = new Guard("activities", (line) => lines.push(line));
    const ended: unknown[] = [];
    guard.start("a delivery", Promise.reject(new Error("late")), (error) => {
      ended.push(error);
      fail("and its end");
    });
    const listener = guard.listener("a response", (...given: number[]) => void (given[1] ?? fail("odd")));
    listener(1, 2);
    expect(() => listener(1)).not.toThrow();
    await Promise.resolve();
    expect(ended).toEqual([new Error("late")]);
    expect(lines.map((line) => line.split(" | ")[0])).toEqual([
      "activities: fault in a response: Error: odd",
      "activities: fault in a delivery: Error: late",
      "activities: fault in the end of a delivery: Error: and its end",
    ]);
  });

  it("accepts thrown values that are not errors, and a log that throws", () => {
    const lines: string[] = [];
    const guard = new Guard("http", (line) => lines.push(line));
    guard.report("a request", undefined);
    expect(lines).toEqual(["http: fault in a request: undefined"]);
    expect(() => harmless(() => fail("no log"))("line")).not.toThrow();
  });
});

describe("a clock that tests move", () => {
  it("fires all due timers although one of them throws", () => {
    const fired: string[] = [];
    const faults: unknown[] = [];
    const clock = new AdjustableClock((run) => {
      try {
        run();
      } catch (error) {
        faults.push(error);
      }
    });
    clock.after(1000, () => fail("first"));
    clock.after(2000, () => fired.push("second"));
    clock.advance(3000);
    expect([faults, fired]).toEqual([[new Error("first")], ["second"]]);
    clock.stop();
  });

  it("returns from a jump although a timer reschedules itself at once forever", () => {
    const clock = new AdjustableClock((run) => run());
    let fired = 0;
    const again = (): void => {
      fired += 1;
      clock.after(0, again);
    };
    clock.after(1000, again);
    clock.advance(1000);
    expect(fired).toBeGreaterThan(1);
    clock.stop();
  });
});
