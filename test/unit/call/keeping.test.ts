// A call that is kept in a store: what is granted there is used once, whatever becomes of the processes and of the store.
import { beforeEach, describe, expect, test } from "vitest";
import { storeTidePlace } from "../../../lib/call/keeping/noted-tide.js";
import {
  claimKept,
  Keeper,
  KeptClaims,
  TimedStore,
  type KeptCall,
  type NotedTides,
  type PresentTide,
  type Revival,
  type TidePlace,
} from "../../../lib/call/index.js";
import type { KeptTick } from "../../../lib/native/index.js";
import type { Clock } from "../../../lib/net/index.js";
import { GroundSeal, readClaim, writeClaim, type NumberRange } from "../../../lib/protocol/index.js";
import { FaultyStore, type StoreMood } from "../../support/faulty-store.js";
import { seeded } from "../../support/seeded.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";

const CALL = "guild 1";
const KEY = new Uint8Array(32).fill(7);
/** What waits for an answer goes on between two of them. */
const STEP_MS = 500;
const EPOCH_MS = 1_700_000_000_000;

let clock: VirtualClock;
let store: FaultyStore;
/** Numbers that were used under the keys of the call, by all its owners. */
let used: Set<number>;

const wallClock = (): number => EPOCH_MS + clock.now();
const random = (length: number): Uint8Array => new Uint8Array(length).fill(3);

/** A process that has the call, as far as the store is concerned. */
class Owner implements KeptCall {
  readonly keeper: Keeper;
  readonly groundSeal = new GroundSeal(KEY, random);
  readonly name: string;
  numbers: NumberRange = { start: 0, limit: 0 };
  next = 0;
  isJoined = true;
  packetsReceived = 0;
  isAhead = false;
  groundsAsked = 0;
  tidesRead = 0;
  groundsWritten = 0;
  suspected = 0;
  hasMoved = false;
  /** the ticks that it notes are there for the next owner */
  notes: TidePlace | undefined;
  readonly failures: unknown[] = [];

  constructor(name: string, ownStore: FaultyStore = store, revival?: Revival, tides?: NotedTides) {
    this.name = name;
    if (revival !== undefined) this.grant(revival.numbers);
    this.keeper = new Keeper(
      {
        store: new TimedStore(ownStore, clock),
        seal: this.groundSeal,
        call: CALL,
        owner: name,
        tides,
        clock,
        wallClock,
        failed: (error) => this.failures.push(error),
      },
      revival?.claim,
    );
    this.keeper.begin(this);
  }

  grant(numbers: NumberRange): void {
    this.numbers = numbers;
    this.next = Math.max(this.next, numbers.start);
  }

  tide(): PresentTide | undefined {
    if (!this.isJoined) return undefined;
    this.tidesRead += 1;
    const { next, packetsReceived } = this;
    return {
      used: next,
      packetsReceived,
      sequence: next & 0xffff,
      source: 1,
      positionMs: 20 * next,
      ageMs: 0,
    };
  }

  tideMark(): number {
    return this.isJoined ? 1 + this.next + this.packetsReceived : 0;
  }

  noteTide(place: TidePlace): void {
    this.notes = place;
  }

  isAheadOfWritten(): boolean {
    return this.isAhead;
  }

  ground(): Promise<Uint8Array | undefined> {
    this.groundsAsked += 1;
    return Promise.resolve(Buffer.from(`${this.name} at ${String(this.next)}`));
  }

  written(): void {
    this.groundsWritten += 1;
  }

  suspect(): void {
    this.suspected += 1;
  }

  moved(): void {
    this.hasMoved = true;
  }

  /** @returns whether it was sealed: only with a number that was granted */
  seal(): boolean {
    if (this.next >= this.numbers.limit || this.hasMoved) return false;
    if (used.has(this.next)) throw new Error(`${this.name} seals with number ${String(this.next)} again`);
    used.add(this.next);
    this.next += 1;
    return true;
  }

