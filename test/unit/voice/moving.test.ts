// Two doors of one process that move a call between them, on sessions of the addon that the test drives.
import { describe, expect, it } from "vitest";
import {
  AudioPlayer,
  GuildVoiceConnection,
  joinVoiceChannel,
  VoiceHost,
  VoiceSession,
  type AudioSource,
  type BotVoiceConnection,
  type Played,
  type TakenCall,
  type TakeOptions,
  type VoiceAdapterLibraryMethods,
} from "../../../lib/voice/index.js";
import { restoreBot, saveBot, type SavedBot } from "../../../lib/voice/moving/saved-bot.js";
import { FieldReader, FieldWriter, RestoreError } from "../../../lib/protocol/index.js";
import { channelPair } from "../../support/channel-pair.js";
import { errorOf } from "../../support/saved-copies.js";
import { FakeAddon } from "../../support/fake-native.js";
import { FakeNetwork } from "../../support/fake-socket.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";

const SAMPLES_A_MS = 48;
const packet = (number: number): Uint8Array => Uint8Array.of(0xfc, number);

/** One process. */
class Place {
  readonly addon = new FakeAddon();
  readonly network = new FakeNetwork();
  readonly sent: unknown[] = [];
  library: VoiceAdapterLibraryMethods | undefined;
  isAdapterGone = false;
  /** of the engine's queue, bytes; nothing is played */
  room = 200;
  /** numbers of the packets in it */
  readonly taken: number[] = [];
  /** samples at 48 kHz */
  position: number | undefined | { track: number; samples: number };

  constructor(readonly clock: VirtualClock) {
    this.addon.prepare = (session) => {
      session.answers.set("freeze", (onFrozen) => (onFrozen as () => void)());
      session.answers.set("save", () => Uint8Array.of(1, 0, 0, 0));
      session.answers.set("inputPosition", () => this.position);
      session.answers.set("queuedPackets", () => new Uint8Array(0));
      let { room } = this;
      session.answers.set("writeOpusPackets", (packed) => {
        const bytes = Math.min((packed as Uint8Array).length, room);
        for (let at = 3; at < bytes; at += 4) this.taken.push((packed as Uint8Array)[at]!);
        room -= bytes;
        return { bytes, invalid: 0, queuedMs: 2000 };
      });
    };
  }

  get host() {
    return { clock: this.clock, openSocket: this.network.open, loadAddon: () => this.addon };
  }

  get native() {
    return this.addon.sessions.at(-1)!;
  }

  readonly adapterCreator = (methods: VoiceAdapterLibraryMethods) => {
    this.library = methods;
    return {
      sendPayload: (payload: unknown) => this.sent.push(payload) > 0,
      destroy: () => (this.isAdapterGone = true),
    };
  };
}

class Scene {
  readonly clock = new VirtualClock();
  readonly source = new Place(this.clock);
  readonly target = new Place(this.clock);
  readonly ends = channelPair();

  session(): VoiceSession {
    const grant = { serverId: "1", channelId: "2", userId: "5", sessionId: "s", token: "t", endpoint: "h:1" };
    return VoiceSession.fromCredentials({ ...grant, selfMute: true, selfDeaf: false, ...this.source.host });
  }

  guild(): GuildVoiceConnection {
    const { adapterCreator, host } = this.source;
    const connection = joinVoiceChannel({ guildId: "1", channelId: "2", adapterCreator, ...host });
    this.source.library!.onVoiceStateUpdate(stateOf("2"));
    this.source.library!.onVoiceServerUpdate({ guild_id: "1", token: "t", endpoint: "h:1" });
    return connection;
  }

  take(options: Partial<TakeOptions> = {}): Promise<TakenCall> {
    const taking = VoiceHost.take({ channel: this.ends[1], ...this.target.host, ...options });
    taking.catch(() => undefined);
    return taking;
  }

  /** @returns what the target made of the call */
  async move(from: BotVoiceConnection, options: Partial<TakeOptions> = {}): Promise<TakenCall> {
    const taking = this.take(options);
    const outcome = from.handOver({ channel: this.ends[0] });
    const taken = await taking;
    this.target.native.emit({ type: "phase", phase: "resumed", detail: "" });
    await settle();
    this.clock.advance(100);
    expect(await outcome).toBe("taken");
    return taken;
  }
}

