// A store at the other end of a channel, which may lose and damage what goes over it.
import { beforeEach, describe, expect, it } from "vitest";
import {
  MemoryCallStore,
  RemoteCallStore,
  serveCallStore,
  type CallStore,
  type MoveChannel,
} from "../../../lib/call/index.js";

type Listener = (message: Uint8Array) => void;

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

let ends: [MoveChannel, MoveChannel];
let listeners: [Set<Listener>, Set<Listener>];
let pass: (message: Uint8Array) => Uint8Array | undefined;

beforeEach(() => {
  listeners = [new Set(), new Set()];
  pass = (message) => message;
  const end = (own: 0 | 1): MoveChannel => ({
    send: (message) => {
      const passed = pass(message);
      if (passed !== undefined) for (const listener of listeners[own === 0 ? 1 : 0]) listener(passed);
    },
    onMessage: (listener) => {
      listeners[own].add(listener);
      return () => listeners[own].delete(listener);
    },
  });
  ends = [end(0), end(1)];
});

describe("a store at the other end of a channel", () => {
  it("answers as the store itself", async () => {
    const store = new MemoryCallStore();
    const remote = new RemoteCallStore(ends[0]);
    const stop = serveCallStore(store, ends[1]);
    expect(await remote.read("a")).toBeUndefined();
    expect(await remote.swap("a", undefined, bytes(1, 2))).toBe(true);
    expect(await remote.swap("a", undefined, bytes(3))).toBe(false);
    expect(await remote.read("a")).toEqual(bytes(1, 2));
    expect(await remote.swap("a", bytes(1, 2), bytes())).toBe(true);
    expect(await remote.read("a")).toEqual(bytes());
    expect(await remote.swap("a", bytes(), undefined)).toBe(true);
    expect(await store.read("a")).toBeUndefined();
    stop();
    expect(listeners[1].size).toBe(0);
  });

  it("answers a thousand calls that ask at once, in few messages", async () => {
    const remote = new RemoteCallStore(ends[0]);
    serveCallStore(new MemoryCallStore(), ends[1]);
    let messages = 0;
    pass = (message) => ((messages += 1), message);
    const calls = Array.from({ length: 1000 }, (_, at) => String(at));
    const swaps = calls.map((call) => remote.swap(call, undefined, new TextEncoder().encode(call)));
    expect(await Promise.all(swaps)).toEqual(calls.map(() => true));
    const values = await Promise.all(calls.map((call) => remote.read(call)));
    expect(values.map((value) => new TextDecoder().decode(value))).toEqual(calls);
    expect(messages).toBeLessThan(100);
  });

  it("lets no answer wait for one that takes long", async () => {
    const store = new MemoryCallStore();
    const never = new Promise<undefined>(() => undefined);
    const remote = new RemoteCallStore(ends[0]);
    serveCallStore(
      { read: (key) => (key === "slow" ? never : store.read(key)), swap: () => Promise.resolve(false) },
      ends[1],
    );
    void remote.read("slow");
    expect(await remote.read("fast")).toBeUndefined();
  });

  it("says why it cannot answer", async () => {
    const failing: CallStore = {
      read: () => Promise.reject(new Error("the disk is full")),
      swap: () => Promise.reject(new Error("the disk is full")),
    };
    const remote = new RemoteCallStore(ends[0]);
    serveCallStore(failing, ends[1]);
    const failed = { code: "KEEP_STORE_FAILED", message: "store: the disk is full" };
    await expect(remote.read("a")).rejects.toMatchObject(failed);
    await expect(remote.swap("a", undefined, undefined)).rejects.toMatchObject(failed);
  });

  it("drops what is no message of its own, on both sides", async () => {
    const remote = new RemoteCallStore(ends[0]);
    serveCallStore(new MemoryCallStore(), ends[1]);
    const joined = (...record: number[]): Uint8Array => bytes(1, 0, 0, record.length, ...record);
    const records = [joined(9), joined(1, 0, 0, 9), joined(1, 0, 0, 1, 99), joined(2, 0, 0, 1, 1)];
    const nobody = joined(1, 0, 0, 9, 1, 1, 1, 1, 1, 1, 1, 1, 1);
    for (const message of [bytes(), bytes(9), bytes(1, 0, 0, 9), bytes(2, 0, 0, 1, 1), ...records, nobody])
      for (const side of listeners) for (const listener of side) listener(message);
    expect(await remote.swap("a", undefined, bytes(1))).toBe(true);
  });

  it("gives questions up whose answers are lost, before they are too many", async () => {
    const remote = new RemoteCallStore(ends[0]);
    pass = () => undefined;
    const oldest = remote.read("a");
    for (let count = 0; count < 10_000; count += 1) remote.read("b").catch(() => undefined);
    await expect(oldest).rejects.toMatchObject({ code: "KEEP_STORE_FAILED" });
  });

  it("fails when the channel is closed", async () => {
    const closed: MoveChannel = {
      send: () => {
        throw new Error("the channel is closed");
      },
      onMessage: () => () => undefined,
    };
    await expect(new RemoteCallStore(closed).read("a")).rejects.toThrow("the channel is closed");
  });
});