  sealAll(): number {
    let sealed = 0;
    while (this.seal()) sealed += 1;
    return sealed;
  }
}

async function pass(ms: number): Promise<void> {
  for (let left = ms; left >= 0; left -= STEP_MS) {
    clock.advance(Math.min(left, STEP_MS));
    await settle();
  }
}

async function begin(name = "first", isJoined = true): Promise<Owner> {
  const owner = new Owner(name);
  owner.isJoined = isJoined;
  await pass(0);
  await pass(1000);
  return owner;
}

function revive(owner: string, ownStore = store, key = KEY): Promise<Revival> {
  const seal = new GroundSeal(key, random);
  return claimKept({ store: new TimedStore(ownStore, clock), seal, call: CALL, owner, wallClock });
}

beforeEach(() => {
  clock = new VirtualClock();
  store = new FaultyStore();
  used = new Set();
});

describe("numbers", () => {
  test("are none before they are written in the store", async () => {
    store.mood = () => "hangs";
    const owner = new Owner("first");
    await pass(1000);
    expect([owner.numbers, owner.sealAll()]).toEqual([{ start: 0, limit: 0 }, 0]);
    await pass(1000);
    expect(owner.failures).toMatchObject([{ code: "KEEP_STORE_SILENT" }]);
    store.mood = () => "answers";
    await pass(1000);
    expect(owner.numbers).toEqual({ start: 0, limit: 6000 });
  });

  test("are granted anew at half, and only as long as the store answers", async () => {
    const owner = await begin();
    while (owner.next < 3000) owner.seal();
    await pass(1000);
    expect(owner.numbers).toEqual({ start: 0, limit: 6000 });
    owner.seal();
    await pass(1000);
    expect(owner.numbers).toEqual({ start: 0, limit: 9001 });
    store.mood = () => "fails";
    owner.sealAll();
    await pass(5000);
    expect([owner.next, owner.sealAll()]).toEqual([9001, 0]);
    expect(owner.failures).toHaveLength(1);
    store.mood = () => "answers";
    await pass(1000);
    expect(owner.sealAll()).toBe(6000);
  });

  test("of a write whose answer was lost are found again", async () => {
    const owner = await begin();
    owner.sealAll();
    store.mood = () => "forgets";
    await pass(1000);
    expect(owner.sealAll()).toBe(0);
    store.mood = () => "answers";
    await pass(1000);
    expect(owner.sealAll()).toBe(6000);
    expect(owner.hasMoved).toBe(false);
  });

  test("of a successor begin behind all that were granted, used or not", async () => {
    const owner = await begin();
    for (let count = 0; count < 3500; count += 1) owner.seal();
    await pass(1000);
    const { numbers } = await revive("second");
    expect(numbers).toEqual({ start: 9500, limit: 15_500 });
  });

  test("of owners are disjoint, whoever dies, wakes, or loses the store", async () => {
    let owners = 0;
    let sealed = 0;
    for (let seed = 1; seed <= 8; seed += 1) {
      owners += await manyOwners(seed);
      sealed += used.size;
    }
    expect([owners > 20, sealed > 100_000], `${String(owners)} owners`).toEqual([true, true]);
  });
});

