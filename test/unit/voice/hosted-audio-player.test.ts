// Players of voice processes that the test makes and ends: real players in them, whose native half the test drives.
import { Readable } from "node:stream";
import { beforeEach, describe, expect, it } from "vitest";
import {
  AudioPlayer,
  HostedAudioPlayer,
  HostedPlayback,
  VoiceSupervisor,
  type HostedAudioPlayerOptions,
  type HostedSource,
} from "../../../lib/voice/index.js";
import { mixOptions } from "../../../lib/voice/player-options.js";
import type { PlayerOrder } from "../../../lib/voice/process/messages.js";
import { HostedTrack } from "../../../lib/voice/supervising/hosted-track.js";
import { PieceLog } from "../../../lib/voice/supervising/piece-log.js";
import type { Sent } from "../../../lib/voice/supervising/sent-source.js";
import { FakeAddon } from "../../support/fake-native.js";
import { Host, OwnProcess } from "../../support/own-voice-process.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";

const SAMPLES_PER_MS = 48;
const WAV: HostedSource = { type: "wav", file: new Uint8Array(44) };
const LOOP: HostedSource = { type: "wav", file: new Uint8Array(44), loop: true };

let clock: VirtualClock;
let started: OwnProcess[];
let supervisor: VoiceSupervisor;
let player: HostedAudioPlayer;
let told: unknown[][];

const heard = { type: "listening", any: true } as const;
const sounds = (track: number) => ({ type: "started", track }) as const;
const finished = (track: number) => ({ type: "ended", track, isFinished: true }) as const;
const opus = (packets: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) =>
  ({ type: "opus", packets }) as const;

function packets(count: number, from = 0): Uint8Array[] {
  return Array.from({ length: count }, (_, number) => Uint8Array.of(0xfc, from + number));
}

function playerOf(options: HostedAudioPlayerOptions = {}): HostedAudioPlayer {
  const made = new HostedAudioPlayer({ voiceHost: supervisor, ...options });
  made.on("stateChange", (status) => told.push([status]));
  made.on("started", (playback) => told.push(["started", playback]));
  made.on("starved", (playback) => told.push(["starved", playback]));
  made.on("refilled", (playback, ms) => told.push(["refilled", playback, ms]));
  made.on("playbackEnded", (playback, outcome) => told.push([outcome, playback]));
  made.on("silenced", (serverId, by) => told.push(["silenced", serverId, by]));
  made.on("warning", (message) => told.push(["warning", message]));
  return made;
}

/** What was told by name since it was asked last. */
function names(): unknown[] {
  return told.splice(0).map(([name]) => name);
}

/** The process that has the player. */
const here = (): OwnProcess => started.at(-1)!;

/** What was said to the native half of its newest player, but for what feeds and asks it. */
function commands(): string[] {
  return here().player.commands.filter((each) => !/^(getPosition|write|finish)/.test(each));
}

/** The native half says so, and this process hears it. */
async function emits(...events: Parameters<OwnProcess["player"]["emit"]>): Promise<void> {
  here().player.emit(...events);
  await settle();
}

/** The process dies before it hears of it. */
function unheard(act: () => void): void {
  here().isStopped = true;
  act();
  here().isStopped = false;
}

async function passes(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 250) {
    clock.advance(250);
    await settle();
  }
}

/** The present track is there, and plays. */
async function reaches(track: number, ms: number): Promise<void> {
  here().place = { track, samples: ms * SAMPLES_PER_MS };
  clock.advance(250);
  await settle();
}

async function killed(): Promise<void> {
  here().end("SIGKILL");
  await settle();
}

const added = (process = here()): (PlayerOrder & { type: "add" })[] =>
  process.toPlayers.filter((order) => order.type === "add");

beforeEach(async () => {
  clock = new VirtualClock();
  started = [];
  told = [];
  const spawn = (): OwnProcess => {
    const process = new OwnProcess(clock);
    started.push(process);
    return process;
  };
  supervisor = new VoiceSupervisor({ spawn, clock, spare: false, restarts: 1000 });
  player = playerOf();
  await settle();
});

