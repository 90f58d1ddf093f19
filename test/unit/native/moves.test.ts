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
    expect(() => running.inputPosition()).toThrow(expect.objectContaining({ code: "SESSION_NOT_FROZEN" }));
    running.close();
    expect(() => running.inputPosition()).toThrow(expect.objectContaining({ code: "SESSION_CLOSED" }));
  });
});
