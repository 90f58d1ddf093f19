import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import {
  SignatureKeys,
  VerifiedKeys,
  VoiceConnection,
  type VoiceConnectionOptions,
} from "../../../lib/call/index.js";
import type { Relay } from "../../../lib/call/moving/standing-still.js";
import { Secret } from "../../../lib/protocol/index.js";
import { FakeAddon, type FakeNativeSession } from "../../support/fake-native.js";
import { FakeNetwork } from "../../support/fake-socket.js";
import { withoutEach } from "../../support/saved-copies.js";
import { VirtualClock } from "../../support/virtual-clock.js";

interface Scene {
  connection: VoiceConnection;
  native: FakeNativeSession;
  network: FakeNetwork;
  clock: VirtualClock;
  signalled: string[];
  events: unknown[][];
}

const TOKEN = "voice-token-canary";

function optionsOf({
  addon,
  network,
  clock,
  signalled,
}: Pick<Scene, "network" | "clock" | "signalled"> & { addon: FakeAddon }): VoiceConnectionOptions {
  return {
    addon,
    serverId: 77n,
    userId: 5n,
    signalling: { requestSession: () => signalled.push("request"), leave: () => signalled.push("leave") },
    openSocket: network.open,
    socket: { userAgent: "test/1" },
    clock,
    randomBytes: (length) => new Uint8Array(length).fill(1),
    signatureKeys: new SignatureKeys((length) => new Uint8Array(length).fill(1)),
    verifiedKeys: new VerifiedKeys({ store: undefined, failed: () => undefined }),
    e2ee: "preferred",
  };
}

function scene(userId: bigint | null = 5n): Scene {
  const addon = new FakeAddon();
  const network = new FakeNetwork();
  const clock = new VirtualClock();
  const signalled: string[] = [];
  const events: unknown[][] = [];
  const connection = new VoiceConnection({
    ...optionsOf({ addon, network, clock, signalled }),
    userId: userId ?? undefined,
  });
  connection.on("status", (...args) => events.push(["status", ...args]));
  connection.on("participant", (...args) => events.push(["participant", ...args]));
  connection.on("speaking", (...args) => events.push(["speaking", ...args]));
  connection.on("callbackFailed", (...args) => events.push(["callbackFailed", ...args]));
  connection.on("received", (...args) => events.push(["received", ...args]));
  connection.on("warning", (...args) => events.push(["warning", ...args]));
  return { connection, native: addon.newest, network, clock, signalled, events };
}

/** With both events there and the socket open. */
function opened(): Scene {
  const it = scene();
  it.connection.voiceStateUpdate(5n, "session", 77n);
  it.connection.voiceServerUpdate({ token: new Secret(TOKEN), endpoint: "127.0.0.1:9" });
  it.native.emit({ type: "openSocket" });
  it.network.newest.listener.opened();
  return it;
}

describe("hand-over from the main gateway", () => {
  it("requests a session when the machine does", () => {
    const { connection, native, signalled } = scene();
    native.outputs.push({ type: "requestSession" });
    connection.join();
    expect(native.argsOf("join")).toEqual([[1000]]);
    expect(signalled).toEqual(["request"]);
  });

  it.each([
    ["state first", ["state", "server"]],
    ["server first", ["server", "state"]],
  ])("starts when both events arrived: %s", (_name, order) => {
    const { connection, native } = scene();
    for (const [index, event] of order.entries()) {
      if (event === "state") connection.voiceStateUpdate(5n, "session", 77n);
      else connection.voiceServerUpdate({ token: new Secret(TOKEN), endpoint: "127.0.0.1:9" });
      expect(native.argsOf("serverUpdate")).toHaveLength(index);
    }
  });

  it("starts again for each further server update, and not for a repeated state", () => {
    const { connection, native } = opened();
    connection.voiceStateUpdate(5n, "session", 77n);
    expect(native.argsOf("serverUpdate")).toHaveLength(1);
    connection.voiceServerUpdate({ token: new Secret("other"), endpoint: "127.0.0.1:10" });
    expect(native.argsOf("serverUpdate")).toHaveLength(2);
  });

  it("does not start with the server of the previous session", () => {
    const { connection, native } = opened();
    native.emit({ type: "requestSession" });
    connection.voiceStateUpdate(5n, "another session", 77n);
    expect(native.argsOf("serverUpdate")).toHaveLength(1);
  });

  it("reports a lost server", () => {
    const { connection, native } = opened();
    connection.voiceServerUpdate({ token: new Secret(TOKEN), endpoint: undefined });
    expect(native.names()).toContain("serverGone");
  });
});

