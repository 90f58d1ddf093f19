import { randomBytes } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { describe, expect, it, onTestFinished } from "vitest";
import { Client } from "sdkpp";
import { DAVE_VERSION } from "sdkpp/wire";
import { joinLobby, sdkSession } from "../platform/support-platform.js";
import { askToJoin, identify, voiceSocket, type VoiceReady } from "../platform/support-voice.js";
import { Meeting } from "./meeting.js";

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

describe("10,000 datagrams from a stranger", () => {
  it("only change counters, on the platform and the client", async () => {
    const meeting = await Meeting.forThisTest();
    const { platform } = meeting;
    const humming = meeting.hum();
    const call = meeting.listen();
    await Meeting.plays(call, 300);
    const stranger = createSocket("udp4");
    onTestFinished(() => void stranger.close());
    const platformPort = await mediaPort(meeting);
    let before = await platform.control.voice.stats();
    while (before.sessions.length > 2) before = await platform.control.voice.stats();
    const address = before.sessions.find(({ userId }) => BigInt(userId) === meeting.ben.userId)?.address;
    const clientPort = Number(address?.split(":").at(-1));
    const refusedBefore = sum(call.getStats().refused);
    const statuses: number[] = [];
    for (const one of [call, humming]) one.setStatusChangedCallback((status) => statuses.push(status));

    await pelt(stranger, platformPort, 10_000, () => platform.control.voice.stats());
    await pelt(stranger, clientPort, 10_000, () => new Promise((resolve) => setTimeout(resolve, 2)));
    const counters = (await platform.control.voice.stats()).counters;
    const grown = (name: keyof typeof counters): number => counters[name] - before.counters[name];
    expect(
      grown("malformed") + grown("unknownSsrc") + grown("refused") + grown("discoveries"),
    ).toBeGreaterThan(9900);
    expect(grown("sendErrors")).toBe(0);
    // The client's socket hears its platform only: the system turns strangers away.
    expect(sum(call.getStats().refused)).toBe(refusedBefore);
    await meeting.hearsAll(call, 1500);
    expect(statuses).toEqual([]);
    const after = await platform.control.voice.stats();
    const facts = (all: typeof after) =>
      all.sessions.map(({ userId, ssrc, address: at }) => ({ userId, ssrc, at }));
    expect(facts(after)).toEqual(facts(before));
  });
});

/** The port for media: op 2 tells it to whoever joins a call. */
async function mediaPort({ platform }: Meeting): Promise<number> {
  const { control, seeded } = platform;
  const userId = control.users.create({ username: "eve" }).id;
  const token = control.tokens.issue(
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
