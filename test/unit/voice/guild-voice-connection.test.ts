import { describe, expect, expectTypeOf, it, vi } from "vitest";
import { Client } from "../../../lib/sdk/index.js";
import {
  AudioPlayer,
  joinVoiceChannel,
  SdkError,
  type BlockOf,
  type GuildVoiceConnection,
  type ReceiveStream,
  type VoiceAdapterLibraryMethods,
  type VoiceRecovery,
} from "../../../lib/voice/index.js";
import { FakeAddon, type FakeNativeSession } from "../../support/fake-native.js";
import { FakeNetwork } from "../../support/fake-socket.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";

interface Scene {
  connection: GuildVoiceConnection;
  native: FakeNativeSession;
  network: FakeNetwork;
  clock: VirtualClock;
  /** what was sent on the main gateway, and "destroy" */
  adapter: unknown[];
  library: VoiceAdapterLibraryMethods;
  refuse: () => void;
}

interface Change {
  selfDeaf?: boolean;
  clock?: VirtualClock;
  deliverEveryMs?: 5;
  speakingHoldMs?: number;
  recovery?: VoiceRecovery;
}

function joined(change: Change = {}): Scene {
  const addon = new FakeAddon();
  const network = new FakeNetwork();
  const clock = change.clock ?? new VirtualClock();
  const adapter: unknown[] = [];
  let library: VoiceAdapterLibraryMethods | undefined;
  let accepts = true;
  addon.prepare = (session) => {
    session.answers.set("join", () => {
      session.outputs.push(
        { type: "status", status: 1, error: 0, errorDetail: 0 },
        { type: "requestSession" },
      );
    });
    session.answers.set("leave", () =>
      session.outputs.push({ type: "status", status: 0, error: 0, errorDetail: 0 }),
    );
  };
  const connection = joinVoiceChannel({
    guildId: "1",
    channelId: 2n,
    adapterCreator: (methods) => {
      library = methods;
      return {
        sendPayload: (payload) => (adapter.push(payload), accepts),
        destroy: () => adapter.push("destroy"),
      };
    },
    clock,
    openSocket: network.open,
    loadAddon: () => addon,
    ...change,
  });
  return {
    connection,
    native: addon.newest,
    network,
    clock,
    adapter,
    library: library!,
    refuse: () => (accepts = false),
  };
}

const op4 = (change: object = {}): object => ({
  op: 4,
  d: { guild_id: "1", channel_id: "2", self_mute: false, self_deaf: true, ...change },
});
const voiceState = (change: object = {}): object => ({
  guild_id: "1",
  channel_id: "2",
  user_id: "5",
  session_id: "s",
  ...change,
});
const connected = { type: "status", status: 4, error: 0, errorDetail: 0 } as const;

const reconnecting = { type: "status", status: 5, error: 0, errorDetail: 0 } as const;