describe("outputs", () => {
  it("opens version 8 at the endpoint and identifies with E2EE", () => {
    const { native, network } = opened();
    expect(network.newest.url).toBe("wss://127.0.0.1:9/?v=8");
    native.emit({ type: "identify" });
    expect(network.newest.last()).toEqual({
      op: 0,
      d: { server_id: "77", user_id: "5", session_id: "session", token: TOKEN, max_dave_protocol_version: 1 },
    });
  });

  it.each([
    [
      { type: "resume", seqAck: -1 } as const,
      7,
      { server_id: "77", session_id: "session", token: TOKEN, seq_ack: -1 },
    ],
    [
      { type: "selectProtocol", address: "1.2.3.4", port: 5, mode: "m" } as const,
      1,
      {
        protocol: "udp",
        data: { address: "1.2.3.4", port: 5, mode: "m" },
        codecs: [{ name: "opus", type: "audio", priority: 1000, payload_type: 120 }],
      },
    ],
    [{ type: "heartbeat", t: 9, seqAck: 3 } as const, 3, { t: 9, seq_ack: 3 }],
    [{ type: "speaking", flags: 1, ssrc: 8 } as const, 5, { speaking: 1, delay: 0, ssrc: 8 }],
  ])("performs %j", (output, op, d) => {
    const { native, network } = opened();
    native.emit(output);
    expect(network.newest.last()).toEqual({ op, d });
  });

  it("replaces the socket, and ignores the previous one", () => {
    const { native, network } = opened();
    const old = network.newest;
    native.emit({ type: "openSocket" });
    expect(old.isDropped).toBe(true);
    old.listener.closed(1006, "");
    old.receive({ op: 9, d: null });
    expect(native.names()).not.toContain("socketClosed");
    expect(native.names()).not.toContain("resumed");
  });

  it("closes on request and ignores that socket afterwards", () => {
    const { native, network } = opened();
    native.emit({ type: "closeSocket", code: 4900 });
    expect(network.newest.closedWith).toBe(4900);
    network.newest.listener.closed(4900, "");
    expect(native.names()).not.toContain("socketClosed");
  });

  it("reports a lost socket with its code", () => {
    const { native, network, clock } = opened();
    network.newest.listener.closed(4015, "crashed");
    expect(native.argsOf("socketClosed")).toEqual([[4015, clock.now()]]);
  });

  it("emits a close with its own reason, and none that an earlier close had", () => {
    const { connection, native, network } = opened();
    const seen: unknown[] = [];
    connection.on("closed", (close) => seen.push(close));
    connection.on("phase", (phase, detail) => seen.push(`${phase}: ${detail}`));
    const phase = { type: "phase", phase: "socketClosed", detail: "code 4015" } as const;
    native.answers.set("socketClosed", () =>
      native.outputs.push(phase, { type: "closed", code: 4015, willRetry: true, inMs: 0 }),
    );
    network.newest.listener.closed(4015, "restart");
    native.emit(
      { ...phase, detail: "code 4900" },
      { type: "closed", code: 4900, willRetry: false, inMs: 5000 },
    );
    expect(seen).toEqual([
      "socketClosed: code 4015: restart",
      { code: 4015, reason: "restart", willRetry: true, inMs: 0 },
      "socketClosed: code 4900",
      { code: 4900, reason: "", willRetry: false, inMs: 5000 },
    ]);
  });

  it("emits statuses, participants and speakers; the own user by the own id", () => {
    const { native, events } = opened();
    native.emit(
      { type: "status", status: 4, error: 0, errorDetail: 0 },
      { type: "participant", userId: 6n, added: true },
      { type: "speakingChanged", userId: 6n, speaking: true },
      { type: "speakingChanged", userId: 0n, speaking: true },
      { type: "callbackFailed", which: "received", count: 3, error: "boom" },
    );
    expect(events).toEqual([
      ["status", 4, 0, 0],
      ["participant", 6n, true],
      ["speaking", 6n, true],
      ["speaking", 5n, true],
      ["callbackFailed", { which: "received", count: 3, error: "boom" }],
    ]);
  });

  it("leaves the call once, for any end", () => {
    const { connection, native, signalled } = opened();
    native.emit({ type: "status", status: 0, error: 2, errorDetail: 4014 });
    connection.close();
    expect(signalled).toEqual(["leave"]);
  });

  it("handles outputs that a listener caused, in order", () => {
    const { connection, native, events } = opened();
    connection.on("status", (status) => {
      if (status === 4) connection.leave();
    });
    native.answers.set("leave", () =>
      native.outputs.push({ type: "status", status: 0, error: 0, errorDetail: 0 }),
    );
    native.emit({ type: "status", status: 4, error: 0, errorDetail: 0 });
    expect(events.map(([, status]) => status)).toEqual([4, 0]);
  });

  it("survives a listener that throws", () => {
    const { connection, native, events } = opened();
    connection.on("participant", () => {
      throw new Error("boom");
    });
    native.emit(
      { type: "participant", userId: 6n, added: true },
      { type: "participant", userId: 7n, added: true },
    );
    expect(events.filter(([name]) => name === "participant")).toHaveLength(2);
    expect(events).toContainEqual(["warning", 'a listener of "participant" threw: boom']);
  });

  it("emits what was received, without asking for outputs that do not wait", () => {
    const { native, events } = opened();
    const batch = new ArrayBuffer(8);
    native.received = batch;
    native.calls.length = 0;
    native.outputs.push({ type: "participant", userId: 6n, added: true });
    native.options.onWake(false);
    expect(events).toEqual([["received", batch]]);
    native.emit();
    expect(events.at(-1)).toEqual(["participant", 6n, true]);
  });
});