/** Processes come, stop, wake and die while requests and answers are lost. @returns how many had the call */
async function manyOwners(seed: number): Promise<number> {
  const next = seeded(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  store = new FaultyStore();
  used = new Set();
  const moods: readonly StoreMood[] = [
    "answers",
    "answers",
    "answers",
    "answers",
    "answers",
    "answers",
    "fails",
    "forgets",
    "hangs",
  ];
  const network = (): FaultyStore => {
    const own = new FaultyStore(store.inner);
    own.mood = () => moods[below(moods.length)] ?? "answers";
    return own;
  };
  const owners = [new Owner("0", network())];
  for (let step = 0; step < 40; step += 1) {
    await pass(below(4) === 0 ? 3000 : 1000);
    for (const owner of owners) for (let count = below(4000); count > 0; count -= 1) owner.seal();
    if (below(5) !== 0) continue;
    const name = String(owners.length);
    const own = network();
    const taking = revive(name, own).catch(() => undefined);
    await pass(5000);
    const revival = await taking;
    if (revival !== undefined) owners.push(new Owner(name, own, revival));
    // the one before may have died, stand still, or know nothing
    if (below(2) === 0) owners.at(-2)?.keeper.release();
  }
  for (const { keeper } of owners) keeper.release();
  return owners.length;
}

describe("what is kept", () => {
  test("is written before it is said", async () => {
    const owner = await begin();
    let isWritten = false;
    store.mood = () => "hangs";
    void owner.keeper.written().then(() => (isWritten = true));
    await pass(5000);
    expect([isWritten, owner.groundsWritten]).toEqual([false, 1]);
    store.mood = () => "answers";
    store.written.length = 0;
    await pass(3000);
    expect([isWritten, owner.groundsWritten]).toEqual([true, 2]);
    expect(store.written).toContain(`${CALL}/1`);
  });

  test("holds nothing up before there is something to go on with", async () => {
    const owner = await begin("first", false);
    let isWritten = false;
    void owner.keeper.written().then(() => (isWritten = true));
    await settle();
    expect([isWritten, owner.groundsAsked]).toEqual([true, 0]);
    await expect(revive("second")).rejects.toMatchObject({ code: "KEPT_CALL_UNKNOWN" });
    owner.isJoined = true;
    await pass(1000);
    expect(Buffer.from((await revive("second")).record).toString()).toBe("first at 0");
  });

  test("is written once for changes that come together", async () => {
    const owner = await begin();
    const before = owner.groundsAsked;
    for (let count = 0; count < 100; count += 1) owner.keeper.changed();
    await pass(300);
    expect(owner.groundsAsked).toBe(before + 1);
  });

  test("is written every minute, and every 10 s while the gateway speaks or packets come", async () => {
    const owner = await begin();
    const groundsIn = async (seconds: number, busy: () => void): Promise<number> => {
      const before = owner.groundsAsked;
      for (let second = 0; second < seconds; second += 1) {
        busy();
        await pass(1000);
      }
      return owner.groundsAsked - before;
    };
    expect(await groundsIn(120, () => undefined)).toBe(2);
    expect(await groundsIn(30, () => (owner.packetsReceived += 1))).toBe(3);
    expect(await groundsIn(30, () => (owner.isAhead = true))).toBe(3);
  });

  test("says each second how far the call is, and every 5 s that it lives while nothing is sent", async () => {
    const owner = await begin();
    const claimsIn = async (seconds: number, each: () => void): Promise<number> => {
      store.written.length = 0;
      for (let second = 0; second < seconds; second += 1) {
        each();
        await pass(1000);
      }
      return store.written.filter((key) => key === CALL).length;
    };
    await pass(10_000);
    expect(await claimsIn(30, () => undefined)).toBe(6);
    expect(await claimsIn(30, () => owner.seal())).toBe(30);
    const { tide, elapsedMs } = await revive("second");
    expect([tide.sequence, elapsedMs <= 1000]).toEqual([owner.next, true]);
  });

  test("is looked at no further while nothing moves, with one timer for all calls", async () => {
    const [owner, other] = [await begin(), new Owner("other", new FaultyStore())];
    await pass(10_000);
    owner.tidesRead = other.tidesRead = 0;
    expect(clock.pending).toBe(1);
    await pass(40_000);
    expect(Math.max(owner.tidesRead, other.tidesRead), "as often as they say that they live").toBeLessThan(
      13,
    );
  });

  test("is gone when the call is over, and stays when it goes on elsewhere", async () => {
    const owner = await begin();
    owner.keeper.release();
    expect(await store.inner.read(CALL)).toBeDefined();
    const successor = new Owner("second", store, await revive("second"));
    await pass(1000);
    expect(await store.inner.read(`${CALL}/1`)).toBeUndefined();
    await successor.keeper.end();
    expect([await store.inner.read(CALL), await store.inner.read(`${CALL}/2`)]).toEqual([
      undefined,
      undefined,
    ]);
    expect([owner.failures, successor.failures]).toEqual([[], []]);
  });

  test("is not lost when a write is under way while the call is handed over", async () => {
    const owner = await begin();
    const swap = store.swap.bind(store);
    const answers: (() => void)[] = [];
    store.swap = async (...asked) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return swap(...asked);
    };
    owner.seal();
    await pass(1000);
    expect(answers).toHaveLength(1);
    const { fence } = owner.keeper.handOver();
    owner.keeper.hold();
    const target = new KeptClaims({ store: store.inner, call: CALL });
    expect(await target.claim("", fence + 1n, "target")).toBe(true);
    for (const answer of answers) answer();
    await settle();
    expect(owner.hasMoved).toBe(false);
  });

  test("is looked after once, also when a call that ran is told to go on", async () => {
    const owner = await begin();
    const timers = clock.pending;
    owner.keeper.goOn();
    await settle();
    expect(clock.pending).toBe(timers);
  });

  test("leaves nothing of a call that nobody went on with, or of owners that died on the way", async () => {
    const owner = await begin();
    owner.keeper.release();
    await begin("anew");
    expect(await store.inner.read(`${CALL}/1`)).toBeUndefined();
    // written, and its owner died before it was named
    await store.inner.swap(`${CALL}/3`, undefined, new Uint8Array(9));
    const third = await revive("third");
    expect(third.claim.claim).toMatchObject({ fence: 3n, groundFence: 2n });
    new Owner("fourth", store, await revive("fourth"));
    await pass(1000);
    for (const fence of [1, 2, 3]) expect(await store.inner.read(`${CALL}/${String(fence)}`)).toBeUndefined();
    expect(await store.inner.read(`${CALL}/4`)).toBeDefined();
  });

  test("is sealed with a key that is wiped when the call is not here any more", async () => {
    const owner = await begin();
    const place = { call: CALL, fence: 1n };
    const ground = (await store.inner.read(`${CALL}/1`))!;
    expect(owner.groundSeal.open(place, ground)).toBeDefined();
    owner.keeper.release();
    await settle();
    expect(() => owner.groundSeal.open(place, ground)).toThrow("expected what was sealed under this key");
  });

  test("leads on from an owner that died before it wrote anything", async () => {
    const owner = await begin();
    owner.seal();
    await pass(1000);
    const second = await revive("second");
    await pass(100);
    const third = await revive("third");
    expect(Buffer.from(third.record).toString()).toBe("first at 0");
    expect(third.numbers.start).toBe(second.numbers.limit);
    expect(third.sequence).toBe(1 + Math.ceil(100 / 20) + 100);
  });
});

