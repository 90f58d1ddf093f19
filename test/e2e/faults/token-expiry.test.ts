import { startPlatform, type Platform } from "@sdkpp/platform";
import type { ClientResultError } from "sdkpp";
import { AuthorizationTokenType, Client } from "sdkpp";
import { ACCESS_TOKEN_LIFE_S } from "sdkpp/wire";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { signIn } from "../../support/players.js";
import { waitFor } from "../../support/wait-for.js";

const { Bearer } = AuthorizationTokenType;
const SCOPES = Client.getDefaultCommunicationScopes();

let platform: Platform;
const clients: Client[] = [];

beforeEach(async () => (platform = await startPlatform()));
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await platform.stop();
});

/** Ada's client with a token that has this many seconds left. */
async function withToken(leftS: number): Promise<{ client: Client; told: () => number; statuses: number[] }> {
  const { control, seeded, endpoints } = platform;
  const client = new Client(endpoints.apiBase, endpoints.webBase, { ca: endpoints.ca });
  clients.push(client);
  let told = 0;
  const statuses: number[] = [];
  client.setTokenExpirationCallback(() => (told += 1));
  const tokens = control.tokens.issue(seeded.applicationId, seeded.userIds[0], SCOPES);
  await control.clock.advance((ACCESS_TOKEN_LIFE_S - leftS) * 1000);
  await client.updateToken(Bearer, tokens.access_token);
  client.connect();
  await waitFor("Ada to be ready", () => client.getStatus() === Client.Status.Ready);
  client.setStatusChangedCallback((status) => statuses.push(status));
  return { client, told: () => told, statuses };
}

describe("an expiring token", () => {
  it("emits one event; the session continues, operations fail, and a new token fixes it without a reconnect", async () => {
    const { control, seeded } = platform;
    const [adaId, benId] = seeded.userIds;
    control.users.makeFriends(adaId, benId);
    const { client, told, statuses } = await withToken(50);
    await waitFor("the notice", () => told() === 1);
    const { lobbyId } = await client.createOrJoinLobby("room");

    await control.clock.advance(60_000);
    const error = await client.leaveLobby(lobbyId).catch((reason: unknown) => reason);
    expect((error as ClientResultError).result).toMatchObject({ status: 401, retryable: false });
    control.users.rename(benId, "Benjamin");
    await waitFor("the new name", () => client.getUser(benId)?.displayName === "Benjamin");
    expect([told(), statuses, client.getStatus()]).toEqual([1, [], Client.Status.Ready]);

    const fresh = control.tokens.issue(seeded.applicationId, adaId, SCOPES).access_token;
    const holder = await client.fetchCurrentUser(Bearer, fresh);
    expect([String(holder.id), holder.name]).toEqual([adaId, "Ada"]);
    await client.updateToken(Bearer, fresh);
    await client.leaveLobby(lobbyId);
    expect([told(), statuses]).toEqual([1, []]);
  });

  it("that expires in a week emits nothing now", async () => {
    const { client, told } = await withToken(ACCESS_TOKEN_LIFE_S);
    // The answer that says when has come by the time a later one has.
    await client.createOrJoinLobby("room");
    await client.fetchCurrentUser(
      Bearer,
      platform.control.tokens.issue(platform.seeded.applicationId, platform.seeded.userIds[1], SCOPES)
        .access_token,
    );
    expect(told()).toBe(0);
  });

  it("that expired before connecting is reported by the connection's end alone", async () => {
    const { control, seeded, endpoints } = platform;
    const client = new Client(endpoints.apiBase, endpoints.webBase, { ca: endpoints.ca });
    clients.push(client);
    let told = 0;
    const ends: unknown[] = [];
    client.setTokenExpirationCallback(() => (told += 1));
    client.setStatusChangedCallback((...args) => ends.push(args));
    const tokens = control.tokens.issue(seeded.applicationId, seeded.userIds[0], SCOPES);
    await control.clock.advance((ACCESS_TOKEN_LIFE_S + 1) * 1000);
    await client.updateToken(Bearer, tokens.access_token);
    client.connect();
    const { Disconnected } = Client.Status;
    await waitFor("the end", () => ends.some((one) => (one as number[])[0] === Disconnected));
    expect([ends.at(-1), told]).toEqual([[Disconnected, Client.Error.UnexpectedClose, 4004], 0]);
    await expect(client.fetchCurrentUser(Bearer, tokens.access_token)).rejects.toMatchObject({
      result: { status: 401 },
    });
  });

  it("of one player does not affect another", async () => {
    const ada = await withToken(62);
    const prepare = (client: Client): unknown => clients.push(client);
    const ben = await signIn(platform, platform.seeded.userIds[1], { prepare });
    let bens = 0;
    ben.setTokenExpirationCallback(() => (bens += 1));
    await waitFor("Ada's notice", () => ada.told() === 1);
    expect(bens).toBe(0);
  });
});
