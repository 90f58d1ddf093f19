import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { Call } from "sdkpp";
import { enterLobby, type Player } from "../support/players.js";
import { hum, toneShare } from "../support/tone.js";
import { waitFor } from "../support/wait-for.js";

const ADA_HZ = 440;
const BEN_HZ = 1000;

let platform: Platform;
const players: Player[] = [];
const hums: (() => void)[] = [];

beforeEach(async () => {
  platform = await startPlatform();
});

afterEach(async () => {
  for (const stop of hums.splice(0)) stop();
  for (const player of players.splice(0)) player.client.destroy();
  await platform.stop();
});

async function enter(which: 0 | 1, host = {}): Promise<Player> {
  const player = await enterLobby(platform, platform.seeded.userIds[which], "room", host);
  players.push(player);
  return player;
}

/** Starts a call that hums and counts the blocks in which the other one's hum is heard. */
function talk(player: Player, ownHz: number, otherHz: number) {
  const heard = { blocks: 0, tone: 0, from: new Set<bigint>() };
  const call = player.client.startCallWithAudioCallbacks(
    player.lobbyId,
    (userId, samples) => {
      heard.blocks += 1;
      heard.from.add(userId);
      if (toneShare(samples, otherHz) > 0.5) heard.tone += 1;
    },
    () => undefined,
  );
  call.openPcmInput(48_000, 1);
  const humming = hum((samples) => call.pushPcm(samples), ownHz);
  hums.push(humming.stop);
  return { call, heard, humming };
}

describe.each(["aead_aes256_gcm_rtpsize", "aead_xchacha20_poly1305_rtpsize"] as const)("over %s", (mode) => {
  test("each hears the other's tone, and a cut voice gateway is resumed without a new session", async () => {
    const ada = await enter(0, { preferredVoiceMode: mode });
    const ben = await enter(1, { preferredVoiceMode: mode });
    const one = talk(ada, ADA_HZ, BEN_HZ);
    const two = talk(ben, BEN_HZ, ADA_HZ);
    await waitFor("both to hear the other", () => one.heard.tone > 25 && two.heard.tone > 25);
    expect(one.heard.from).toEqual(new Set([ben.userId]));
    expect(two.heard.from).toEqual(new Set([ada.userId]));

    const statuses: number[] = [];
    one.call.setStatusChangedCallback((status) => statuses.push(status));
    const before = one.heard.tone;
    const ssrc = two.call.getStats().speakers[0]?.ssrc;
    platform.control.voice.close(platform.seeded.userIds[0], 4015);
    await waitFor("the resume", () => statuses.includes(Call.Status.Connected));
    await waitFor("more speech", () => one.heard.tone > before + 25);
    expect(statuses).toEqual([Call.Status.Reconnecting, Call.Status.Connected]);
    await waitFor("Ada to be heard on", () => two.heard.tone > before + 25);
    expect(two.call.getStats().speakers.map((speaker) => speaker.ssrc)).toEqual([ssrc]);
    expect(one.call.getStats().packetsSent).toBeGreaterThan(25);
  });
});

test("a cut main gateway is resumed and the call does not notice", async () => {
  const ada = await enter(0);
  const ben = await enter(1);
  const one = talk(ada, ADA_HZ, BEN_HZ);
  const two = talk(ben, BEN_HZ, ADA_HZ);
  await waitFor("both to hear the other", () => one.heard.tone > 10 && two.heard.tone > 10);
  const callStatuses: number[] = [];
  const statuses: number[] = [];
  one.call.setStatusChangedCallback((status) => callStatuses.push(status));
  ada.client.setStatusChangedCallback((status) => statuses.push(status));
  platform.control.gateway.close(platform.seeded.userIds[0], "reset");
  await waitFor("the main gateway to be ready again", () => statuses.at(-1) === 3);
  const before = two.heard.tone;
  await waitFor("more speech", () => two.heard.tone > before + 25);
  expect(callStatuses).toEqual([]);
  expect(statuses[0]).toBe(4);
});

test("ending a call tells the other side and makes the object invalid", async () => {
  const ada = await enter(0);
  const ben = await enter(1);
  const one = talk(ada, ADA_HZ, BEN_HZ);
  const two = talk(ben, BEN_HZ, ADA_HZ);
  await waitFor("both to hear the other", () => one.heard.tone > 5 && two.heard.tone > 5);
  const left: bigint[] = [];
  two.call.setParticipantChangedCallback((userId, added) => !added && left.push(userId));
  one.humming.stop();
  await ada.client.endCall(ada.lobbyId);
  expect(one.call.isValid()).toBe(false);
  await waitFor("Ben to see Ada leave", () => left.includes(ada.userId));
});
