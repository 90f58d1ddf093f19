import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { loadAddon, type SessionStats } from "../../../lib/native/index.js";
import { mediaThreads, processorsOf } from "../../support/media-threads.js";

const folder = path.resolve(import.meta.dirname, "../../../lib/native");
const declaration = ["addon.ts", "keeping.ts", "listening.ts", "moving.ts", "player.ts", "settings.ts", "statistics.ts"].map((file) => fs.readFileSync(path.join(folder, file), "utf8")).join("\n");

/** Member names of an interface in the declaration, and of those it extends. */
function membersOf(name: string): string[] {
  const pattern = new RegExp(`export interface ${name}(?: extends ([\\w, ]+))? \\{\\n([\\s\\S]*?)\\n\\}`);
  const [, bases = "", body = ""] = pattern.exec(declaration) ?? [];
  return [...bases.split(", ").filter(Boolean).flatMap(membersOf), ...ownMembers(body)].sort();
}

function ownMembers(body: string): string[] {
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)[(:]/gm)].map((match) => match[1]!);
}

function session() {
  return loadAddon().createVoiceSession({
    userId: 1n,
    seed: randomBytes(32),
    preferredMode: "",
    recovery: "full",
      admission: "usual",
      start: "running",
    onWake: () => undefined,
  });
}

function player(options: object = {}) {
  return loadAddon().createPlayer({
    bitrate: 64_000,
    complexity: 10,
    signal: "music",
    whenUnheard: "pause",
    crossFadeMs: 0,
    onWake: () => undefined,
    ...options,
  });
}

describe("the declaration matches the addon's exports", () => {
  it("for the addon itself", () => {
    expect(Object.keys(loadAddon()).sort()).toEqual(membersOf("NativeAddon"));
  });

  it("for a voice session", () => {
    const native = session();
    const real = Object.getOwnPropertyNames(Object.getPrototypeOf(native)).filter((name) => name !== "constructor");
    expect(real.sort()).toEqual(membersOf("NativeVoiceSession"));
    native.close();
  });

  it("for a player", () => {
    const native = player();
    const real = Object.getOwnPropertyNames(Object.getPrototypeOf(native)).filter((name) => name !== "constructor");
    expect(real.sort()).toEqual(membersOf("NativePlayer"));
    native.close();
  });

  it.each([
    ["SessionStats", (stats: SessionStats) => stats],
    ["RejectionStats", (stats: SessionStats) => stats.refused],
    ["PacingStats", (stats: SessionStats) => stats.pacing],
    ["CallbackStats", (stats: SessionStats) => stats.callbacks],
  ])("for %s", (name, part) => {
    const native = session();
    expect(Object.keys(part(native.getStats())).sort()).toEqual(membersOf(name));
    native.close();
  });
});

describe("the media thread", () => {
  it.runIf(process.platform === "linux")("has the requested priority", () => {
    expect(loadAddon().setMediaThreadPriority(6)).toBe("");
    expect(mediaThreads().map((id) => os.getPriority(Number(id)))).toContain(6);
  });

  it.runIf(process.platform === "linux")("runs on the requested processors", () => {
    expect(loadAddon().setMediaThreadProcessors(1n)).toBe("");
    expect(mediaThreads().map(processorsOf)).toContain("0");
    expect(loadAddon().setMediaThreadProcessors(2n ** 64n - 1n)).toBe("");
    expect(loadAddon().setMediaThreadProcessors(0n)).toBe("Invalid argument");
  });

  it.each([undefined, 1, -1n, 2n ** 64n])("rejects the mask %s", (mask) => {
    expect(() => loadAddon().setMediaThreadProcessors(mask as never)).toThrow("mask");
  });

  it.each([undefined, "high", 1.5, 2 ** 31])("rejects the priority %s", (priority) => {
    expect(() => loadAddon().setMediaThreadPriority(priority as never)).toThrow("priority");
  });
});