describe("frames", () => {
  it("calls the matching inputs after counting each frame", () => {
    const { native, network, clock } = opened();
    const now = clock.now();
    const socket = network.newest;
    socket.receive({ op: 8, d: { v: 8, heartbeat_interval: 13750 } });
    socket.receive({ op: 2, d: { ssrc: 1, ip: "127.0.0.1", port: 2, modes: ["m"] } });
    socket.receive({ op: 5, d: { speaking: 1, ssrc: 3, user_id: "6" }, seq: 0 });
    socket.receive({ op: 11, d: { user_ids: ["5", "6"] }, seq: 1 });
    socket.receive({ op: 13, d: { user_id: "6" }, seq: 2 });
    expect(native.argsOf("acceptFrame").map(([seq]) => seq)).toEqual([-1, -1, 0, 1, 2]);
    expect(native.argsOf("hello")).toEqual([[13750, now]]);
    expect(native.argsOf("ready")).toEqual([[1, "127.0.0.1", 2, ["m"], now]]);
    expect(native.argsOf("speaking")).toEqual([[6n, 3, 1, now]]);
    expect(native.argsOf("clientsConnect")).toEqual([[[6n], now]]);
    expect(native.argsOf("clientDisconnect")).toEqual([[6n, now]]);
  });

  it("drops a copy before it is interpreted", () => {
    const { native, network } = opened();
    native.answers.set("acceptFrame", () => false);
    network.newest.receive({ op: 9, d: null, seq: 4 });
    expect(native.names()).not.toContain("resumed");
  });

  it("wipes the key it passed on", () => {
    const { native, network } = opened();
    let seen: number | undefined;
    native.answers.set("sessionDescription", (_mode, key) => (seen = (key as Uint8Array)[0]));
    network.newest.receive({
      op: 4,
      d: { mode: "m", secret_key: Array(32).fill(9), dave_protocol_version: 0 },
    });
    expect(seen).toBe(9);
    expect([...(native.argsOf("sessionDescription")[0]?.[1] as Uint8Array)]).toEqual(Array(32).fill(0));
  });

  it("counts a malformed frame and warns, without its content", () => {
    const { native, network, events } = opened();
    network.newest.receive({ op: 4, d: { mode: "m", secret_key: "canary" }, seq: 7 });
    network.newest.listener.text(Buffer.from("{not json"));
    expect(native.argsOf("acceptFrame").map(([seq]) => seq)).toEqual([7, -1]);
    expect(events.filter(([name]) => name === "warning")).toHaveLength(2);
    expect(JSON.stringify(events)).not.toContain("canary");
  });

  it("numbers binary frames by their first two bytes", () => {
    const { native, network } = opened();
    network.newest.listener.binary(Buffer.from([0xff, 0xfe, 25, 1]));
    network.newest.listener.binary(Buffer.from([1]));
    expect(native.argsOf("acceptFrame").map(([seq]) => seq)).toEqual([0xfffe]);
  });
});