describe("the queue of a player in a voice process", () => {
  it("is here, and the process has the first of it", async () => {
    const all = Array.from({ length: 6 }, () => player.queue(WAV));
    expect([player.current, player.queued, player.status]).toEqual([all[0], all.slice(1), "unheard"]);
    expect(added()).toHaveLength(4);
    expect(commands().slice(-2)).toEqual(["openWav 1 next false", "openWav 2 next false"]);
    await emits(heard, sounds(1), finished(1), sounds(2));
    expect([await all[0]!.ended, player.current, added().length]).toEqual(["finished", all[1], 5]);
    expect(names()).toEqual(["unheard", "started", "buffering", "finished", "started", "playing"]);
  });

  it("goes on in the next process, where the current source would be by now", async () => {
    const [first, second] = [player.queue(WAV, { startMs: 40 }), player.queue(WAV)];
    await emits(heard, sounds(1));
    await reaches(1, 5000);
    expect(player.positionMs).toBe(5040);
    clock.advance(100);
    expect([player.positionMs, first.positionMs, second.positionMs]).toEqual([5140, 5140, 0]);
    await killed();
    expect(commands().slice(-2)).toEqual(["openStream 1 next 5140", "openWav 2 next false"]);
    expect([player.current, player.queued]).toEqual([first, [second]]);
    await emits(heard, sounds(1));
    await reaches(1, 20);
    expect(player.positionMs).toBe(5160);
    expect(told.filter(([name]) => name === "started")).toEqual([["started", first]]);
  });

  it("takes what is played now before the others, also in the next process", async () => {
    const [first, second] = [player.queue(WAV), player.queue(WAV)];
    const now = player.play(WAV);
    expect([await first.ended, player.current, player.queued]).toEqual(["stopped", now, [second]]);
    await settle();
    await killed();
    expect(added().map(({ track, place }) => [track.id, place])).toEqual([
      [3, "behind"],
      [2, "behind"],
    ]);
  });

  it("is given whole to a process that comes later", async () => {
    await killed();
    const gone = started.length;
    const playback = player.play(WAV);
    player.setGain(0.5);
    player.pause();
    expect(player.status).toBe("paused");
    await killed();
    expect(started).toHaveLength(gone + 1);
    expect(here().toPlayers[0]).toMatchObject({ type: "open", gain: 0.5, isPaused: true });
    expect(commands()).toEqual(["setGain 0.5 0", "setPaused true", "openWav 1 next false"]);
    expect(player.current).toBe(playback);
  });

  it("leaves out what is stopped, skipped and dropped", async () => {
    const all = Array.from({ length: 6 }, () => player.queue(WAV));
    all[5]!.stop();
    all[2]!.stop();
    expect([player.skip(), player.current, player.queued]).toEqual([true, all[1], [all[3], all[4]]]);
    player.stop();
    expect([player.skip(), player.current, player.status]).toEqual([false, undefined, "idle"]);
    const ends = await Promise.all(all.map(({ ended }) => ended));
    expect(new Set(ends)).toEqual(new Set(["stopped"]));
    await settle();
    await killed();
    expect(added()).toEqual([]);
    expect(here().toPlayers).toHaveLength(1);
  });

  it("goes on behind a file that cannot be played", async () => {
    const invalid = Object.assign(new Error("this is no WAV file"), { code: "WAV_INVALID" });
    const fails = (): void => {
      const { answers } = here().player;
      answers.set("openWav", () => {
        answers.delete("openWav");
        throw invalid;
      });
    };
    fails();
    const [broken, next] = [player.queue(WAV), player.queue(WAV)];
    await expect(broken.ended).rejects.toMatchObject({ code: "WAV_INVALID", message: invalid.message });
    expect(player.current).toBe(next);
    fails();
    const now = player.play(WAV);
    await expect(now.ended).rejects.toMatchObject({ code: "WAV_INVALID" });
    // what played before is over in both processes
    expect([await next.ended, player.current, commands().at(-1)]).toEqual(["stopped", undefined, "skip 2"]);
  });

  it("says how a source ended that was damaged", async () => {
    const playback = player.play(WAV);
    const losses = { packets: 0, bytes: 10, pages: 0, atMs: 20, playedMs: 40 };
    await emits({ ...finished(1), losses });
    expect([await playback.ended, playback.losses]).toEqual(["damaged", losses]);
  });

  it("says a title once, however many processes read it", () => {
    const titles: string[] = [];
    const playback = new HostedPlayback({
      id: 1,
      source: "https://radio.example",
      startMs: 0,
      clock,
      pieces: undefined,
      stop: () => undefined,
      titled: (_playback, title) => titles.push(title),
      ended: () => undefined,
    });
    for (const title of ["one", "one", "two"]) playback.heard({ type: "title", title });
    playback.end("stopped");
    playback.heard({ type: "title", title: "three" });
    expect([titles, playback.title]).toEqual([["one", "two"], "two"]);
  });

  it("fails a source that cannot be sent", async () => {
    const source = { command: "ffmpeg", args: ["-i", "a"], onExit: () => undefined };
    const { ended } = player.play(source);
    await expect(ended).rejects.toThrow("could not be cloned");
    expect(player.status).toBe("idle");
  });
});