describe("a player", () => {
  const codeOf = (call: () => unknown): unknown => {
    try {
      call();
    } catch (error) {
      return (error as { code?: string }).code;
    }
    return "accepted";
  };

  it.each<[string, object]>([
    ["options.bitrate", { bitrate: 5 }],
    ["options.complexity", { complexity: 11 }],
    ["options.signal", { signal: "noise" }],
    ["options.whenUnheard", { whenUnheard: 1 }],
    ["options.crossFadeMs", { crossFadeMs: 15_001 }],
    ["options.onWake", { onWake: undefined }],
  ])("rejects a bad %s", (name, options) => {
    expect(() => player(options)).toThrow(`for ${name} `);
  });

  it("rejects bad arguments, and every call after its end", () => {
    const native = player();
    expect([0, 2 ** 24, 1.5, "1"].map((track) => codeOf(() => native.openOpus(track as never, "now")))).toEqual(
      Array(4).fill("ARGUMENT_INVALID"),
    );
    expect(codeOf(() => native.openOpus(1, "later" as never))).toBe("ARGUMENT_INVALID");
    const place = { gain: 1, duckGain: 1, attackMs: 0, releaseMs: 0, after: 0 };
    for (const wrong of [{ gain: 5 }, { duckGain: -1 }, { attackMs: NaN }, { releaseMs: "1" as never }, { after: -1 }])
      expect(codeOf(() => native.openOpus(1, { ...place, ...wrong }))).toBe("ARGUMENT_INVALID");
    expect(codeOf(() => native.openWav(1, "now", new Uint8Array(3), false))).toBe("WAV_INVALID");
    expect(codeOf(() => native.openOgg(1, "now", new Uint8Array(3), false))).toBe("OGG_INVALID");
    expect(codeOf(() => native.setGain(NaN, 0))).toBe("ARGUMENT_INVALID");
    expect(codeOf(() => native.setGain(1, 1e9))).toBe("ARGUMENT_INVALID");
    const filters = (at: number, value: unknown): void => {
      const all = Array.from({ length: 8 }, (_, each) => (each === at ? value : null));
      native.setFilters(...(all as Parameters<typeof native.setFilters>));
    };
    expect(codeOf(() => filters(8, null))).toBe("accepted");
    for (const [at, wrong] of [
      [0, [1]],
      [0, Array.from({ length: 15 }, () => 2)],
      [1, { level: 1 }],
      [2, "tremolo"],
      [3, { frequency: 15, depth: 1 }],
      [4, {}],
      [5, { rotationHz: NaN }],
      [6, undefined],
      [7, { smoothing: Infinity }],
    ] as const)
      expect(codeOf(() => filters(at, wrong)), String(at)).toBe("ARGUMENT_INVALID");
    expect([native.writePcm(7, new Int16Array(960)), native.poll()]).toEqual([0, undefined]);
    expect(native.getPosition()).toEqual({ track: 0, samples: 0 });
    const voice = session();
    const { players } = loadAddon().liveCounts();
    native.close();
    native.close();
    expect(loadAddon().liveCounts().players).toBe(players - 1);
    expect(codeOf(() => voice.openPlayerInput(native))).toBe("PLAYER_CLOSED");
    for (const wrong of [undefined, {}, voice, Object.create(native as object)])
      expect(codeOf(() => voice.openPlayerInput(wrong as never))).toBe("ARGUMENT_INVALID");
    expect(codeOf(() => native.stop())).toBe("PLAYER_CLOSED");
    expect(voice.heardUpTo(1)).toBe(0);
    expect(codeOf(() => voice.heardUpTo(0))).toBe("ARGUMENT_INVALID");
    expect(codeOf(() => voice.letInterrupt(1 as never))).toBe("ARGUMENT_INVALID");
    expect(codeOf(() => voice.releaseBargeIn(0))).toBe("ARGUMENT_INVALID");
    expect(codeOf(() => voice.setBargeIn("shout" as never, true, 0, 0, 0, 0))).toBe("ARGUMENT_INVALID");
    voice.close();
  });

  it("cannot be constructed, and its methods run on nothing else", () => {
    const native = player();
    const { constructor } = native as unknown as { constructor: new () => unknown };
    expect(codeOf(() => new constructor())).toBe("ILLEGAL_CONSTRUCTOR");
    expect(() => native.stop.call({})).toThrow();
    native.close();
  });
});

describe("media threads", () => {
  afterEach(() => loadAddon().setMediaThreads(1));

  const members = () => loadAddon().mediaThreads().map((thread) => thread.members);

  it("open for players that may need more than one thread has, up to the limit", () => {
    const sum = () => members().reduce((total, count) => total + count, 0);
    const before = sum();
    loadAddon().setMediaThreads(2);
    // nothing plays, so that nothing is measured: their prices decide
    const players = Array.from({ length: 200 }, () => player());
    expect([members().length, sum()]).toEqual([2, before + 200]);
    expect(Math.min(...members())).toBeGreaterThan(50);
    for (const each of players) each.close();
    expect(sum()).toBe(before);
  });

  it("are limited by a whole number from 1 to 64", () => {
    for (const wrong of [0, 65, 1.5, NaN, "2"])
      expect(() => loadAddon().setMediaThreads(wrong as number)).toThrow(/for limit/);
  });
});