describe("a bot in a voice channel", () => {
  it("joins with op 4 through the adapter, without gates", () => {
    const { adapter, native, connection } = joined();
    expect(adapter).toEqual([op4()]);
    expect([native.argsOf("setAudioMode"), connection.status, connection.channelId]).toEqual([
      [[3]],
      "joining",
      2n,
    ]);
  });

  it("passes on both events and is ready when sound can flow", async () => {
    const { library, native, network, connection } = joined();
    library.onVoiceStateUpdate(voiceState());
    library.onVoiceServerUpdate({ token: "t", guild_id: "1", endpoint: "127.0.0.1:9" });
    native.emit({ type: "openSocket" }, { type: "identify" });
    expect(network.newest.last()?.d).toMatchObject({
      server_id: "1",
      user_id: "5",
      session_id: "s",
      token: "t",
    });
    const ready = connection.ready();
    native.emit(connected);
    await ready;
    expect(connection.status).toBe("connected");
    await connection.ready();
  });

  it("is ready when its sound reaches the others, and its source waits until then", async () => {
    const { connection, native, network, clock, library } = joined();
    const warnings: string[] = [];
    connection.on("warning", (message) => warnings.push(message));
    library.onVoiceStateUpdate(voiceState());
    library.onVoiceServerUpdate({ token: "t", guild_id: "1", endpoint: "127.0.0.1:9" });
    native.emit({ type: "openSocket" }, { type: "identify" });
    network.newest.sendBinary = () => undefined;
    const settled: string[] = [];
    void connection.ready().then(() => settled.push("ready"));
    void connection.encrypted().catch((error: SdkError) => settled.push(error.code));
    network.newest.receive({
      op: 2,
      d: { ssrc: 1, ip: "127.0.0.1", port: 9, modes: ["m"], heartbeat_interval: 1 },
    });
    network.newest.receive({
      op: 4,
      d: { mode: "m", secret_key: Array(32).fill(9), dave_protocol_version: 1 },
    });
    native.emit(connected, { type: "participant", userId: 7n, added: true });
    clock.advance(1000);
    await settle();
    expect([connection.status, connection.encryption.state, settled]).toEqual(["connected", "pending", []]);
    expect(native.argsOf("setInputWaits")).toEqual([[true]]);
    clock.advance(5000);
    expect(warnings).toEqual([
      "no sound is sent: the key of end-to-end encryption, which the other member of the call must agree on, is missing after 5 s",
    ]);
    native.emit({ type: "participant", userId: 7n, added: false });
    await settle();
    expect([settled, native.argsOf("setInputWaits").at(-1)]).toEqual([["ready"], [false]]);
    native.emit({ type: "participant", userId: 7n, added: true });
    expect(native.argsOf("setInputWaits").at(-1)).toEqual([true]);
    network.newest.receive({ op: 21, d: { transition_id: 0, protocol_version: 0 } });
    await settle();
    expect(settled).toEqual(["ready", "NOT_ENCRYPTED"]);
  });

  it("ignores events of other guilds and malformed ones", () => {
    const { library, native, connection } = joined();
    const warnings: string[] = [];
    connection.on("warning", (message) => warnings.push(message));
    library.onVoiceStateUpdate(voiceState({ guild_id: "9" }));
    library.onVoiceStateUpdate({ user_id: 5.5 });
    library.onVoiceServerUpdate({ token: "t", guild_id: "9", endpoint: "127.0.0.1:9" });
    library.onVoiceServerUpdate({ token: "t", guild_id: "1", endpoint: "evil/path" });
    library.onVoiceServerUpdate(null);
    expect(native.names()).not.toContain("serverUpdate");
    expect(warnings).toHaveLength(3);
  });

  it("is over at once when the main gateway says that it is in no channel, and says so", async () => {
    const { connection, library, native, adapter } = joined();
    const ends: unknown[] = [];
    connection.on("stateChange", (status, _before, failure) => ends.push([status, failure]));
    library.onVoiceStateUpdate(voiceState({ channel_id: null }));
    expect(ends).toEqual([]); // of an earlier connection of the bot: this one has not been in the channel yet
    library.onVoiceStateUpdate(voiceState());
    native.emit(connected);
    const playback = connection.play({ type: "wav", file: Uint8Array.of(1) });
    library.onVoiceStateUpdate(voiceState({ channel_id: null }));
    expect(ends.at(-1)).toEqual(["disconnected", "REMOVED"]);
    expect([await playback.ended, connection.status]).toEqual(["stopped", "disconnected"]);
    await expect(connection.ready()).rejects.toMatchObject({
      code: "REMOVED",
      message: expect.stringContaining(
        "removed from the channel by a moderator, or the channel is gone",
      ) as string,
    });
    expect(adapter).toEqual([op4()]); // it has left already
  });

  it.each([
    ["rejoin()", (connection: GuildVoiceConnection) => connection.rejoin()],
    ["move()", (connection: GuildVoiceConnection) => connection.move("3")],
    [
      "play()",
      (connection: GuildVoiceConnection) => connection.play({ type: "wav", file: new Uint8Array(1) }),
    ],
    ["subscribe()", ({ receiver }: GuildVoiceConnection) => receiver.subscribe("6", { format: "pcm" })],
    ["onPackets()", ({ receiver }: GuildVoiceConnection) => receiver.onPackets(() => undefined)],
  ])("throws from %s when it is over, and does nothing", (_name, act) => {
    const { connection, native, adapter } = joined();
    native.emit({ type: "status", status: 0, error: 2, errorDetail: 4014 });
    const before = [adapter.length, native.calls.length, connection.channelId];
    expect(() => act(connection)).toThrow(
      expect.objectContaining({ code: "SIGNALLING_UNEXPECTED_CLOSE" }) as Error,
    );
    expect([adapter.length, native.calls.length, connection.channelId]).toEqual(before);
    connection.destroy();
    expect(() => act(connection)).toThrow(expect.objectContaining({ code: "DESTROYED" }) as Error);
  });

  it("moves, and changes its switches", () => {
    const { adapter, library, connection, native } = joined();
    connection.move("3");
    expect(connection.rejoin({ selfMute: true, selfDeaf: false })).toBe(true);
    expect(adapter.slice(1)).toEqual([
      op4({ channel_id: "3" }),
      op4({ channel_id: "3", self_mute: true, self_deaf: false }),
    ]);
    expect([native.argsOf("setSelfMute").at(-1), native.argsOf("setSelfDeaf").at(-1)]).toEqual([
      [true],
      [false],
    ]);
    library.onVoiceStateUpdate(voiceState({ channel_id: "4" }));
    expect(connection.channelId).toBe(4n);
  });

  it("tells that the server lets nobody hear it, and its player, too", () => {
    const { library, connection } = joined();
    const addon = new FakeAddon();
    const player = new AudioPlayer({ loadAddon: () => addon });
    const told: unknown[] = [];
    connection.on("silenced", (by) => told.push(by));
    player.on("silenced", (serverId, by) => told.push([serverId, by]));
    library.onVoiceStateUpdate(voiceState({ suppress: false, mute: false }));
    library.onVoiceStateUpdate(voiceState({ suppress: true }));
    library.onVoiceStateUpdate(voiceState({ suppress: true, mute: true, self_mute: true }));
    expect([told.splice(0), connection.silencedBy]).toEqual([["suppressed"], "suppressed"]);
    const subscription = connection.subscribe(player);
    expect(told.splice(0)).toEqual([[1n, "suppressed"]]);
    library.onVoiceStateUpdate(voiceState({ mute: true }));
    library.onVoiceStateUpdate(voiceState());
    expect(told.splice(0)).toEqual(["muted", [1n, "muted"], undefined, [1n, undefined]]);
    subscription.dispose();
    library.onVoiceStateUpdate(voiceState({ guild_id: "9", mute: true }));
    library.onVoiceStateUpdate(voiceState({ mute: true }));
    expect(told).toEqual(["muted"]);
    player.close();
  });

  it("reports that the other library cannot send", () => {
    const { connection, refuse } = joined();
    refuse();
    expect(connection.rejoin()).toBe(false);
  });

  it.each([
    [4, "JOIN_TIMEOUT", 0],
    [5, "FORBIDDEN", 4017],
    [3, "VOICE_CONNECTION_FAILED", 0],
  ] as const)("is not ready after error %i: %s", async (error, code, errorDetail) => {
    const { connection, native } = joined();
    const ready = connection.ready().catch((reason: unknown) => reason);
    native.emit({ type: "status", status: 0, error, errorDetail });
    expect(await ready).toMatchObject({ code });
    await expect(connection.ready()).rejects.toMatchObject({ code });
  });

  it.each([
    [
      "neither event came",
      () => undefined,
      { error: 4, errorDetail: 0 },
      "the service did not respond: the bot probably lacks the permission to connect, or is not in the guild",
    ],
    [
      "only the server came",
      ({ library }: Scene) => library.onVoiceServerUpdate({ token: "t", guild_id: "1", endpoint: "h:1" }),
      { error: 4, errorDetail: 0 },
      "no voice state arrived: the bot's client probably lacks the GuildVoiceStates intent",
    ],
    [
      "only the state came",
      ({ library }: Scene) => library.onVoiceStateUpdate(voiceState()),
      { error: 4, errorDetail: 0 },
      "no voice server arrived: the service has none available at the moment",
    ],
    [
      "UDP is blocked",
      ({ native }: Scene) =>
        native.emit({ type: "phase", phase: "udpBlocked", detail: "no answer to IP discovery" }),
      { error: 3, errorDetail: 0 },
      "could not open a UDP path to the voice server; the last step was udpBlocked: no answer to IP discovery",
    ],
    [
      "the certificate is not trusted",
      ({ native }: Scene) =>
        native.emit({ type: "phase", phase: "socketClosed", detail: "code 1015: not trusted" }),
      { error: 1, errorDetail: 1015 },
      "(voice gateway close code 1015): could not reach the voice gateway; the last step was " +
        "socketClosed: code 1015: not trusted",
    ],
    [
      "encryption is off",
      () => undefined,
      { error: 5, errorDetail: 4017 },
      "the channel requires end-to-end encryption, which `e2ee: false` switches off",
    ],
  ] as const)("explains why it is not ready: %s", async (_name, happen, end, message) => {
    const scene = joined();
    const ready = scene.connection.ready().catch((reason: unknown) => reason);
    happen(scene);
    scene.native.emit({ type: "status", status: 0, ...end });
    expect(((await ready) as SdkError).message).toContain(message);
  });

  it("tells of each close before the status that follows from it", () => {
    const { connection, native } = joined();
    const seen: unknown[] = [];
    connection.on("closed", ({ code, willRetry, inMs }) => seen.push([code, willRetry, inMs]));
    connection.on("stateChange", (status) => seen.push(status));
    native.emit(connected, { type: "closed", code: 4006, willRetry: true, inMs: 900 }, reconnecting);
    native.emit({ type: "closed", code: 4017, willRetry: false, inMs: 0 });
    native.emit({ type: "status", status: 0, error: 5, errorDetail: 4017 });
    expect(seen).toEqual(["connected", [4006, true, 900], "reconnecting", [4017, false, 0], "disconnected"]);
  });

  it("is refused before op 4 when the media threads have no time for it", () => {
    const addon = new FakeAddon();
    addon.isOverloaded = true;
    const adapterCreator = vi.fn();
    const join = () =>
      joinVoiceChannel({ guildId: "1", channelId: "2", adapterCreator, loadAddon: () => addon });
    expect(join).toThrow(expect.objectContaining({ name: "SdkError", code: "MEDIA_OVERLOADED" }));
    expect(adapterCreator).not.toHaveBeenCalled();
  });

  it("recovers fully unless it is told to keep its session only", () => {
    expect(joined().native.options.recovery).toBe("full");
    expect(joined({ recovery: "session" }).native.options.recovery).toBe("session");
    expect(() => joined({ recovery: "none" as never })).toThrow(
      'recovery: expected one of "full", "session"',
    );
  });

  it.each([
    ["full", [op4({ channel_id: null })]],
    ["session", []],
  ] as const)("leaves the channel after an end that came over it, or not: %s", (recovery, sent) => {
    const { native, adapter, connection } = joined({ recovery });
    native.emit(connected, { type: "status", status: 0, error: 2, errorDetail: 4014 });
    expect(adapter.slice(1)).toEqual(sent);
    connection.destroy();
    expect(adapter.slice(1)).toEqual([...sent, "destroy"]);
  });

  it("leaves the channel when it wants to, also where it keeps its session only", () => {
    const { adapter, connection } = joined({ recovery: "session" });
    connection.disconnect();
    expect(adapter.slice(1)).toEqual([op4({ channel_id: null })]);
  });

  it("stops waiting by the signal", async () => {
    const { connection } = joined();
    await expect(connection.ready({ signal: AbortSignal.abort() })).rejects.toBeInstanceOf(SdkError);
  });

  it("leaves once, frees everything, and notifies the adapter", () => {
    const { adapter, connection, native, network, library } = joined();
    library.onVoiceStateUpdate(voiceState());
    connection.destroy();
    connection.destroy();
    library.destroy();
    library.onVoiceStateUpdate(voiceState());
    expect(adapter.slice(1)).toEqual([op4({ channel_id: null }), "destroy"]);
    expect([native.isClosed, connection.status, network.sockets.length]).toEqual([true, "disconnected", 0]);
    expect(() => connection.rejoin()).toThrow(SdkError);
  });
});

