import { PassThrough, Readable } from "node:stream";
import { beforeEach, describe, expect, it } from "vitest";
import type { MixPlace } from "../../../lib/native/index.js";
import { AudioPlayer, type AudioSource, type Playback } from "../../../lib/voice/index.js";
import { FakeAddon, type FakeNativePlayer } from "../../support/fake-native.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";

const WAV: AudioSource = { type: "wav", file: new Uint8Array(44) };

let addon: FakeAddon;
let clock: VirtualClock;
let player: AudioPlayer;
let native: FakeNativePlayer;
let told: string[];

beforeEach(() => {
  addon = new FakeAddon();
  clock = new VirtualClock();
  player = new AudioPlayer({ clock, loadAddon: () => addon });
  native = addon.players[0]!;
  told = [];
  player.on("playbackEnded", (_playback, outcome) => told.push(outcome));
  player.on("stateChange", (status) => told.push(status));
});

const finished = (track: number) => ({ type: "ended", track, isFinished: true }) as const;
const stopped = (track: number) => ({ type: "ended", track, isFinished: false }) as const;
const started = (track: number) => ({ type: "started", track }) as const;
const heard = { type: "listening", any: true } as const;

it("says by a code why there is no player", () => {
  addon.createPlayer = () => {
    throw Object.assign(new Error("The media thread could not be started"), { code: "MEDIA_UNAVAILABLE" });
  };
  expect(() => new AudioPlayer({ loadAddon: () => addon })).toThrow(
    expect.objectContaining({ name: "SdkError", code: "MEDIA_UNAVAILABLE" }),
  );
});

describe("the queue of a player", () => {
  it("keeps two sources open, and opens the next when one ends", () => {
    const [, second, third] = [player.queue(WAV), player.queue(WAV), player.queue(WAV)];
    expect(native.commands).toEqual(["openWav 1 next false", "openWav 2 next false"]);
    native.emit(finished(1), started(2));
    expect(native.commands.slice(2)).toEqual(["openWav 3 next false"]);
    expect([player.current, player.queued]).toEqual([second, [third]]);
  });

  it("plays now in place of the current source, before the queued ones", () => {
    const first = player.queue(WAV);
    const second = player.queue(WAV);
    const now = player.play(WAV);
    expect(native.commands.at(-1)).toBe("openWav 3 now false");
    expect([player.current, player.queued]).toEqual([now, [second]]);
    // the native player says later that it has ended the first
    native.emit(stopped(1));
    expect([player.current, first.losses]).toEqual([now, undefined]);
  });

  it.each(["current", "next", "waiting"])("leaves a source out that is stopped while it is %s", (which) => {
    const all = [player.queue(WAV), player.queue(WAV), player.queue(WAV), player.queue(WAV)];
    const at = ["current", "next", "waiting"].indexOf(which);
    all[at]!.stop();
    const left = all.filter((_playback, index) => index !== at);
    expect([player.current, ...player.queued]).toEqual(left);
    const skips = native.commands.filter((command) => command.startsWith("skip"));
    expect(skips).toEqual(which === "waiting" ? [] : [`skip ${String(at + 1)}`]);
  });

  it("takes a skip that comes late for the source that it was meant for", () => {
    const [, second] = [player.queue(WAV), player.queue(WAV)];
    player.skip();
    // meanwhile the first had ended by itself
    native.emit(finished(1), started(2));
    expect([player.current, told.filter((each) => each === "stopped")]).toEqual([second, ["stopped"]]);
  });

  it("goes on behind a file that cannot be opened", async () => {
    const invalid = Object.assign(new Error("this is no WAV file"), { code: "WAV_INVALID" });
    native.answers.set("openWav", () => {
      native.answers.clear();
      throw invalid;
    });
    const broken = player.queue(WAV);
    const next = player.queue(WAV);
    await expect(broken.ended).rejects.toBe(invalid);
    expect(player.current).toBe(next);
    native.answers.set("openWav", () => {
      throw invalid;
    });
    expect(() => player.play(WAV)).toThrow(invalid);
    expect(player.current).toBe(next);
  });

  it("tells how a source ended that was damaged", async () => {
    const playback = player.play(WAV);
    const losses = { packets: 0, bytes: 10, pages: 0, atMs: 20, playedMs: 40 };
    native.emit({ ...finished(1), losses });
    expect([await playback.ended, playback.losses]).toEqual(["damaged", losses]);
  });
});

