import { randomBytes } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { startPlatform } from "@sdkpp/platform";
import { Call, Client } from "sdkpp";
import { DAVE_VERSION } from "sdkpp/wire";
import { ChildPlayer } from "../../support/child-player.js";
import { tone } from "../../support/tone.js";
import { waitFor } from "../../support/wait-for.js";
import { wavOf } from "../../support/wav.js";
import { joinLobby, sdkSession } from "../platform/support-platform.js";
import { askToJoin, identify, voiceSocket, type VoiceReady } from "../platform/support-voice.js";
import { ADA_HZ, Meeting } from "./meeting.js";

const SPEECH = readFileSync(join(import.meta.dirname, "../../../examples/demo/speech.wav"));

const undo: (() => unknown)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function meet(): Promise<Meeting> {
  const meeting = await Meeting.open();
  undo.push(() => meeting.close());
  return meeting;
}

/** The seeded stranger: datagrams of 0 to 200 bytes, every third one dressed as RTP or discovery. */
function strangeDatagram(at: number): Buffer {
  const bytes = randomBytes(at % 201);
  if (at % 3 === 0 && bytes.length > 12) bytes.writeUInt16BE(0x8078, 0);
  if (at % 3 === 1 && bytes.length > 8) bytes.writeUInt32BE(0x0001_0046, 0);
  return bytes;
}

async function pelt(
  socket: Socket,
  port: number,
  count: number,
  pause: () => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    socket.send(strangeDatagram(at), port, "127.0.0.1");
    // The receiver's buffer must not overflow: what the system drops proves nothing.
    if (at % 50 === 49) await pause();
  }
}

describe("a bad network", () => {
  it("5 % loss and 30 ms jitter: nothing is concealed but what was lost", async () => {
    const meeting = await meet();
    await meeting.platform.control.impair({ seed: 5, loss: 0.05, jitterMs: 30, direction: "in" });
    meeting.hum().playWav(SPEECH, { loop: true }); // speech, because a pure tone carries no in-band FEC
    const call = meeting.listen();
    await Meeting.plays(call, 3000);
    const before = call.getStats().speakers[0];
    await Meeting.plays(call, 16_000);
    const after = call.getStats().speakers[0];
    const grown = (
      name: "concealedSamples" | "playedSamples" | "packetsLost" | "packetsReceived" | "fecUsed",
    ): number => (after?.[name] ?? 0) - (before?.[name] ?? 0);
    const loss = grown("packetsLost") / (grown("packetsLost") + grown("packetsReceived"));
    expect(loss).toBeGreaterThan(0.02);
    expect(loss).toBeLessThan(0.09);
    expect(grown("concealedSamples") / grown("playedSamples")).toBeLessThanOrEqual(loss + 0.005);
    expect(grown("fecUsed")).toBeGreaterThan(0);
  });

  it("a region move is followed, and speech comes back", async () => {
    const meeting = await meet();
    meeting.hum();
    const call = meeting.listen();
    await Meeting.plays(call, 300);
    const statuses: number[] = [];
    call.setStatusChangedCallback((status) => statuses.push(status));
    const lobbyId = String(meeting.ben.lobbyId);
    meeting.platform.control.beginRegionMove(lobbyId);
    await waitFor("the loss", () => statuses.length > 0);
    expect(call.getStatus()).not.toBe(Call.Status.Disconnected);
    meeting.platform.control.finishRegionMove(lobbyId);
    await waitFor("the return", () => call.getStatus() === Call.Status.Connected);
    expect(await meeting.record(call, 400)).toBeGreaterThan(0.97);
    expect(statuses).not.toContain(Call.Status.Disconnected);
  });

  it("a main session that is declared invalid begins anew, and so does its call", async () => {
    const meeting = await meet();
    meeting.hum();
    const call = meeting.listen();
    await Meeting.plays(call, 300);
    const statuses: number[] = [];
    meeting.ben.client.setStatusChangedCallback((status) => statuses.push(status));
    meeting.platform.control.gatewayInvalid(meeting.platform.seeded.userIds[1], false);
    await waitFor("the client to be back", () => statuses.at(-1) === Client.Status.Ready);
    await waitFor("the call to be back", () => call.getStatus() === Call.Status.Connected);
    expect(await meeting.record(call, 400)).toBeGreaterThan(0.97);
  });
});