describe("a rejected source", () => {
  it.each([
    [
      "an unknown type",
      { type: "mp3", file: new Uint8Array(1) },
      'source.type: expected one of "wav", "ogg", "opus"',
    ],
    ["an empty path", "", "source: expected a path, a URL, bytes"],
    [
      "another protocol",
      "ftp://host/a.ogg",
      "source: expected an address that begins with http:// or https://",
    ],
    ["bytes in an address", "data:audio/ogg;base64,T2dn", "source: expected an address that begins with"],
    [
      "a file where users write",
      { url: "file:///etc/passwd" },
      "source.url: expected an address that begins",
    ],
    ["a path where users write", { url: "/etc/passwd" }, "source.url: expected an address that begins"],
    [
      "headers of a number",
      { url: "http://a.test/", headers: { a: 1 } },
      "source.headers: expected an object",
    ],
    ["a word", { url: "http://a.test/", allowPrivate: "no" }, "source.allowPrivate"],
    ["no program", { command: "" }, "source.command: expected the name or path of a program"],
    ["an argument that is no text", { command: "cat", args: [1] }, "source.args: expected an array of texts"],
    ["no type", {}, "source: expected a path"],
    ["nothing", undefined, "source: expected a path"],
    [
      "a file's name",
      { type: "wav", file: "a.wav" },
      "source.file: expected the bytes of a file, as from `fs.readFileSync(path)`, received string",
    ],
    ["no packets", { type: "opus" }, "source.packets: expected an iterable or an async iterable"],
    [
      "too high a rate",
      { type: "pcm", samples: [], sampleRate: 1e6, channels: 2 },
      "sampleRate: expected 8000 to 192000",
    ],
    [
      "too many channels",
      { type: "pcm", samples: [], sampleRate: 48_000, channels: 6 },
      "channels: expected 1 to 2",
    ],
  ])("is named, and the current playback continues: %s", async (_name, source, message) => {
    const { connection, native } = joined();
    const playback = connection.play({ type: "wav", file: new Uint8Array(1) });
    const before = native.calls.length;
    expect(() => connection.play(source as never)).toThrow(message);
    expect(native.calls).toHaveLength(before);
    native.emit({ type: "inputEnded" });
    expect(await playback.ended).toBe("finished");
  });
});

