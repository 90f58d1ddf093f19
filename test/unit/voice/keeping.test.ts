// The door's part of a call that is kept: what a successor in another process gets, on sessions of the addon that the test drives.
import { beforeEach, describe, expect, it } from "vitest";
import {
  AudioPlayer,
  type GuildVoiceConnection,
  joinVoiceChannel,
  MemoryCallStore,
  VoiceHost,
  VoiceSession,
  type Played,
  type ReviveOptions,
  type TakenCall,
  type VoiceAdapterLibraryMethods,
  type VoiceOptions,
} from "../../../lib/voice/index.js";
import { readClaim } from "../../../lib/protocol/index.js";
import { channelPair } from "../../support/channel-pair.js";
import { FakeAddon } from "../../support/fake-native.js";
import { FakeNetwork } from "../../support/fake-socket.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";

const SAMPLES_A_MS = 48;
const KEY = new Uint8Array(32).fill(9);

let clock: VirtualClock;
let store: MemoryCallStore;

/** One process. */
class Place {
  readonly addon = new FakeAddon();
  readonly network = new FakeNetwork();
  readonly sent: unknown[] = [];
  library: VoiceAdapterLibraryMethods | undefined;
  position: number | { track: number; samples: number } = 0;
  used = 40;

  constructor() {
    this.addon.prepare = (session) => {
      session.answers.set("freeze", (onFrozen) => (onFrozen as () => void)());
      session.answers.set("snapshot", (_now, onSaved) =>
        (onSaved as (saved: Uint8Array) => void)(Uint8Array.of(1, 0, 0, 0)),
      );
      session.answers.set("save", () => Uint8Array.of(1, 0, 0, 0));
      session.answers.set("inputPosition", () => this.position);
      session.answers.set("writeOpusPackets", (packed) => ({
        bytes: (packed as Uint8Array).length,
        invalid: 0,
        queuedMs: 0,
      }));
      session.answers.set("tideMark", () => JSON.stringify([this.used, this.position]));
      session.answers.set("tide", () => ({
        used: this.used,
        sequence: 65_530,
        position: this.position,
        ageMs: 0,
      }));
    };
  }

  get host(): Pick<VoiceOptions, "clock" | "wallClock" | "openSocket" | "loadAddon"> & {
    keep: ReviveOptions["keep"];
  } {
    const keep = { store, key: KEY, call: "guild 1" };
    const wallClock = (): number => clock.now();
    return { clock, wallClock, openSocket: this.network.open, loadAddon: () => this.addon, keep };
  }

  get native() {
    return this.addon.sessions.at(-1)!;
  }

  readonly adapterCreator = (methods: VoiceAdapterLibraryMethods) => {
    this.library = methods;
    return { sendPayload: (payload: unknown) => this.sent.push(payload) > 0, destroy: () => undefined };
  };

  session(): VoiceSession {
    const grant = { serverId: "1", channelId: "2", userId: "5", sessionId: "s", token: "t", endpoint: "h:1" };
    return VoiceSession.fromCredentials({ ...grant, selfMute: true, selfDeaf: false, ...this.host });
  }

  guild(): GuildVoiceConnection {
    const { adapterCreator, host } = this;
    const connection = joinVoiceChannel({ guildId: "1", channelId: "2", adapterCreator, ...host });
    this.library!.onVoiceStateUpdate({
      guild_id: "1",
      user_id: "5",
      session_id: "s",
      channel_id: "2",
    });
    this.library!.onVoiceServerUpdate({ guild_id: "1", token: "t", endpoint: "h:1" });
    this.native.emit({ type: "openSocket" });
    return connection;
  }

  async revive(options: Partial<ReviveOptions> = {}): Promise<TakenCall> {
    return VoiceHost.revive({ ...this.host, ...options });
  }
}

async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await settle();
    clock.advance(1000);
  }
  await settle();
}

beforeEach(() => {
  clock = new VirtualClock();
  store = new MemoryCallStore();
});

