// Games' calls whose voice processes the test makes and ends: the same code as in real ones, with sessions of the addon that the test drives.
import { beforeEach, describe, expect, it } from "vitest";
import type { SoundDoor } from "../../../lib/call/index.js";
import {
  HostedConnection,
  type HostedConnectionParts,
} from "../../../lib/hosting/client/hosted-connection.js";
import { HostedDeviceList, VoiceSupervisor } from "../../../lib/hosting/index.js";
import { Secret } from "../../../lib/protocol/index.js";
import type { FakeNativeSession } from "../../support/fake-native.js";
import { OwnProcess } from "../../support/own-voice-process.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";

const CONNECTED = { type: "status", status: 4, error: 0, errorDetail: 0 } as const;

let clock: VirtualClock;
let started: OwnProcess[];
/** what the sessions of the next processes answer */
let answers: Record<string, (...args: never[]) => unknown>;
/** Called before a process behind the first one hears an order of this type. */
let nextHears: (process: OwnProcess, type: string) => void;
let next: { failure?: string; isJoined?: boolean };

beforeEach(() => {
  clock = new VirtualClock();
  started = [];
  next = {};
  nextHears = () => undefined;
  answers = {
    getStats: () => ({ packetsSent: 7, speakers: [] }),
    writePcm: (samples: Int16Array) => samples.length,
  };
});

function supervise(): VoiceSupervisor {
  const spawn = (): OwnProcess => {
    const process = new OwnProcess(clock, next);
    const prepare = process.addon.prepare;
    process.addon.prepare = (session) => {
      prepare(session);
      for (const [name, answer] of Object.entries(answers))
        session.answers.set(name, answer as (...args: unknown[]) => unknown);
    };
    if (started.length > 0) process.hears = ({ type }) => nextHears(process, type);
    started.push(process);
    return process;
  };
  return new VoiceSupervisor({ spawn, clock, spare: false });
}

/** The part of a client that has a call. */
class Game {
  readonly told: string[] = [];
  readonly statuses: number[] = [];
  readonly phases: string[] = [];
  readonly moves: number[] = [];
  readonly warnings: string[] = [];
  readonly saved = new Map<string, Uint8Array>();
  readonly call: HostedConnection;
  isRequired = false;

  constructor(supervisor: VoiceSupervisor, parts: Partial<HostedConnectionParts> = {}) {
    this.call = new HostedConnection({
      ...{ supervisor, client: 1, serverId: 9n, userId: 5n, admission: "usual", preferredMode: "" },
      ...{ userAgent: "game", ca: undefined, audioCallbacks: undefined },
      signalling: {
        requestSession: () => this.told.push("requestSession"),
        leave: () => this.told.push("leave"),
      },
      e2ee: () => (this.isRequired ? "required" : "preferred"),
      identityKey: () => undefined,
      keyStore: {
        load: (name) => Promise.resolve(this.saved.get(name)),
        save: (name, bytes) => Promise.resolve(void this.saved.set(name, bytes)),
      },
      keyDirectory: { matches: () => Promise.resolve(true) },
      threads: () => ({ priority: 3 }),
      loaded: (load) => this.told.push(load.action),
      closed: () => this.told.push("closed"),
      ...parts,
    });
    this.call.on("status", (status) => this.statuses.push(status));
    this.call.on("phase", (phase, detail) => this.phases.push(`${phase}: ${detail}`));
    this.call.on("goesOn", ({ framesSkipped }) => this.moves.push(framesSkipped));
    this.call.on("warning", (message) => this.warnings.push(message));
  }

  arrive(): void {
    this.call.voiceStateUpdate(5n, "session", 9n);
    this.call.voiceServerUpdate({ endpoint: "host:1", token: new Secret("token") });
  }
}

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 100) {
    await settle();
    clock.advance(Math.min(left, 100));
  }
  await settle();
}

