// The recording of a hosted call on a full disk.
import { readdirSync, readlinkSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { MixRecording } from "../../../lib/hosting/client/mix-recording.js";

const FULL = "/dev/full";

function isOpen(): boolean {
  return readdirSync("/proc/self/fd").some((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === FULL;
    } catch {
      return false;
    }
  });
}

it.runIf(process.platform === "linux").each(["heard", "ended"])(
  "says once what failed while it was %s, and leaves no file open",
  async (when) => {
    const ends: string[] = [];
    const recording = new MixRecording(FULL, (error) => ends.push(error));
    if (when === "heard") recording.hear(new ArrayBuffer(0));
    else recording.end();
    await vi.waitFor(() => expect(ends).toEqual(["No space left on device"]), 10_000);
    recording.hear(new ArrayBuffer(0));
    recording.end();
    await vi.waitFor(() => expect(isOpen()).toBe(false), 10_000);
    expect(ends).toHaveLength(1);
  },
);