describe("a call that notes its ticks", () => {
  const PLACE: TidePlace = { slot: 5, generation: 9 };

  /** The memory of the machine: in it the newest tick of an owner, as long as it lives. */
  class Memory implements NotedTides {
    owner: Owner | undefined;
    atMs = 0;

    note(owner: Owner): void {
      this.owner = owner;
      this.atMs = clock.now();
    }

    readTide(slot: number, generation: number): KeptTick | undefined {
      if (this.owner?.notes?.slot !== slot || this.owner.notes.generation !== generation) return undefined;
      const { next } = this.owner;
      const source = { count: 1, positionMs: 20 * next };
      return { ageMs: clock.now() - this.atMs, sequence: next & 0xffff, isPlaying: true, source };
    }
  }

  test("is written of rarely, and goes on exact to the packet", async () => {
    const memory = new Memory();
    await storeTidePlace(store, CALL, PLACE);
    const owner = new Owner("first", store, undefined, memory);
    await settle();
    expect(owner.notes).toEqual(PLACE);
    store.written.length = 0;
    for (let second = 0; second < 15; second += 1) {
      for (let count = 0; count < 50; count += 1) owner.seal();
      memory.note(owner);
      await pass(1000);
    }
    const claims = store.written.filter((key) => key === CALL);
    expect(claims.length, "grants, and one that names the ground").toBeLessThan(3);
    await pass(70);
    const parts = {
      store: new TimedStore(store, clock),
      call: CALL,
      seal: new GroundSeal(KEY, random),
      wallClock,
    };
    const revival = await claimKept({ ...parts, owner: "second", tides: memory });
    expect(revival).toMatchObject({
      sequence: 750 + Math.ceil(1070 / 20),
      elapsedMs: 1070,
      tide: { positionMs: 15_000, isPlaying: true, source: 1 },
    });
    expect(revival.numbers.start, "no number under a key depends on what was noted").toBe(6000);
  });

  test("and whose owner is silent for a minute is over", async () => {
    const memory = new Memory();
    await storeTidePlace(store, CALL, PLACE);
    const owner = new Owner("first", store, undefined, memory);
    await pass(1000);
    memory.note(owner);
    owner.keeper.release();
    await pass(60_500);
    const parts = {
      store: new TimedStore(store, clock),
      call: CALL,
      seal: new GroundSeal(KEY, random),
      wallClock,
    };
    await expect(claimKept({ ...parts, owner: "second", tides: memory })).rejects.toMatchObject({
      code: "KEPT_CALL_EXPIRED",
    });
  });

  test("is written of as ever without a place for that", async () => {
    const owner = new Owner("first", store, undefined, new Memory());
    await settle();
    store.written.length = 0;
    for (let second = 0; second < 5; second += 1) {
      owner.seal();
      await pass(1000);
    }
    expect(owner.notes).toBeUndefined();
    expect(store.written.filter((key) => key === CALL).length).toBeGreaterThanOrEqual(5);
  });
});