const packetsOf = (...bytes: number[]): Uint8Array[] => bytes.map((byte) => Uint8Array.of(byte));

/** A queue of the addon that has `room` for so many packets of 20 ms; an empty one is invalid. */
function opusQueue(native: FakeNativeSession, room: number) {
  const queue = { room, packets: [] as number[] };
  native.answers.set("writeOpusPackets", (packed) => {
    const bytes = packed as Uint8Array;
    let [at, invalid] = [0, 0];
    while (at < bytes.length && queue.room > 0) {
      const length = bytes[at]! | (bytes[at + 1]! << 8);
      if (length === 0) invalid += 1;
      else {
        queue.packets.push(bytes[at + 2]!);
        queue.room -= 1;
      }
      at += 2 + length;
    }
    return { bytes: at, invalid, queuedMs: queue.packets.length * 20 };
  });
  return queue;
}

describe("playing", () => {
  it("plays a file to its end", async () => {
    const { connection, native } = joined();
    const file = Uint8Array.of(1);
    const playback = connection.play({ type: "wav", file, loop: true });
    expect(native.argsOf("openWavInput")).toEqual([[file, true]]);
    native.emit({ type: "inputEnded" });
    expect(await playback.ended).toBe("finished");
    playback.stop();
    expect(native.names()).not.toContain("closeInput");
  });

  it("feeds packets as the queue accepts them, then ends", async () => {
    const { connection, native, clock } = joined();
    const queue = opusQueue(native, 2);
    const playback = connection.play({ type: "opus", packets: packetsOf(1, 2, 3) });
    expect(queue.packets).toEqual([1, 2]);
    queue.room = 9;
    clock.advance(800);
    expect(queue.packets).toEqual([1, 2, 3]);
    expect(native.names().at(-1)).toBe("endInput");
    native.emit({ type: "inputEnded" });
    expect(await playback.ended).toBe("finished");
    clock.advance(10_000);
    expect(native.names().filter((name) => name === "endInput")).toHaveLength(1);
  });

  it("feeds packets that come later, and waits for room", async () => {
    const { connection, native, clock } = joined();
    const queue = opusQueue(native, 1);
    const later = async function* (): AsyncGenerator<Uint8Array> {
      yield* packetsOf(1, 2);
      await settle();
      yield* packetsOf(3);
    };
    connection.play({ type: "opus", packets: later() });
    await settle();
    expect(queue.packets).toEqual([1]);
    queue.room = 9;
    clock.advance(800);
    await settle();
    await settle();
    expect(queue.packets).toEqual([1, 2, 3]);
    expect(native.names().at(-1)).toBe("endInput");
  });

  it("fills all queues with one timer, as soon as the emptiest wants it", () => {
    const { connection, native, clock } = joined();
    const queue = opusQueue(native, 100);
    const second = joined({ clock });
    const other = opusQueue(second.native, 10);
    const endless = function* (): Generator<Uint8Array> {
      for (;;) yield Uint8Array.of(1);
    };
    connection.play({ type: "opus", packets: endless() });
    second.connection.play({ type: "opus", packets: endless() });
    queue.room = other.room = 1;
    clock.advance(79);
    expect([queue.packets.length, other.packets.length]).toEqual([100, 10]);
    clock.advance(1);
    expect([queue.packets.length, other.packets.length]).toEqual([101, 11]);
    second.connection.play({ type: "wav", file: Uint8Array.of(1) });
    queue.room = other.room = 5;
    clock.advance(800);
    expect([queue.packets.length, other.packets.length]).toEqual([106, 11]);
  });

  it("lets a source end itself when it is stopped, also from within", () => {
    const { connection, native, clock } = joined();
    const queue = opusQueue(native, 10);
    let ended = 0;
    const source = function* (stop?: () => void): Generator<Uint8Array> {
      try {
        yield* packetsOf(...Array<number>(30).fill(1));
        stop?.();
        for (;;) yield Uint8Array.of(2);
      } finally {
        ended += 1;
      }
    };
    connection.play({ type: "opus", packets: source() }).stop();
    expect(ended).toBe(1);
    const playback = connection.play({ type: "opus", packets: source(() => playback.stop()) });
    queue.room = 1000;
    clock.advance(800);
    expect(ended).toBe(2);
    expect(native.names().at(-1)).toBe("closeInput");
  });

  it("skips what is no packet, with one warning at the end that counts", async () => {
    const { connection, native } = joined();
    const warnings: string[] = [];
    connection.on("warning", (message) => warnings.push(message));
    const queue = opusQueue(native, 10);
    const wrong = [new Uint8Array(70_000), "text", new Uint16Array(2)] as Uint8Array[];
    const playback = connection.play({ type: "opus", packets: [...wrong, Uint8Array.of(), ...packetsOf(1)] });
    expect([queue.packets, warnings]).toEqual([[1], []]);
    const losses = { packets: 4, bytes: 0, pages: 0, atMs: 0, playedMs: 20 };
    native.emit({ type: "inputEnded", losses });
    expect([await playback.ended, playback.losses]).toEqual(["damaged", losses]);
    expect(warnings).toEqual([
      "the source is damaged: skipped 4 packets that are no whole Opus packets; the first after 0 ms",
    ]);
  });

  it("tells of an endless source that is no Opus once, while it plays", () => {
    const { connection, native, clock } = joined();
    const warnings: string[] = [];
    connection.on("warning", (message) => warnings.push(message));
    opusQueue(native, 1000);
    const wrong = function* (): Generator<Uint8Array> {
      yield* Array.from({ length: 200 }, () => "text" as unknown as Uint8Array);
    };
    connection.play({ type: "opus", packets: wrong() });
    clock.advance(1000);
    expect(warnings).toEqual(["skipped 50 pieces that are not one Opus packet"]);
    connection.play({ type: "wav", file: Uint8Array.of(1) });
    expect(warnings).toHaveLength(1);
  });

  it.each([
    [undefined, "finished", undefined],
    [
      { packets: 0, bytes: 812, pages: 1, atMs: 1500.4, playedMs: 9000 },
      "damaged",
      "the source is damaged: skipped 812 bytes that are damaged or missing, 1 missing page; the first after 1500 ms",
    ],
    [
      { packets: 1, bytes: 0, pages: 0, atMs: 0, playedMs: 0 },
      "unsupported",
      "nothing of the source could be played: skipped 1 packet that is no whole Opus packet",
    ],
  ] as const)("ends with a reason that everybody is told: %o", async (losses, reason, warning) => {
    const { connection, native } = joined();
    const told: unknown[] = [];
    connection.on("playbackEnded", (playback, outcome) => told.push([playback, outcome]));
    connection.on("warning", (message) => told.push(message));
    const playback = connection.play({ type: "ogg", file: Uint8Array.of(1) });
    native.emit({ type: "inputEnded", ...(losses === undefined ? {} : { losses }) });
    expect([await playback.ended, playback.losses]).toEqual([reason, losses]);
    expect(told).toEqual([...(warning === undefined ? [] : [warning]), [playback, reason]]);
  });

  it("says that an Ogg file's volume is not applied", () => {
    const { connection, native } = joined();
    const warnings: string[] = [];
    connection.on("warning", (message) => warnings.push(message));
    native.answers.set("openOggInput", () => -3.5);
    connection.play({ type: "ogg", file: Uint8Array.of(1) });
    expect(warnings).toEqual([
      "the source asks players for -3.5 dB, which is not applied: its packets are sent as they are",
    ]);
  });

  it("stops, is replaced, and fails with its source", async () => {
    const { connection, native } = joined();
    opusQueue(native, 10);
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      yield Uint8Array.of(1);
      await new Promise(() => undefined);
    };
    const told: unknown[] = [];
    connection.on("playbackEnded", (_playback, outcome) => told.push(outcome));
    connection.on("warning", (message) => told.push(message));
    const stopped = connection.play({ type: "opus", packets: endless() });
    stopped.stop();
    expect([await stopped.ended, native.names().at(-1)]).toEqual(["stopped", "closeInput"]);
    const replaced = connection.play({ type: "opus", packets: endless() });
    const failing = connection.play({
      type: "opus",

      packets: (function* (): Generator<Uint8Array> {
        throw new Error("disk");
      })(),
    });
    expect(await replaced.ended).toBe("stopped");
    await expect(failing.ended).rejects.toThrow("disk");
    expect(told).toEqual(["stopped", "the source failed: disk", "failed", "stopped"]);
  });

  it("stops with the connection", async () => {
    const { connection } = joined();
    const playback = connection.play({ type: "ogg", file: Uint8Array.of(1) });
    connection.disconnect();
    expect(await playback.ended).toBe("stopped");
  });
});