describe("a call that is kept", () => {
  it("seals nothing before its numbers are written, and asks to be held when it stood still", async () => {
    const first = new Place();
    first.session();
    expect(first.native.argsOf("grantNumbers")).toEqual([[0, 0]]);
    expect(first.native.argsOf("holdWhenLate")).toEqual([[true]]);
    await pass(1);
    expect(first.native.argsOf("grantNumbers")).toEqual([
      [0, 0],
      [0, 6000],
    ]);
  });

  it("goes on in another process behind all numbers, with what the first one knew", async () => {
    const first = new Place();
    const session = first.session();
    session.setUserVolume("9", 33.5);
    first.native.emit({ type: "participant", userId: 9n, added: true });
    await pass(2);
    const second = new Place();
    const { connection } = await second.revive({
      prepare: () => expect(second.native.names()).not.toContain("thaw"),
    });
    expect(connection).toBeInstanceOf(VoiceSession);
    expect(connection).toMatchObject({ serverId: 1n, userId: 5n, channelId: 2n });
    expect([...connection.receiver.present]).toEqual([9n]);
    const [[saved, , from]] = second.native.argsOf("restoreKept") as [[Uint8Array, number, object]];
    expect(saved).toHaveLength(4);
    expect(from).toMatchObject({ start: 6000, limit: 12_000 });
    expect((from as { sequence: number }).sequence).toBeLessThan(500);
    expect(second.native.names().filter((name) => name === "thaw")).toHaveLength(1);
    await pass(2);
    const third = new Place();
    await third.revive();
    expect(third.native.argsOf("restoreKept")[0]?.[2]).toMatchObject({ start: 12_000, limit: 18_000 });
  });

  it("that is left is kept no more", async () => {
    const first = new Place();
    const session = first.session();
    await pass(2);
    session.destroy();
    await pass(1);
    await expect(new Place().revive()).rejects.toMatchObject({ code: "KEPT_CALL_UNKNOWN" });
    expect(await store.read("guild 1/1")).toBeUndefined();
  });

  it("needs a store, a key and a name", () => {
    const { host } = new Place();
    const join = (keep: object) => () =>
      joinVoiceChannel({
        guildId: "1",
        channelId: "2",
        adapterCreator: new Place().adapterCreator,
        ...host,
        keep,
      } as never);
    expect(join({ ...host.keep, store: {} })).toThrow("keep.store.read: expected a function");
    expect(join({ ...host.keep, key: new Uint8Array(31) })).toThrow(
      "keep.key: expected at least 32 bytes, received 31",
    );
    expect(join({ ...host.keep, key: "secret" })).toThrow("keep.key: expected bytes, received string");
    expect(join({ ...host.keep, call: "" })).toThrow("keep.call: expected a text that is not empty");
  });
});

describe("a call that is kept, and handed over", () => {
  it("has the owner that its store names, and is kept on there", async () => {
    const [first, second] = [new Place(), new Place()];
    const session = first.session();
    await pass(2);
    const ends = channelPair();
    const taking = VoiceHost.take({ channel: ends[1], ...second.host });
    const outcome = session.handOver({ channel: ends[0] });
    await taking;
    second.native.emit({ type: "phase", phase: "resumed", detail: "" });
    await pass(3);
    expect(await outcome).toBe("taken");
    expect(readClaim((await store.read("guild 1"))!)).toMatchObject({ fence: 2n, groundFence: 2n });
    expect(second.native.names()).not.toContain("grantNumbers");
    const third = new Place();
    await third.revive();
    expect(third.native.argsOf("restoreKept")[0]?.[2]).toMatchObject({ start: 6000, limit: 12_000 });
  });

  it("is kept on until somebody asks for it", async () => {
    const first = new Place();
    const session = first.session();
    await pass(2);
    const refused = expect(session.handOver({ channel: channelPair()[0] })).rejects.toMatchObject({
      code: "HANDOVER_NOT_WANTED",
    });
    first.used = 4000;
    await pass(2);
    expect(first.native.argsOf("grantNumbers").at(-1)).toEqual([0, 10_000]);
    await pass(8);
    await refused;
    expect(first.native.isClosed).toBe(false);
  });

  it("stays where it is when the other process does not know its store", async () => {
    const [first, second] = [new Place(), new Place()];
    const session = first.session();
    await pass(2);
    const ends = channelPair();
    const own = { clock, openSocket: second.network.open, loadAddon: () => second.addon };
    const taking = VoiceHost.take({ channel: ends[1], ...own });
    const outcome = session.handOver({ channel: ends[0] });
    await expect(taking).rejects.toMatchObject({ code: "HANDOVER_TOO_LATE" });
    await pass(2);
    expect([await outcome, first.native.isClosed, second.native.isClosed]).toEqual(["kept", false, true]);
  });

  it("goes on here, and is kept on, when nobody takes it", async () => {
    const [first, second] = [new Place(), new Place()];
    const session = first.session();
    await pass(2);
    const ends = channelPair();
    const taking = VoiceHost.take({ channel: ends[1], ...second.host, prepare: fail });
    const outcome = session.handOver({ channel: ends[0] });
    await expect(session.handOver({ channel: ends[0] })).rejects.toMatchObject({ code: "HANDOVER_RUNNING" });
    await expect(taking).rejects.toThrow("of the program");
    await pass(2);
    expect(await outcome).toBe("kept");
    expect(readClaim((await store.read("guild 1"))!)).toMatchObject({ fence: 2n, groundFence: 2n });
    first.native.emit({ type: "participant", userId: 9n, added: true });
    await pass(2);
    const { connection } = await new Place().revive();
    expect([...connection.receiver.present]).toEqual([9n]);
  });

  it("stays here as long as its store has not answered", async () => {
    store.read = () => new Promise(() => undefined);
    const first = new Place();
    const session = first.session();
    const moving = session.handOver({ channel: channelPair()[0] });
    const refused = expect(moving).rejects.toMatchObject({ code: "KEEP_STORE_SILENT" });
    await pass(3);
    await refused;
    expect(first.native.isClosed).toBe(false);
  });
});

