// A voice process is replaced: who has its calls, whatever becomes of the two processes meanwhile. The processes are of the test.
import { beforeEach, describe, expect, it } from "vitest";
import {
  HostedAudioPlayer,
  VoiceSupervisor,
  type VoiceProcess,
  type VoiceSupervisorOptions,
} from "../../../lib/voice/index.js";
import { Host, OwnProcess, QUEUE, type AnyOrder } from "../../support/own-voice-process.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";

const CONNECTED = { type: "status", status: 4, error: 0, errorDetail: 0 } as const;

let clock: VirtualClock;
let started: OwnProcess[];
/** What the next process does when it hears something. */
let nextHears: (next: OwnProcess, order: AnyOrder) => void;
let ends: [reason: string, calls: number][];

beforeEach(() => {
  clock = new VirtualClock();
  [started, ends] = [[], []];
  nextHears = () => undefined;
});

function supervise(options: VoiceSupervisorOptions = {}): VoiceSupervisor {
  const spawn = (): OwnProcess => {
    const process = new OwnProcess(clock);
    if (started.length > 0) process.hears = (order) => nextHears(process, order);
    started.push(process);
    return process;
  };
  const supervisor = new VoiceSupervisor({ spawn, clock, spare: false, ...options });
  supervisor.on("ended", (...end) => ends.push(end));
  return supervisor;
}

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 50) {
    await settle();
    clock.advance(Math.min(left, 50));
  }
  await settle();
}

/** A call that is joined, and kept. */
async function joined(supervisor: VoiceSupervisor): Promise<Host> {
  const host = new Host(supervisor);
  await settle();
  host.arrive();
  started.at(-1)!.session.emit({ type: "openSocket" }, CONNECTED);
  await pass(3000);
  return host;
}

/** Runs until the replacement is over, or for so long. */
async function replaced(supervisor: VoiceSupervisor, fresh = false): Promise<unknown> {
  let outcome: unknown;
  supervisor.replaceProcess({ fresh }).then(
    (done) => (outcome = done),
    (error: unknown) => (outcome = error),
  );
  for (let ms = 0; ms < 30_000 && outcome === undefined; ms += 50) await pass(50);
  return outcome;
}

const packets = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, number) => Uint8Array.of(0xfc, number));
/** Once, when the next process hears an order of this type. */
function whenNextHears(type: string, act: (next: OwnProcess) => void): void {
  nextHears = (next, order) => {
    if (order.type !== type) return;
    nextHears = () => undefined;
    act(next);
  };
}