describe("sources that are mixed in", () => {
  it("play beside the queue, eight at most, and end by themselves", async () => {
    const music = player.queue(WAV);
    const overlays = Array.from({ length: 8 }, () => player.mix(WAV));
    expect(() => player.mix(WAV)).toThrow(expect.objectContaining({ code: "PLAYER_FULL" }));
    native.emit(finished(2));
    expect([await overlays[0]!.ended, player.current]).toEqual(["finished", music]);
    overlays[1]!.stop();
    expect(native.commands.at(-1)).toBe("skip 3");
    player.stop();
    expect(await Promise.all(overlays.slice(1).map(({ ended }) => ended))).toEqual(Array(7).fill("stopped"));
    expect([player.status, player.current]).toEqual(["idle", undefined]);
  });

  it("say by how much the rest is turned down", () => {
    player.mix(WAV, { gain: 0.5, duck: { by: -20, attackMs: 10 } });
    expect(native.calls[0]![2]).toEqual({
      gain: 0.5,
      duckGain: expect.closeTo(0.1) as number,
      attackMs: 10,
      releaseMs: 500,
      after: 0,
    });
    native.emit(heard);
    expect(player.status).toBe("playing");
  });
});

describe("a source that is mixed in and loops", () => {
  const file = new Uint8Array(44);
  const afters = (): unknown[] =>
    native.calls.filter(([name]) => name.startsWith("open")).map(([, , place]) => (place as MixPlace).after);

  it("has its next round open, and ends with the last one", async () => {
    const playback = player.mix(file, { loop: 3, startMs: 20, gain: 0.5 });
    expect(native.commands).toEqual(["openStream 1 20", "openStream 2 20"]);
    native.emit(heard, started(1), finished(1), started(2));
    native.emit(finished(2), started(3));
    expect([afters(), told.includes("finished")]).toEqual([[0, 1, 2], false]);
    expect(native.calls.map(([, , place]) => (place as MixPlace).gain)).toEqual([0.5, 0.5, 0.5]);
    native.emit(finished(3));
    expect([await playback.ended, player.status]).toEqual(["finished", "idle"]);
  });

  it("ends with its next round, and the others go on", async () => {
    const [rain, wind] = [player.mix(WAV, { loop: true }), player.mix(WAV, { loop: true })];
    native.emit(heard, started(1), started(3), finished(1));
    expect(afters()).toEqual([0, 1, 0, 3, 2]);
    rain.stop();
    expect(await rain.ended).toBe("stopped");
    expect(native.commands.slice(-2)).toEqual(["skip 5", "skip 2"]);
    native.emit(stopped(5), stopped(2), finished(3), started(4));
    expect([native.commands.at(-1), afters().at(-1), wind.losses]).toEqual(["openWav 6 false", 4, undefined]);
  });

  it("ends when there was nothing to be heard of it", async () => {
    const silent = player.mix({ type: "opus", packets: [] }, { loop: true });
    native.emit(finished(1));
    expect(await silent.ended).toBe("finished");
    expect(native.commands.at(-1)).toBe("skip 2");
  });

  it("can begin again", () => {
    expect(() => player.mix(Readable.from([file]), { loop: true })).toThrow(
      "options.loop: expected a source that can begin again: a stream comes only once",
    );
    expect(native.calls).toEqual([]);
  });
});