describe("receiving", () => {
  /** As the addon hands out packets of one byte; a tag of a user who is not subscribed is 99. */
  function deliver(native: FakeNativeSession, ...packets: [userId: bigint, sequence: number][]): void {
    const words = packets.flatMap(([userId, sequence]) => {
      const tag = userId === NOBODY ? 99 : native.tagOf(userId);
      return [32 + 1, 0, tag, sequence << 16, 960, 1, 48_000, 0, 5, 960, 7, 0];
    });
    native.received = Uint32Array.from(words).buffer;
    native.options.onWake(false);
  }
  const NOBODY = 999n;

  it("gives each user's blocks to their streams, and ends with close", async () => {
    const { connection, native } = joined({ selfDeaf: false });
    const stream = connection.receiver.subscribe("6", { format: "opus" });
    const second = connection.receiver.subscribe(6n, { format: "opus" });
    const tag = native.tagOf(6n);
    expect(native.argsOf("subscribe")).toEqual(Array(2).fill([6n, "opus", tag]));
    deliver(native, [6n, 1], [NOBODY, 2], [6n, 3]);
    stream.close();
    const got: unknown[] = [];
    for await (const block of stream) got.push(block);
    const first = {
      userId: 6n,
      format: "opus",
      sequence: 1,
      rtpTimestamp: 960,
      timestamp: 48_000,
      data: Uint8Array.of(7),
      ssrc: 5,
      arrival: 48_960,
    };
    expect(got).toEqual([first, { ...first, sequence: 3 }]);
    expect(native.names()).not.toContain("unsubscribe");
    second.close();
    expect(native.argsOf("unsubscribe")).toEqual([[6n]]);
  });

  it("hands over the packets of everyone present, one call per delivery", () => {
    const { connection, native } = joined({ selfDeaf: false });
    native.emit({ type: "participant", userId: 6n, added: true });
    const calls: string[][] = [];
    const listening = connection.receiver.onPackets((packets) =>
      calls.push(packets.map(({ userId, sequence }) => `${String(userId)} ${String(sequence)}`)),
    );
    native.emit({ type: "participant", userId: 7n, added: true });
    deliver(native, [6n, 1], [7n, 2], [6n, 3]);
    expect(calls).toEqual([["6 1", "7 2", "6 3"]]);
    native.emit({ type: "participant", userId: 7n, added: false });
    expect(native.argsOf("unsubscribe")).toEqual([[7n]]);
    listening.dispose();
    expect(native.argsOf("unsubscribe")).toEqual([[7n], [6n]]);
    deliver(native, [NOBODY, 4]);
    expect(calls).toHaveLength(1);
  });

  it("keeps a stream of samples beside the packets of the same user", () => {
    const { connection, native } = joined({ selfDeaf: false });
    native.emit({ type: "participant", userId: 6n, added: true });
    const stream = connection.receiver.subscribe(6n, { format: "pcm" });
    const tag = native.tagOf(6n);
    const listening = connection.receiver.onPackets(() => undefined);
    listening[Symbol.dispose]();
    stream.close();
    const formats = native.argsOf("subscribe").map(([, format, used]) => [format, used]);
    expect(formats).toEqual([
      ["pcm", tag],
      ["both", tag],
      ["pcm", tag],
    ]);
    expect(native.argsOf("unsubscribe")).toEqual([[6n]]);
  });

  it("reports a listener that throws, and goes on with the others", () => {
    const { connection, native } = joined({ selfDeaf: false });
    const warnings: string[] = [];
    connection.on("warning", (message) => warnings.push(message));
    native.emit({ type: "participant", userId: 6n, added: true });
    connection.receiver.onPackets(() => {
      throw new Error("full");
    });
    let heard = 0;
    connection.receiver.onPackets(({ length }) => (heard += length));
    deliver(native, [6n, 1]);
    expect([heard, warnings]).toEqual([1, ['a listener of "onPackets" threw: full']]);
    expect(() => connection.receiver.onPackets(undefined as never)).toThrow("listener: expected a function");
  });

  it("delivers as often as it is told", () => {
    expect(joined().native.argsOf("setDeliverEvery")).toEqual([[20]]);
    expect(joined().native.argsOf("setSpeakingHold")).toEqual([[100]]);
    expect(joined({ speakingHoldMs: 300 }).native.argsOf("setSpeakingHold")).toEqual([[300]]);
    expect(joined({ deliverEveryMs: 5 }).native.argsOf("setDeliverEvery")).toEqual([[5]]);
    expect(() => joined({ deliverEveryMs: 7 as never })).toThrow(
      "deliverEveryMs: expected 20, 10 or 5, received 7",
    );
  });

  it("answers several readers of one stream in the order in which they asked", async () => {
    const { connection, native } = joined({ selfDeaf: false });
    const stream = connection.receiver.subscribe(6n, { format: "opus" });
    const reader = stream[Symbol.asyncIterator]();
    const asked = [reader.next(), reader.next(), reader.next(), reader.next()];
    deliver(native, [6n, 1], [6n, 2]);
    deliver(native, [6n, 3]);
    stream.close();
    const got = await Promise.all(asked);
    expect(got.map(({ value }) => value?.sequence)).toEqual([1, 2, 3, undefined]);
    expect(await reader.next()).toEqual({ value: undefined, done: true });
  });

  it("waits for later blocks, and unsubscribes when the reader stops", async () => {
    const { connection, native } = joined();
    const reading = (async () => {
      for await (const { sequence } of connection.receiver.subscribe(6n, { format: "opus" })) return sequence;
      return undefined;
    })();
    await settle();
    deliver(native, [6n, 9]);
    expect(await reading).toBe(9);
    expect(native.argsOf("unsubscribe")).toEqual([[6n]]);
  });

  it("drops the oldest blocks of a slow reader", async () => {
    const { connection, native } = joined();
    const stream = connection.receiver.subscribe(6n, { format: "opus" });
    deliver(native, ...Array.from({ length: 260 }, (_, sequence): [bigint, number] => [6n, sequence]));
    stream.close();
    const first = await stream[Symbol.asyncIterator]().next();
    expect([stream.dropped, (first.value as { sequence: number }).sequence]).toEqual([10, 10]);
  });

  it("gives blocks of the format that was asked for, as types say", () => {
    const { connection } = joined();
    const packets = connection.receiver.subscribe(6n, { format: "opus" });
    const samples = connection.receiver.subscribe(7n, { format: "pcm" });
    expectTypeOf(packets).toEqualTypeOf<ReceiveStream<"opus">>();
    expectTypeOf<BlockOf<"opus">["data"]>().toEqualTypeOf<Uint8Array>();
    expectTypeOf<BlockOf<"pcm">["data"]>().toEqualTypeOf<Int16Array>();
    const either: ReceiveStream[] = [packets, samples];
    expect(either).toHaveLength(2);
  });

  it("receives one user in both formats, each for as long as it is wanted", async () => {
    const { connection, native } = joined({ selfDeaf: false });
    const samples = connection.receiver.subscribe(6n, { format: "pcm" });
    const packets = connection.receiver.subscribe(6n, { format: "opus" });
    deliver(native, [6n, 1]);
    samples.close();
    packets.close();
    expect(native.argsOf("subscribe").map(([, format]) => format)).toEqual(["pcm", "both", "opus"]);
    expect(native.argsOf("unsubscribe")).toEqual([[6n]]);
    expect((await packets[Symbol.asyncIterator]().next()).value).toMatchObject({
      format: "opus",
      sequence: 1,
    });
    expect(await samples[Symbol.asyncIterator]().next()).toEqual({ value: undefined, done: true });
  });

  it("ends with the connection, and does not begin after it", async () => {
    const { connection } = joined();
    const stream = connection.receiver.subscribe(6n, { format: "pcm" });
    connection.destroy();
    expect(await stream[Symbol.asyncIterator]().next()).toEqual({ value: undefined, done: true });
    expect(() => connection.receiver.subscribe(6n, { format: "pcm" })).toThrow("destroyed");
    expect(() => connection.receiver.onPackets(() => undefined)).toThrow("destroyed");
  });

  it("warns a deaf bot that it receives nothing, where it asks for something", () => {
    const { connection } = joined();
    const warnings: string[] = [];
    connection.on("warning", (message) => warnings.push(message));
    const advice =
      "the bot is deaf and receives nothing; join with `selfDeaf: false`, or call `rejoin({ selfDeaf: false })`";
    connection.receiver.subscribe(6n, { format: "pcm" });
    connection.receiver.subscribe(7n, { format: "pcm" });
    connection.receiver.onPackets(() => undefined);
    expect(warnings).toEqual([`subscribe: ${advice}`, `onPackets: ${advice}`]);
    connection.rejoin({ selfDeaf: false });
    connection.receiver.subscribe(8n, { format: "pcm" });
    expect(warnings).toHaveLength(2);
    connection.rejoin({ selfDeaf: true });
    expect(warnings.slice(2)).toEqual([`rejoin: ${advice}`]);
  });

  it.each(["", "abc", 5 as never])("rejects the id %s", (id) => {
    expect(() => joined().connection.receiver.subscribe(id, { format: "pcm" })).toThrow(TypeError);
  });
});

