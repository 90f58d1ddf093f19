// Which workers live, which one takes a call, and whose letters are believed.
import { beforeEach, describe, expect, it } from "vitest";
import { serversArgument } from "../../../packages/fleet/bus/address.js";
import { fleetKeyArgument } from "../../../packages/fleet/bus/fleet-key.js";
import { Letters } from "../../../packages/fleet/bus/letters.js";
import { parseBeat, type Beat } from "../../../packages/fleet/roster/beat.js";
import { chooseWorker } from "../../../packages/fleet/roster/choose.js";
import { Roster } from "../../../packages/fleet/roster/roster.js";
import { seeded } from "../../support/seeded.js";
import { seededBytes } from "../../support/seeded-bytes.js";
import { VirtualClock } from "../../support/virtual-clock.js";

let clock: VirtualClock;
let gone: string[];

function beatOf(worker: string, change: Partial<Beat> = {}): Beat {
  return {
    worker,
    process: `${worker}1`,
    startedAt: 9,
    count: 1,
    cores: 4,
    load: 0,
    calls: 0,
    isDraining: false,
    ...change,
  };
}

function roster(): Roster {
  return new Roster(clock, {
    gone: (process, reason) => gone.push(`${process}: ${reason}`),
    changed: () => undefined,
  });
}

beforeEach(() => {
  clock = new VirtualClock();
  gone = [];
});

describe("a roster", () => {
  it("counts a worker as dead behind its lease, and never before", () => {
    const workers = roster();
    workers.heard(beatOf("a"));
    clock.advance(2000);
    workers.look(clock.now());
    expect(gone).toEqual([]);
    clock.advance(1);
    workers.look(clock.now());
    expect([gone, workers.workers]).toEqual([["a1: worker a was silent for 2 s"], []]);
  });

  it("says at once that a voice process ended, or is another one", () => {
    const workers = roster();
    workers.heard(beatOf("a"));
    workers.heard(beatOf("a", { process: "", count: 2 }));
    workers.heard(beatOf("a", { process: "a2", count: 3 }));
    workers.heard(beatOf("a", { process: "a3", count: 4 }));
    workers.heard(beatOf("a", { process: "", count: 5 }));
    expect(gone).toEqual([
      "a1: the voice process of worker a ended",
      "a2: the voice process of worker a ended",
      "a3: the voice process of worker a ended",
    ]);
  });

  it("believes no beat that comes again", () => {
    const workers = roster();
    workers.heard(beatOf("a", { count: 5 }));
    clock.advance(1500);
    workers.heard(beatOf("a", { count: 5 }));
    clock.advance(501);
    workers.look(clock.now());
    expect(gone).toHaveLength(1);
  });

  it("believes no beat of a worker before it was started anew", () => {
    const workers = roster();
    workers.heard(beatOf("a", { startedAt: 10, process: "new" }));
    workers.heard(beatOf("a", { startedAt: 9, count: 100, process: "" }));
    expect([gone, workers.has("new")]).toEqual([[], true]);
  });

  it("counts no silence behind the last answer of NATS", () => {
    const workers = roster();
    workers.heard(beatOf("a"));
    const answeredMs = clock.now() + 1000;
    clock.advance(60_000);
    workers.look(answeredMs);
    expect(gone).toEqual([]);
  });

  it("says nothing of workers while this process is cut off, and for a lease behind that", () => {
    const workers = roster();
    workers.heard(beatOf("a"));
    workers.connected(false);
    clock.advance(60_000);
    workers.look(clock.now());
    workers.connected(true);
    clock.advance(2000);
    workers.look(clock.now());
    expect(gone).toEqual([]);
    clock.advance(1);
    workers.look(clock.now());
    expect(gone).toHaveLength(1);
  });
});