describe("the status of a player", () => {
  it("follows its source and its listeners", () => {
    player.play(WAV);
    native.emit(heard);
    native.emit(started(1));
    native.emit({ type: "starved", track: 1 });
    native.emit({ type: "refilled", track: 1, starvedMs: 40 });
    player.pause();
    player.resume();
    native.emit({ type: "listening", any: false });
    native.emit(heard, finished(1));
    player.close();
    expect(told).toEqual(
      ["unheard", "buffering", "playing", "buffering", "playing", "paused", "playing", "unheard"].concat([
        "finished",
        "idle",
        "closed",
      ]),
    );
  });

  it("knows how far its source is, and nothing of one before", () => {
    native.answers.set("getPosition", () => ({ track: 1, samples: 960 }));
    expect(player.positionMs).toBe(0);
    player.play(WAV);
    expect(player.positionMs).toBe(20);
    player.play(WAV);
    expect(player.positionMs).toBe(0);
  });

  it("knows how far its source was when it has ended", () => {
    native.answers.set("getPosition", () => ({ track: 1, samples: 4800 }));
    player.play(WAV);
    native.emit(heard, started(1), finished(1));
    expect([player.current, player.positionMs]).toEqual([undefined, 100]);
  });

  it("reports a listener that throws, and goes on", () => {
    const warnings: string[] = [];
    player.on("warning", (message) => warnings.push(message));
    player.on("started", () => {
      throw new Error("boom");
    });
    player.play(WAV);
    native.emit(heard, started(1));
    expect([warnings, player.status]).toEqual([['a listener of "started" threw: boom'], "playing"]);
  });

  it("may be closed by a listener", () => {
    player.on("started", () => player.close());
    player.play(WAV);
    native.emit(heard, started(1), finished(1));
    expect([player.status, native.commands.at(-1)]).toEqual(["closed", "close"]);
  });
});

describe("a source that loops", () => {
  const file = new Uint8Array(44);

  it("has its next round open, before the next source", () => {
    const looping = player.queue(file, { loop: 3, startMs: 20 });
    const next = player.queue(WAV);
    const begun: Playback[] = [];
    player.on("started", (playback) => begun.push(playback));
    expect(native.commands).toEqual([
      "openStream 1 next 20",
      "openStream 2 again 20",
      "openWav 3 next false",
    ]);
    native.emit(heard, started(1), finished(1), started(2));
    expect([native.commands.slice(3), player.current]).toEqual([["openStream 4 again 20"], looping]);
    native.answers.set("getPosition", () => ({ track: 2, samples: 480 }));
    expect(player.positionMs).toBe(30);
    native.emit(finished(2), started(4));
    const opened = native.commands.filter((command) => command.startsWith("open"));
    expect([opened.length, player.queued]).toEqual([4, [next]]);
    native.emit(finished(4), started(3));
    expect([player.current, begun, told.filter((each) => each === "finished")]).toEqual([
      next,
      [looping, next],
      ["finished"],
    ]);
  });

  it.each(["stop", "skip", "play"])("ends with its next round: %s", async (how) => {
    const looping = player.queue(WAV, { loop: true });
    const next = player.queue(WAV);
    native.emit(heard, started(1));
    if (how === "stop") looping.stop();
    if (how === "skip") player.skip();
    if (how === "play") player.play(WAV);
    const skips = native.commands.filter((command) => command.startsWith("skip"));
    expect(skips).toEqual(how === "play" ? ["skip 2"] : ["skip 2", "skip 1"]);
    expect(await looping.ended).toBe("stopped");
    expect(how === "play" ? player.queued[0] : player.current).toBe(next);
  });

  it("keeps looping when it is sought in", () => {
    player.play(file, { loop: true });
    native.emit(heard, started(1));
    player.seek(500);
    native.emit(stopped(1), started(3), finished(3), started(2));
    expect(native.commands).toEqual([
      "openStream 1 now 0",
      "openStream 2 again 0",
      "openStream 3 now 500",
      "openStream 4 again 0",
    ]);
  });

  it("ends when there was nothing to be heard of it", async () => {
    const empty = player.play(file, { loop: true });
    native.emit({ ...finished(1), refusal: "empty" });
    await expect(empty.ended).rejects.toMatchObject({ code: "SOURCE_UNSUPPORTED" });
    expect(native.commands.at(-1)).toBe("skip 1");
    const silent = player.play({ type: "opus", packets: [] }, { loop: true });
    native.emit(finished(3));
    expect(await silent.ended).toBe("finished");
  });

  it("can begin again", () => {
    function* packets() {
      yield file;
    }
    const samples = { type: "pcm", sampleRate: 48_000, channels: 2, samples: [new Int16Array(2)] } as const;
    expect(player.queue(samples, { loop: 2 })).toBeDefined();
    for (const source of [Readable.from([file]), { type: "opus", packets: packets() } as const])
      expect(() => player.queue(source, { loop: true })).toThrow(
        "options.loop: expected a source that can begin again: a stream comes only once",
      );
    expect(() => player.queue(WAV, { loop: 0 })).toThrow(/^options.loop: expected/);
    expect(() => player.queue(WAV, { loop: "yes" as never })).toThrow(/^options.loop: expected/);
    expect(player.queue(Readable.from([file]), { loop: 1 })).toBeDefined();
  });
});

