import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Call, Client } from "sdkpp";
import { waitFor } from "../../support/wait-for.js";
import { Meeting } from "./meeting.js";

const SPEECH = readFileSync(join(import.meta.dirname, "../../../examples/demo/speech.wav"));

/** Eight seconds of the only speaker: shares of lost packets, and of concealed samples beyond these. */
async function listenedTo(call: Call) {
  const before = call.getStats().speakers[0];
  await Meeting.plays(call, 8000);
  const after = call.getStats().speakers[0];
  const grown = (
    name: "concealedSamples" | "playedSamples" | "packetsLost" | "packetsReceived" | "fecUsed",
  ): number => (after?.[name] ?? 0) - (before?.[name] ?? 0);
  const loss = grown("packetsLost") / (grown("packetsLost") + grown("packetsReceived"));
  const concealed = grown("concealedSamples") / grown("playedSamples");
  return { loss, beyondLoss: concealed - loss, fecUsed: grown("fecUsed") };
}

describe("a bad network", () => {
  it("5 % loss and 30 ms jitter: nothing is concealed but what was lost", async () => {
    const meeting = await Meeting.forThisTest();
    await meeting.platform.control.faults.impair({ seed: 5, loss: 0.05, jitterMs: 30, direction: "in" });
    meeting.hum().playWav(SPEECH, { loop: true }); // speech, because a pure tone carries no in-band FEC
    const call = meeting.listen();
    await Meeting.plays(call, 3000);
    // a busy machine conceals what comes late to it, in some windows; a fault does so in each
    const windows = [await listenedTo(call)];
    while (windows.at(-1)!.beyondLoss > 0.005 && windows.length < 3) windows.push(await listenedTo(call));
    for (const { loss } of windows) {
      expect(loss).toBeGreaterThan(0.02);
      expect(loss).toBeLessThan(0.09);
    }
    expect(Math.min(...windows.map(({ beyondLoss }) => beyondLoss))).toBeLessThanOrEqual(0.005);
    expect(windows[0]!.fecUsed).toBeGreaterThan(0);
  });

  it("a region move is followed, and speech returns", async () => {
    const meeting = await Meeting.forThisTest();
    meeting.hum();
    const call = meeting.listen();
    await Meeting.plays(call, 300);
    const statuses: number[] = [];
    call.setStatusChangedCallback((status) => statuses.push(status));
    const lobbyId = String(meeting.ben.lobbyId);
    meeting.platform.control.voice.beginRegionMove(lobbyId);
    await waitFor("the loss", () => statuses.length > 0);
    expect(call.getStatus()).not.toBe(Call.Status.Disconnected);
    meeting.platform.control.voice.finishRegionMove(lobbyId);
    await waitFor("the return", () => call.getStatus() === Call.Status.Connected);
    await meeting.hearsAll(call, 1500);
    expect(statuses).not.toContain(Call.Status.Disconnected);
  });

  it("an invalidated main session starts over, and so does its call", async () => {
    const meeting = await Meeting.forThisTest();
    meeting.hum();
    const call = meeting.listen();
    await Meeting.plays(call, 300);
    const statuses: number[] = [];
    meeting.ben.client.setStatusChangedCallback((status) => statuses.push(status));
    meeting.platform.control.gateway.invalidate(meeting.platform.seeded.userIds[1], false);
    await waitFor("the client to be back", () => statuses.at(-1) === Client.Status.Ready);
    await waitFor("the call to be back", () => call.getStatus() === Call.Status.Connected);
    await meeting.hearsAll(call, 1500);
  });
});
