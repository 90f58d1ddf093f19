// A call that goes to the process at the other end of a channel, which may lose, delay and damage what goes over it.
import { describe, expect, it } from "vitest";
import { arrive, type Arrived } from "../../../lib/call/handover/arrival.js";
import { ClaimTable, type Claims } from "../../../lib/call/handover/claims.js";
import { Departure, type DepartingCall } from "../../../lib/call/handover/departure.js";
import type { MoveChannel } from "../../../lib/call/handover/move-link.js";
import type { GatewayFrame } from "../../../lib/call/moving/frame-relay.js";
import type { Relay } from "../../../lib/call/moving/standing-still.js";
import {
  fleet,
  PIPE,
  savedFields,
  type Authenticity,
  type FieldReader,
} from "../../../lib/protocol/index.js";
import { seededBytes } from "../../support/seeded-bytes.js";
import { VirtualClock } from "../../support/virtual-clock.js";

const FIELDS = savedFields({ number: 1 });
const OFFER = { call: "7/5", fence: 3n, source: "a" };
const KEY = new Uint8Array(32).fill(3);
const FRAME: GatewayFrame = { isText: true, bytes: Uint8Array.of(123, 125) };

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Both ends of a channel; `pass` decides what of a message arrives. */
class Wire {
  readonly #listeners = {
    a: new Set<(message: Uint8Array) => void>(),
    b: new Set<(message: Uint8Array) => void>(),
  };
  readonly passed: { readonly from: "a" | "b"; readonly message: Uint8Array }[] = [];
  pass = (message: Uint8Array, _from: "a" | "b"): Uint8Array | undefined => message;

  end(own: "a" | "b"): MoveChannel {
    const [here, there] = own === "a" ? (["a", "b"] as const) : (["b", "a"] as const);
    return {
      send: (message) => {
        const passed = this.pass(message, own);
        if (passed === undefined) return;
        this.passed.push({ from: own, message: passed });
        for (const listener of this.#listeners[there]) listener(passed);
      },
      onMessage: (listener) => {
        this.#listeners[here].add(listener);
        return () => this.#listeners[here].delete(listener);
      },
    };
  }

  inject(to: "a" | "b", message: Uint8Array): void {
    for (const listener of this.#listeners[to]) listener(message);
  }

  get listening(): number {
    return this.#listeners.a.size + this.#listeners.b.size;
  }
}

/** The call on the side that has it. */
class Leaving implements DepartingCall {
  state: "running" | "frozen" | "gone" = "running";
  relayTo: Relay | undefined;
  readonly said: GatewayFrame[] = [];

  freeze(): Promise<void> {
    this.state = "frozen";
    return Promise.resolve();
  }
  save(out: Parameters<DepartingCall["save"]>[0]): void {
    out.number(FIELDS.number, 9);
  }
  relay(to: Relay): void {
    this.relayTo = to;
  }
  sendFrame(frame: GatewayFrame): void {
    this.said.push(frame);
  }
  thaw(): void {
    this.state = "running";
  }
  handedOver(): void {
    this.state = "gone";
  }
}

/** The call on the side that gets it. */
class Coming {
  state: "frozen" | "running" | "gone" = "frozen";
  readonly datagrams: Uint8Array[] = [];
  readonly frames: GatewayFrame[] = [];
  readonly events: string[] = [];
  isFollowing = true;
  say: (frame: GatewayFrame) => void = () => undefined;
  resumed: () => void = () => undefined;

  arrived(): Arrived<Coming> {
    return {
      door: this,
      event: (json) => this.events.push(json),
      call: {
        thaw: () => (this.state = "running"),
        handedOver: () => (this.state = "gone"),
        deliver: (datagrams) => this.datagrams.push(datagrams),
        follow: (send) => {
          this.say = send;
          return { frame: (frame) => this.frames.push(frame), end: () => (this.isFollowing = false) };
        },
        on: (_event, listener) => (this.resumed = () => listener("resumed", "")),
      },
    };
  }
}

interface Options {
  claims?: Claims;
  authenticity?: [source: Authenticity, target: Authenticity];
  restore?: (saved: FieldReader) => void;
}

class Scene {
  readonly clock = new VirtualClock();
  readonly wire = new Wire();
  readonly source = new Leaving();
  readonly coming = new Coming();
  readonly dropped: unknown[] = [];
  readonly departure: Departure;
  readonly outcome: Promise<unknown>;
  readonly taken: Promise<Coming>;
  readonly abort = new AbortController();

  constructor({ claims, authenticity: [here, there] = [PIPE, PIPE], restore }: Options = {}) {
    const { clock, wire } = this;
    const common = {
      claims,
      clock,
      wallClock: () => clock.now(),
      dropped: (error: unknown) => this.dropped.push(error),
    };
    this.taken = arrive({
      ...common,
      target: "b",
      channel: wire.end("b"),
      authenticity: there,
      random: seededBytes(2),
      signal: this.abort.signal,
      restore: (saved) => {
        expect(saved.number(FIELDS.number)).toBe(9);
        restore?.(saved);
        return this.coming.arrived();
      },
    });
    this.taken.catch(() => undefined);
    this.departure = new Departure(this.source, {
      ...common,
      offer: OFFER,
      channel: wire.end("a"),
      authenticity: here,
      random: seededBytes(1),
      signal: undefined,
    });
    this.outcome = this.departure.run();
    this.outcome.catch(() => undefined);
  }

  async advance(ms: number): Promise<void> {
    await settle();
    this.clock.advance(ms);
    await settle();
  }

  /** The voice session is resumed there, and nothing arrives at the old place any more. */
  async whole(): Promise<void> {
    this.coming.resumed();
    await this.advance(100);
  }

  get states(): string[] {
    return [this.source.state, this.coming.state];
  }
}

const tagOf = (message: Uint8Array): number => message[0]!;
const CALL = 2;
const PIPED = 3;

describe("a call that goes over a channel", () => {
  it("is taken when its owner agrees, and its pipe ends when it is whole", async () => {
    const scene = new Scene();
    const { source, coming } = scene;
    expect(await scene.taken).toBe(coming);
    expect(scene.states).toEqual(["frozen", "running"]);
    source.relayTo!.datagrams(Uint8Array.of(1, 0, 7));
    source.relayTo!.frame(FRAME);
    source.relayTo!.frame({ isText: false, bytes: Uint8Array.of(9) });
    scene.departure.tell("{}");
    coming.say(FRAME);
    expect(coming.datagrams).toEqual([Uint8Array.of(1, 0, 7)]);
    expect(coming.frames).toEqual([FRAME, { isText: false, bytes: Uint8Array.of(9) }]);
    expect(coming.events).toEqual(["{}"]);
    expect(source.said).toEqual([FRAME]);
    await scene.whole();
    expect(await scene.outcome).toBe("taken");
    expect(scene.states).toEqual(["gone", "running"]);
    await scene.advance(3000);
    expect([scene.wire.listening, scene.clock.pending, scene.dropped]).toEqual([0, 0, []]);
  });

  it("is decided by the claims of a third party when both have them", async () => {
    const claims = new ClaimTable();
    const scene = new Scene({ claims });
    await scene.taken;
    await scene.whole();
    expect([await scene.outcome, claims.ownerOf("7/5"), claims.fenceOf("7/5")]).toEqual(["taken", "b", 3n]);
  });

  it("shows no secret on the way, and says each thing sealed", async () => {
    const scene = new Scene();
    await scene.taken;
    scene.departure.tell("a token that nobody may read");
    await scene.whole();
    await scene.outcome;
    const all = Buffer.concat(scene.wire.passed.map(({ message }) => message));
    expect(all.includes("a token that")).toBe(false);
    expect(scene.wire.passed.map(({ message }) => tagOf(message)).slice(0, 3)).toEqual([0, 1, CALL]);
  });

  it("goes on where it was when what is sealed does not arrive, and refuses who asks late", async () => {
    const scene = new Scene();
    let late: Uint8Array | undefined;
    scene.wire.pass = (message) => {
      if (tagOf(message) !== CALL) return message;
      late = message;
      return undefined;
    };
    await scene.advance(300);
    expect(await scene.outcome).toBe("kept");
    expect(scene.states).toEqual(["running", "frozen"]);
    scene.wire.pass = (message) => message;
    scene.wire.inject("b", late!);
    await expect(scene.taken).rejects.toMatchObject({ code: "HANDOVER_TOO_LATE" });
    expect(scene.states).toEqual(["running", "gone"]);
    await scene.advance(10_000);
    expect([scene.wire.listening, scene.clock.pending]).toEqual([0, 0]);
  });

  it("belongs to nobody the target knows of when the answer to its claim is lost", async () => {
    const scene = new Scene();
    scene.wire.pass = (message, from) => (from === "a" && tagOf(message) === PIPED ? undefined : message);
    await scene.advance(0);
    await scene.advance(2000);
    await expect(scene.taken).rejects.toMatchObject({ code: "HANDOVER_UNDECIDED" });
    await scene.advance(2000);
    await scene.advance(100);
    expect([await scene.outcome, scene.states]).toEqual(["taken", ["gone", "gone"]]);
  });

  it("goes on where it was when the target cannot restore it", async () => {
    const refused = new Error("of the door");
    const restore = (): never => {
      throw refused;
    };
    const scene = new Scene({ restore });
    await expect(scene.taken).rejects.toBe(refused);
    await scene.advance(300);
    expect([await scene.outcome, scene.source.state]).toEqual(["kept", "running"]);
  });

  it("has what its host said before it left", async () => {
    const scene = new Scene();
    scene.departure.tell("early");
    await scene.taken;
    scene.departure.tell("later");
    expect(scene.coming.events).toEqual(["early", "later"]);
  });

  it("never stands still when nobody asks for it", async () => {
    const scene = new Scene();
    scene.wire.pass = (message, from) => (from === "b" ? undefined : message);
    await scene.advance(10_000);
    await expect(scene.outcome).rejects.toMatchObject({ code: "HANDOVER_NOT_WANTED" });
    await expect(scene.taken).rejects.toMatchObject({ code: "HANDOVER_EXPIRED" });
    expect(scene.source.state).toBe("running");
    expect([scene.wire.listening, scene.clock.pending]).toEqual([0, 0]);
  });

  it("is waited for until the signal aborts", async () => {
    const scene = new Scene();
    const other = new Wire();
    const abort = new AbortController();
    const waiting = arrive({
      target: "b",
      channel: other.end("b"),
      claims: undefined,
      clock: scene.clock,
      wallClock: () => 0,
      random: seededBytes(4),
      authenticity: PIPE,
      signal: abort.signal,
      dropped: () => undefined,
      restore: () => scene.coming.arrived(),
    });
    expect(other.listening).toBe(1);
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ code: "ABORTED" });
    expect(other.listening).toBe(0);
  });
});