/** A call that is joined, and kept. */
async function joined(game: Game): Promise<FakeNativeSession> {
  game.call.join();
  await settle();
  game.arrive();
  const { session } = started.at(-1)!;
  session.emit({ type: "openSocket" }, CONNECTED);
  await pass(3000);
  return session;
}

describe("a game's call in a voice process", () => {
  it("joins with all that was set before there was a process, each setting once", async () => {
    const game = new Game(supervise());
    game.call.media.setSelfMute(true);
    game.call.media.setSelfMute(false);
    game.call.media.setUserVolume(7n, 50);
    game.call.media.setUserVolume(8n, 60);
    game.call.media.openWavInput(Uint8Array.of(1, 2), true);
    game.call.join();
    expect(game.statuses).toEqual([1]);
    await settle();
    const { session, addon } = started[0]!;
    expect(session.argsOf("setSelfMute")).toEqual([[false]]);
    expect(session.argsOf("setUserVolume")).toEqual([
      [7n, 50],
      [8n, 60],
    ]);
    expect(session.argsOf("openWavInput")).toEqual([[Uint8Array.of(1, 2), true]]);
    expect(addon.priorities).toEqual([3]);
    session.emit({ type: "requestSession" });
    await settle();
    expect(game.told).toEqual(["requestSession"]);
  });

  it("goes on in the next process with what is set and played by then, from where it would be", async () => {
    const game = new Game(supervise());
    const first = await joined(game);
    game.call.media.setVadThreshold(false, -30);
    game.call.media.openWavInput(Uint8Array.of(1), false);
    await pass(2000);
    expect(first.names()).toContain("openWavInput");
    answers["writeInputBytes"] = (bytes: Uint8Array) => bytes.length;
    started[0]!.end("SIGSEGV");
    await pass(200);
    const { session } = started[1]!;
    expect(session.names()).toContain("restoreKept");
    expect(session.argsOf("setVadThreshold")).toEqual([[false, -30]]);
    expect(session.argsOf("openStreamInput")[0]![0]).toBeGreaterThanOrEqual(100);
    expect(session.names().indexOf("openStreamInput")).toBeLessThan(session.names().indexOf("thaw"));
    expect(game.moves).toHaveLength(1);
    expect(game.statuses).toEqual([1, 4]);
  });

  it("is joined anew when nothing is kept, encrypted as it was, and says why", async () => {
    next = { isJoined: false };
    const game = new Game(supervise());
    await joined(game);
    game.isRequired = true;
    started[0]!.end("SIGKILL");
    await pass(200);
    expect(started[1]!.session.names()).toContain("join");
    expect(started[1]!.orders.find(({ type }) => type === "reviveLobby")).toMatchObject({
      options: { e2ee: "required" },
    });
    expect(game.warnings.join()).toContain("the call is joined anew");
    expect(game.moves).toHaveLength(1);
  });

  it("keeps samples that were not played, and leaves out those that are due by then", async () => {
    const game = new Game(supervise());
    await joined(game);
    const { media } = game.call;
    media.openPcmInput(48_000, 1);
    // the engine is at 100 ms of it
    expect(media.writePcm(new Int16Array(48_000))).toBe(48_000);
    expect(media.writePcm(new Int16Array(960))).toBe(0);
    await pass(200);
    expect(media.writePcm(new Int16Array(48_000))).toBe(4800);
    started[0]!.end("SIGKILL");
    await pass(200);
    const written = started[1]!.session.argsOf("writePcm") as [Int16Array][];
    const samples = written.reduce((sum, [piece]) => sum + piece.length, 0);
    expect(samples).toBeGreaterThan(0);
    expect(samples).toBeLessThanOrEqual(48_000);
    media.endInput();
    await settle();
    expect(started[1]!.session.names()).toContain("endInput");
    started[1]!.session.emit({ type: "inputEnded" });
    await settle();
    expect(media.writePcm(new Int16Array(960))).toBe(0);
  });

  it("is handed over with its settings, and with each sample once, wherever it waited", async () => {
    const supervisor = supervise();
    const game = new Game(supervisor);
    await joined(game);
    const { media } = game.call;
    const taken: number[] = [];
    let room = 10_000;
    const write = (samples: Int16Array): number => {
      const count = Math.min(room, samples.length);
      room -= count;
      taken.push(...samples.subarray(0, count));
      return count;
    };
    answers["writePcm"] = write;
    started[0]!.session.answers.set("writePcm", write as never);
    const ramp = (from: number, count: number): Int16Array =>
      Int16Array.from({ length: count }, (_, at) => from + at);
    media.openPcmInput(48_000, 1);
    media.setVadThreshold(false, -30);
    expect(media.writePcm(ramp(0, 9600))).toBe(9600);
    await settle();
    expect(media.writePcm(ramp(9600, 9600))).toBe(9600);
    await pass(200);
    expect(taken).toHaveLength(10_000);
    const replacing = supervisor.replaceProcess();
    await pass(100);
    // while nobody knows who has the call
    expect(media.writePcm(ramp(19_200, 960))).toBe(960);
    media.endInput();
    room = Infinity;
    await pass(5000);
    expect(await replacing).toEqual({ moved: 1, revived: 0 });
    expect(taken).toEqual([...ramp(0, 20_160)]);
    const { session } = started[1]!;
    expect(session.names()).toContain("restore");
    expect(session.argsOf("setVadThreshold")).toEqual([[false, -30]]);
    // what came with the call is in it: a new one would begin empty
    expect(session.names()).not.toContain("openPcmInput");
    expect(session.names().indexOf("writePcm")).toBeGreaterThan(session.names().indexOf("restore"));
    expect(session.names()).toContain("endInput");
    expect(game.moves).toEqual([0]);
    expect(game.statuses).toEqual([1, 4]);
  });

  it("goes on where it was, with what was said meanwhile, when the next process ends", async () => {
    const supervisor = supervise();
    const game = new Game(supervisor);
    const session = await joined(game);
    nextHears = (process, type) => {
      if (type !== "move") return;
      game.call.media.setSelfMute(true);
      process.end("SIGKILL");
    };
    const replacing = supervisor.replaceProcess().catch((error: unknown) => error);
    await pass(5000);
    expect(await replacing).toMatchObject({ code: "VOICE_PROCESS_FAILED" });
    expect(session.argsOf("setSelfMute")).toEqual([[true]]);
    expect([session.isClosed, game.moves, game.statuses]).toEqual([false, [], [1, 4]]);
  });

  it("has a file played on from its place, and none that had ended", async () => {
    const supervisor = supervise();
    const game = new Game(supervisor);
    const first = await joined(game);
    answers["writeInputBytes"] = (bytes: Uint8Array) => bytes.length;
    game.call.media.openWavInput(Uint8Array.of(1), false);
    await pass(1000);
    const replace = async (): Promise<void> => {
      const replacing = supervisor.replaceProcess();
      await pass(5000);
      expect(await replacing).toEqual({ moved: 1, revived: 0 });
    };
    await replace();
    expect(first.names()).toContain("openWavInput");
    const { session } = started[1]!;
    expect(session.argsOf("openStreamInput")).toEqual([[100]]);
    expect(session.names().indexOf("openStreamInput")).toBeLessThan(session.names().indexOf("thaw"));
    session.emit({ type: "inputEnded" });
    await replace();
    expect(started[2]!.session.names()).not.toContain("openStreamInput");
    expect(started[2]!.session.names()).not.toContain("openWavInput");
  });

  it("has its microphone open in the next process before it stands still", async () => {
    const supervisor = supervise();
    const game = new Game(supervisor);
    const changes: string[] = [];
    const first = await joined(game);
    answers["openPreparedInput"] = () => true;
    game.call.media.openDeviceInput("system", "desk", (kind) => changes.push(kind));
    await settle();
    expect(first.argsOf("openDeviceInput")).toEqual([["system", "desk", expect.any(Function)]]);
    const replacing = supervisor.replaceProcess();
    await pass(300);
    const { prepared } = started[1]!.addon;
    expect([first.names().includes("freeze"), prepared.size]).toEqual([false, 1]);
    game.call.media.setSelfMute(true);
    await settle();
    expect(first.argsOf("setSelfMute"), "nothing is held meanwhile").toEqual([[true]]);
    for (const opened of prepared.values()) opened("opened", "desk", "");
    await pass(5000);
    expect(await replacing).toEqual({ moved: 1, revived: 0 });
    const { session } = started[1]!;
    expect(session.argsOf("openPreparedInput")).toEqual([[1, expect.any(Function)]]);
    expect(session.names()).not.toContain("openDeviceInput");
    expect(session.names().indexOf("openPreparedInput")).toBeLessThan(session.names().indexOf("thaw"));
    expect([changes, prepared.size]).toEqual([["opened"], 0]);
  });

  it.each(["another microphone", "no answer", "the end of the call"])(
    "leaves no microphone open that was opened for it in vain: %s",
    async (what) => {
      const supervisor = supervise();
      const game = new Game(supervisor);
      await joined(game);
      const open = (id: string): void => game.call.media.openDeviceInput("system", id, () => undefined);
      open("desk");
      const replacing = supervisor.replaceProcess().catch(() => undefined);
      await pass(300);
      const { prepared } = started[1]!.addon;
      expect(prepared.size).toBe(1);
      if (what === "another microphone") open("head");
      if (what === "the end of the call") game.call.close();
      await pass(8000);
      await replacing;
      expect(prepared.size).toBe(0);
      if (what !== "the end of the call")
        expect(started[1]!.session.argsOf("openDeviceInput")).toEqual([
          ["system", what === "no answer" ? "desk" : "head", expect.any(Function)],
        ]);
    },
  );

  it("tells statistics once a second, and fifty times while they are looked at", async () => {
    const game = new Game(supervise());
    expect(game.call.getStats()).toMatchObject({ packetsSent: 0, roundTripMs: -1 });
    await joined(game);
    const session = started[0]!.session;
    const reads = (): number => session.argsOf("getStats").length;
    const usual = reads();
    await pass(3000);
    expect(reads() - usual).toBe(3);
    expect(game.call.getStats().packetsSent).toBe(7);
    await settle();
    const watched = reads();
    await pass(1000);
    expect(reads() - watched).toBe(50);
    await pass(10_000);
    const later = reads();
    await pass(2000);
    expect(reads() - later).toBe(2);
  });

  it("is over at once when it is left without a process, and when its supervisor is closed", async () => {
    next = { failure: "" };
    const supervisor = supervise();
    const game = new Game(supervisor);
    game.call.join();
    game.call.leave();
    await settle();
    expect([game.statuses, game.told]).toEqual([[1, 0], ["leave"]]);
    const other = new Game(supervisor);
    await joined(other);
    supervisor.close();
    expect(other.statuses.at(-1)).toBe(0);
    expect(other.phases.at(-1)).toContain("the supervisor of this call was closed");
    expect(other.told).toEqual(["leave"]);
    const late = new Game(supervisor);
    late.call.join();
    expect(late.statuses).toEqual([1, 0]);
  });

  it("is not gone on with when it was over before its process ended", async () => {
    const game = new Game(supervise());
    const session = await joined(game);
    game.call.leave();
    await settle();
    expect(session.names()).toContain("leave");
    session.emit({ type: "status", status: 0, error: 2, errorDetail: 4006 });
    await settle();
    expect(game.statuses).toEqual([1, 4, 0]);
    expect(game.told).toContain("leave");
    started[0]!.end("SIGKILL");
    await pass(3000);
    expect(started.slice(1).flatMap((process) => process.typesOf())).not.toContain("reviveLobby");
    const door = { words: { connect: "start a new one" } } as SoundDoor;
    expect(await game.call.why(door)).toMatchObject([
      { cause: "NOT_CONNECTED", remedy: "start a new one" },
      { cause: "NOT_CONNECTED" },
    ]);
  });

  it("listens for itself to nobody under the tag of somebody whom the game hears", async () => {
    answers["getStats"] = () => ({ packetsSent: 7, speakers: [], refused: { unknownSsrc: 0 } });
    const game = new Game(supervise());
    game.call.listen(7n, () => undefined);
    const session = await joined(game);
    for (const userId of [7n, 8n]) session.emit({ type: "participant", userId, added: true });
    const user = { isLocallyMuted: false, volume: 100, isWanted: true, isMuted: false, isDeaf: false };
    const door = { words: {}, own: () => ({ isDeaf: false }), user: () => user } as unknown as SoundDoor;
    void game.call.why(door).catch(() => undefined);
    await settle();
    const tags = [session.tagOf(7n), session.tagOf(8n)];
    expect(tags).toEqual([1, expect.any(Number)]);
    expect(tags[1]).toBeGreaterThan(2 ** 29);
  });

  it("ends with the words of a process that cannot have it", async () => {
    next = { failure: "there is no addon" };
    const game = new Game(supervise());
    game.call.join();
    await settle();
    expect(game.statuses).toEqual([1, 0]);
    expect(game.phases).toEqual(["voiceProcessFailed: there is no addon"]);
    expect(game.told).toEqual(["leave"]);
    game.call.close();
    expect(game.told).toEqual(["leave", "closed"]);
  });

  it("refuses closures as audio callbacks", () => {
    const game = new Game(supervise());
    expect(() => game.call.media.setAudioCallbacks(() => undefined, null)).toThrow(/audioCallbacks: new URL/);
  });

  it("tells a listener that throws, and the load of its media threads", async () => {
    const game = new Game(supervise());
    game.call.on("speaking", () => {
      throw new Error("mine");
    });
    const session = await joined(game);
    session.emit({ type: "speakingChanged", userId: 7n, speaking: true });
    started[0]!.addon.load({ thread: 0, members: 1, tickMs: 19, lateTicks: 3, action: "starved" });
    await settle();
    expect(game.warnings).toEqual(['a listener of "speaking" threw: mine']);
    expect(game.told).toContain("starved");
  });
});

