import { beforeEach, describe, expect, test } from "vitest";
import { Pulse } from "../../../lib/call/keeping/pulse.js";
import { VirtualClock } from "../../support/virtual-clock.js";

let clock: VirtualClock;
let looks: Record<string, number[]>;

beforeEach(() => {
  clock = new VirtualClock();
  looks = {};
});

function enter(name: string, isTogether = false): () => void {
  const pulse = Pulse.of(clock);
  const look = (): void => void (looks[name] ??= []).push(clock.now());
  return isTogether ? pulse.enterTogether(look) : pulse.enter(look);
}

describe("a pulse", () => {
  test("looks at each member every second, with one timer for all", () => {
    enter("a");
    clock.advance(250);
    enter("b");
    enter("c", true);
    expect(clock.pending).toBe(1);
    clock.advance(2750);
    expect(looks).toEqual({ a: [2000, 3000, 4000], b: [2200, 3200], c: [2000, 3000, 4000] });
    expect(clock.pending).toBe(1);
  });

  test("looks at each member once behind a standstill, and goes on as before", () => {
    enter("a");
    clock.advance(100);
    enter("b");
    clock.stall(5460);
    enter("c");
    clock.advance(0);
    expect(looks).toMatchObject({ a: [6560], b: [6560] });
    looks = {};
    clock.advance(1000);
    expect(looks).toEqual({ a: [7000], b: [7100], c: [7500] });
  });

  test("looks at the others also when one throws or leaves, and has no timer without members", () => {
    const leave = enter("a");
    const endThrowing = Pulse.of(clock).enter(() => {
      throw new Error("of a member");
    });
    clock.advance(100);
    const last = enter("b");
    expect(() => clock.advance(950)).toThrow("of a member");
    leave();
    endThrowing();
    clock.advance(1000);
    expect(looks).toEqual({ a: [2000], b: [2100] });
    last();
    expect(clock.pending).toBe(0);
  });
});