describe("bad input", () => {
  it("is rejected with expected, name and received", () => {
    const native = session();
    const bad = (call: () => unknown) => {
      try {
        call();
      } catch (error) {
        return `${String((error as { code?: string }).code)}: ${(error as Error).message}`;
      }
      return "accepted";
    };
    expect(bad(() => native.join("now" as never))).toBe(
      "ARGUMENT_INVALID: Expected a number from 0 to 9000000000000 for nowMs but received a string",
    );
    expect(bad(() => native.setVadThreshold(false, 1))).toContain("from -100 to 0 for threshold but received 1");
    expect(bad(() => native.setUserVolume(1 as never, 5))).toContain("Expected a bigint for userId but received 1");
    expect(bad(() => native.setUserVolume(1n << 64n, 5))).toContain("for userId");
    expect(bad(() => native.writePcm(new Uint8Array(4) as never))).toContain("Expected an Int16Array for samples");
    expect(bad(() => native.openWavInput(new Uint8Array(3), false))).toContain("WAV_INVALID");
    expect(bad(() => native.openOggInput(new Uint8Array(3), false))).toContain("OGG_INVALID");
    expect(bad(() => native.writeOpus(new Uint8Array(0)))).toContain("OPUS_INVALID");
    expect(bad(() => native.openWavOutput("/nowhere/at/all.wav", () => undefined))).toBe(
      "OUTPUT_FAILED: Cannot write the file /nowhere/at/all.wav: No such file or directory",
    );
    const encoder = { bitrate: 6000, complexity: 5, application: "voip", frameMs: 20 } as const;
    expect(bad(() => native.setEncoder({ ...encoder, bitrate: 1 }))).toBe(
      "ARGUMENT_INVALID: Expected a number from 6000 to 510000 for settings.bitrate but received 1",
    );
    expect(bad(() => native.setEncoder({ ...encoder, frameMs: 30 as never }))).toBe(
      "ARGUMENT_INVALID: Expected 10, 20, 40 or 60 for settings.frameMs but received 30",
    );
    expect(bad(() => native.setEncoder({ ...encoder, application: "music" as never }))).toBe(
      'ARGUMENT_INVALID: Expected one of "voip" "audio" for settings.application but received a string',
    );
    expect(bad(() => native.setAudioMode(1.5 as never))).toContain("Expected an integer for mode but received 1.5");
    expect(bad(() => native.setCallbackPolicy("drop" as never, 40))).toContain("for whenNotFiltered");
    expect(bad(() => native.setSelfMute(1 as never))).toContain("Expected a boolean for mute but received 1");
    native.close();
    native.close();
    expect(bad(() => native.join(1))).toContain("SESSION_CLOSED");
  });

  it("is rejected by end-to-end encryption too", () => {
    const native = session();
    const base = new Uint8Array(16);
    const refused = (call: () => unknown, message: string) => {
      expect(call).toThrow(expect.objectContaining({ code: "ARGUMENT_INVALID", message: expect.stringContaining(message) }));
    };
    refused(() => native.daveInstallSend(-1, base), "a number from 0 to 2147483647 for ratchetId but received -1");
    refused(() => native.daveInstallSend(1.5, base), "an integer for ratchetId but received 1.5");
    refused(
      () => native.daveInstallSend(1, new Uint8Array(15)),
      "a Uint8Array of 16 bytes for base but received a typed array of 15 bytes",
    );
    refused(() => native.daveInstallReceive(1 as never, 1, base), "a bigint for userId but received 1");
    refused(() => native.daveInstallReceive(1n, 1, "base" as never), "a Uint8Array for base but received a string");
    refused(() => native.daveExpireReceive("1" as never), "a bigint for userId but received a string");
    refused(() => native.daveExecuteSend(undefined as never), "for ratchetId but received undefined");
    refused(() => native.daveSetPassthrough(-1), "for durationMs but received -1");
    refused(() => native.daveSetPassthrough(Number.NaN), "for durationMs");
    native.close();
    for (const call of [
      () => native.daveSendClear(),
      () => native.daveSendNothing(),
      () => native.daveInstallSend(1, base),
      () => native.daveExecuteSend(1),
      () => native.daveInstallReceive(2n, 1, base),
      () => native.daveExpireReceive(2n),
      () => native.daveSetPassthrough(0),
      () => native.daveReset(),
    ])
      expect(call).toThrow(expect.objectContaining({ code: "SESSION_CLOSED" }));
  });

  it("rejects a foreign `this` and construction from JavaScript", () => {
    const native = session();
    const join = native.join;
    expect(() => join.call({} as never, 1)).toThrow();
    const constructor = native.constructor as new (...args: unknown[]) => unknown;
    expect(() => new constructor()).toThrow(/cannot be constructed/);
    expect(() => new constructor({}, {})).toThrow(/cannot be constructed/);
    native.close();
  });
});

describe("end-to-end encryption of frames", () => {
  it("accepts a sending base once per session, and leaves the caller's bytes unchanged", () => {
    const native = session();
    const one = new Uint8Array(randomBytes(16));
    const copy = one.slice();
    expect(native.daveInstallSend(1, one)).toBe(true);
    expect(native.daveInstallSend(2, one)).toBe(false);
    native.daveReset();
    expect(native.daveInstallSend(3, one)).toBe(false);
    expect(native.daveInstallSend(3, new Uint8Array(randomBytes(16)))).toBe(true);
    expect(one).toEqual(copy);
    native.close();
  });

  it("accepts every other call before there is a connection", () => {
    const native = session();
    native.daveSendNothing();
    for (let epoch = 0; epoch < 20; epoch += 1)
      native.daveInstallReceive(BigInt(epoch % 3), epoch, new Uint8Array(randomBytes(16)));
    native.daveExpireReceive(1n);
    native.daveExpireReceive(99n);
    native.daveSetPassthrough(10_000);
    native.daveSetPassthrough(Infinity);
    native.daveExecuteSend(7);
    native.daveReset();
    native.daveSendClear();
    expect(native.getStats().speakers).toEqual([]);
    native.close();
  });
});