describe("10,000 datagrams from a stranger", () => {
  it("change nothing but counters, at the platform and at the client", async () => {
    const meeting = await meet();
    const { platform } = meeting;
    const humming = meeting.hum();
    const call = meeting.listen();
    await Meeting.plays(call, 300);
    const stranger = createSocket("udp4");
    undo.push(() => stranger.close());
    const platformPort = await mediaPort(meeting);
    let before = await platform.control.voiceStats();
    while (before.sessions.length > 2) before = await platform.control.voiceStats();
    const address = before.sessions.find(({ userId }) => BigInt(userId) === meeting.ben.userId)?.address;
    const clientPort = Number(address?.split(":").at(-1));
    const refusedBefore = sum(call.getStats().refused);
    const statuses: number[] = [];
    for (const one of [call, humming]) one.setStatusChangedCallback((status) => statuses.push(status));

    await pelt(stranger, platformPort, 10_000, () => platform.control.voiceStats());
    await pelt(stranger, clientPort, 10_000, () => new Promise((resolve) => setTimeout(resolve, 2)));
    const counters = (await platform.control.voiceStats()).counters;
    const grown = (name: keyof typeof counters): number => counters[name] - before.counters[name];
    expect(
      grown("malformed") + grown("unknownSsrc") + grown("refused") + grown("discoveries"),
    ).toBeGreaterThan(9900);
    expect(grown("sendErrors")).toBe(0);
    // The client's socket hears its platform only: the system turns strangers away.
    expect(sum(call.getStats().refused)).toBe(refusedBefore);
    expect(await meeting.record(call, 400)).toBeGreaterThan(0.97);
    expect(statuses).toEqual([]);
    const after = await platform.control.voiceStats();
    const facts = (all: typeof after) =>
      all.sessions.map(({ userId, ssrc, address: at }) => ({ userId, ssrc, at }));
    expect(facts(after)).toEqual(facts(before));
  });
});

/** The port for media: op 2 tells it to whoever joins a call. */
async function mediaPort({ platform }: Meeting): Promise<number> {
  const { control, seeded } = platform;
  const userId = control.createUser({ username: "eve" }).id;
  const token = control.issueTokens(
    seeded.applicationId,
    userId,
    Client.getDefaultCommunicationScopes(),
  ).access_token;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const eve = { userId, token, headers };
  const lobbyId = await joinLobby(platform, eve, "elsewhere");
  const { socket, sessionId } = await sdkSession(platform, eve);
  const voice = voiceSocket(platform);
  identify(voice, await askToJoin(socket, lobbyId, userId, sessionId), DAVE_VERSION);
  const { port } = (await voice.op(2)).d as VoiceReady;
  voice.close();
  socket.close();
  return port;
}

function sum(counters: object): number {
  return Object.values(counters as Record<string, number>).reduce((all, one) => all + one, 0);
}

describe("a JavaScript thread that stands still for 3 s", () => {
  it("costs no audio in either direction, and the call goes on", async () => {
    const platform = await startPlatform();
    undo.push(() => platform.stop());
    const players = [new ChildPlayer(), new ChildPlayer()] as const;
    undo.push(() => players.forEach((player) => player.kill()));
    const [ada, ben] = players;
    const wav = wavOf(tone(ADA_HZ, 48_000));
    const lobbyId = await ada.enter(platform, 0);
    await ben.enter(platform, 1);
    await ada.call(lobbyId, wav);
    await ben.call(lobbyId, wav);
    const packets = async (): Promise<{ in: number; out: number; at: number }> => {
      const { sessions } = await platform.control.voiceStats();
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