describe("time", () => {
  it("calls the machine at its deadlines", () => {
    const { native, clock } = opened();
    native.deadline = clock.now() + 100;
    native.emit();
    native.answers.set("timeout", () => (native.deadline = undefined));
    clock.advance(99);
    expect(native.names()).not.toContain("timeout");
    clock.advance(1);
    expect(native.argsOf("timeout")).toEqual([[1100]]);
  });

  it("reads queued frames before it checks liveness after a stall of 60 s", () => {
    const { native, network, clock } = opened();
    native.deadline = clock.now() + 100;
    native.emit();
    native.answers.set("timeout", () => (native.deadline = undefined));
    clock.stall(60_000);
    clock.schedule(0, () => network.newest.receive({ op: 6, d: { t: 1 } }));
    clock.advance(1);
    const order = native.names().filter((name) => name === "heartbeatAck" || name === "timeout");
    expect(order).toEqual(["heartbeatAck", "timeout"]);
  });
});

describe("an internal error", () => {
  it.each(["hello", "acceptFrame"])("costs the socket and a warning, not the process: %s throws", (name) => {
    const { native, network, events } = opened();
    const socket = network.newest;
    const mistake = new TypeError("not a function");
    let isBroken = true;
    native.answers.set(name, () => {
      if (isBroken) throw mistake;
    });
    socket.receive({ op: 8, d: { v: 8, heartbeat_interval: 13750 } });
    isBroken = false;
    expect([socket.isDropped, native.argsOf("socketClosed")]).toEqual([true, [[1006, 1000]]]);
    expect(events).toContainEqual([
      "warning",
      expect.stringContaining(`internal error: ${String(mistake.stack)}`),
    ]);
  });
});

describe("the end", () => {
  it("frees the session, the socket and the timer, and emits nothing more", () => {
    const { connection, native, network, clock, events } = opened();
    native.deadline = clock.now() + 100;
    native.emit();
    connection.close();
    connection.close();
    expect([native.isClosed, network.newest.closedWith, clock.pending]).toEqual([true, 1000, 0]);
    native.emit({ type: "status", status: 4, error: 0, errorDetail: 0 });
    connection.join();
    network.newest.listener.closed(1000, "");
    expect(events).toEqual([]);
  });

  it("never prints the token", () => {
    const { connection } = opened();
    expect(inspect(connection, { depth: 12, showHidden: true })).not.toContain(TOKEN);
  });
});

describe("a bot", () => {
  it("learns its own id from its voice state", () => {
    const { connection, native, network, events } = scene(null);
    expect(native.options.userId).toBe(0n);
    connection.voiceServerUpdate({ token: new Secret(TOKEN), endpoint: "127.0.0.1:9" });
    connection.voiceStateUpdate(8n, "session", 77n);
    native.emit(
      { type: "openSocket" },
      { type: "identify" },
      { type: "speakingChanged", userId: 0n, speaking: true },
    );
    expect(network.newest.last()?.d).toMatchObject({ user_id: "8" });
    expect(events).toEqual([["speaking", 8n, true]]);
  });
});