describe("a list of devices", () => {
  it("is no call: nobody is told that one ended with its process", async () => {
    const supervisor = supervise();
    const calls: number[] = [];
    supervisor.on("ended", (_reason, count) => calls.push(count));
    const listing = new HostedDeviceList(supervisor).list("null");
    started[0]!.isSilent = true;
    started[0]!.end("SIGKILL");
    await settle();
    await listing;
    expect(calls).toEqual([0]);
  });

  it("comes from a voice process, which nobody needs behind it", async () => {
    const list = new HostedDeviceList(supervise());
    const asked = list.list("null");
    expect(started[0]!.isNeeded).toBe(false);
    started[0]!.isSilent = true;
    await settle();
    expect(started[0]!.isNeeded).toBe(true);
    started[0]!.speak();
    expect(await asked).toEqual({ error: "", inputs: [], outputs: [], isNull: false });
    expect(started[0]!.isNeeded).toBe(false);
  });

  it("is asked for again in the next process, and not at once where no process could answer", async () => {
    const list = new HostedDeviceList(supervise());
    const listing = list.list("null");
    started[0]!.isSilent = true;
    started[0]!.end("SIGKILL");
    await settle();
    expect(await listing).toMatchObject({ error: "" });

    next = { failure: "there is no addon" };
    const broken = new HostedDeviceList(supervise());
    const asked = (): number =>
      started
        .at(-1)!
        .typesOf()
        .filter((type) => type === "openDevices").length;
    for (const times of [1, 1, 2]) {
      await expect(broken.list("null")).rejects.toThrow("there is no addon");
      expect(asked()).toBe(times);
      clock.advance(5000);
    }
  });
});
