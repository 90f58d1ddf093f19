// Two processes that may both go on with a call, over pipes and claims that take their time: never do both.
import { describe, expect, it } from "vitest";
import { ClaimTable, type Claims } from "../../../lib/call/handover/claims.js";
import { HandOver, type HandOverOutcome } from "../../../lib/call/handover/hand-over.js";
import { takeOver } from "../../../lib/call/handover/take-over.js";
import type { Relay } from "../../../lib/call/moving/standing-still.js";
import { savedFields, type FieldReader, type FieldWriter } from "../../../lib/protocol/index.js";
import { seeded } from "../../support/seeded.js";
import { VirtualClock } from "../../support/virtual-clock.js";

const FIELDS = savedFields({ number: 1 });
const MOVE = { call: "guild 7", fence: 1n, source: "a", target: "b" };
const STEP_MS = 5;
const NOWHERE: Relay = { datagrams: () => undefined, frame: () => undefined };

/** A call that only counts: of two, one may run. */
class FakeCall {
  state: "running" | "frozen" | "gone" = "running";
  relayed = 0;

  freeze(): Promise<void> {
    this.state = "frozen";
    return Promise.resolve();
  }

  save(out: FieldWriter): void {
    out.number(FIELDS.number, 9);
  }

  static restore(saved: FieldReader): FakeCall {
    expect(saved.number(FIELDS.number)).toBe(9);
    const call = new FakeCall();
    call.state = "frozen";
    return call;
  }

  relay({ datagrams, frame }: Relay): void {
    this.relayed += 1;
    datagrams(Uint8Array.of(1, 0, 7));
    frame({ isText: true, bytes: Uint8Array.of(123, 125) });
  }

  thaw(): void {
    expect(this.state).toBe("frozen");
    this.state = "running";
  }

  handedOver(): void {
    this.state = "gone";
  }
}

interface Delays {
  /** from the source to the target, and back; undefined: it is lost */
  readonly there: number | undefined;
  readonly back: number | undefined;
  /** before and behind the decision of a claim */
  readonly claim: number;
  /** a claim whose answer is lost, by the name of the process */
  readonly unanswered?: string;
}

/** One move in virtual time. */
class Scene {
  readonly clock = new VirtualClock();
  readonly table = new ClaimTable();
  readonly source = new FakeCall();
  target: FakeCall | undefined;
  outcome: HandOverOutcome | undefined;
  refusal: unknown;
  readonly relayed: Uint8Array[] = [];
  sealed: Uint8Array | undefined;

  async run({ there, back, claim, unanswered }: Delays): Promise<void> {
    const claims = this.#claims(claim, unanswered);
    const seal = (record: Uint8Array): Uint8Array => record.slice();
    const handOver = new HandOver(this.source, {
      move: MOVE,
      claims,
      clock: this.clock,
      seal,
      send: (sealed) => {
        this.sealed = sealed;
        this.#later(
          there,
          () => void this.#take(sealed, claims, () => this.#later(back, () => handOver.taken())),
        );
      },
      relay: {
        datagrams: (datagrams) => this.relayed.push(datagrams),
        frame: ({ bytes }) => this.relayed.push(bytes),
      },
    });
    void handOver.run().then((outcome) => (this.outcome = outcome));
    for (let ms = 0; ms < 4000; ms += STEP_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.outcome !== undefined && this.clock.pending === 0) return;
      this.clock.advance(STEP_MS);
    }
  }

  /** Which of the two send. */
  get running(): string[] {
    const isRunning = { a: this.source.state === "running", b: this.target?.state === "running" };
    return Object.entries(isRunning).flatMap(([name, runs]) => (runs ? [name] : []));
  }

  async #take(sealed: Uint8Array, claims: Claims, taken: () => void): Promise<void> {
    const restore = (saved: FieldReader): FakeCall => (this.target = FakeCall.restore(saved));
    try {
      const { clock } = this;
      await takeOver(sealed, { move: MOVE, claims, clock, open: (bytes) => bytes.slice(), restore });
      taken();
    } catch (error) {
      this.refusal = error;
    }
  }

  #claims(ms: number, unanswered: string | undefined): Claims {
    const pause = (): Promise<void> => new Promise((resolve) => void this.clock.schedule(ms, resolve));
    return {
      claim: async (call, fence, owner) => {
        await pause();
        const isOwner = await this.table.claim(call, fence, owner);
        await pause();
        if (owner === unanswered) throw new Error("no answer");
        return isOwner;
      },
    };
  }

  #later(ms: number | undefined, task: () => void): void {
    if (ms !== undefined) this.clock.schedule(ms, task);
  }
}

async function moved(delays: Delays): Promise<Scene> {
  const scene = new Scene();
  await scene.run(delays);
  return scene;
}