describe("a call that is frozen", () => {
  async function frozen(): Promise<Scene> {
    const it = opened();
    it.native.answers.set("freeze", (onFrozen) => (onFrozen as () => void)());
    await it.connection.freeze();
    return it;
  }

  it("lets inputs wait, in their order, and carries them out when it goes on", async () => {
    const { connection, native, network } = await frozen();
    network.newest.receive({ op: 9, d: null });
    connection.voiceServerUpdate({ token: new Secret("other"), endpoint: "127.0.0.1:10" });
    connection.leave();
    expect(native.names()).not.toContain("resumed");
    connection.thaw();
    const order = native
      .names()
      .filter((name) => ["thaw", "resumed", "serverUpdate", "leave"].includes(name));
    expect(order).toEqual(["serverUpdate", "thaw", "resumed", "serverUpdate", "leave"]);
  });

  it("takes what the media thread reported before, and has no deadline", async () => {
    const it = opened();
    it.native.deadline = 2000;
    it.native.answers.set("timeout", () => (it.native.deadline = undefined));
    it.native.answers.set("freeze", (onFrozen) => {
      it.native.emit({ type: "participant", userId: 9n, added: true });
      (onFrozen as () => void)();
    });
    await it.connection.freeze();
    expect(it.events).toContainEqual(["participant", 9n, true]);
    it.clock.advance(5000);
    expect(it.native.names()).not.toContain("timeout");
    it.connection.thaw();
    expect(it.native.argsOf("timeout")).toEqual([]);
    it.clock.advance(1);
    expect(it.native.argsOf("timeout")).toHaveLength(1);
  });

  it("ends without leaving and without a close frame when another process has it", async () => {
    const { connection, native, network, signalled } = await frozen();
    connection.handedOver();
    expect([network.newest.isDropped, network.newest.closedWith]).toEqual([true, undefined]);
    expect([native.isClosed, signalled]).toEqual([true, []]);
    connection.close();
    expect(signalled).toEqual([]);
  });

  it("is refused by name without any of its fields, and leaves no session behind", async () => {
    const it = await frozen();
    it.native.answers.set("save", () => Uint8Array.of(1, 0, 0, 0));
    it.native.answers.set("queuedPackets", () => new Uint8Array());
    it.native.answers.set("queuedSamples", () => new Uint8Array());
    const addon = new FakeAddon();
    const options = optionsOf({ ...it, addon });
    const refused = withoutEach(it.connection, it.clock.now(), (saved) => {
      VoiceConnection.restore(saved, options).handedOver();
    });
    expect(refused.map(({ field }) => field)).toEqual(
      expect.arrayContaining([
        "facts",
        "condition",
        "encryption",
        "session",
        "packets",
        "samples",
        "status",
        "lastPhase",
      ]),
    );
    const optional = [
      "userId",
      "channelId",
      "sessionId",
      "server",
      "packets",
      "samples",
      "namedBy",
      "warnAt",
      "socketLostAt",
    ];
    const wrong = refused.filter(({ field, error }) => (error === undefined) !== optional.includes(field));
    expect(wrong.map(({ field, error }) => [field, String(error)])).toEqual([]);
    expect(addon.liveCounts().sessions).toBe(0);
    expect(it.signalled).toEqual([]);
  });

  it("tells when it is closed before", async () => {
    const { connection } = opened();
    const freezing = connection.freeze();
    connection.close();
    await expect(freezing).rejects.toMatchObject({ code: "SESSION_CLOSED" });
  });
});

const datagramsTo = (datagrams: Relay["datagrams"]): Relay => ({ datagrams, frame: () => undefined });