describe("places of a source", () => {
  const file = new Uint8Array(44);

  it("are where it begins, and where it is sought", () => {
    native.answers.set("getPosition", () => ({ track: 2, samples: 960 }));
    const begun: Playback[] = [];
    player.on("started", (playback) => begun.push(playback));
    const playback = player.play(file, { startMs: 500 });
    expect(player.positionMs).toBe(500);
    native.emit(heard, started(1));
    player.seek(2000);
    expect([native.commands.filter((each) => each.startsWith("open")), player.status]).toEqual([
      ["openStream 1 now 500", "openStream 2 now 2000"],
      "buffering",
    ]);
    // the native player ends the stream of before
    native.emit(stopped(1), started(2));
    expect([player.positionMs, player.status, player.current, begun]).toEqual([
      2020,
      "playing",
      playback,
      [playback],
    ]);
    native.emit(finished(2));
    expect(told.at(-2)).toBe("finished");
  });

  it("are those of a typed file, too, but of nothing that comes once or loops", () => {
    expect(() => player.seek(0)).toThrow(expect.objectContaining({ code: "NOTHING_PLAYED" }));
    player.play(WAV, { startMs: 20 });
    player.seek(40);
    expect(native.commands).toEqual(["openStream 1 now 20", "openStream 2 now 40"]);
    for (const source of [Readable.from([file]), { type: "wav", file, loop: true } as const]) {
      player.play(source);
      expect(() => player.seek(0)).toThrow(expect.objectContaining({ code: "SOURCE_NOT_SEEKABLE" }));
    }
    const packets = { type: "opus", packets: [] } as const;
    expect(() => player.play(packets, { startMs: 1 })).toThrow("options.startMs: expected 0 for packets");
  });
});