const stateOf = (channelId: string | null, more: object = {}) => ({
  guild_id: "1",
  user_id: "5",
  session_id: "s",
  channel_id: channelId,
  ...more,
});

describe("a bot's call that is handed over", () => {
  it("goes on with what the other one knew, and is over here without leaving", async () => {
    const scene = new Scene();
    const session = scene.session();
    session.setUserVolume("9", 33.5);
    scene.source.native.emit({ type: "participant", userId: 9n, added: true });
    const states: unknown[] = [];
    session.on("stateChange", (status) => states.push(status));
    const { connection } = await scene.move(session, {
      prepare: (taken) => expect(taken.connection.status).toBe("disconnected"),
    });
    expect(connection).toBeInstanceOf(VoiceSession);
    expect(connection).toMatchObject({ serverId: 1n, userId: 5n, channelId: 2n });
    expect(scene.target.native.options).toMatchObject({ start: "frozen", recovery: "given" });
    expect([...connection.receiver.present]).toEqual([9n]);
    expect([session.status, scene.source.native.isClosed, states]).toEqual([
      "disconnected",
      true,
      ["disconnected"],
    ]);
    expect(scene.source.native.names()).not.toContain("leave");
    const late = expect.objectContaining({ code: "HANDED_OVER" }) as Error;
    expect(() => session.play({ type: "opus", packets: [] })).toThrow(late);
    await expect(session.ready()).rejects.toMatchObject({ code: "HANDED_OVER" });
    await expect(session.handOver({ channel: scene.ends[0] })).rejects.toMatchObject({ code: "HANDED_OVER" });
    session.destroy();
  });

  it("of another library's main gateway: no op 4 leaves, and the new adapter serves", async () => {
    const scene = new Scene();
    const connection = scene.guild();
    const before = scene.source.sent.length;
    const { connection: taken } = await scene.move(connection, {
      adapterCreator: scene.target.adapterCreator,
    });
    expect(taken).toBeInstanceOf(GuildVoiceConnection);
    expect([scene.source.sent.length - before, scene.source.isAdapterGone, scene.target.sent]).toEqual([
      0,
      true,
      [],
    ]);
    scene.target.library!.onVoiceStateUpdate(stateOf("3", { mute: true }));
    expect([(taken as GuildVoiceConnection).channelId, taken.silencedBy]).toEqual([3n, "muted"]);
    taken.destroy();
    expect(scene.target.sent).toMatchObject([{ op: 4, d: { guild_id: "1", channel_id: null } }]);
  });

  it("carries on what its host says meanwhile: there, or here when nobody takes it", async () => {
    for (const isTaken of [true, false]) {
      const scene = new Scene();
      const connection = scene.guild();
      let frozen: () => void = () => undefined;
      scene.source.native.answers.set("freeze", (onFrozen) => void (frozen = onFrozen as () => void));
      const taking = scene.take({ adapterCreator: scene.target.adapterCreator });
      const outcome = connection.handOver({ channel: scene.ends[0] });
      await settle();
      scene.source.library!.onVoiceStateUpdate(stateOf("7"));
      expect(connection.channelId).toBe(2n);
      if (!isTaken) scene.ends[1].send = () => undefined;
      frozen();
      if (isTaken) {
        const { connection: taken } = await taking;
        expect((taken as GuildVoiceConnection).channelId).toBe(7n);
      } else {
        await settle();
        scene.clock.advance(300);
        expect([await outcome, connection.channelId]).toEqual(["kept", 7n]);
      }
    }
  });

  it("is left there when it is left here meanwhile", async () => {
    const scene = new Scene();
    const session = scene.session();
    const taking = scene.take();
    const outcome = session.handOver({ channel: scene.ends[0] });
    await taking;
    session.disconnect();
    expect(scene.target.native.names()).toContain("leave");
    scene.clock.advance(2000);
    await settle();
    scene.clock.advance(100);
    expect(await outcome).toBe("taken");
  });

  it("moves once at a time, and only when there is somebody to hand over", async () => {
    const scene = new Scene();
    const session = scene.session();
    const first = session.handOver({ channel: scene.ends[0] });
    await expect(session.handOver({ channel: scene.ends[0] })).rejects.toMatchObject({
      code: "HANDOVER_RUNNING",
    });
    scene.clock.advance(10_000);
    await expect(first).rejects.toMatchObject({ code: "HANDOVER_NOT_WANTED" });
    const { adapterCreator, host } = scene.source;
    const unjoined = joinVoiceChannel({ guildId: "1", channelId: "2", adapterCreator, ...host });
    await expect(unjoined.handOver({ channel: scene.ends[0] })).rejects.toMatchObject({
      code: "SESSION_NOT_JOINED",
    });
  });

  it("waits no longer than the signals allow", async () => {
    const scene = new Scene();
    const abort = new AbortController();
    const leaving = scene.session().handOver({ channel: scene.ends[0], signal: abort.signal });
    const taking = VoiceHost.take({ channel: channelPair()[0], ...scene.target.host, signal: abort.signal });
    abort.abort();
    await expect(leaving).rejects.toMatchObject({ code: "ABORTED" });
    await expect(taking).rejects.toMatchObject({ code: "ABORTED" });
  });

  it("goes on here when the other program fails", async () => {
    const scene = new Scene();
    const session = scene.session();
    const failure = new Error("of the program");
    const prepare = (): never => {
      throw failure;
    };
    const taking = scene.take({ prepare });
    const outcome = session.handOver({ channel: scene.ends[0] });
    await expect(taking).rejects.toBe(failure);
    expect(scene.target.native.isClosed).toBe(true);
    scene.clock.advance(300);
    expect([await outcome, scene.source.native.isClosed]).toEqual(["kept", false]);
  });
});

