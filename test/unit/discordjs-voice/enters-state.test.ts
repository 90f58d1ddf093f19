import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  entersState,
  VoiceConnectionStatus,
  type VoiceConnection,
} from "../../../packages/discordjs-voice/index.js";

const made = (): VoiceConnection =>
  Object.assign(new EventEmitter(), { state: { status: "signalling" } }) as unknown as VoiceConnection;
const { Ready, Signalling } = VoiceConnectionStatus;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("waiting for a state", () => {
  it("is over at once when it is there", async () => {
    const target = made();
    expect(await entersState(target, Signalling, 1000)).toBe(target);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends with the state, and leaves no timer and no listener", async () => {
    const target = made();
    const waiting = entersState(target, Ready, 1000);
    target.emit(Ready);
    expect(await waiting).toBe(target);
    expect([vi.getTimerCount(), target.listenerCount(Ready)]).toEqual([0, 0]);
  });

  it("rejects when the time is over", async () => {
    const target = made();
    const waiting = entersState(target, Ready, 1000);
    const rejected = expect(waiting).rejects.toMatchObject({ name: "AbortError" });
    vi.advanceTimersByTime(1000);
    await rejected;
    expect(target.listenerCount(Ready)).toBe(0);
  });

  it("rejects by the signal, and with an error of the target", async () => {
    const target = made();
    const controller = new AbortController();
    const aborted = entersState(target, Ready, controller.signal);
    const failed = entersState(target, Ready, new AbortController().signal);
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ name: "AbortError" });
    target.emit("error", new Error("broken"));
    await expect(failed).rejects.toThrow("broken");
  });
});
