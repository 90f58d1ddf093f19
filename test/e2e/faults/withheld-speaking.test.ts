import { afterEach, describe, expect, it } from "vitest";
import { Call } from "sdkpp";
import { Meeting } from "./meeting.js";
import { waitFor } from "../../support/wait-for.js";

let meeting: Meeting;

afterEach(() => meeting.close());

const heard = (call: Call): number =>
  call
    .getStats()
    .speakers.reduce(
      (sum, { userId, playedSamples }) => sum + (userId === meeting.ada.userId ? playedSamples : 0),
      0,
    );

/** A second of packets. */
const SECOND = 50;

describe.each(["required", "off"] as const)("a call without op 5, with end-to-end encryption %s", (e2ee) => {
  it("is audible from the first second, also after a rejoin", async () => {
    meeting = await Meeting.open({ e2ee });
    meeting.platform.control.voice.withholdSpeaking(true);
    meeting.hum();
    const call = meeting.listen();
    await waitFor("Ada to be heard", () => heard(call) > 48_000 / 5);
    // what came before there was a key is not counted against it
    const { refused } = call.getStats();
    expect(refused.unknownSsrc).toBeLessThan(SECOND);
    expect(call.getStats().speakers.map(({ userId }) => userId)).toEqual([meeting.ada.userId]);

    const before = heard(call);
    meeting.platform.control.voice.close(String(meeting.ben.userId), 4006);
    await waitFor("the rejoin", () => call.getStatus() !== Call.Status.Connected);
    await waitFor("Ben to be back", () => call.getStatus() === Call.Status.Connected);
    await waitFor(
      "Ada to be heard again",
      () => heard(call) > before + 48_000 / 5 || (heard(call) < before && heard(call) > 48_000 / 5),
    );
    expect(call.getStats().refused.unknownSsrc - refused.unknownSsrc).toBeLessThan(SECOND);
  });

  it("keeps the player's settings for an identified user", async () => {
    meeting = await Meeting.open({ e2ee });
    meeting.platform.control.voice.withholdSpeaking(true);
    meeting.hum();
    const call = meeting.listen();
    call.setLocalMute(meeting.ada.userId, true);
    await waitFor("Ada's packets to play", () => heard(call) > 48_000 / 5);
    expect(await meeting.record(call, 400)).toBe(0);
  });
});