describe("what a call that moves plays", () => {
  async function played(
    from: Scene,
    source: AudioSource,
    options: Partial<TakeOptions> = {},
  ): Promise<Played[]> {
    const session = from.session();
    session.play(source);
    const asked: Played[] = [];
    const ask: NonNullable<TakeOptions["source"]> = (before) => {
      asked.push(before);
      return options.source?.(before);
    };
    await from.move(session, { ...options, source: ask });
    return asked;
  }
  function* endless(from: number): Generator<Uint8Array> {
    for (let at = from; ; at += 1) yield packet(at);
  }

  it("of packets goes on behind those that were taken, also of those that the engine had no room for", async () => {
    const scene = new Scene();
    scene.source.room = 40;
    const [asked] = await played(
      scene,
      { type: "opus", packets: endless(0) },
      {
        source: ({ pieces }) => ({ type: "opus", packets: endless(pieces) }),
      },
    );
    expect(asked).toMatchObject({ kind: "packets", pieces: 25, isOver: false });
    expect([...scene.source.taken, ...scene.target.taken]).toEqual(Array.from({ length: 60 }, (_, at) => at));
    expect(scene.target.native.argsOf("openOpusInput")).toHaveLength(1);
  });

  it("of packets that are all taken ends when they are played, and nobody is asked", async () => {
    const scene = new Scene();
    expect(await played(scene, { type: "opus", packets: [packet(0)] })).toEqual([]);
    expect(scene.target.native.names()).toContain("endInput");
  });

  it("without somebody who goes on with it ends behind what came", async () => {
    const scene = new Scene();
    expect(await played(scene, { type: "opus", packets: endless(0) })).toHaveLength(1);
    expect(scene.target.native.names()).toContain("endInput");
  });

  it("of a file begins at its position", async () => {
    const scene = new Scene();
    scene.source.position = 1500 * SAMPLES_A_MS;
    const file = new Uint8Array(4000);
    const [asked] = await played(scene, file, { source: () => file });
    expect(asked).toMatchObject({ kind: "sound", positionMs: 1500 });
    expect(scene.target.native.argsOf("openStreamInput")).toEqual([[1500]]);
  });

  it("of a player is up to the player that goes on", async () => {
    const scene = new Scene();
    scene.source.position = { track: 0, samples: 0 };
    const session = scene.session();
    const make = ({ host }: Place): AudioPlayer => new AudioPlayer(host);
    session.subscribe(make(scene.source));
    const asked: Played[] = [];
    const source = (before: Played): AudioPlayer => {
      asked.push(before);
      return make(scene.target);
    };
    await scene.move(session, { source });
    expect(asked).toMatchObject([{ kind: "player", positionMs: 0 }]);
    expect(scene.target.native.names()).toContain("openPlayerInput");
  });

  it("has to be of the same kind", async () => {
    const scene = new Scene();
    const session = scene.session();
    session.play({ type: "opus", packets: endless(0) });
    const taking = scene.take({ source: () => "a path" });
    const outcome = session.handOver({ channel: scene.ends[0] });
    await expect(taking).rejects.toMatchObject({
      message: expect.stringContaining("options.source: expected") as string,
    });
    scene.clock.advance(300);
    expect(await outcome).toBe("kept");
  });

  it("stops being taken while it stands still, and goes on when the call does", async () => {
    const scene = new Scene();
    const session = scene.session();
    async function* slow(): AsyncGenerator<Uint8Array> {
      for (let at = 0; ; at += 1) {
        await settle();
        yield packet(at);
      }
    }
    session.play({ type: "opus", packets: slow() });
    scene.ends[1].send = ((send) => (message: Uint8Array) => {
      if (message[0] === 1) send(message);
    })(scene.ends[1].send);
    void scene.take({});
    const outcome = session.handOver({ channel: scene.ends[0] });
    await settle();
    const before = scene.source.native.argsOf("writeOpusPackets").length;
    for (let turn = 0; turn < 5; turn += 1) await settle();
    expect(scene.source.native.argsOf("writeOpusPackets")).toHaveLength(before);
    scene.clock.advance(300);
    expect(await outcome).toBe("kept");
    for (let turn = 0; turn < 10; turn += 1) await settle();
    expect(scene.source.native.argsOf("writeOpusPackets").length).toBeGreaterThan(before);
  });
});