function fail(): never {
  throw new Error("of the program");
}

describe("a process whose call somebody else may have", () => {
  it.each([4014, 4006])("asks before it takes %i for an end, and goes without a word", async (code) => {
    const first = new Place();
    const connection = first.guild();
    await pass(2);
    const sent = first.sent.length;
    await new Place().revive({ adapterCreator: new Place().adapterCreator });
    first.network.newest.listener.closed(code, "");
    expect(first.native.names()).not.toContain("socketClosed");
    await settle();
    expect([connection.status, first.native.isClosed, first.sent.length - sent]).toEqual([
      "disconnected",
      true,
      0,
    ]);
    expect(first.native.names()).not.toContain("leave");
    await expect(connection.ready()).rejects.toMatchObject({ code: "HANDED_OVER" });
  });

  it("takes it for what it is when the call is its own", async () => {
    const first = new Place();
    first.guild();
    await pass(2);
    first.network.newest.listener.closed(4014, "");
    await settle();
    expect(first.native.names().slice(-5)).toContain("socketClosed");
    expect(first.native.names()).toContain("goOn");
    expect(first.native.argsOf("socketClosed")[0]?.[0]).toBe(4014);
  });

  it("sends nothing when the store does not answer", async () => {
    const first = new Place();
    const connection = first.guild();
    await pass(2);
    store.read = () => new Promise(() => undefined);
    first.native.emit({ type: "stalled" });
    await pass(1);
    expect([first.native.isClosed, first.native.names().includes("goOn")]).toEqual([false, false]);
    await pass(2);
    expect([first.native.isClosed, connection.status, first.sent]).toEqual([true, "disconnected", []]);
  });

  it("does not resume before it knows, when its event loop stood still", async () => {
    const first = new Place();
    first.guild();
    await pass(2);
    await new Place().revive({ adapterCreator: new Place().adapterCreator });
    clock.stall(5000);
    first.network.newest.listener.closed(1006, "");
    await settle();
    expect([first.native.isClosed, first.native.names().includes("socketClosed")]).toEqual([true, false]);
  });
});

describe("what a call played whose process died", () => {
  async function asked(
    first: Place,
    play: (session: VoiceSession) => void,
    answer?: ReviveOptions["source"],
  ) {
    play(first.session());
    await pass(1);
    first.position = typeof first.position === "number" ? 1500 * SAMPLES_A_MS : first.position;
    await pass(1);
    let before: Played | undefined;
    const second = new Place();
    const source: ReviveOptions["source"] = (played) => ((before = played), answer?.(played));
    const { playback } = await second.revive({ source });
    return { before, second, playback };
  }

  it("of a file goes on where it would be", async () => {
    const file = new Uint8Array(4000);
    const { before, second, playback } = await asked(
      new Place(),
      (one) => void one.play(file),
      () => file,
    );
    expect(before).toMatchObject({ kind: "sound" });
    expect(before!.positionMs).toBeGreaterThanOrEqual(1500);
    expect(playback).toBeDefined();
    expect(second.native.argsOf("openStreamInput")).toEqual([[Math.round(before!.positionMs)]]);
  });

  it("of packets begins anew at the place that is asked for, and counts from there", async () => {
    const packets = (): Uint8Array[] => Array.from({ length: 20 }, () => Uint8Array.of(0xfc, 1));
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield* packets();
      await new Promise(() => undefined);
    }
    const { before, second } = await asked(
      new Place(),
      (one) => void one.play({ type: "opus", packets: slow() }),
      () => ({ type: "opus", packets: slow() }),
    );
    expect(before).toMatchObject({ kind: "packets", isOver: false });
    expect(second.native.argsOf("openOpusInput")).toHaveLength(1);
    second.position = 100 * SAMPLES_A_MS;
    await pass(2);
    let again: Played | undefined;
    await new Place().revive({ source: (played) => void (again = played) });
    expect(again!.positionMs).toBeGreaterThanOrEqual(before!.positionMs + 100);
  });

  it("of a player is up to the player that goes on", async () => {
    const first = new Place();
    first.position = { track: 0, samples: 0 };
    const player = (): AudioPlayer => new AudioPlayer(first.host);
    const { before, second } = await asked(first, (one) => void one.subscribe(player()), player);
    expect(before).toMatchObject({ kind: "player", positionMs: expect.any(Number) as number });
    expect(second.native.names()).toContain("openPlayerInput");
  });

  it("of nothing, or without somebody who goes on with it, is silence", async () => {
    const { before } = await asked(new Place(), () => undefined);
    expect(before).toBeUndefined();
    store = new MemoryCallStore();
    const { playback } = await asked(new Place(), (one) => void one.play(new Uint8Array(4000)));
    expect(playback).toBeUndefined();
  });
});
