// What a supervisor says to the two processes of a call that moves, and which of them it believes.
import { beforeEach, describe, expect, it } from "vitest";
import { HostedCall, type CallReport, type NamedMessage } from "../../../lib/hosting/index.js";
import type { MoveOutcome } from "../../../lib/hosting/hosted.js";
import type { SupervisedProcess } from "../../../lib/hosting/supervised-process.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";

type Report = Omit<CallReport, "call">;

const DAMAGED = { code: "HANDOVER_DAMAGED", message: "expected whole bytes" };

/** A process that says what the test says. */
class Process {
  readonly orders: NamedMessage[] = [];

  send(order: NamedMessage): void {
    this.orders.push(order);
  }

  get types(): string[] {
    return this.orders.map(({ type }) => type);
  }

  get asProcess(): SupervisedProcess {
    return this as unknown as SupervisedProcess;
  }
}

let clock: VirtualClock;
let call: HostedCall<NamedMessage>;
let [from, to] = [new Process(), new Process()];
let heard: string[];
let outcome: MoveOutcome | undefined;

const say = (process: Process, report: Report & Record<string, unknown>): void =>
  call.heard({ ...report, call: "a" } as NamedMessage, process.asProcess);
const gone = (process: Process): void =>
  call.lost({ reason: "SIGKILL", aliveMs: clock.now() }, process.asProcess);

beforeEach(() => {
  clock = new VirtualClock();
  [from, to] = [new Process(), new Process()];
  [heard, outcome] = [[], undefined];
  call = new HostedCall<NamedMessage>("a", clock, {
    first: (begin) => [{ type: begin, call: "a" }],
    goesOn: ({ reason, isWhole }, isAnew) =>
      heard.push(`goesOn ${reason} ${String(isWhole)} ${String(isAnew)}`),
    heard: ({ type }) => heard.push(type),
    notMoved: (reason) => heard.push(reason),
    lost: () => heard.push("lost"),
    over: () => heard.push("over"),
  });
  call.assign(from.asProcess);
  from.orders.length = 0;
  void call.move(to.asProcess).then((one) => (outcome = one));
});

describe("a call that moves from one voice process to another", () => {
  it("is announced to the one that takes it, and then asked for", () => {
    expect([to.types, from.types]).toEqual([["take"], ["handOver"]]);
  });

  it("has its channel from one to the other, also behind the move", async () => {
    say(from, { type: "move", bytes: Uint8Array.of(1) } as never);
    say(to, { type: "move", bytes: Uint8Array.of(2) } as never);
    say(to, { type: "goesOn", isAnew: false } as never);
    say(from, { type: "move", bytes: Uint8Array.of(3) } as never);
    await settle();
    expect(to.orders.slice(1)).toMatchObject([{ bytes: Uint8Array.of(1) }, { bytes: Uint8Array.of(3) }]);
    expect(from.orders.slice(1)).toMatchObject([{ bytes: Uint8Array.of(2) }]);
    expect(outcome).toBe("moved");
  });

  it("is where the process says that takes it, whose early words come behind that", async () => {
    say(from, { type: "standsStill" });
    call.send({ type: "later", call: "a" });
    say(to, { type: "early" } as never);
    expect(heard).toEqual([]);
    say(to, { type: "goesOn", isAnew: false } as never);
    expect(heard).toEqual(["lost", "goesOn planned true false", "early"]);
    say(from, { type: "late" } as never);
    expect(heard).not.toContain("late");
    let isDeparted = false;
    void call.departed().then(() => (isDeparted = true));
    await settle();
    expect([isDeparted, outcome, to.types]).toEqual([false, "moved", ["take", "later"]]);
    say(from, { type: "handedOver", outcome: "taken" } as never);
    await settle();
    expect(isDeparted).toBe(true);
  });

  it("has what was asked and not answered asked again, and what was held once", () => {
    const other = new HostedCall<NamedMessage>("b", clock, {
      first: (begin) => [{ type: begin, call: "b" }],
      over: () => undefined,
    });
    const [before, next] = [new Process(), new Process()];
    other.assign(before.asProcess);
    void other.ask("first", []);
    void other.move(next.asProcess);
    void other.ask("second", []);
    other.heard({ type: "goesOn", call: "b", isAnew: false } as never, next.asProcess);
    const named = (process: Process): unknown[] =>
      process.orders.map((order) => ("name" in order ? order.name : order.type));
    expect(named(before)).toEqual(["join", "first", "handOver"]);
    expect(named(next)).toEqual(["take", "first", "second"]);
  });

  it("stays when it is not taken, once the process that has it says so", async () => {
    call.send({ type: "later", call: "a" });
    say(to, { type: "notTaken", error: DAMAGED } as never);
    expect(from.types).toEqual(["handOver", "stay"]);
    say(from, { type: "handedOver", outcome: "failed", error: { code: "ABORTED", message: "" } } as never);
    await settle();
    expect([outcome, from.types, heard]).toEqual(["stays", ["handOver", "stay", "later"], []]);
    // why, when that matters
    call.lost({ reason: "planned", aliveMs: 0 }, from.asProcess);
    expect(heard).toEqual(["the call was not handed over: expected whole bytes", "lost"]);
  });

  it("is given up where it was to be taken when the other one keeps it, and may be there all the same", async () => {
    say(from, { type: "handedOver", outcome: "kept" } as never);
    expect(to.types).toEqual(["take", "giveUp"]);
    say(to, { type: "goesOn", isAnew: false } as never);
    await settle();
    expect(outcome).toBe("moved");
  });

  it.each(["taken", "undecided"])("is lost when it is %s, and not taken", async (left) => {
    say(from, { type: "handedOver", outcome: left } as never);
    say(to, { type: "notTaken", error: DAMAGED } as never);
    await settle();
    expect([outcome, call.isAssigned]).toEqual(["lost", false]);
    call.assign(to.asProcess);
    say(to, { type: "goesOn", isAnew: true } as never);
    expect(heard.at(-1)).toBe("goesOn planned false true");
  });

  it("waits for nobody who has ended", async () => {
    gone(from);
    expect(to.types).toEqual(["take", "giveUp"]);
    say(to, { type: "notTaken", error: DAMAGED } as never);
    await settle();
    expect(outcome).toBe("lost");
    call.assign(to.asProcess);
    say(to, { type: "goesOn", isAnew: false } as never);
    expect(heard.at(-1)).toBe("goesOn SIGKILL false false");
  });

  it("stays when the process has ended that was to take it", async () => {
    gone(to);
    expect(from.types).toEqual(["handOver", "stay"]);
    say(from, { type: "handedOver", outcome: "kept" } as never);
    await settle();
    expect([outcome, call.isIn(from.asProcess)]).toEqual(["stays", true]);
  });

  it("is told to stay after five seconds, and is lost two seconds behind that", async () => {
    clock.advance(4999);
    expect(from.types).toEqual(["handOver"]);
    clock.advance(1);
    expect([from.types, to.types]).toEqual([
      ["handOver", "stay"],
      ["take", "giveUp"],
    ]);
    clock.advance(2000);
    await settle();
    expect([outcome, clock.pending]).toEqual(["lost", 0]);
  });

  it("ends in both when it is over", async () => {
    call.over({ code: "DESTROYED", message: "" });
    await settle();
    expect([from.types, to.types]).toEqual([
      ["handOver", "destroy"],
      ["take", "destroy"],
    ]);
    expect([outcome, heard, clock.pending]).toEqual(["lost", ["over"], 0]);
  });
});