describe("a call that is handed over", () => {
  it("is the target's when that takes it in time; what arrives goes there", async () => {
    const scene = await moved({ there: 10, back: 10, claim: 5 });
    expect([scene.outcome, scene.running, scene.source.state]).toEqual(["taken", ["b"], "gone"]);
    expect(scene.table.ownerOf("guild 7")).toBe("b");
    expect([scene.source.relayed, scene.relayed.length]).toEqual([1, 2]);
  });

  it("goes on where it was when nobody takes it within 300 ms", async () => {
    const scene = await moved({ there: undefined, back: undefined, claim: 5 });
    expect([scene.outcome, scene.running, scene.table.ownerOf("guild 7")]).toEqual(["kept", ["a"], "a"]);
  });

  it("passes on nothing that it would have to hear itself when nobody takes it", async () => {
    const { outcome, source } = await moved({ there: undefined, back: undefined, claim: 5 });
    expect([outcome, source.relayed]).toEqual(["kept", 0]);
  });

  it("keeps its sockets until the voice server has learnt where it is", async () => {
    const [source, clock] = [new FakeCall(), new VirtualClock()];
    let arrives: (datagrams: Uint8Array) => void = () => undefined;
    source.relay = ({ datagrams }) => (arrives = datagrams);
    const seal = (record: Uint8Array): Uint8Array => record.slice();
    const claims = new ClaimTable();
    const handOver = new HandOver(source, {
      move: MOVE,
      claims,
      clock,
      seal,
      send: () => undefined,
      relay: NOWHERE,
    });
    const outcome = handOver.run();
    const pass = async (ms: number): Promise<string> => {
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      clock.advance(ms);
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      return source.state;
    };
    handOver.taken();
    await pass(50);
    handOver.whole();
    expect(await pass(60)).toBe("frozen");
    arrives(Uint8Array.of(1, 0, 7));
    expect(await pass(60)).toBe("frozen");
    expect(await pass(40)).toBe("gone");
    expect([await outcome, clock.pending]).toEqual(["taken", 0]);
  });

  it("is refused to a target that comes later", async () => {
    const scene = await moved({ there: 400, back: 5, claim: 5 });
    expect([scene.outcome, scene.running]).toEqual(["kept", ["a"]]);
    expect(scene.refusal).toMatchObject({ code: "HANDOVER_TOO_LATE" });
    expect(scene.target?.state).toBe("gone");
  });

  it("stays the target's when its word of that is lost", async () => {
    const scene = await moved({ there: 10, back: undefined, claim: 5 });
    expect([scene.outcome, scene.running]).toEqual(["taken", ["b"]]);
  });

  it("is nobody's when the claims do not answer, on the one side or the other", async () => {
    const late = await moved({ there: undefined, back: undefined, claim: 5, unanswered: "a" });
    expect([late.outcome, late.running]).toEqual(["undecided", []]);
    const taken = await moved({ there: 10, back: 10, claim: 5, unanswered: "b" });
    expect([taken.outcome, taken.running]).toEqual(["taken", []]);
    expect(taken.refusal).toMatchObject({ code: "HANDOVER_UNDECIDED" });
  });

  it("goes on when the pipe to the target is broken", async () => {
    const [source, clock] = [new FakeCall(), new VirtualClock()];
    const broken = (): never => {
      throw new Error("the pipe is closed");
    };
    const handOver = new HandOver(source, {
      move: MOVE,
      claims: new ClaimTable(),
      clock,
      seal: (record) => record.slice(),
      send: broken,
      relay: { datagrams: broken, frame: broken },
    });
    const outcome = handOver.run();
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(300);
    expect([await outcome, source.state]).toEqual(["kept", "running"]);
  });

  it("says so when it is closed before it goes on, and does not call that undecided", async () => {
    const [source, clock] = [new FakeCall(), new VirtualClock()];
    const handOver = new HandOver(source, {
      move: MOVE,
      claims: new ClaimTable(),
      clock,
      seal: (record) => record.slice(),
      send: () => undefined,
      relay: NOWHERE,
    });
    const outcome = handOver.run();
    await new Promise((resolve) => setImmediate(resolve));
    const closed = new Error("closed");
    source.thaw = () => {
      throw closed;
    };
    clock.advance(300);
    await expect(outcome).rejects.toBe(closed);
  });

  it("goes on when it cannot be sealed", async () => {
    const source = new FakeCall();
    const clock = new VirtualClock();
    const refused = new Error("of the seal");
    const handOver = new HandOver(source, {
      move: MOVE,
      claims: new ClaimTable(),
      clock,
      seal: () => {
        throw refused;
      },
      send: () => undefined,
      relay: NOWHERE,
    });
    await expect(handOver.run()).rejects.toBe(refused);
    expect(source.state).toBe("running");
  });
});

describe("source and target that race around 300 ms", () => {
  it("1,000 times: at most one of them goes on, and both when it is decided agree", async () => {
    const random = seeded(36);
    const near = (middle: number, spread: number): number =>
      STEP_MS * Math.round((middle + (random() - 0.5) * spread) / STEP_MS);
    const seen = new Map<string, number>();
    for (let round = 0; round < 1000; round += 1) {
      const lost = random();
      const unanswered = random() < 0.3 ? (random() < 0.5 ? "a" : "b") : undefined;
      const scene = await moved({
        there: lost < 0.05 ? undefined : near(285, 60),
        back: lost > 0.95 ? undefined : near(10, 20),
        claim: near(10, 20),
        ...(unanswered === undefined ? {} : { unanswered }),
      });
      const { outcome, running } = scene;
      const told = `${outcome ?? "nothing"} ${running.join("+")}`;
      seen.set(told, (seen.get(told) ?? 0) + 1);
      expect(running.length, `round ${String(round)}: ${told}`).toBeLessThan(2);
      if (unanswered === undefined) expect(running).toEqual([outcome === "kept" ? "a" : "b"]);
    }
    for (const told of ["taken b", "kept a", "undecided "]) expect(seen.get(told), told).toBeGreaterThan(20);
  });
});

describe("claims of one machine", () => {
  it("belong to the newest fence", async () => {
    const table = new ClaimTable();
    expect([table.fenceOf("x"), table.ownerOf("x")]).toEqual([0n, undefined]);
    expect(await table.claim("x", 1n, "a")).toBe(true);
    expect(await table.claim("x", 1n, "b")).toBe(false);
    expect(await table.claim("x", 3n, "b")).toBe(true);
    expect(await table.claim("x", 2n, "a")).toBe(false);
    expect([table.fenceOf("x"), table.ownerOf("x")]).toEqual([3n, "b"]);
    table.forget("x");
    expect(await table.claim("x", 1n, "a")).toBe(true);
  });
});