describe("a successor", () => {
  test("goes on where the call is by then", async () => {
    const owner = await begin();
    for (let second = 0; second < 3; second += 1) {
      for (let count = 0; count < 50; count += 1) owner.seal();
      await pass(1000);
    }
    await pass(500);
    const { sequence, elapsedMs, tide, ageMs } = await revive("second");
    expect({ sequence, elapsedMs, tide }).toMatchObject({
      sequence: 150 + 25 + 50,
      elapsedMs: 500,
      tide: { positionMs: 3000, isPlaying: true, source: 1 },
    });
    expect(ageMs).toBe(4500);
  });

  test("of a call whose tide was looked at twice at one moment finds it playing", async () => {
    const owner = await begin("first", false);
    while (owner.next < 50) owner.seal();
    owner.isJoined = true;
    owner.keeper.changed();
    await pass(0);
    expect((await revive("second")).tide).toMatchObject({ isPlaying: true, positionMs: 1000 });
  });

  test("of a call that was paused finds it paused", async () => {
    await begin();
    await pass(1000);
    expect((await revive("second")).tide.isPlaying).toBe(false);
  });

  test.each<[string, string, (bytes: Uint8Array) => Uint8Array]>([
    ["whose claim is damaged", CALL, (bytes) => bytes.subarray(0, bytes.length - 1)],
    [
      "whose ground is damaged",
      `${CALL}/1`,
      (bytes) => bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte)),
    ],
    ["whose ground is short", `${CALL}/1`, (bytes) => bytes.subarray(0, 20)],
  ])("refuses a call %s", async (_what, key, damage) => {
    const owner = await begin();
    owner.keeper.release();
    const before = await store.inner.read(key);
    await store.inner.swap(key, before, damage(before!));
    await expect(revive("second")).rejects.toMatchObject({ code: "KEPT_CALL_DAMAGED" });
  });

  test("refuses what was sealed with another key, for another call, or by another owner", async () => {
    const owner = await begin();
    owner.keeper.release();
    await expect(revive("second", store, new Uint8Array(32))).rejects.toMatchObject({
      code: "KEPT_CALL_DAMAGED",
    });
    const ground = await store.inner.read(`${CALL}/1`);
    const seal = new GroundSeal(KEY, random);
    for (const place of [
      { call: CALL, fence: 2n },
      { call: "guild 2", fence: 1n },
    ])
      expect(() => seal.open(place, ground!)).toThrow("expected what was sealed under this key");
  });

  test("refuses a claim of another version, and of a call that was silent for a minute", async () => {
    const owner = await begin();
    owner.keeper.release();
    clock.stall(62_000);
    await expect(revive("second")).rejects.toMatchObject({ code: "KEPT_CALL_EXPIRED" });
    const before = await store.inner.read(CALL);
    const other = Uint8Array.from(before!);
    // the version is the first field, of one byte
    other[4] = 2;
    await store.inner.swap(CALL, before, other);
    await expect(revive("second")).rejects.toMatchObject({ code: "KEPT_CALL_VERSION" });
    const anew = await begin("anew");
    expect(anew.numbers).toEqual({ start: 0, limit: 6000 });
  });

  test("refuses a call whose keys have no numbers left", async () => {
    const owner = await begin();
    owner.keeper.release();
    const before = await store.inner.read(CALL);
    const claim = readClaim(before!);
    await store.inner.swap(CALL, before, writeClaim({ ...claim, numbers: { start: 0, limit: 2 ** 29 } }));
    await expect(revive("second")).rejects.toMatchObject({ code: "KEPT_CALL_EXHAUSTED" });
  });

  test("is one of many that want the call", async () => {
    const owner = await begin();
    owner.keeper.release();
    const revivals = await Promise.all(["a", "b", "c"].map((name) => revive(name)));
    const starts = revivals.map(({ numbers }) => numbers.start);
    expect(new Set(starts).size).toBe(3);
    const claim = readClaim((await store.inner.read(CALL))!);
    const last = revivals.findIndex(({ numbers }) => numbers.start === claim.numbers.start);
    expect(claim).toMatchObject({ fence: 4n, owner: ["a", "b", "c"][last] });
  });
});