describe("places of a player in a voice process", () => {
  it("are sought in its own count", async () => {
    const playback = player.play(WAV);
    await emits(heard, sounds(1));
    await reaches(1, 3000);
    player.seek(60_000);
    expect(player.positionMs).toBe(60_000);
    await emits(sounds(2));
    // said before the process knew of the seek, which it dies with
    here().isSilent = true;
    await reaches(2, 250);
    unheard(() => player.seek(90_000));
    here().speak();
    expect(player.positionMs).toBe(90_000);
    await killed();
    expect(commands().at(-1)).toBe("openStream 1 next 90000");
    await emits(heard, sounds(1));
    await reaches(1, 1000);
    expect([playback.positionMs, names().filter((name) => name === "started")]).toEqual([
      91_000,
      ["started"],
    ]);
  });

  it("are sought in no other source than the one that was meant", async () => {
    const [first, second] = [player.queue(WAV), player.queue(WAV)];
    await emits(heard, sounds(1));
    here().isSilent = true;
    await emits(finished(1), sounds(2));
    player.seek(60_000);
    here().speak();
    expect([await first.ended, player.current, second.positionMs]).toEqual(["finished", second, 0]);
    expect(commands().filter((each) => each.startsWith("openStream"))).toEqual([]);
  });

  it("do not move on by what was said before a pause", async () => {
    player.play(WAV);
    await emits(heard, sounds(1));
    here().isSilent = true;
    await reaches(1, 250);
    unheard(() => player.pause());
    here().speak();
    clock.advance(100);
    expect(player.positionMs).toBe(250);
  });

  it("stand still while it is paused", async () => {
    player.play(WAV);
    await emits(heard, sounds(1));
    await reaches(1, 1000);
    clock.advance(50);
    here().isStopped = true;
    player.pause();
    clock.advance(500);
    expect([player.positionMs, player.status]).toEqual([1050, "paused"]);
    await killed();
    expect(commands()).toEqual(["setGain 1 0", "setPaused true", "openStream 1 next 1050"]);
    player.resume();
    await emits(heard, sounds(1));
    await reaches(1, 100);
    player.pause();
    await settle();
    // the process knows better
    here().place = { track: 1, samples: 90 * SAMPLES_PER_MS };
    player.resume();
    player.pause();
    await settle();
    clock.advance(1000);
    expect(player.positionMs).toBe(1140);
    player.resume();
    await settle();
    expect([player.status, commands().at(-1)]).toEqual(["playing", "setPaused false"]);
  });

  it("are of the round that plays, with as many behind it", async () => {
    player.play(new Uint8Array(44), { loop: 3, startMs: 20 });
    await emits(heard, sounds(1), finished(1), sounds(2));
    await reaches(2, 500);
    expect(player.positionMs).toBe(520);
    await killed();
    expect(added()[0]!.track).toMatchObject({ startMs: 20, positionMs: 520, rounds: 2 });
    expect(commands().filter((each) => each.startsWith("open"))).toEqual([
      "openStream 1 next 20",
      "openStream 2 again 20",
      "openStream 3 now 520",
    ]);
  });

  it("are those of the last source when there is none, and none of a player that is closed", async () => {
    player.play(WAV);
    await emits(heard, sounds(1));
    await reaches(1, 700);
    player.stop();
    expect([player.current, player.positionMs]).toEqual([undefined, 700]);
    player.close();
    expect(player.positionMs).toBe(0);
  });

  it("are in a file only", () => {
    expect(() => player.seek(0)).toThrow(expect.objectContaining({ code: "NOTHING_PLAYED" }));
    for (const source of [opus([]), LOOP]) {
      player.play(source);
      expect(() => player.seek(0)).toThrow(expect.objectContaining({ code: "SOURCE_NOT_SEEKABLE" }));
    }
    expect(() => player.seek(-1)).toThrow("ms: expected");
  });
});

