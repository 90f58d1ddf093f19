import { describe, expect, it, onTestFinished } from "vitest";
import { startPlatform } from "@sdkpp/platform";
import { Call, Client } from "sdkpp";
import { ChildPlayer } from "../../support/child-player.js";
import { tone } from "../../support/tone.js";
import { wavOf } from "../../support/wav.js";
import { ADA_HZ } from "./meeting.js";

describe("a JavaScript thread that stalls for 3 s", () => {
  it("costs no audio in either direction, and the call continues", async () => {
    const platform = await startPlatform();
    onTestFinished(() => platform.stop());
    const players = [new ChildPlayer(), new ChildPlayer()] as const;
    onTestFinished(() => players.forEach((player) => player.kill()));
    const [ada, ben] = players;
    const wav = wavOf(tone(ADA_HZ, 48_000));
    const lobbyId = await ada.enter(platform, 0);
    await ben.enter(platform, 1);
    await ada.call(lobbyId, wav);
    await ben.call(lobbyId, wav);
    const packets = async (): Promise<{ in: number; out: number; at: number }> => {
      const { sessions } = await platform.control.voice.stats();
      const session = sessions.find(({ userId }) => userId === platform.seeded.userIds[0]);
      return { in: session?.packetsIn ?? 0, out: session?.packetsOut ?? 0, at: performance.now() };
    };
    let now = await packets();
    while (now.in < 25 || now.out < 25) now = await packets();

    const stall = await ada.stall(3000);
    const begun = await packets();
    const heardBefore = (await ben.status()).stats.speakers[0];
    await stall.over;
    const ended = await packets();
    const frames = (ended.at - begun.at) / 20;
    expect(frames).toBeGreaterThan(140);
    expect(ended.in - begun.in).toBeGreaterThan(frames * 0.97);
    expect(ended.out - begun.out).toBeGreaterThan(frames * 0.97);

    const [one, two] = [await ada.status(), await ben.status()];
    expect([one.status, two.status]).toEqual([Call.Status.Connected, Call.Status.Connected]);
    expect([one.client, two.client]).toEqual([Client.Status.Ready, Client.Status.Ready]);
    const concealed = (two.stats.speakers[0]?.concealedSamples ?? 0) - (heardBefore?.concealedSamples ?? 0);
    expect(concealed).toBeLessThan(0.03 * frames * 960);
    expect([await ada.leave(), await ben.leave()]).toEqual([0, 0]);
  });
});