describe("what arrives at a call that has moved", () => {
  it("goes on to where it is, for 2 s, a bounded share at a time", async () => {
    const { connection, native, clock } = opened();
    native.answers.set("freeze", (onFrozen) => (onFrozen as () => void)());
    await connection.freeze();
    let waiting = 20;
    native.answers.set("takeDatagrams", () => (waiting-- > 0 ? Uint8Array.of(1, 0, waiting) : undefined));
    const sent: number[] = [];
    connection.relay(datagramsTo((datagrams) => sent.push(datagrams[2]!)));
    expect(sent).toHaveLength(8);
    clock.advance(5);
    expect(sent).toHaveLength(16);
    clock.advance(5);
    expect(sent).toEqual(Array.from({ length: 20 }, (_, at) => 19 - at));
    clock.advance(1985);
    waiting = 1;
    clock.advance(5);
    expect(sent).toHaveLength(21);
    expect(clock.pending).toBe(0);
  });

  it("is passed on once more before the sockets close", async () => {
    const { connection, native, clock } = opened();
    native.answers.set("freeze", (onFrozen) => (onFrozen as () => void)());
    await connection.freeze();
    const sent: Uint8Array[] = [];
    connection.relay(datagramsTo((datagrams) => sent.push(datagrams)));
    let waiting = 1;
    native.answers.set("takeDatagrams", () => (waiting-- > 0 ? Uint8Array.of(1, 0, 5) : undefined));
    connection.handedOver();
    expect(sent).toEqual([Uint8Array.of(1, 0, 5)]);
    expect(native.names().lastIndexOf("takeDatagrams")).toBeLessThan(native.names().indexOf("close"));
    clock.advance(1000);
    expect(clock.pending).toBe(0);
  });

  it("goes on to the next place when the call moves on before it has arrived", async () => {
    for (const isKept of [false, true]) {
      const { connection, native } = opened();
      native.answers.set("freeze", (onFrozen) => (onFrozen as () => void)());
      const delivered = (): unknown[] => native.argsOf("deliverDatagrams").map(([datagrams]) => datagrams);
      const [first, second, third] = [1, 2, 3].map((each) => Uint8Array.of(1, 0, each)) as Uint8Array[];
      connection.deliver(first!);
      await connection.freeze();
      connection.deliver(second!);
      expect(delivered()).toEqual([first]);
      const passed: Uint8Array[] = [];
      if (!isKept) connection.relay(datagramsTo((datagrams) => passed.push(datagrams)));
      connection.deliver(third!);
      if (isKept) connection.thaw();
      expect(isKept ? delivered().slice(1) : passed).toEqual([second, third]);
      connection.close();
    }
  });

  it("is bounded while nobody has the call", async () => {
    const { connection, native } = opened();
    native.answers.set("freeze", (onFrozen) => (onFrozen as () => void)());
    await connection.freeze();
    for (let each = 0; each < 100; each += 1) connection.deliver(new Uint8Array(1000));
    connection.thaw();
    expect(native.argsOf("deliverDatagrams")).toHaveLength(65);
  });

  it("is heard here when it was opened before the call left", async () => {
    const { connection, native } = opened();
    native.answers.set("freeze", (onFrozen) => (onFrozen as () => void)());
    const heard: ArrayBuffer[] = [];
    connection.on("received", (batch) => heard.push(batch));
    await connection.freeze();
    const batch = new ArrayBuffer(8);
    native.received = batch;
    connection.handedOver();
    expect(heard).toEqual([batch]);
  });

  it("stays when the call goes on where it was, or ends", async () => {
    for (const end of ["thaw", "close"] as const) {
      const { connection, native, clock } = opened();
      native.answers.set("freeze", (onFrozen) => (onFrozen as () => void)());
      await connection.freeze();
      connection.relay(datagramsTo(() => undefined));
      connection[end]();
      const asked = native.argsOf("takeDatagrams").length;
      clock.advance(1000);
      expect([end, native.argsOf("takeDatagrams").length]).toEqual([end, asked]);
    }
  });
});