describe("sources in pieces of a player in a voice process", () => {
  it("are read here, and go on in the next process", async () => {
    player.play(opus(packets(250)));
    await settle();
    expect(here().written[0]).toBe(0);
    await emits(heard, sounds(1));
    await reaches(1, 400);
    await killed();
    expect(here().written[0]).toBe(20);
    await emits(heard, sounds(1));
    await reaches(1, 100);
    expect(player.positionMs).toBe(500);
  });

  it("are played again as often as they are asked for", async () => {
    const playback = player.play(opus(packets(2)), { loop: 2 });
    player.queue(opus([]), { loop: true });
    await settle();
    expect(here().written).toEqual([0, 1, 0, 1]);
    await emits(heard, sounds(1), finished(1), finished(2));
    expect([await playback.ended, player.status]).toEqual(["finished", "idle"]);
    expect(() => player.play(opus(packets(1).values()), { loop: true })).toThrow("options.loop: expected");
  });

  it("are dropped when they were played, and of what is mixed in when they were sent", () => {
    const sent: unknown[] = [];
    const log = new PieceLog(
      packets(250),
      { type: "opus" },
      {
        send: (pieces) => sent.push(...pieces.map((piece) => piece[1])),
        end: () => undefined,
      },
    );
    const playback = {
      id: 1,
      heard: () => log.wants(3),
      lost: () => log.lost(),
    } as unknown as HostedPlayback;
    const about = { playback, startMs: 0, log, sent: { isEndless: true } as Sent };
    const track = new HostedTrack({ ...about, mixed: mixOptions({}) });
    track.heard({ type: "wants", pieces: 3, from: { ms: 0 } });
    track.lost();
    log.wants(2, { ms: 0 });
    expect(sent).toEqual([0, 1, 2, 3, 4]);
    log.lost();
    log.wants(2, { ms: 60 });
    expect(sent.slice(5)).toEqual([3, 4]);
  });

  it("go on as they come", async () => {
    const waiting: ((packet: Uint8Array) => void)[] = [];
    const live = (async function* () {
      for (;;) yield await new Promise<Uint8Array>((resolve) => waiting.push(resolve));
    })();
    const give = async (number: number): Promise<void> => {
      waiting.shift()?.(Uint8Array.of(0xfc, number));
      await settle();
    };
    player.play(opus(live));
    await settle();
    await give(0);
    await give(1);
    await emits(heard, sounds(1));
    await reaches(1, 20);
    await killed();
    await give(2);
    await give(3);
    expect(here().written).toEqual([1, 2, 3]);
  });

  it("fail with what they throw", async () => {
    const failing = (function* () {
      yield Uint8Array.of(0xfc, 1);
      throw new Error("the disk is gone");
    })();
    const { ended } = player.play(opus(failing));
    await settle();
    await expect(ended).rejects.toThrow("the disk is gone");
  });
});

