import { describe, expect, it } from "vitest";
import { SendCondition } from "../../../lib/call/send-condition.js";

const CONNECTED = 4;
const RECONNECTING = 5;

/** A connection that is up, with encryption that waits for its key. */
function connected(): SendCondition {
  const condition = new SendCondition();
  condition.begin(0);
  condition.encryption("pending", 100);
  condition.status(CONNECTED, 100);
  return condition;
}

describe("whether sound reaches the others", () => {
  it.each([
    ["off", true],
    ["on", true],
    ["entering", true],
    ["leaving", true],
    ["pending", false],
    ["refused", false],
  ] as const)("with somebody there, encryption %s: %s", (state, maySend) => {
    const condition = connected();
    condition.participant(7n, true, 100);
    condition.othersNamed(100);
    condition.encryption(state, 100);
    expect(condition.maySend).toBe(maySend);
    condition.status(RECONNECTING, 200);
    expect(condition.maySend).toBe(false);
  });

  it("alone there is nothing to wait for, until somebody comes", () => {
    const condition = connected();
    expect([condition.isAlone, condition.maySend]).toEqual([false, false]);
    condition.othersNamed(110);
    expect([condition.isAlone, condition.maySend]).toEqual([true, true]);
    condition.participant(7n, true, 200);
    expect([condition.isAlone, condition.maySend]).toEqual([false, false]);
    condition.encryption("on", 300);
    expect(condition.maySend).toBe(true);
    condition.participant(7n, false, 400);
    condition.encryption("pending", 400);
    expect(condition.maySend).toBe(true);
  });

  it("takes nobody for there when nobody was named for a second", () => {
    const condition = connected();
    expect(condition.nextDeadline()).toBe(1100);
    condition.timeout(1100);
    expect(condition.maySend).toBe(true);
    condition.newSession();
    expect(condition.isAlone).toBe(false);
  });
});

describe("the warning of what is missing", () => {
  it("names the connection, once", () => {
    const condition = new SendCondition();
    condition.begin(0);
    condition.status(1, 0);
    expect([condition.nextDeadline(), condition.timeout(4999)]).toEqual([5000, undefined]);
    expect(condition.timeout(5000)).toBe("the connection");
    expect([condition.nextDeadline(), condition.timeout(60_000)]).toEqual([Infinity, undefined]);
  });

  it("of a process that is gone is waited for anew", () => {
    const condition = new SendCondition();
    condition.begin(0);
    condition.goOn(60_000);
    expect(condition.timeout(64_999)).toBeUndefined();
    expect(condition.timeout(65_000)).toContain("the connection");
    const alone = connected();
    alone.othersNamed(110);
    alone.goOn(60_000);
    expect(alone.nextDeadline()).toBe(Infinity);
  });

  it("names the key, and how many others it comes from", () => {
    const condition = connected();
    condition.participant(7n, true, 100);
    condition.participant(8n, true, 100);
    condition.othersNamed(100);
    expect(condition.timeout(5000)).toBe(
      "the key of end-to-end encryption, which the 2 others of the call must agree on,",
    );
    condition.encryption("on", 6000);
    condition.encryption("refused", 7000);
    expect(condition.timeout(12_000)).toBe("end-to-end encryption, which this call requires");
  });

  it("begins anew with each interruption, and ends with the connection", () => {
    const condition = connected();
    condition.encryption("on", 200);
    expect(condition.timeout(9000)).toBeUndefined();
    condition.status(RECONNECTING, 9000);
    expect(condition.nextDeadline()).toBe(14_000);
    condition.status(0, 10_000);
    expect(condition.nextDeadline()).toBe(Infinity);
  });
});
