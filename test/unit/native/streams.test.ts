import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import {
  loadAddon,
  type NativeAddon,
  type NativePlayer,
  type NativePlayerEvent,
  type NativeVoiceSession,
  type StreamPlace,
} from "../../../lib/native/index.js";
import { oggFile } from "../../support/ogg.js";
import { waitFor } from "../../support/wait-for.js";
import { wavOf } from "../../support/wav.js";

/** CELT, 20 ms, stereo. */
const packets = (count: number) => Array.from({ length: count }, () => Buffer.concat([Buffer.of(0xfc), randomBytes(100)]));

const open: { close: () => void }[] = [];
afterEach(() => open.splice(0).forEach((each) => each.close()));

/** A player that plays although nobody listens. */
function playing() {
  const events: NativePlayerEvent[] = [];
  const player: NativePlayer = loadAddon().createPlayer({
    bitrate: 64_000,
    complexity: 0,
    signal: "music",
    whenUnheard: "play",
    crossFadeMs: 0,
    onWake: () => {
      for (let event = player.poll(); event !== undefined; event = player.poll()) events.push(event);
    },
  });
  open.push(player);
  const ended = async () => {
    await waitFor("the end of the track", () => events.some(({ type }) => type === "ended"));
    return events.find(({ type }) => type === "ended");
  };
  return { player, events, ended };
}

