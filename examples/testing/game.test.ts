// Tests of a game against the platform: several players, time, faults of the server and of the network.
import { readFileSync } from "node:fs";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { AuthorizationTokenType, Client, ErrorType } from "sdkpp";
import { afterEach, beforeEach, expect, test } from "vitest";

let platform: Platform;
const players: Client[] = [];

beforeEach(async () => {
  platform = await startPlatform();
});
afterEach(async () => {
  for (const player of players.splice(0)) player.destroy();
  await platform.stop();
});

async function connect(userId: string): Promise<Client> {
  const { endpoints, seeded, control } = platform;
  const client = new Client(endpoints.apiBase, endpoints.webBase, { ca: endpoints.ca });
  players.push(client);
  const scopes = Client.getDefaultCommunicationScopes();
  const { access_token } = control.tokens.issue(seeded.applicationId, userId, scopes);
  await client.updateToken(AuthorizationTokenType.Bearer, access_token);
  client.connect();
  await client.ready({ signal: AbortSignal.timeout(20_000) });
  return client;
}

test("three players with one secret meet in one lobby", async () => {
  const third = platform.control.users.create({ username: "cyd" });
  const clients = await Promise.all([...platform.seeded.userIds, third.id].map(connect));
  const lobbies = await Promise.all(clients.map((client) => client.createOrJoinLobby("match-42")));
  expect(new Set(lobbies.map(({ lobbyId }) => lobbyId)).size).toBe(1);
});

test("a message that is sent while the connection is lost arrives", async () => {
  const [adaId, benId] = platform.seeded.userIds;
  const [ada, ben] = await Promise.all([connect(adaId), connect(benId)]);
  const { lobbyId } = await ada.createOrJoinLobby("match-42");
  await ben.createOrJoinLobby("match-42");
  const arrived = ada.once("messageCreated");
  platform.control.gateway.close(adaId, "reset");
  const { messageId } = await ben.sendLobbyMessage(lobbyId, "behind you!");
  expect(await arrived).toEqual([messageId]);
  expect(ada.getMessageHandle(messageId)?.content).toBe("behind you!");
});

test("a player whose token has expired has to sign in again", async () => {
  const client = await connect(platform.seeded.userIds[0]);
  await platform.control.clock.advance(8 * 24 * 3_600_000);
  await expect(client.createOrJoinLobby("match-42")).rejects.toMatchObject({ result: { status: 401 } });
});

test("the player is told that the server is busy, and can try again", async () => {
  const client = await connect(platform.seeded.userIds[0]);
  const hits = platform.control.faults.add({ route: "PUT /lobbies", what: { status: 503 } });
  const failure: unknown = await client.createOrJoinLobby("match-42").catch((error: unknown) => error);
  expect(failure).toMatchObject({ result: { type: ErrorType.HTTPError, status: 503, retryable: true } });
  expect(hits.hits).toBe(1);
  await client.createOrJoinLobby("match-42");
});

test("a game asks for its lobby once", async () => {
  const requests = platform.control.timeline.follow({ kinds: ["http"], about: "PUT /lobbies" });
  const client = await connect(platform.seeded.userIds[0]);
  await client.createOrJoinLobby("match-42");
  const { value: request } = await requests.next();
  expect(request?.text).toMatch(/^PUT \/lobbies → 200 in \d+ ms, user \d+/);
  expect(platform.control.timeline.list({ kinds: ["http"], about: "PUT /lobbies" })).toHaveLength(1);
});

test("a request from somebody whom nobody made arrives", async () => {
  const [adaId] = platform.seeded.userIds;
  const client = await connect(adaId);
  const arrived = client.once("relationshipCreated");
  const user = { id: "4242", username: "eve" };
  const { heard } = platform.control.gateway.dispatch(
    "RELATIONSHIP_ADD",
    { id: user.id, type: 3, user },
    { userId: adaId },
  );
  expect(heard).toHaveLength(1);
  expect(await arrived).toEqual([4242n, true]);
  expect(client.getUser(4242n)?.username).toBe("eve");
});

test("the team is heard over a bad network", async () => {
  await platform.control.faults.impair({ seed: 1, loss: 0.05, burst: 3, delayMs: 40, jitterMs: 15 });
  const [adaId, benId] = platform.seeded.userIds;
  const [ada, ben] = await Promise.all([connect(adaId), connect(benId)]);
  const { lobbyId } = await ada.createOrJoinLobby("match-42");
  await ben.createOrJoinLobby("match-42");
  const speaking = ada.startCall(lobbyId);
  // A second of speech: callbacks have 48,000 samples of a channel in each second.
  await new Promise<void>((resolve) => {
    let samples = 0;
    const received = (_userId: bigint, _data: Int16Array, samplesPerChannel: number) => {
      samples += samplesPerChannel;
      if (samples > 48_000) resolve();
    };
    const hearing = ben.startCallWithAudioCallbacks(lobbyId, received, () => undefined);
    void Promise.all([speaking.encrypted(), hearing.encrypted()]).then(() =>
      speaking.playWav(readFileSync(new URL("../demo/speech.wav", import.meta.url))),
    );
  });
  expect(speaking.getStats().packetsSent).toBeGreaterThan(50);
});