describe("what others say on the channel of a move", () => {
  it("is dropped: of no kind, not sealed, or sealed and said again", async () => {
    const scene = new Scene();
    await scene.taken;
    scene.source.relayTo!.datagrams(Uint8Array.of(1, 0, 7));
    const said = scene.wire.passed.filter(({ from, message }) => from === "a" && tagOf(message) === PIPED);
    const again = said.at(-1)!.message;
    const forged = again.map((byte, at) => (at === again.length - 1 ? byte ^ 1 : byte));
    const ofOtherMove = forged.map((byte, at) => (at === 1 ? byte ^ 1 : byte));
    const short = [Uint8Array.of(), Uint8Array.of(200, 1), Uint8Array.of(PIPED)];
    for (const message of [...short, again, forged, ofOtherMove]) scene.wire.inject("b", message);
    const codes = scene.dropped.map((error) => (error as { code: string }).code);
    expect(codes).toEqual([
      ...short.map(() => "HANDOVER_DAMAGED"),
      "HANDOVER_NOT_AUTHENTIC",
      "HANDOVER_NOT_AUTHENTIC",
    ]);
    expect(scene.coming.datagrams).toHaveLength(1);
    await scene.whole();
    expect(await scene.outcome).toBe("taken");
  });

  it("cannot pass for an offer or an invitation of the fleet", async () => {
    const scene = new Scene({ authenticity: [fleet(KEY), fleet(new Uint8Array(32).fill(4))] });
    await scene.advance(10_000);
    await expect(scene.outcome).rejects.toMatchObject({ code: "HANDOVER_NOT_WANTED" });
    expect(scene.dropped).toMatchObject([{ code: "HANDOVER_NOT_AUTHENTIC" }]);
    expect(scene.source.state).toBe("running");
    scene.abort.abort();
    await expect(scene.taken).rejects.toMatchObject({ code: "ABORTED" });
  });

  it("moves the call between processes that have one key", async () => {
    const scene = new Scene({ authenticity: [fleet(KEY), fleet(KEY)] });
    await scene.taken;
    await scene.whole();
    expect(await scene.outcome).toBe("taken");
  });

  it("leaves frames to the voice gateway's replay behind one that is missing", async () => {
    const scene = new Scene();
    await scene.taken;
    const { source, coming, wire } = scene;
    wire.pass = () => undefined;
    source.relayTo!.frame(FRAME);
    wire.pass = (message) => message;
    source.relayTo!.frame(FRAME);
    expect(coming.isFollowing).toBe(false);
  });
});
