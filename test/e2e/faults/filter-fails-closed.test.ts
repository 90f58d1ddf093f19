import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readFileSync } from "node:fs";
import { AudioModeType, type AudioCallbackFailure, type Call } from "sdkpp";
import { Meeting } from "./meeting.js";
import { seeded } from "../../support/seeded.js";
import { waitFor } from "../../support/wait-for.js";
import { samplesOf } from "../../support/wav.js";

/** The soak runs these for a minute each. */
const SECONDS = Number(process.env["SDKPP_FILTER_SECONDS"] ?? "4");
const LIMIT_MS = SECONDS * 2000 + 60_000;
/** Output of a filter for every sample; Ada's voice swings far on both sides of it. */
const FILTERED = 1000;
/** Opus is not exact, and time-stretching fades. */
const SLACK = 60;
const STALLS_MS = [0, 5, 15, 30, 60, 100, 150, 200, 300, 400];

let meeting: Meeting;

beforeEach(async () => {
  meeting = await Meeting.open();
});

afterEach(() => meeting.close());

/** A filter that fails in every way there is; on most blocks it does its work, and makes every sample `value`. */
function troubled(random: () => number, value: number): (samples: Int16Array) => unknown {
  return (samples) => {
    const fate = random();
    if (fate < 0.1) throw new Error("not filtered");
    if (fate < 0.2) return void structuredClone(samples, { transfer: [samples.buffer as ArrayBuffer] });
    if (fate < 0.3)
      return Promise.resolve().then(() => (samples.length > 0 ? samples.fill(value) : undefined));
    return void samples.fill(value);
  };
}

/** Stands still for a part of each half second, for another part each time. */
function stalling(): { stop(): void } {
  let turn = 0;
  const timer = setInterval(() => {
    const end = performance.now() + (STALLS_MS[(turn += 1) % STALLS_MS.length] ?? 0);
    while (performance.now() < end);
  }, 500);
  return { stop: () => clearInterval(timer) };
}

/** Records Ben's call while JavaScript stands still again and again. */
async function recorded(call: Call): Promise<Int16Array> {
  await Meeting.plays(call, 300);
  const stalls = stalling();
  try {
    call.recordWav(meeting.recording);
    await Meeting.plays(call, SECONDS * 1000);
    call.stopRecording();
    const whole = 48 * SECONDS * 1000;
    await waitFor("the recording", () => samplesOf(readFileSync(meeting.recording)).length >= whole);
  } finally {
    stalls.stop();
  }
  return samplesOf(readFileSync(meeting.recording));
}

const outside = (samples: Int16Array, low: number, high: number): number =>
  samples.reduce((count, value) => count + (value < low - SLACK || value > high + SLACK ? 1 : 0), 0);
const inside = (samples: Int16Array, value: number): number =>
  samples.reduce((count, each) => count + (Math.abs(each - value) <= SLACK ? 1 : 0), 0);

const NETWORK = { seed: 5, direction: "in", loss: 0.03, burst: 2, jitterMs: 10 } as const;

describe("a filter that is often late, throws, and transfers its samples", () => {
  beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
  afterEach(() => vi.restoreAllMocks());

  it(
    "plays nothing that it did not finish",
    async () => {
      meeting.hum();
      const filter = troubled(seeded(11), FILTERED);
      const call = meeting.listen((_user, samples) => filter(samples) as void);
      call.setAudioCallbackPolicy({ whenNotFiltered: "mute" });
      const failures: AudioCallbackFailure[] = [];
      const began = performance.now();
      call.on("audioCallbackFailed", (failure) => failures.push(failure));
      await meeting.platform.control.faults.impair(NETWORK);
      const samples = await recorded(call);
      expect(outside(samples, 0, FILTERED)).toBe(0);
      expect(inside(samples, FILTERED)).toBeGreaterThan(samples.length / 10);
      const { callbacks } = call.getStats();
      expect(callbacks.failed).toBeGreaterThan(10);
      expect(callbacks.late).toBeGreaterThan(5);
      expect(failures[0]).toMatchObject({
        which: "received",
        count: expect.any(Number),
        error: expect.any(Error),
      });
      expect(failures.at(-1)?.count).toBeGreaterThan(5);
      // one at once, then one a second
      expect(failures.length).toBeLessThanOrEqual(1 + (performance.now() - began) / 1000);
      expect(console.error).not.toHaveBeenCalled();
    },
    LIMIT_MS,
  );

  it(
    "sends nothing that it did not finish",
    async () => {
      const filter = troubled(seeded(12), 0);
      const humming = meeting.hum((samples) => filter(samples) as void);
      humming.setAudioCallbackPolicy({ whenNotFiltered: "mute" });
      humming.setAudioMode(AudioModeType.MODE_PTT);
      humming.setPTTActive(true);
      const samples = await recorded(meeting.listen());
      expect(outside(samples, 0, 0)).toBe(0);
      const { callbacks } = humming.getStats();
      expect(callbacks.captured).toBeGreaterThan(SECONDS * 45);
      expect(callbacks.failed).toBeGreaterThan(10);
      expect(callbacks.late).toBeGreaterThan(5);
      expect(console.error).toHaveBeenCalledOnce();
    },
    LIMIT_MS,
  );
});