/** Writes all of it, in pieces, as the player takes them. */
async function write(player: NativePlayer, track: number, bytes: Uint8Array, piece: number) {
  for (let at = 0; at < bytes.length; ) {
    const taken = player.writeBytes(track, bytes.subarray(at, at + piece));
    at += taken;
    if (taken === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  player.finishTrack(track);
}

describe("a stream of bytes in a player", () => {
  it.each([1, 300, 100_000])("is played to its end when it comes in pieces of %i", async (piece) => {
    const { player, events, ended } = playing();
    player.openStream(1, "now", 0);
    await write(player, 1, oggFile(packets(25)), piece);
    expect(await ended()).toEqual({ type: "ended", track: 1, isFinished: true });
    expect(events[0]).toEqual({ type: "started", track: 1 });
    expect(player.getPosition()).toEqual({ track: 1, samples: 25 * 960 });
  });

  it("begins where it is told last, before its first byte", async () => {
    const { player, ended } = playing();
    player.openStream(1, "now", 400);
    player.setStreamSkip(1, 0);
    await write(player, 1, oggFile(packets(25)), 1000);
    await ended();
    expect(player.getPosition().samples).toBe(25 * 960);
    expect(() => player.setStreamSkip(1, -1)).toThrow("skipMs");
    expect(() => player.setStreamSkip(0, 1)).toThrow("track");
    expect(() => player.setStreamSkip(9, 1)).not.toThrow();
  });

  it("begins behind what is skipped", async () => {
    const { player, ended } = playing();
    player.openStream(1, "now", 400);
    await write(player, 1, oggFile(packets(25)), 1000);
    await ended();
    expect(player.getPosition().samples).toBe(5 * 960);
  });

  it("may be a WAV file", async () => {
    const { player, ended } = playing();
    player.openStream(1, "now", 100);
    await write(player, 1, wavOf(new Int16Array(24_000).fill(1000), 1, 48_000), 4000);
    expect(await ended()).toEqual({ type: "ended", track: 1, isFinished: true });
    expect(player.getPosition()).toEqual({ track: 1, samples: 400 * 48 });
  });

  it("can be mixed in", async () => {
    const { player, ended } = playing();
    player.openStream(1, { gain: 0.5, duckGain: 1, attackMs: 0, releaseMs: 0, after: 0 }, 0);
    await write(player, 1, oggFile(packets(5)), 1000);
    expect(await ended()).toEqual({ type: "ended", track: 1, isFinished: true });
  });

  it("takes no more than its queues hold, and nothing when it has ended", async () => {
    const { player, ended } = playing();
    player.setPaused(true);
    player.openStream(1, "now", 0);
    const file = oggFile(packets(4000));
    let taken = 0;
    for (let idle = 0; idle < 20; idle += 1) {
      const more = player.writeBytes(1, file.subarray(taken));
      taken += more;
      if (more > 0) idle = 0;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(taken).toBeGreaterThan(64 * 1024);
    expect(taken).toBeLessThan(256 * 1024);
    player.skip(1);
    expect(await ended()).toEqual({ type: "ended", track: 1, isFinished: false });
    expect(player.writeBytes(1, file)).toBe(0);
  });

  it.each<[string, Uint8Array, string]>([
    ["nothing", Buffer.alloc(0), "empty"],
    ["junk", Buffer.alloc(5000, 9), "kind"],
    ["an Ogg file without sound", oggFile([]), "empty"],
    ["the beginning of a page", oggFile([]).subarray(0, 30), "damaged"],
  ])("ends with a refusal when it is %s", async (_name, bytes, refusal) => {
    const { player, ended } = playing();
    player.openStream(1, "now", 0);
    player.writeBytes(1, bytes);
    player.finishTrack(1);
    expect(await ended()).toMatchObject({ track: 1, isFinished: true, refusal });
  });

  it("rejects bad arguments", () => {
    const { player } = playing();
    for (const wrong of [-1, NaN, 2 ** 31 + 1, undefined])
      expect(() => player.openStream(1, "now", wrong as never)).toThrow("skipMs");
    expect(() => player.writeBytes(1, "bytes" as never)).toThrow("bytes");
    expect(player.writeBytes(1, Buffer.of(1))).toBe(0);
  });
});

describe("a stream of bytes as the input of a session", () => {
  it("takes bytes until it is closed", () => {
    const session: NativeVoiceSession = loadAddon().createVoiceSession({
      userId: 1n,
      seed: randomBytes(32),
      preferredMode: "",
      recovery: "full",
      admission: "usual",
      start: "running",
      onWake: () => undefined,
    });
    open.push(session);
    expect(session.writeInputBytes(Buffer.of(1))).toBe(0);
    expect(() => session.openStreamInput(-1)).toThrow("skipMs");
    session.openStreamInput(0);
    expect(() => session.setInputSkip(NaN)).toThrow("skipMs");
    session.setInputSkip(0);
    expect(session.writeInputBytes(oggFile(packets(3)))).toBeGreaterThan(300);
    session.endInput();
    expect(session.writeInputBytes(Buffer.of(1))).toBe(0);
    session.closeInput();
    expect(() => session.writeInputBytes(undefined as never)).toThrow("bytes");
  });
});

describe("a search for a place", () => {
  const search = (...args: Parameters<NativeAddon["searchPlace"]>) => loadAddon().searchPlace(...args);

  it("wants bytes until it has found the place", () => {
    const file = Buffer.from(oggFile(packets(5000), 50));
    const searched = search(file.subarray(0, 20_000), file.length, 60_000)!;
    let step = searched();
    for (let reads = 0; step.type === "read" && reads < 20; reads += 1) {
      expect(searched()).toEqual(step);
      step = searched(file.subarray(step.position, step.position + step.size));
    }
    expect(step).toMatchObject({ type: "found" });
    const { head, position, skipMs } = step as StreamPlace;
    expect([head, file.subarray(position)].map((part) => Buffer.from(part).toString("latin1", 0, 4))).toEqual(["OggS", "OggS"]);
    expect(skipMs).toBeGreaterThanOrEqual(0);
    expect(skipMs).toBeLessThan(60_000);
    // it is over
    expect(searched(file)).toEqual(step);
  });

  it("finds nothing in what is cut off, and is none for kinds without places", () => {
    const searched = search(oggFile(packets(1)).subarray(0, 47), 1_000_000, 60_000)!;
    expect(searched()).toMatchObject({ type: "read", position: 47 });
    expect(searched(Buffer.alloc(0))).toEqual({ type: "nowhere" });
    expect(search(Buffer.of(0xff, 0xfb), 1_000_000, 60_000)).toBeUndefined();
  });

  it("has its arguments checked", () => {
    expect(() => search("bytes" as never, 1, 0)).toThrow("start");
    expect(() => search(Buffer.alloc(1), -1, 0)).toThrow("size");
    expect(() => search(Buffer.alloc(1), 1, 2 ** 31)).toThrow("startMs");
    const searched = search(oggFile(packets(1)).subarray(0, 47), 1_000_000, 60_000)!;
    expect(() => searched("bytes" as never)).toThrow("bytes");
  });
});

describe("the first bytes of a stream", () => {
  const probe = (bytes: Uint8Array, isAll = false) => loadAddon().probeStream(bytes, isAll);

  it("say what it is", () => {
    const file = oggFile(packets(1));
    expect(probe(file.subarray(0, 30))).toEqual({ verdict: "more" });
    expect(probe(file)).toEqual({ verdict: "plays", name: "an Ogg Opus file" });
    const wav = { verdict: "plays", name: "a WAV file", steady: { begins: 44, unitBytes: 2, rate: 48_000 } };
    expect(probe(wavOf(new Int16Array(3)))).toEqual(wav);
    expect(probe(Buffer.of(0xff, 0xfb))).toEqual({ verdict: "plays", name: "an MP3 file" });
    expect(probe(file.subarray(0, 30), true)).toEqual({ verdict: "foreign", name: "an Ogg file, but a damaged one" });
    expect(probe(Buffer.from("\0\0\0\x20ftypM4A ", "latin1"))).toEqual({ verdict: "foreign", name: "an MP4 file" });
    expect(probe(Buffer.alloc(100, 9))).toEqual({ verdict: "foreign", name: "" });
    expect(probe(Buffer.alloc(0))).toEqual({ verdict: "more" });
  });

  it("are checked", () => {
    expect(() => probe("bytes" as never)).toThrow("start");
    expect(() => loadAddon().probeStream(Buffer.alloc(1), 1 as never)).toThrow("isAll");
  });
});