describe("the choice of a worker", () => {
  const choose = (workers: readonly Beat[], placed: Record<string, number> = {}, without: string[] = []) =>
    chooseWorker({
      workers,
      placed: (process) => placed[process] ?? 0,
      random: seeded(3),
      without: new Set(without),
    });

  it("takes the one with more room of two, by processors, load and what was placed since", () => {
    const [small, large] = [beatOf("a", { cores: 2 }), beatOf("b", { cores: 4, load: 0.5 })];
    expect(choose([small, large])).toBe(small);
    expect(choose([small, large], { a1: 40 })).toBe(large);
  });

  it.each([
    ["nobody is there", [], "no worker"],
    ["all drain", [beatOf("a", { isDraining: true })], "no worker"],
    ["all are full", [beatOf("a", { load: 0.86 })], "all full"],
    ["only the one is there that is to be left", [beatOf("b")], "no worker"],
  ])("says why not: %s", (_what, workers, reason) => {
    expect(choose(workers, {}, ["b1"])).toBe(reason);
  });

  it("spreads calls that come all at once", () => {
    const workers = ["a", "b", "c", "d"].map((name) => beatOf(name));
    const placed: Record<string, number> = {};
    const random = seeded(11);
    for (let calls = 0; calls < 200; calls += 1) {
      const chosen = chooseWorker({ workers, placed: (one) => placed[one] ?? 0, random, without: new Set() });
      if (typeof chosen !== "string") placed[chosen.process] = (placed[chosen.process] ?? 0) + 1;
    }
    expect(Math.max(...Object.values(placed)) - Math.min(...Object.values(placed))).toBeLessThanOrEqual(6);
  });
});

describe("a letter", () => {
  const fleetKey = new Uint8Array(32).fill(5);
  let wallMs: number;
  const letters = (key = fleetKey): Letters =>
    new Letters({ fleetKey: key, random: seededBytes(8), wallClock: () => wallMs, clock });

  beforeEach(() => {
    wallMs = 1_700_000_000_000;
  });

  it("opens for its purpose, with the key of its fleet, and for half a minute", () => {
    const letter = letters().seal("order a", { do: "drain" });
    const changed = Uint8Array.from(letter, (byte, at) => (at === 40 ? byte ^ 1 : byte));
    expect(letters().open("order a", letter)).toEqual({ do: "drain" });
    expect(letters().open("order b", letter)).toBeUndefined();
    expect(letters(new Uint8Array(32)).open("order a", letter)).toBeUndefined();
    expect(letters().open("order a", changed)).toBeUndefined();
    expect(letters().open("order a", letter.subarray(0, 10))).toBeUndefined();
    wallMs += 30_001;
    expect(letters().open("order a", letter)).toBeUndefined();
    wallMs -= 60_002;
    expect(letters().open("order a", letter)).toBeUndefined();
  });

  it("that is sent again does nothing", () => {
    const reader = letters();
    const letter = letters().seal("order a", { do: "drain" });
    expect([reader.openOnce("order a", letter), reader.openOnce("order a", letter)]).toEqual([
      { do: "drain" },
      undefined,
    ]);
  });
});

describe("what is given", () => {
  it.each([
    ["nats://127.0.0.1:4222", {}],
    ["127.0.0.1:4222", {}],
    ["nats://[::1]:4222", {}],
    ["localhost", {}],
    ["tls://nats.example:4222", {}],
    ["nats://10.0.0.5:4222", { user: "bot", pass: "x" }],
    ["nats://10.0.0.5:4222", { token: "x" }],
    ["nats://10.0.0.5:4222", { insecure: true }],
  ])("takes the server %s with %o", (server, options) => {
    expect(serversArgument({ servers: server, ...options })).toEqual([server]);
  });

  it.each([
    ["nats://10.0.0.5:4222", /expected TLS, a login or an address of this machine, received 10\.0\.0\.5/],
    ["nats://127.evil.example", /received 127\.evil\.example/],
    ["http://127.0.0.1", /received http:/],
    ["", /expected an address/],
  ])("refuses the server %s", (server, message) => {
    expect(() => serversArgument({ servers: server })).toThrow(message);
  });

  it("names a fleet key that is too short, and not the key", () => {
    expect(() => fleetKeyArgument("fleetKey", new Uint8Array(31))).toThrow(
      /^fleetKey: expected at least 32 random bytes, received 31/,
    );
    expect(() => fleetKeyArgument("fleetKey", "secret")).toThrow(
      /^fleetKey: expected bytes, received string$/,
    );
  });

  it.each([
    [{ worker: "a b" }],
    [{ process: "x/y" }],
    [{ load: Number.NaN }],
    [{ calls: -1 }],
    [{ isDraining: 1 }],
  ])("is no beat: %o", (change) => {
    expect(parseBeat({ ...beatOf("a"), ...change })).toBeUndefined();
    expect(parseBeat(beatOf("a"))).toEqual(beatOf("a"));
  });
});