describe("the options of a move", () => {
  it.each([
    ["target", {}, "target.channel: expected an object"],
    ["target.channel.send", { channel: {} }, "target.channel.send: expected a function"],
    ["target.channel.onMessage", { channel: { send() {} } }, "target.channel.onMessage: expected a function"],
    ["target.fleetKey", { channel: channelPair()[0], fleetKey: "secret" }, "target.fleetKey: expected bytes"],
    [
      "the length of the key",
      { channel: channelPair()[0], fleetKey: new Uint8Array(8) },
      "at least 32 bytes",
    ],
  ])("are checked: %s", async (_name, options, message) => {
    const session = new Scene().session();
    await expect(session.handOver(options as never)).rejects.toThrow(message);
  });
});

describe("what a bot's connection saves", () => {
  const bot: SavedBot = {
    serverId: 1n,
    userId: 5n,
    channelId: 2n,
    sessionId: "s",
    selfMute: true,
    selfDeaf: false,
    isServerDeaf: true,
    silencedBy: "suppressed",
    present: [8n, 9n],
    volumes: new Map([[8n, 33.5]]),
    played: {
      kind: "samples",
      pieces: 70,
      positionMs: 1234.5,
      isOver: true,
      format: { sampleRate: 44_100, channels: 1 },
      onTheWay: Uint8Array.of(1, 2, 3),
    },
  };
  const saved = (): Uint8Array => {
    const out = new FieldWriter(0);
    saveBot(out, bot);
    return out.take();
  };
  const restored = (bytes: Uint8Array): SavedBot => restoreBot(new FieldReader(bytes, 0, "bot"));

  it("comes back as it was", () => {
    expect(restored(saved())).toEqual(bot);
  });

  it("is one named error when it is cut or changed, or another value", () => {
    const whole = saved();
    for (let at = 0; at < whole.length; at += 1) {
      const changed = whole.map((byte, place) => (place === at ? byte ^ 0x55 : byte));
      for (const bytes of [whole.slice(0, at), changed]) {
        const error = errorOf(() => restored(bytes));
        if (error !== undefined) expect(error).toBeInstanceOf(RestoreError);
      }
    }
  });
});
