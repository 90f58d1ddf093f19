import type { Call, Subscription } from "sdkpp";
import { expect, it } from "vitest";
import { CallLevels } from "../../../packages/electron/social/call-levels.js";
import { VirtualClock } from "../../support/virtual-clock.js";

/** A call whose sound a test makes. */
class LoudCall {
  participants = [1n, 2n];
  own: ((dbfs: number) => void) | undefined;
  readonly others = new Map<string, (samples: Int16Array) => void>();
  readonly isValid = () => true;
  readonly getParticipants = () => this.participants;
  readonly on = (_event: "level", listener: (dbfs: number) => void): Subscription => {
    this.own = listener;
    return endingWith(() => (this.own = undefined));
  };
  readonly listen = (userId: bigint, listener: (samples: Int16Array) => void): Subscription => {
    this.others.set(String(userId), listener);
    return endingWith(() => this.others.delete(String(userId)));
  };
}

function endingWith(end: () => unknown): Subscription {
  return { dispose: () => void end(), [Symbol.dispose]: () => void end() };
}

it("measures who is in the calls while somebody looks, and tells silence, which nobody sends", () => {
  const clock = new VirtualClock();
  const call = new LoudCall();
  const levels = new CallLevels({
    calls: () => new Map([["7", { call: call as unknown as Call }]]),
    ownId: () => "1",
    clock,
  });
  expect(call.own).toBeUndefined();
  let told = 0;
  const stop = levels.watch(() => (told += 1));
  expect(levels.order).toEqual(["7/1", "7/2"]);
  call.own?.(-30);
  call.others.get("2")?.(new Int16Array(1920).fill(-16_384));
  expect([...levels.values()].map(Math.round)).toEqual([-30, -6]);
  const before = told;
  clock.advance(150);
  expect([...levels.values()]).toEqual([-100, -100]);
  expect(told).toBe(before + 1);
  const { order } = levels;
  call.participants = [1n];
  levels.callsChanged();
  expect([levels.order, levels.order === order]).toEqual([["7/1"], false]);
  stop();
  expect([call.own, call.others.size, levels.order]).toEqual([undefined, 0, []]);
});