describe("an invalid argument about encryption", () => {
  const member = { userId: 5n, keyFingerprint: "00", sinceEpoch: 1n, verified: false };

  it.each<[string, unknown]>([
    ["member", undefined],
    ["member", "5"],
    ["member.userId", { ...member, userId: 5 }],
    ["member.keyFingerprint", { ...member, keyFingerprint: undefined }],
  ])("is rejected by its name: %s", (argument, wrong) => {
    const { connection } = joined();
    expect(() => connection.verifyMember(wrong as never)).toThrow(
      expect.objectContaining({ name: "ArgumentError", argument }),
    );
  });

  it("is not an error when valid: without a group, no member can be verified", async () => {
    expect(await joined().connection.verifyMember(member)).toBeUndefined();
  });

  it.each<[unknown, string]>([
    ["always", 'one of "required", "preferred", "off", received another text'],
    [1, 'a boolean, "required", "preferred" or "off", received number 1'],
    [null, "received null"],
    [{}, "received object"],
  ])("the option e2ee as %j is rejected by bots and clients, before joining", (e2ee, message) => {
    const rejection = expect.objectContaining({
      name: "ArgumentError",
      argument: "e2ee",
      message: expect.stringContaining(message) as string,
    });
    const adapterCreator = () => expect.fail("the adapter was asked");
    const options = { guildId: "1", channelId: 2n, adapterCreator, e2ee };
    expect(() => joinVoiceChannel(options as never)).toThrow(rejection);
    expect(() => new Client("http://127.0.0.1", "http://127.0.0.1", { e2ee } as never)).toThrow(rejection);
  });
});
