// Two players talk; then the local address both speak from is replaced by another. Runs inside a network namespace of
// its own, whose loopback it owns. Prints what was heard and seen as JSON.
import { execFileSync } from "node:child_process";
import { startPlatform } from "@sdkpp/platform";
import { AuthorizationTokenType, Call, Client } from "sdkpp";
import { toneWav } from "../../support/tone-wav.mjs";

const ip = (...args) => execFileSync("ip", args, { stdio: ["ignore", "inherit", "inherit"] });
/** Sends datagrams to 127.0.0.1 from this address of the loopback device. */
const speakFrom = (address) => {
  ip("addr", "add", `${address}/32`, "dev", "lo");
  ip("route", "replace", "local", "127.0.0.1", "dev", "lo", "table", "local", "src", address);
};
const until = async (what, holds, limitMs = 15_000) => {
  const end = performance.now() + limitMs;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`waited ${limitMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

ip("link", "set", "lo", "up");
speakFrom("10.77.0.2");
const platform = await startPlatform();
const { endpoints, seeded, control } = platform;

async function enter(userId) {
  const client = new Client(endpoints.apiBase, endpoints.webBase, { ca: endpoints.ca });
  const scopes = Client.getDefaultCommunicationScopes();
  const tokens = control.tokens.issue(seeded.applicationId, userId, scopes);
  await client.updateToken(AuthorizationTokenType.Bearer, tokens.access_token);
  client.connect();
  await until("ready", () => client.getStatus() === Client.Status.Ready);
  const { lobbyId } = await client.createOrJoinLobby("moving");
  const heard = { at: 0, loud: false };
  const received = (_user, samples) => {
    if (samples.some((value) => Math.abs(value) > 1000)) heard.at = performance.now();
  };
  const call = client.startCallWithAudioCallbacks(lobbyId, received, () => {});
  const statuses = [];
  call.on("statusChanged", (status) => statuses.push(status));
  await until("connected", () => call.getStatus() === Call.Status.Connected);
  call.setAudioMode(1);
  call.setVADThreshold(false, -60);
  call.playWav(toneWav(), { loop: true });
  return { client, call, heard, statuses };
}

const players = await Promise.all(seeded.userIds.map(enter));
await until("both ways", () => players.every(({ heard }) => heard.at > 0));
const sessions = async () =>
  (await control.voice.stats()).sessions.map(({ userId, ssrc }) => `${userId}:${ssrc}`).sort();
const before = await sessions();
const moved = performance.now();
speakFrom("10.77.0.3");
ip("addr", "del", "10.77.0.2/32", "dev", "lo");
// Packets in flight play out; from then on only packets over the new address are heard.
const IN_FLIGHT_MS = 600;
const gaps = await Promise.all(
  players.map(async ({ heard }) => {
    await until("sound over the new address", () => heard.at > moved + IN_FLIGHT_MS);
    return heard.at - moved;
  }),
);
await until("the moves to be counted", () => players.every(({ call }) => call.getStats().pathMoves > 0));
const after = await sessions();
console.log(
  JSON.stringify({
    gaps,
    sameSessions: JSON.stringify(before) === JSON.stringify(after),
    moves: players.map(({ call }) => call.getStats().pathMoves),
    statuses: players.map(({ call }) => call.getStatus()),
  }),
);
for (const { client } of players) client.destroy();
await platform.stop();