describe("what is mixed in in a voice process", () => {
  it("ends with the process, unless it loops without end or has not begun", async () => {
    const music = player.play(WAV);
    const [jingle, rain, wind] = [
      player.mix(WAV, { gain: 0.5, duck: { by: -12 } }),
      player.mix(WAV, { loop: true }),
      player.mix(LOOP),
    ];
    await settle();
    expect(added().map(({ place }) => place)).toMatchObject([
      "now",
      { gain: 0.5, duck: { by: -12, attackMs: 100, releaseMs: 500 } },
      { gain: 1, duck: { by: 0 } },
      { gain: 1 },
    ]);
    here().isStopped = true;
    const late = player.mix(WAV);
    await killed();
    expect(await jingle.ended).toBe("stopped");
    expect(added().map(({ track }) => track.id)).toEqual([music, rain, wind, late].map(({ id }) => id));
    await emits(heard, sounds(1), finished(5));
    expect([await late.ended, told.at(-1)?.[0]]).toEqual(["finished", "playing"]);
    player.stop();
    expect([await rain.ended, player.status]).toEqual(["stopped", "idle"]);
  });

  it("is eight at most, and keeps no pieces behind", async () => {
    const all = Array.from({ length: 8 }, () => player.mix(opus(packets(250))));
    expect(() => player.mix(WAV)).toThrow(expect.objectContaining({ code: "PLAYER_FULL" }));
    await settle();
    expect(here().written.length).toBeGreaterThan(0);
    all[0]!.stop();
    expect(player.mix(WAV)).toBeDefined();
  });
});

describe("how loud a player in a voice process is", () => {
  it("is the same in the next process, in the middle of a fade, too", async () => {
    player.setVolume(0, { fadeMs: 10_000 });
    expect(player.gain).toBe(0);
    player.play(WAV);
    await emits(heard, sounds(1));
    expect(commands()).toContain("setGain 0 10000");
    clock.advance(7500);
    await killed();
    expect(commands()[0]).toBe("setGain 0.25 0");
    await emits(heard, sounds(1));
    expect(commands().at(-1)).toBe("setGain 0 2500");
    await emits(finished(1));
    clock.advance(2500);
    await killed();
    player.play(WAV);
    await emits(heard, sounds(1));
    expect(commands().filter((each) => each.startsWith("setGain"))).toEqual(["setGain 0 0"]);
    player.setGain(2);
    await settle();
    expect([player.gain, commands().at(-1)]).toEqual([2, "setGain 2 0"]);
  });
});