test("an answer that came while the process was busy counts", async () => {
  let answer: (value: Uint8Array) => void = () => undefined;
  const silent = {
    read: () => new Promise<Uint8Array>((resolve) => (answer = resolve)),
    swap: () => Promise.resolve(false),
  };
  const busy: Clock = {
    now: () => clock.now(),
    schedule: (delayMs, task) => clock.schedule(delayMs, task),
    afterInput: (task) => {
      answer(Uint8Array.of(1));
      return clock.schedule(1, task);
    },
  };
  const asked = new TimedStore(silent, busy).read(CALL);
  await settle();
  clock.advance(2000);
  await settle();
  clock.advance(1);
  expect(await asked).toEqual(Uint8Array.of(1));
});

describe("an owner that stood still", () => {
  test.each([
    ["a second after it has sent something", 1000, true],
    ["in 5 s when it sends nothing", 5000, false],
  ])("learns that another one has the call %s", async (_when, withinMs, isSending) => {
    const owner = await begin();
    await revive("second");
    expect(await owner.keeper.isOurs()).toBe(false);
    if (isSending) owner.seal();
    await pass(withinMs);
    expect([owner.hasMoved, owner.sealAll()]).toEqual([true, 0]);
    const claim = await store.inner.read(CALL);
    await owner.keeper.end();
    expect(await store.inner.read(CALL)).toEqual(claim);
  });

  test("asks before it does anything", async () => {
    const owner = await begin();
    expect(owner.keeper.hasStalled()).toBe(false);
    clock.stall(2100);
    expect(owner.keeper.hasStalled()).toBe(true);
    await pass(0);
    expect(owner.suspected).toBe(1);
    expect(await owner.keeper.isOurs()).toBe(true);
    expect(owner.keeper.hasStalled()).toBe(false);
  });

  test("does not have the call when nobody answers", async () => {
    const owner = await begin();
    store.mood = () => "hangs";
    const asked = owner.keeper.isOurs();
    await pass(2000);
    expect(await asked).toBe(false);
    store.mood = () => "fails";
    expect(await owner.keeper.isOurs()).toBe(false);
  });
});
