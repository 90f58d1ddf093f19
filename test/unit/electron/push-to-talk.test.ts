// Sources of push-to-talk keys, which are the application's own code: whatever they do, nobody stays on air by accident.
import { describe, expect, it } from "vitest";
import {
  PushToTalk,
  type TalkKey,
  type TalkKeySource,
} from "../../../packages/electron/main/push-to-talk.js";
import { TalkKey as KeyOfCalls } from "../../../packages/electron/social/talk-key.js";
import { settle } from "../../support/virtual-clock.js";

function scene() {
  const told: boolean[] = [];
  const ended: unknown[] = [];
  const keys = new PushToTalk({ set: (isDown) => told.push(isDown), ended: (error) => ended.push(error) });
  /** Adds a source in the hands of the test. */
  const add = () => {
    let given: TalkKey | undefined;
    let stops = 0;
    const source = keys.add((key) => {
      given = key;
      return () => void (stops += 1);
    });
    return { key: given!, source, stops: () => stops };
  };
  return { keys, told, ended, add };
}

describe("a key to talk with", () => {
  it("tells changes only, however fast it repeats", () => {
    const { told, add } = scene();
    const { key } = add();
    for (let repeat = 0; repeat < 1000; repeat += 1) key.onKey(true);
    key.onKey(false);
    key.onKey(false);
    expect(told).toEqual([true, false]);
  });

  it("is down while one of two is", () => {
    const { told, add } = scene();
    const [foot, hand] = [add().key, add().key];
    foot.onKey(true);
    hand.onKey(true);
    foot.onKey(false);
    expect(told).toEqual([true]);
    hand.onKey(false);
    expect(told).toEqual([true, false]);
  });

  it.each([["an end"], [new Error("no access to the keyboard")]])(
    "goes up with its source: %s",
    async (why) => {
      const { told, ended, add } = scene();
      const { key, stops } = add();
      await settle();
      key.onKey(true);
      key.onEnd(why);
      key.onEnd("again");
      key.onKey(true);
      expect([told, ended, stops()]).toEqual([[true, false], [why], 1]);
    },
  );

  it("goes up when its source is ended, and hears nothing behind that", async () => {
    const { told, ended, add } = scene();
    const { key, source, stops } = add();
    await settle();
    key.onKey(true);
    source.dispose();
    source.dispose();
    key.onKey(true);
    expect([told, ended, stops()]).toEqual([[true, false], [], 1]);
  });

  it("goes up with a word that is no boolean, which the source is told", () => {
    const { told, add } = scene();
    const { key } = add();
    key.onKey(true);
    expect(() => key.onKey(1 as never)).toThrow("isDown: expected a boolean, received number");
    expect(told).toEqual([true, false]);
  });

  it("is up for another process of the client, until it is said to be down once more", () => {
    const { keys, told, add } = scene();
    const { key } = add();
    key.onKey(true);
    keys.forget();
    key.onKey(false);
    expect(told).toEqual([true]);
    key.onKey(true);
    expect(told).toEqual([true, true]);
  });

  it("ends with all others, those included that are still starting", async () => {
    const { keys, told, add } = scene();
    let stopped = 0;
    let late: TalkKey | undefined;
    keys.add((key) => {
      late = key;
      return Promise.resolve(() => void (stopped += 1));
    });
    const { key, stops } = add();
    key.onKey(true);
    keys.close();
    await settle();
    late!.onKey(true);
    expect([told, stopped, stops()]).toEqual([[true, false], 1, 1]);
  });
});

describe("a source that", () => {
  const failing: [string, TalkKeySource, string][] = [
    ["throws", ({ onKey }) => (onKey(true), fail()), "broken"],
    ["rejects", async ({ onKey }) => (onKey(true), await Promise.resolve(), fail()), "broken"],
    [
      "returns no function",
      ({ onKey }) => (onKey(true), 7 as never),
      "expected a function that ends the watch",
    ],
  ];
  it.each(failing)("%s ends, and its key is up", async (_what, source, message) => {
    const { keys, told, ended } = scene();
    keys.add(source);
    await settle();
    expect(told).toEqual([true, false]);
    expect(ended).toEqual([expect.objectContaining({ message: expect.stringContaining(message) as string })]);
  });

  it("is no function is refused", () => {
    expect(() => scene().keys.add({} as never)).toThrow("source: expected a function, received object");
  });

  it("cannot be stopped says so, and has stopped all the same", async () => {
    const { keys, told, ended } = scene();
    const source = keys.add(({ onKey }) => (onKey(true), fail));
    await settle();
    source.dispose();
    expect(told).toEqual([true, false]);
    expect(ended).toEqual([expect.objectContaining({ message: "broken" })]);
  });
});

it("a call that begins while the key is down is talked in, and one that begins later is left as it is", () => {
  const calls = new Map<string, { call: { setPTTActive(active: boolean): void } }>();
  const told: string[] = [];
  const begin = (name: string): void =>
    void calls.set(name, { call: { setPTTActive: (active) => told.push(`${name} ${String(active)}`) } });
  const key = new KeyOfCalls(() => calls);
  key.set(true);
  begin("first");
  expect([key.callsChanged(), told.splice(0)]).toEqual([true, ["first true"]]);
  key.set(false);
  begin("second");
  expect([key.callsChanged(), told]).toEqual([false, ["first false"]]);
});

function fail(): never {
  throw new Error("broken");
}
