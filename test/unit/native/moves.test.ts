import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadAddon, type NativeVoiceSession } from "../../../lib/native/index.js";

function session(start: "running" | "frozen"): NativeVoiceSession {
  return loadAddon().createVoiceSession({
    userId: 1n,
    seed: randomBytes(32),
    preferredMode: "",
    recovery: "full",
    admission: "usual",
    start,
    onWake: () => undefined,
  });
}

const codeOf = (code: string, more: object = {}) => expect.objectContaining({ code, ...more });

describe("the samples of an input that were not played", () => {
  it.each<[number, 1 | 2]>([
    [48_000, 2],
    [44_100, 1],
    [192_000, 2],
  ])("go on in another session, at %i Hz of %i channels", (rate, channels) => {
    const from = session("frozen");
    from.openPcmInput(rate, channels);
    const second = Int16Array.from({ length: 2 * rate * channels }, (_, at) => at);
    expect(from.writePcm(second.subarray(0, (rate * channels) / 2))).toBe(rate / 2);
    const saved = from.queuedSamples()!;
    const to = session("frozen");
    to.restorePcmInput(saved);
    expect(to.queuedSamples()).toEqual(saved);
    const rest = second.subarray((rate * channels) / 2);
    expect(to.writePcm(rest)).toBe(from.writePcm(rest));
    expect(to.queuedSamples()).toEqual(from.queuedSamples());
    expect([from.inputPosition(), to.inputPosition()]).toEqual([0, 0]);
    from.close();
    to.close();
  });

  it("are there for samples that JavaScript writes only", () => {
    const native = session("frozen");
    expect(native.queuedSamples()).toBeUndefined();
    native.openStreamInput(0);
    expect(native.queuedSamples()).toBeUndefined();
    native.openPcmInput(48_000, 2);
    expect(native.queuedSamples()).toBeInstanceOf(Uint8Array);
    native.openOpusInput();
    expect(native.queuedSamples()).toBeUndefined();
    native.close();
    const running = session("running");
    running.openPcmInput(48_000, 2);
    expect(() => running.queuedSamples()).toThrow(codeOf("SESSION_NOT_FROZEN"));
    running.close();
  });

  it("are refused by name when they are damaged, and the input before stays", () => {
    const native = session("frozen");
    native.openPcmInput(48_000, 2);
    native.writePcm(new Int16Array(500));
    const saved = native.queuedSamples()!;
    const refused = codeOf("SAVED_SESSION_INVALID", { record: "input" });
    expect(() => native.restorePcmInput(saved.subarray(0, -1))).toThrow(refused);
    expect(() => native.restorePcmInput(new Uint8Array())).toThrow(codeOf("SAVED_SESSION_INVALID", { problem: "missing" }));
    expect(native.queuedSamples()).toEqual(saved);
    native.close();
    expect(() => native.restorePcmInput(saved)).toThrow(codeOf("SESSION_CLOSED"));
  });
});

describe("the position of an input", () => {
  let native: NativeVoiceSession;
  beforeEach(() => (native = session("frozen")));
  afterEach(() => native.close());

  it("is there for what has a beginning, from the moment it is opened", () => {
    expect(native.inputPosition()).toBeUndefined();
    native.openPcmInput(44_100, 1);
    expect(native.inputPosition()).toBe(0);
    native.writePcm(new Int16Array(44_100));
    expect(native.inputPosition()).toBe(0);
    native.openOpusInput();
    expect(native.inputPosition()).toBe(0);
    native.openStreamInput(0);
    expect(native.inputPosition()).toBe(0);
    native.closeInput();
    expect(native.inputPosition()).toBeUndefined();
  });

  it("is that of a track for a player", () => {
    const player = loadAddon().createPlayer({
      bitrate: 64_000,
      complexity: 10,
      signal: "music",
      whenUnheard: "pause",
      crossFadeMs: 0,
      onWake: () => undefined,
    });
    native.openPlayerInput(player);
    expect(native.inputPosition()).toEqual({ track: 0, samples: 0 });
    player.close();
  });

  it("is asked of a frozen session only", () => {
    const running = session("running");
    running.openOpusInput();
    expect(() => running.inputPosition()).toThrow(codeOf("SESSION_NOT_FROZEN"));
    running.close();
    expect(() => running.inputPosition()).toThrow(codeOf("SESSION_CLOSED"));
  });
});