describe("the filters of a player in a voice process", () => {
  const muted = (band: number) => ({ equalizer: [{ band, gain: -0.25 }] });
  /** The gains of bands that its native half was told last. */
  const gains = () => here().player.calls.findLast(([name]) => name === "setFilters")?.[1];

  it("are set there, and in the next process", async () => {
    player.setFilters(muted(2));
    await settle();
    expect([gains(), player.filters]).toEqual([[0, 0, -0.25, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], muted(2)]);
    await killed();
    expect(gains()).toEqual([0, 0, -0.25, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    player.setFilters({});
    await settle();
    expect([gains(), player.filters]).toEqual([null, {}]);
    unheard(() => player.setFilters(muted(0)));
    await killed();
    expect((gains() as number[])[0]).toBe(-0.25);
  });

  it("are checked here", async () => {
    const before = here().player.calls.length;
    expect(() => player.setFilters({ vibrato: { depth: 2 } })).toThrow(/^filters\.vibrato\.depth: expected/);
    await settle();
    expect([here().player.calls.length, player.filters]).toEqual([before, {}]);
  });
});

describe("the status of a player in a voice process", () => {
  it("is what the process said last, and what is known here", async () => {
    expect(player.status).toBe("idle");
    player.play(WAV);
    await emits(heard);
    await emits(sounds(1));
    await emits({ type: "starved", track: 1 });
    await emits({ type: "refilled", track: 1, starvedMs: 40 });
    player.pause();
    player.resume();
    await settle();
    expect(names()).toEqual(
      ["unheard", "buffering", "started", "playing", "starved", "buffering", "refilled", "playing"].concat([
        "paused",
        "playing",
      ]),
    );
    await emits({ type: "listening", any: false });
    await emits(finished(1));
    expect(names()).toEqual(["unheard", "finished", "idle"]);
  });

  it("waits for sound where it plays unheard, too", async () => {
    const other = playerOf({ whenUnheard: "play", crossFadeMs: 100 });
    other.play(WAV);
    expect(other.status).toBe("buffering");
    await settle();
    expect(here().player.options).toMatchObject({ whenUnheard: "play", crossFadeMs: 100, bitrate: 96_000 });
  });

  it("may be changed by a listener, and a listener that throws is told", async () => {
    player.on("playbackEnded", () => {
      throw new Error("boom");
    });
    const subscription = player.on("started", () => player.close());
    const listener = (): void => subscription.dispose();
    player.on("started", listener);
    player.off("started", listener);
    player.play(WAV);
    await emits(heard, sounds(1));
    expect([player.status, told.find(([name]) => name === "warning")]).toEqual([
      "closed",
      ["warning", 'a listener of "playbackEnded" threw: boom'],
    ]);
  });

  it("ends with its supervisor, or by itself", async () => {
    const playback = player.play(WAV);
    using other = playerOf();
    await settle();
    player.close();
    player.close();
    expect(here().addon.players[0]!.commands.at(-1)).toBe("close");
    expect([await playback.ended, player.status, player.gain]).toEqual(["stopped", "closed", 1]);
    for (const use of [
      () => player.play(WAV),
      () => player.queue(WAV),
      () => player.mix(WAV),
      () => player.seek(0),
      () => player.pause(),
      () => player.resume(),
      () => player.setVolume(10),
    ])
      expect(use).toThrow(expect.objectContaining({ code: "PLAYER_CLOSED" }));
    supervisor.close();
    expect([other.status, clock.pending > 0]).toEqual(["closed", true]);
    clock.advance(1000);
    expect(started).toHaveLength(1);
  });
});

describe("a call that sends the sound of a player", () => {
  async function joined(): Promise<Host> {
    const host = new Host(supervisor);
    await settle();
    host.arrive();
    here().session.emit({ type: "openSocket" });
    await passes(3000);
    return host;
  }

  it("sends it in the next process before its first packet", async () => {
    const host = await joined();
    host.voice.subscribe(player);
    player.play(WAV);
    await emits(heard, sounds(1));
    expect(here().session.names()).toContain("openPlayerInput");
    await reaches(1, 1000);
    await killed();
    const order = here().session.names();
    expect(order.indexOf("openPlayerInput")).toBeGreaterThan(0);
    expect(order.indexOf("openPlayerInput")).toBeLessThan(order.indexOf("thaw"));
    expect(host.moves).toMatchObject([{ reason: "SIGKILL" }]);
    expect(host.warnings).toEqual([]);
  });

  it("may be one of several, and ends alone", async () => {
    const [first, second] = [await joined(), await joined()];
    first.voice.subscribe(player);
    const subscription = second.voice.subscribe(player);
    player.play(WAV);
    await emits(heard, sounds(1));
    const sessions = here().addon.sessions;
    const inputs = (): boolean[] => sessions.map((one) => one.names().includes("openPlayerInput"));
    expect(inputs()).toEqual([true, true]);
    subscription.dispose();
    subscription.dispose();
    await settle();
    expect(sessions.map((one) => one.names().includes("closeInput"))).toEqual([false, true]);
    first.voice.destroy();
    expect(player.status).toBe("playing");
    await killed();
    expect(here().orders.filter(({ type }) => type === "revive")).toMatchObject([{ playback: undefined }]);
  });

  it("is replaced by a source, and by a player that is not closed", async () => {
    const host = await joined();
    const subscription = host.voice.subscribe(player);
    const playback: HostedPlayback = host.voice.play(WAV);
    subscription.dispose();
    await settle();
    expect(here().session.names()).toContain("openWavInput");
    host.voice.subscribe(player);
    expect(await playback.ended).toBe("stopped");
    player.close();
    expect(() => host.voice.subscribe(player)).toThrow(expect.objectContaining({ code: "PLAYER_CLOSED" }));
    await killed();
    expect(here().orders.filter(({ type }) => type === "revive")).toMatchObject([{ playback: undefined }]);
  });

  it("says once that nobody hears it", async () => {
    const host = await joined();
    host.voice.subscribe(player);
    const state = { guild_id: "1", user_id: "5", session_id: "s", channel_id: "2" };
    host.library.onVoiceStateUpdate({ ...state, mute: true });
    await passes(1000);
    await killed();
    host.library.onVoiceStateUpdate(state);
    await settle();
    expect(told.filter(([name]) => name === "silenced")).toEqual([
      ["silenced", 1n, "muted"],
      ["silenced", 1n, undefined],
    ]);
  });

  it("takes a player of its own supervisor only", async () => {
    const host = await joined();
    const expected = "player: expected a HostedAudioPlayer with the `voiceHost` of this connection, received";
    const native = new AudioPlayer({ clock, loadAddon: () => new FakeAddon() });
    expect(() => host.voice.subscribe(native as never)).toThrow(`${expected} an AudioPlayer`);
    expect(() => host.voice.subscribe({} as never)).toThrow(`${expected} object`);
    const other = new VoiceSupervisor({ clock, spare: false, spawn: () => new OwnProcess(clock) });
    using stranger = new HostedAudioPlayer({ voiceHost: other });
    expect(() => host.voice.subscribe(stranger)).toThrow(`${expected} one with another`);
    other.close();
  });
});

describe("a player that no process can have", () => {
  it("says why, and fails what it has", async () => {
    const failing = new VoiceSupervisor({
      clock,
      spawn: () => new OwnProcess(clock, { failure: "expected the addon" }),
    });
    const other = playerOf({ voiceHost: failing });
    const all = [other.queue(WAV), other.queue(WAV), other.mix(WAV)];
    await settle();
    for (const { ended } of all) await expect(ended).rejects.toMatchObject({ code: "NATIVE_NOT_FOUND" });
    expect([other.status, told.find(([name]) => name === "warning")]).toEqual([
      "idle",
      ["warning", "the player cannot play: expected the addon"],
    ]);
    failing.close();
  });

  it("says so also when only the player fails", async () => {
    here().addon.createPlayer = () => {
      throw Object.assign(new Error("no thread"), { code: "MEDIA_UNAVAILABLE" });
    };
    const other = playerOf();
    for (const { ended } of [other.play(WAV), other.queue(WAV)])
      await expect(ended).rejects.toMatchObject({ code: "MEDIA_UNAVAILABLE" });
    await killed();
    expect(await Promise.race([other.play(WAV).ended, settle()])).toBeUndefined();
  });
});

describe("the arguments of a player in a voice process", () => {
  it.each([
    [{ bitrate: 5 }, "bitrate: expected"],
    [{ crossFadeMs: 20_000 }, "crossFadeMs: expected"],
    [{ whenUnheard: "no" }, "whenUnheard: expected"],
    [{ voiceHost: "yes" }, "voiceHost: expected true or a VoiceSupervisor, received string"],
    [{ addonPath: "a" }, "addonPath: expected nothing beside `voiceHost`"],
    [{ mediaThreads: 2 }, "mediaThreads: expected nothing beside `voiceHost`"],
  ])("are checked here: %j", (options, message) => {
    expect(() => playerOf(options as never)).toThrow(message);
  });

  it("are those of each source, too, and what cannot be sent is none", () => {
    expect(() => player.play(Readable.from([new Uint8Array(1)]) as never)).toThrow(
      "source: expected a path, a URL, bytes",
    );
    expect(() => player.queue(WAV, { startMs: -1 })).toThrow("options.startMs: expected");
    expect(() => player.queue(WAV, { loop: 0 })).toThrow("options.loop: expected");
    expect(() => player.mix(WAV, { gain: 5 })).toThrow("options.gain: expected");
    expect(() => player.mix(WAV, { duck: { by: 1 } })).toThrow("options.duck.by: expected");
    expect(() => player.setGain(5)).toThrow("gain: expected");
    expect(() => player.setVolume(300)).toThrow("volume: expected");
    expect([player.status, added()]).toEqual(["idle", []]);
  });
});