describe("a stream of bytes", () => {
  it("is written as there is room, and its end is told", async () => {
    const taken: number[] = [];
    let room = 3;
    native.answers.set("writeBytes", (_track, bytes) => {
      const size = Math.min(room, (bytes as Uint8Array).length);
      taken.push(size);
      room = 0;
      return size;
    });
    player.play(new Uint8Array(5));
    await settle();
    room = 3;
    clock.advance(50);
    await settle();
    expect([taken, native.commands.at(-1)]).toEqual([[3, 2], "finishTrack 1"]);
  });

  it("tells once of a volume that its header asks for", async () => {
    addon.probe = () => ({ verdict: "plays", name: "an Ogg Opus file", gainDb: -6.5 });
    const warnings: string[] = [];
    player.on("warning", (message) => warnings.push(message));
    native.answers.set("writeBytes", (_track, bytes) => (bytes as Uint8Array).length);
    player.play(new Uint8Array(5), { loop: 3 });
    await settle();
    native.emit(heard, started(1), finished(1), started(2));
    await settle();
    expect(warnings).toEqual([
      "the source asks players for -6.5 dB, which is not applied: its packets are sent as they are",
    ]);
  });

  it("that was never played ends with its place in the queue", async () => {
    const pipes = [new PassThrough(), new PassThrough(), new PassThrough()];
    player.queue(WAV);
    player.queue(WAV);
    for (const pipe of pipes) player.queue(pipe);
    player.queued[1]!.stop();
    player.stop();
    await settle();
    expect(pipes.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
  });

  it("fails by name when nothing of it can be heard", async () => {
    const playback = player.play(new Uint8Array(5));
    native.emit({ ...finished(1), refusal: "noOpus" });
    await expect(playback.ended).rejects.toMatchObject({ code: "SOURCE_UNSUPPORTED" });
  });
});

describe("the arguments of a player", () => {
  it.each([
    [100, 1],
    [0, 0],
    [50, 10 ** (-25 / 20)],
    [200, 10 ** (6 / 20)],
  ])("turn a volume of %s into a gain", (volume, gain) => {
    player.setVolume(volume, { fadeMs: 40 });
    const [, sent, fadeMs] = native.calls[0]!;
    expect([sent, fadeMs, player.gain]).toEqual([expect.closeTo(gain, 6), 40, expect.closeTo(gain, 6)]);
  });

  it.each<[string, () => unknown]>([
    ["volume", () => player.setVolume(201)],
    ["gain", () => player.setGain(5)],
    ["gain", () => player.setGain(NaN)],
    ["fadeMs", () => player.setVolume(50, { fadeMs: -1 })],
    ["options.gain", () => player.mix(WAV, { gain: -1 })],
    ["options.loop", () => player.mix(WAV, { loop: 0 })],
    ["options.duck.by", () => player.mix(WAV, { duck: { by: 1 } })],
    ["options.duck.releaseMs", () => player.mix(WAV, { duck: { by: -1, releaseMs: -1 } })],
    ["source", () => player.play(undefined as never)],
    ["options.startMs", () => player.play(WAV, { startMs: -1 })],
    ["source.type", () => player.queue({ type: "mp3" } as never)],
    ["bitrate", () => new AudioPlayer({ bitrate: 1 })],
    ["complexity", () => new AudioPlayer({ complexity: 11 })],
    ["signal", () => new AudioPlayer({ signal: "noise" as never })],
    ["whenUnheard", () => new AudioPlayer({ whenUnheard: "stop" as never })],
    ["crossFadeMs", () => new AudioPlayer({ crossFadeMs: 15_001 })],
  ])("are checked: %s", (name, use) => {
    expect(use).toThrow(new RegExp(`^${name.replace(".", "\\.")}: expected`));
    expect(native.calls).toEqual([]);
  });

  it("close once", () => {
    const playbacks: Playback[] = [player.queue(WAV), player.queue(WAV)];
    player.close();
    player.close();
    expect(told.filter((each) => each === "stopped")).toHaveLength(playbacks.length);
    expect(native.commands.filter((command) => command === "close")).toHaveLength(1);
  });
});

describe("the filters of a player", () => {
  it("reach the engine in their order, with the defaults of what is left out", () => {
    player.setFilters({
      equalizer: [
        { band: 0, gain: 1 },
        { band: 14, gain: -0.25 },
        { band: 0, gain: 0.25 },
      ],
      karaoke: { level: 0.5 },
      tremolo: { depth: 1 },
      vibrato: {},
      distortion: { scale: 2 },
      rotation: { rotationHz: -0.2 },
      channelMix: { leftToRight: 0.5 },
      lowPass: {},
    });
    expect(native.calls.at(-1)).toEqual([
      "setFilters",
      [0.25, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -0.25],
      { level: 0.5, monoLevel: 1, filterBand: 220, filterWidth: 100 },
      { frequency: 2, depth: 1 },
      { frequency: 2, depth: 0.5 },
      {
        sinOffset: 0,
        sinScale: 1,
        cosOffset: 0,
        cosScale: 1,
        tanOffset: 0,
        tanScale: 1,
        offset: 0,
        scale: 2,
      },
      { rotationHz: -0.2 },
      { leftToLeft: 1, leftToRight: 0.5, rightToLeft: 0, rightToRight: 1 },
      { smoothing: 20 },
    ]);
    player.setFilters({});
    expect(native.calls.at(-1)).toEqual(["setFilters", null, null, null, null, null, null, null, null]);
  });

  it("are kept as a frozen copy, and replaced as a whole", () => {
    expect(player.filters).toEqual({});
    const tremolo = { depth: 0.3 };
    player.setFilters({ tremolo, equalizer: [{ band: 3, gain: 0.1 }] });
    tremolo.depth = 1;
    const { filters } = player;
    expect(filters).toEqual({ tremolo: { depth: 0.3 }, equalizer: [{ band: 3, gain: 0.1 }] });
    for (const each of [filters, filters.tremolo, filters.equalizer, filters.equalizer![0]])
      expect(Object.isFrozen(each)).toBe(true);
    player.setFilters({ lowPass: { smoothing: 5 } });
    expect(player.filters).toEqual({ lowPass: { smoothing: 5 } });
  });

  it.each<[name: string, filters: object | null]>([
    ["filters", null],
    ["filters.equalizer", { equalizer: {} }],
    ["filters.equalizer[0]", { equalizer: [1] }],
    [
      "filters.equalizer[1].band",
      {
        equalizer: [
          { band: 0, gain: 0 },
          { band: 15, gain: 0 },
        ],
      },
    ],
    ["filters.equalizer[0].band", { equalizer: [{ band: 0.5, gain: 0 }] }],
    ["filters.equalizer[0].gain", { equalizer: [{ band: 0, gain: -0.26 }] }],
    ["filters.equalizer[0].gain", { equalizer: [{ band: 0 }] }],
    ["filters.karaoke", { karaoke: true }],
    ["filters.karaoke.level", { karaoke: { level: 1.1 } }],
    ["filters.karaoke.filterWidth", { karaoke: { filterWidth: -1 } }],
    ["filters.tremolo.depth", { tremolo: { depth: 0 } }],
    ["filters.tremolo.frequency", { tremolo: { frequency: -1 } }],
    ["filters.vibrato.frequency", { vibrato: { frequency: 14.1 } }],
    ["filters.rotation.rotationHz", { rotation: { rotationHz: NaN } }],
    ["filters.distortion.tanScale", { distortion: { tanScale: Infinity } }],
    ["filters.channelMix.leftToLeft", { channelMix: { leftToLeft: "1" } }],
    ["filters.lowPass.smoothing", { lowPass: { smoothing: -1 } }],
  ])("are checked by name: %s, and nothing changes", (name, filters) => {
    player.setFilters({ rotation: { rotationHz: 1 } });
    const { length } = native.calls;
    const escaped = name.replace(/[.[\]]/g, "\\$&");
    expect(() => player.setFilters(filters as never)).toThrow(new RegExp(`^${escaped}: expected`));
    expect([native.calls.length, player.filters]).toEqual([length, { rotation: { rotationHz: 1 } }]);
  });

  it("are refused by a player that is closed", () => {
    player.close();
    expect(() => player.setFilters({})).toThrow(expect.objectContaining({ code: "PLAYER_CLOSED" }));
  });
});