describe("the voice gateway's socket of a call that moves", () => {
  const frozen = async (): Promise<Scene> => {
    const it = opened();
    it.native.answers.set("freeze", (onFrozen) => (onFrozen as () => void)());
    await it.connection.freeze();
    return it;
  };
  const numbered = (seq: number): object => ({ op: 11, seq, d: { user_ids: [String(seq)] } });

  it("leads to the new place from the moment on that the call stands still", async () => {
    const { connection, network, native } = await frozen();
    network.newest.receive(numbered(1));
    const passed: unknown[] = [];
    const frame: Relay["frame"] = ({ isText, bytes }) => passed.push([isText, Buffer.from(bytes).toString()]);
    connection.relay({ datagrams: () => undefined, frame });
    network.newest.receive(numbered(2));
    network.newest.listener.binary(Uint8Array.of(0, 3, 27));
    expect(passed).toEqual([
      [true, JSON.stringify(numbered(1))],
      [true, JSON.stringify(numbered(2))],
      [false, Buffer.from([0, 3, 27]).toString()],
    ]);
    expect(native.names()).not.toContain("acceptFrame");
    connection.sendFrame({ isText: true, bytes: Buffer.from('{"op":5}') });
    expect(network.newest.last()).toEqual({ op: 5 });
    connection.thaw();
    expect(native.argsOf("acceptFrame").map(([seq]) => seq)).toEqual([1, 2, 3]);
    network.newest.receive(numbered(4));
    expect(passed).toHaveLength(3);
    connection.sendFrame({ isText: true, bytes: Buffer.from('{"op":6}') });
    expect(network.newest.last()).toEqual({ op: 5 });
  });

  it("passes nothing on behind a frame that it had no room for: the voice gateway replays both", async () => {
    const { connection, network } = await frozen();
    for (let seq = 0; seq < 300; seq += 1) network.newest.receive(numbered(seq));
    let passed = 0;
    connection.relay({ datagrams: () => undefined, frame: () => (passed += 1) });
    network.newest.receive(numbered(301));
    expect(passed).toBe(256);
  });

  it("is that of the process before until this one asks to resume", () => {
    const { connection, network, native } = opened();
    const said: unknown[] = [];
    const following = connection.follow(({ bytes }) => said.push(JSON.parse(Buffer.from(bytes).toString())));
    const relayed = (frame: object) =>
      following.frame({ isText: true, bytes: Buffer.from(JSON.stringify(frame)) });
    const sent = network.newest.sent.length;
    relayed(numbered(7));
    relayed({ op: 9, d: {} });
    relayed({ op: 6, d: { t: 1 } });
    expect(native.argsOf("acceptFrame").map(([seq]) => seq)).toEqual([7]);
    expect(native.names()).not.toContain("resumed");
    native.emit({ type: "speaking", flags: 1, ssrc: 9 });
    native.emit({ type: "heartbeat", t: 1, seqAck: 7 });
    expect([said, network.newest.sent.length - sent]).toMatchObject([[{ op: 5 }], 1]);
    native.emit({ type: "resume", seqAck: 7 });
    relayed(numbered(8));
    expect(native.argsOf("acceptFrame")).toHaveLength(1);
    native.emit({ type: "speaking", flags: 0, ssrc: 9 });
    expect(said).toHaveLength(1);
  });

  it("leads on to the next place when the call moves on before it has a socket of its own", async () => {
    const { connection, network, native } = await frozen();
    const said: unknown[] = [];
    const following = connection.follow(({ bytes }) => said.push(JSON.parse(Buffer.from(bytes).toString())));
    const frame = { isText: true, bytes: Buffer.from(JSON.stringify(numbered(7))) };
    following.frame(frame);
    const passed: unknown[] = [];
    connection.relay({ datagrams: () => undefined, frame: (each) => passed.push(each) });
    expect(passed).toEqual([frame]);
    expect(native.names()).not.toContain("acceptFrame");
    const sent = network.newest.sent.length;
    connection.sendFrame({ isText: true, bytes: Buffer.from('{"op":23}') });
    expect([said, network.newest.sent.length]).toEqual([[{ op: 23 }], sent]);
  });

  it("is given up when a frame of it is missing", () => {
    const { connection, native } = opened();
    const following = connection.follow(() => undefined);
    following.end();
    following.frame({ isText: true, bytes: Buffer.from(JSON.stringify(numbered(7))) });
    expect(native.names()).not.toContain("acceptFrame");
  });
});