describe("a voice process that is replaced", () => {
  it("hands its call over, and ends when it is empty", async () => {
    const supervisor = supervise();
    const host = await joined(supervisor);
    let isEmpty = false;
    supervisor.on("ended", () => (isEmpty = started[0]!.session.isClosed));
    const outcome = await replaced(supervisor);
    const [first, second] = started;
    expect(outcome).toEqual({ moved: 1, revived: 0 });
    // it passes on what still comes to it until then
    expect(isEmpty).toBe(true);
    expect([first!.isAlive, second!.isAlive, ends]).toEqual([false, true, [["planned", 0]]]);
    expect(second!.session.names()).toContain("restore");
    expect(second!.session.names().filter((name) => name === "thaw")).toHaveLength(1);
    expect(first!.session.names()).not.toContain("thaw");
    expect(host.moves).toMatchObject([{ reason: "planned", framesSkipped: 0 }]);
    expect([host.voice.status, host.sent, host.warnings]).toEqual(["connected", [], []]);
  });

  it("has its orders carried out once, those of meanwhile by the next one, in their order", async () => {
    const supervisor = supervise();
    const host = await joined(supervisor);
    host.voice.play({ type: "opus", packets: packets(3) });
    whenNextHears("move", () => {
      void host.voice.setUserVolume("9", 60);
      host.voice.play({ type: "opus", packets: packets(2) });
      host.voice.receiver.subscribe("9", { format: "pcm" });
    });
    await host.voice.rejoin({ selfDeaf: false });
    await replaced(supervisor);
    const [first, second] = started;
    expect(first!.session.names()).not.toContain("setUserVolume");
    expect(second!.session.argsOf("setUserVolume").at(-1)).toEqual([9n, 60]);
    expect(second!.session.argsOf("subscribe")).toEqual([[9n, "pcm", 1]]);
    expect([first!.written, second!.written]).toEqual([
      [0, 1, 2],
      [0, 1],
    ]);
  });

  it("has what is subscribed to before the first packet", async () => {
    const supervisor = supervise();
    const host = await joined(supervisor);
    await host.voice.rejoin({ selfDeaf: false });
    host.voice.receiver.subscribe("9", { format: "pcm" });
    await replaced(supervisor);
    const names = started[1]!.session.names();
    expect(names.filter((name) => name === "subscribe")).toHaveLength(1);
    expect(names.indexOf("subscribe")).toBeLessThan(names.indexOf("thaw"));
  });

  it("hands pieces over behind those that were taken", async () => {
    const supervisor = supervise();
    const host = await joined(supervisor);
    const playback = host.voice.play({ type: "opus", packets: packets(250) });
    await pass(250);
    expect(started[0]!.written.at(-1)).toBe(QUEUE - 1);
    for (const next of [1, 2]) {
      await replaced(supervisor);
      // the queue of the engine is the test's: it begins empty, and takes as many again
      const first = started[next]!.written[0]!;
      expect(first).toBe(started[next - 1]!.written.at(-1)! + 1);
    }
    playback.stop();
  });

  it("keeps its calls when the next one ends, wherever they were on their way", async () => {
    for (const type of ["take", "move", "store"]) {
      [started, ends] = [[], []];
      const supervisor = supervise();
      const host = await joined(supervisor);
      whenNextHears(type, (next) => next.end("SIGSEGV"));
      const outcome = await replaced(supervisor);
      expect(outcome, type).toMatchObject({ code: "VOICE_PROCESS_FAILED" });
      await pass(1000);
      expect([started.map(({ isAlive }) => isAlive), host.voice.status], type).toEqual([
        [true, false],
        "connected",
      ]);
      await host.voice.setUserVolume("9", 50);
      expect(started[0]!.session.argsOf("setUserVolume").at(-1), type).toEqual([9n, 50]);
      expect(started[0]!.session.isClosed, type).toBe(false);
      supervisor.close();
    }
  });

  it("goes on with a call that the next one had claimed when it ended", async () => {
    const supervisor = supervise();
    const host = await joined(supervisor);
    // the second answer says that the claim is made
    whenNextHears("store", (next) => whenNextHears("store", () => next.end("SIGSEGV")));
    expect(await replaced(supervisor)).toMatchObject({ code: "VOICE_PROCESS_FAILED" });
    await pass(100);
    expect(host.moves).toMatchObject([{ reason: "planned" }]);
    expect(host.warnings.join()).toContain("the call was not handed over: one of the two voice processes");
    expect(started[0]!.session.names()).toContain("restoreKept");
    await host.voice.setUserVolume("9", 50);
    expect(started[0]!.session.argsOf("setUserVolume")).toEqual([[9n, 50]]);
  });

  it("has those calls again that had moved when the next one ended", async () => {
    const supervisor = supervise();
    const host = await joined(supervisor);
    host.voice.on("moved", ({ reason }) => {
      if (reason === "planned") started[1]!.end("SIGSEGV");
    });
    const replacing = supervisor.replaceProcess().catch((error: unknown) => error);
    while (ends.length === 0) await pass(10);
    // while the process before still passes on what comes to it
    expect(host.moves).toMatchObject([{ reason: "planned" }, { reason: "SIGSEGV" }]);
    await pass(5000);
    expect(await replacing).toMatchObject({ code: "VOICE_PROCESS_FAILED" });
    expect(ends).toEqual([["SIGSEGV", 1]]);
    expect(started[0]!.session.names()).toContain("restoreKept");
    expect(await replaced(supervisor)).toEqual({ moved: 1, revived: 0 });
  });

  it("is gone on with when it ends itself meanwhile", async () => {
    for (const type of ["take", "move"]) {
      [started, ends] = [[], []];
      const supervisor = supervise();
      const host = await joined(supervisor);
      whenNextHears(type, () => started[0]!.end("SIGSEGV"));
      const outcome = await replaced(supervisor);
      expect(outcome, type).toEqual({ moved: 0, revived: 1 });
      await settle();
      expect(host.moves, type).toMatchObject([{ reason: "SIGSEGV" }]);
      expect(started[1]!.session.names(), type).toContain("restoreKept");
      await host.voice.setUserVolume("9", 50);
      expect(started[1]!.session.argsOf("setUserVolume").at(-1), type).toEqual([9n, 50]);
      supervisor.close();
    }
  });

  it("ends with a call in it that nobody took, which is revived, and says why", async () => {
    const supervisor = supervise();
    const host = await joined(supervisor);
    nextHears = (next, order) => {
      next.isDeaf = order.type === "move";
    };
    const outcome = await replaced(supervisor);
    await settle();
    expect(outcome).toEqual({ moved: 0, revived: 1 });
    expect(host.moves).toMatchObject([{ reason: "planned" }]);
    expect(host.warnings).toEqual([expect.stringContaining("the call was not handed over: ")]);
    expect(started.map(({ isAlive }) => isAlive)).toEqual([false, true]);
    expect(ends).toEqual([["planned", 1]]);
  });

  it("ends with a call in it of which nobody knows who has it, and which is revived", async () => {
    const supervisor = supervise();
    const host = await joined(supervisor);
    whenNextHears("take", (next) => {
      started[0]!.loses = ({ type }) => type === "store";
      // the offer comes, and the call does not
      let moves = 0;
      next.loses = ({ type }) => type === "move" && (moves += 1) > 1;
    });
    expect(await replaced(supervisor)).toEqual({ moved: 0, revived: 1 });
    await pass(100);
    expect(host.moves).toMatchObject([{ reason: "planned" }]);
    expect([host.voice.status, host.sent]).toEqual(["connected", []]);
    expect(started[1]!.session.names()).toContain("restoreKept");
  });

  it("takes the spare one, or ends it when another is asked for, and has a new spare behind it", async () => {
    const supervisor = supervise({ spare: true });
    await joined(supervisor);
    expect(started).toHaveLength(2);
    expect(await replaced(supervisor)).toEqual({ moved: 1, revived: 0 });
    await pass(2500);
    expect(started.map(({ isAlive }) => isAlive)).toEqual([false, true, true]);
    expect(await replaced(supervisor, true)).toEqual({ moved: 1, revived: 0 });
    await pass(2500);
    expect(started.map(({ isAlive }) => isAlive)).toEqual([false, false, false, true, true]);
    supervisor.close();
    expect(started.some(({ isAlive }) => isAlive)).toBe(false);
  });

  it("ends with everything when its supervisor is closed meanwhile", async () => {
    const supervisor = supervise();
    const host = await joined(supervisor);
    whenNextHears("take", () => supervisor.close());
    expect(await replaced(supervisor)).toMatchObject({ code: "DESTROYED" });
    expect([host.voice.status, host.sent.length]).toEqual(["disconnected", 1]);
    await pass(60_000);
    expect([started.map(({ isAlive }) => isAlive), clock.pending]).toEqual([[false, false], 0]);
  });

  it("is done with a call that is left meanwhile", async () => {
    const supervisor = supervise();
    const host = await joined(supervisor);
    whenNextHears("take", () => host.voice.destroy());
    expect(await replaced(supervisor)).toEqual({ moved: 0, revived: 0 });
    expect(host.sent).toMatchObject([{ d: { channel_id: null } }]);
    expect(started[0]!.session.isClosed).toBe(true);
    expect(started[1]!.addon.sessions.every(({ isClosed }) => isClosed)).toBe(true);
  });

  it("hands players over with their place, before the calls that send their sound", async () => {
    const supervisor = supervise();
    const host = await joined(supervisor);
    const player = new HostedAudioPlayer({ voiceHost: supervisor });
    const playback = player.queue({ type: "opus", packets: packets(250) });
    host.voice.subscribe(player);
    await settle();
    await replaced(supervisor);
    const [first, second] = started;
    expect(first!.toPlayers.at(-1)).toEqual({ type: "handOver" });
    expect(first!.player.commands).toContain("setPaused true");
    const types = second!.orders.map((order) => (order.type === "player" ? order.order.type : order.type));
    expect(types.indexOf("open")).toBeLessThan(types.indexOf("take"));
    expect(second!.session.names()).toContain("openPlayerInput");
    expect([player.current, player.status]).not.toContain("paused");
    expect(player.current).toBe(playback);
    player.close();
  });

  it("hands a player over that a call begins to send when it has moved already", async () => {
    const supervisor = supervise();
    const host = await joined(supervisor);
    const player = new HostedAudioPlayer({ voiceHost: supervisor });
    player.queue({ type: "opus", packets: packets(250) });
    host.voice.on("moved", () => host.voice.subscribe(player));
    expect(await replaced(supervisor)).toEqual({ moved: 1, revived: 0 });
    const { orders, session } = started[1]!;
    const isOpening = (order: AnyOrder): boolean => order.type === "player" && order.order.type === "open";
    expect(orders.findIndex(({ type }) => type === "play")).toBeLessThan(orders.findIndex(isOpening));
    expect(session.names().filter((name) => name === "openPlayerInput")).toHaveLength(1);
    player.close();
  });

  it("is waited for no more when its supervisor is closed before the next one is there", async () => {
    const spawn = (): OwnProcess => {
      const process = new OwnProcess(clock);
      process.isSilent = started.length > 0;
      started.push(process);
      return process;
    };
    const supervisor = supervise({ spawn, spare: true });
    await joined(supervisor);
    const replacing = supervisor.replaceProcess({ fresh: true }).catch((error: unknown) => error);
    await pass(500);
    supervisor.close();
    expect(await replacing).toMatchObject({ code: "DESTROYED" });
    await pass(60_000);
    expect([started.some(({ isAlive }) => isAlive), clock.pending]).toEqual([false, 0]);
  });

  it("may end while the next one is waited for, which has its calls then", async () => {
    const supervisor = supervise();
    const host = await joined(supervisor);
    const replacing = supervisor.replaceProcess();
    started[0]!.end("SIGKILL");
    await pass(1000);
    expect(await replacing).toEqual({ moved: 0, revived: 1 });
    expect([started.length, host.moves]).toMatchObject([2, [{ reason: "SIGKILL" }]]);
    await host.voice.setUserVolume("9", 50);
    expect(started[1]!.session.argsOf("setUserVolume").at(-1)).toEqual([9n, 50]);
  });

  it("leaves no call waiting for a next one that turns out useless when it has become the only one", async () => {
    let say: (report: unknown) => void = () => undefined;
    const useless: VoiceProcess = {
      port: { send: () => undefined, onMessage: (listener) => (say = listener) },
      exited: new Promise(() => undefined),
      kill: () => undefined,
    };
    const first = new OwnProcess(clock);
    started.push(first);
    let spawned = 0;
    const supervisor = supervise({ spawn: () => ((spawned += 1) === 1 ? first : useless) });
    const host = await joined(supervisor);
    const replacing = supervisor.replaceProcess().catch((error: unknown) => error);
    await settle();
    first.end("SIGKILL");
    await settle();
    say({ type: "useless", error: { code: "NATIVE_LOAD_FAILED", message: "no addon" } });
    expect(await replacing).toMatchObject({ code: "NATIVE_LOAD_FAILED" });
    expect([host.voice.status, spawned]).toEqual(["disconnected", 2]);
    await expect(host.voice.ready()).rejects.toThrow("no addon");
  });

  it("starts another one when the next one could not be started and it has ended meanwhile", async () => {
    let fail: (error: Error) => void = () => undefined;
    let spawned = 0;
    const spawn = (): OwnProcess | Promise<VoiceProcess> => {
      spawned += 1;
      if (spawned === 2) return new Promise((_resolve, reject) => (fail = reject));
      const process = new OwnProcess(clock);
      started.push(process);
      return process;
    };
    const supervisor = supervise({ spawn });
    const host = await joined(supervisor);
    const replacing = supervisor.replaceProcess().catch((error: unknown) => error);
    await settle();
    started[0]!.end("SIGKILL");
    await settle();
    fail(new Error("no place"));
    expect(await replacing).toMatchObject({ code: "VOICE_PROCESS_FAILED" });
    await pass(2000);
    expect([spawned, started[1]!.typesOf()[1], host.moves.length]).toEqual([3, "revive", 1]);
  });
});
