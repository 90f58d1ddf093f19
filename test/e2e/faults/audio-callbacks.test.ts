import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Call } from "sdkpp";
import { waitFor } from "../../support/wait-for.js";
import { ADA_HZ, Meeting } from "./meeting.js";
import { toneShare } from "../../support/tone.js";

let meeting: Meeting;

beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  meeting = await Meeting.open();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await meeting.close();
});

const reports = (logs: readonly string[]): string[] =>
  logs.filter((line) => line.includes("callback failed"));

describe("an audio callback", () => {
  it("that throws leaves the block unchanged, in both directions, and is reported once each", async () => {
    const thrown = { received: 0, captured: 0 };
    meeting.hum((samples) => {
      thrown.captured += 1;
      samples.fill(0);
      throw new Error("captured trouble");
    });
    const call = meeting.listen((_user, samples) => {
      thrown.received += 1;
      samples.fill(0);
      throw new Error("received trouble");
    });
    await meeting.hearsAll(call, 600);
    expect(thrown.received).toBeGreaterThan(20);
    expect(thrown.captured).toBeGreaterThan(20);
    expect(reports(meeting.ben.logs)).toEqual([
      expect.stringContaining("received audio callback failed: received trouble"),
    ]);
    expect(reports(meeting.ada.logs)).toEqual([
      expect.stringContaining("captured audio callback failed: captured trouble"),
    ]);
    expect(console.error).toHaveBeenCalledTimes(2);
  });

  it.each<[string, (out: { value: boolean }) => void, string]>([
    [
      "throws a string instead of an error",
      () => {
        throw "just words";
      },
      "just words",
    ],
    [
      "throws a value that cannot be converted to a string",
      () => {
        throw Symbol("x");
      },
      "Symbol(x)",
    ],
    [
      "leaves a trap in its out parameter",
      (out) => {
        const get = (): boolean => {
          throw new Error("trapped");
        };
        Object.defineProperty(out, "value", { get, configurable: true });
      },
      "trapped",
    ],
  ])("that %s is reported once and costs nothing", async (_claim, misbehave, words) => {
    const uncaught: unknown[] = [];
    const catching = (warning: Error): void => void uncaught.push(warning);
    process.on("warning", catching);
    meeting.hum();
    const call = meeting.listen((_user, _samples, _perChannel, _rate, _channels, out) => misbehave(out));
    try {
      await meeting.hearsAll(call, 200);
      await waitFor("the report", () => reports(meeting.ben.logs).length > 0);
    } finally {
      process.off("warning", catching);
    }
    expect(reports(meeting.ben.logs)).toEqual([expect.stringContaining(`failed: ${words}`)]);
    expect(uncaught).toEqual([]);
  });

  it("that blocks for 300 ms loses edits but no audio", async () => {
    let calls = 0;
    meeting.hum();
    const call = meeting.listen((_user, samples) => {
      calls += 1;
      if (calls % 20 !== 0) return;
      const end = performance.now() + 300;
      while (performance.now() < end);
      // Too late: nobody hears this.
      samples.fill(0);
    });
    await meeting.hearsAll(call, 1500);
    const { callbacks, speakers } = call.getStats();
    const [{ concealedSamples, playedSamples } = { concealedSamples: NaN, playedSamples: NaN }] = speakers;
    expect(callbacks.late + callbacks.bypassed).toBeGreaterThan(10);
    // 50 ms of the 1,800 of one window
    expect(concealedSamples / playedSamples).toBeLessThan(50 / 1800);
    expect(call.getStatus()).toBe(Call.Status.Connected);
  });

  it("that transfers its array gets the next block in another one", async () => {
    const seen = new Set<Int16Array>();
    const heard: number[] = [];
    meeting.hum();
    const call = meeting.listen((_user, samples) => {
      seen.add(samples);
      heard.push(toneShare(samples, ADA_HZ));
      samples.fill(0);
      structuredClone(samples, { transfer: [samples.buffer as ArrayBuffer] });
    });
    await meeting.hearsAll(call, 600);
    expect(seen.size).toBe(heard.length);
    expect(heard.slice(15).filter((share) => share > 0.5).length).toBeGreaterThan(15);
    expect(reports(meeting.ben.logs)).toEqual([
      expect.stringContaining("received audio callback failed: it transferred its samples away"),
    ]);
    expect(call.getStats().callbacks.failed).toBeGreaterThan(20);
  });

  it("that keeps its array and changes it later has no effect", async () => {
    const kept = new Set<Int16Array>();
    meeting.hum();
    const call = meeting.listen((_user, samples) => void kept.add(samples));
    const scribbling = setInterval(() => {
      for (const samples of kept) samples.fill(12_345);
    }, 1);
    try {
      await meeting.hearsAll(call, 600);
    } finally {
      clearInterval(scribbling);
    }
    expect(kept.size).toBeLessThan(5);
  });

  it.each<[string, (call: Call) => void]>([
    ["ends the call", () => void meeting.ben.client.endCall(meeting.ben.lobbyId)],
    ["disposes of the call", (call) => call[Symbol.dispose]()],
    ["destroys the client", () => meeting.ben.client.destroy()],
  ])("that %s from inside ends it for that side only", async (_claim, end) => {
    // Alone in an encrypted call nothing is sent: there is no key.
    await meeting.close();
    meeting = await Meeting.open({ e2ee: "off" });
    const humming = meeting.hum();
    let after = 0;
    const call: Call = meeting.listen(() => {
      if (!call.isValid()) after += 1;
      else end(call);
    });
    await waitFor("the call to be over", () => !call.isValid());
    const sent = humming.getStats().packetsSent;
    await waitFor("Ada to speak on", () => humming.getStats().packetsSent > sent + 25);
    expect(after).toBe(0);
    expect(humming.getStatus()).toBe(Call.Status.Connected);
  });
});
