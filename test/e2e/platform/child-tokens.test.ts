// Publishers: tokens of a parent application and of its games, what the games share, and what strangers get.
import type { Platform } from "@sdkpp/platform";
import { AuthorizationTokenType, Client, RelationshipType, type ActivityInvite } from "sdkpp";
import { COMMUNICATION_SCOPES } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { openParty } from "../../support/open-party.js";
import { waitFor } from "../../support/wait-for.js";
import { platformForTest } from "./support-platform.js";

interface Publisher {
  readonly platform: Platform;
  readonly parent: string;
  readonly games: readonly [string, string];
  readonly users: readonly [string, string];
}

async function publisher(): Promise<Publisher> {
  const platform = await platformForTest({ e2ee: "required" });
  const { control } = platform;
  const [parent, one, two] = ["Publisher", "First Game", "Second Game"].map(
    (name) => control.applications.create({ name }).id,
  ) as [string, string, string];
  control.applications.setParent(one, parent);
  control.applications.setParent(two, parent);
  return { platform, parent, games: [one, two], users: platform.seeded.userIds };
}

function parentPair({ platform, parent }: Publisher, userId: string) {
  return platform.control.tokens.issue(parent, userId, COMMUNICATION_SCOPES);
}

async function ask({ platform }: Publisher, json: object) {
  const response = await fetch(`${platform.endpoints.apiBase}/v10/partner-sdk/child-token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(json),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function childToken(here: Publisher, userId: string, game: string): Promise<string> {
  const parent_access_token = parentPair(here, userId).access_token;
  const { body } = await ask(here, { parent_access_token, child_application_id: game });
  return String(body["access_token"]);
}

const bearing = (token: string | undefined) => ({ parent_access_token: token });
const childOf = (here: Publisher, at: 0 | 1) => childToken(here, here.users[0], here.games[at]);

async function statusOf({ platform }: Publisher, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${platform.endpoints.apiBase}/v10/users/@me`, { headers })).status;
}

/** A connected client of the player in one game. */
async function connected(here: Publisher, userId: string, game: string): Promise<Client> {
  const client = freshClient(here);
  await client.updateToken(AuthorizationTokenType.Bearer, await childToken(here, userId, game));
  client.connect();
  await waitFor("the client", () => client.getStatus() === Client.Status.Ready);
  return client;
}

function freshClient({ platform }: Publisher): Client {
  const { apiBase, webBase, ca } = platform.endpoints;
  return new Client(apiBase, webBase, { ca });
}

describe("a child token", () => {
  it("lives as long as its parent token, survives its refresh and has no refresh token", async () => {
    const here = await publisher();
    const { platform, parent, games } = here;
    const pair = parentPair(here, here.users[0]);
    await platform.control.clock.advance(3_600_000);
    const json = { parent_access_token: pair.access_token, child_application_id: games[0] };
    const { status, body } = await ask(here, json);
    expect([status, Object.keys(body).sort()]).toEqual([
      200,
      ["access_token", "expires_in", "scope", "token_type"],
    ]);
    expect(body).toMatchObject({ token_type: "Bearer", scope: COMMUNICATION_SCOPES });
    expect(body["expires_in"]).toBeGreaterThan(604_800 - 3600 - 600);
    expect(body["expires_in"]).toBeLessThanOrEqual(604_800 - 3600);
    const child = String(body["access_token"]);
    const refreshed = await freshClient(here).refreshToken(parent, pair.refresh_token ?? "");
    expect(refreshed.accessToken).not.toBe("");
    expect(await statusOf(here, child)).toBe(200);
    await platform.control.clock.advance((604_800 - 3600) * 1000);
    expect(await statusOf(here, child)).toBe(401);
  });

  it("opens a gateway session, which a parent token does not (4004), and ends with the parent's revocation", async () => {
    const here = await publisher();
    const { platform, parent, games, users } = here;
    const client = freshClient(here);
    const details: number[] = [];
    client.setStatusChangedCallback((_status, _error, detail) => details.push(detail));
    await client.updateToken(AuthorizationTokenType.Bearer, parentPair(here, users[0]).access_token);
    client.connect();
    await waitFor("the rejection", () => details.includes(4004));
    const player = await connected(here, users[0], games[0]);
    const ended: number[] = [];
    player.setStatusChangedCallback((_status, _error, detail) => ended.push(detail));
    const other = await childToken(here, users[0], games[1]);
    platform.control.tokens.revoke(parent, users[0]);
    await waitFor("the end", () => ended.includes(4004));
    expect(await statusOf(here, other)).toBe(401);
    client.destroy();
    player.destroy();
  });

  it("is revoked alone by the game's own id", async () => {
    const here = await publisher();
    const { games, users } = here;
    const pair = parentPair(here, users[0]);
    const [one, two] = [
      await childToken(here, users[0], games[0]),
      await childToken(here, users[0], games[1]),
    ];
    await freshClient(here).revokeToken(games[0], one);
    expect(await Promise.all([one, two, pair.access_token].map((token) => statusOf(here, token)))).toEqual([
      401, 200, 200,
    ]);
  });

  it("ends with the account's ban", async () => {
    const here = await publisher();
    const { platform, games, users } = here;
    const token = await childToken(here, users[0], games[0]);
    platform.control.users.ban(users[0]);
    expect(await statusOf(here, token)).toBe(401);
  });

  // The operation `exchangeChildToken` is given unknown tokens and those of a foreign parent.
  it.each<[string, (here: Publisher) => object | Promise<object>, number, number]>([
    ["no token", () => ({ parent_access_token: undefined }), 400, 50_035],
    ["a refresh token", (here) => bearing(parentPair(here, here.users[0]).refresh_token), 401, 50_025],
    ["the token of a sibling", async (here) => bearing(await childOf(here, 1)), 403, 20_012],
    ["its own token", async (here) => bearing(await childOf(here, 0)), 403, 20_012],
    ["a game that does not exist", () => ({ child_application_id: "1" }), 403, 20_012],
    ["a wrong secret", () => ({ parent_client_secret: "guess" }), 401, 530_007],
  ])("is not issued for %s", async (_claim, change, status, code) => {
    const here = await publisher();
    const good = {
      ...bearing(parentPair(here, here.users[0]).access_token),
      child_application_id: here.games[0],
    };
    expect(await ask(here, { ...good, ...(await change(here)) })).toMatchObject({ status, body: { code } });
  });

  it("of a confidential publisher needs the parent's secret", async () => {
    const here = await publisher();
    const { control } = here.platform;
    const parent = control.applications.create({ name: "Server", isPublic: false, secret: "s3cret" }).id;
    const child = control.applications.create({ name: "Game", isPublic: false }).id;
    control.applications.setParent(child, parent);
    const parent_access_token = control.tokens.issue(
      parent,
      here.users[0],
      COMMUNICATION_SCOPES,
    ).access_token;
    const json = { parent_access_token, child_application_id: child };
    expect((await ask(here, json)).status).toBe(401);
    expect((await ask(here, { ...json, parent_client_secret: "s3cret" })).status).toBe(200);
  });
});

describe("a game of a publisher", () => {
  it("cannot be authorized: on the page, by a device, with a refresh token", async () => {
    const here = await publisher();
    const { platform, games } = here;
    const page = await fetch(
      `${platform.endpoints.webBase}/oauth2/authorize?response_type=code&scope=openid&client_id=${games[0]}`,
      { redirect: "manual" },
    );
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining("publisher")]);
    const post = async (path: string, fields: Record<string, string>): Promise<unknown> => {
      const body = new URLSearchParams({ client_id: games[0], ...fields });
      const response = await fetch(`${platform.endpoints.apiBase}/v10/oauth2${path}`, {
        method: "POST",
        body,
      });
      return ((await response.json()) as { error?: string }).error;
    };
    expect(await post("/device/authorize", { scope: "openid" })).toBe("invalid_client");
    expect(await post("/token", { grant_type: "refresh_token", refresh_token: "x" })).toBe("invalid_client");
  });

  it("shares its game friends with the other games, and keeps them when it begins anew", async () => {
    const here = await publisher();
    const { platform, parent, games, users } = here;
    const [ada, ben] = [await connected(here, users[0], games[0]), await connected(here, users[1], games[1])];
    const known = (client: Client, id: string): unknown =>
      client.getRelationshipHandle(BigInt(id)).gameRelationshipType;
    await ada.sendGameFriendRequestById(BigInt(users[1]));
    await waitFor("the request", () => known(ben, users[0]) === RelationshipType.PendingIncoming);
    await ben.acceptGameFriendRequest(BigInt(users[0]));
    await waitFor("the friendship", () => known(ada, users[1]) === RelationshipType.Friend);
    const later = await connected(here, users[0], games[1]);
    expect(known(later, users[1])).toBe(RelationshipType.Friend);
    platform.control.applications.setParent(games[0], null);
    platform.control.applications.setParent(games[0], parent);
    const again = await connected(here, users[0], games[0]);
    expect(known(again, users[1])).toBe(RelationshipType.Friend);
    for (const client of [ada, ben, later, again]) client.destroy();
  });

  it("shows its invites and messages in the other games: who wrote them, and for which game", async () => {
    const here = await publisher();
    const { parent, games, users } = here;
    here.platform.control.users.makeFriends(users[0], users[1]);
    const [ada, ben] = [await connected(here, users[0], games[0]), await connected(here, users[1], games[1])];
    const invites: ActivityInvite[] = [];
    ben.setActivityInviteCreatedCallback((invite) => invites.push(invite));
    await ada.updateRichPresence(openParty());
    await ada.sendActivityInvite(BigInt(users[1]), "come");
    await waitFor("the invite", () => invites.length === 1);
    expect([invites[0]?.applicationId, invites[0]?.parentApplicationId]).toEqual([
      BigInt(games[0]),
      BigInt(parent),
    ]);
    const received: bigint[] = [];
    ben.setMessageCreatedCallback((id) => received.push(id));
    await ada.sendUserMessage(BigInt(users[1]), "hello");
    await waitFor("the message", () => received.length === 1);
    const message = ben.getMessageHandle(received[0]!);
    expect([message?.sentFromGame, message?.applicationId]).toEqual([true, BigInt(games[0])]);
    for (const client of [ada, ben]) client.destroy();
  });

  it("begins anew: its tokens, lobbies, identities and game friends are gone, and its sessions end", async () => {
    const here = await publisher();
    const { platform, parent, users } = here;
    const { control, seeded } = platform;
    const game = seeded.applicationId;
    control.users.makeFriends(users[0], users[1], game);
    control.users.setIdentity(game, users[0], { externalId: "a", username: "Sir Ada" });
    const guest = control.tokens.signInGuest(game, { externalId: "g" });
    const { Bearer } = AuthorizationTokenType;
    const { id: guestId } = await freshClient(here).fetchCurrentUser(Bearer, guest.access_token);
    control.users.makeFriends(users[1], String(guestId));
    const client = freshClient(here);
    const { access_token } = control.tokens.issue(game, users[0], COMMUNICATION_SCOPES);
    await client.updateToken(AuthorizationTokenType.Bearer, access_token);
    client.connect();
    await waitFor("the client", () => client.getStatus() === Client.Status.Ready);
    await client.createOrJoinLobby("secret");
    const ended: number[] = [];
    client.setStatusChangedCallback((_status, _error, detail) => ended.push(detail));
    control.applications.setParent(game, parent);
    await waitFor("the end", () => ended.includes(4004));
    expect(await statusOf(here, access_token)).toBe(401);
    expect(await statusOf(here, guest.access_token)).toBe(401);
    expect(() => control.users.rename(String(guestId), "gone")).toThrow("user");
    const again = control.tokens.signInGuest(game, { externalId: "g" });
    const { id: nextId } = await freshClient(here).fetchCurrentUser(Bearer, again.access_token);
    expect(nextId).not.toBe(guestId);
    const fresh = await connected(here, users[0], game);
    expect(fresh.getLobbyIds()).toEqual([]);
    expect(fresh.getRelationshipHandle(BigInt(users[1])).gameRelationshipType).toBe(RelationshipType.None);
    expect(fresh.getUserApplicationProfiles(BigInt(users[0]))).toEqual([]);
    client.destroy();
    fresh.destroy();
  });

  it.each<[string, (here: Publisher) => readonly [string, string], string]>([
    ["itself", ({ parent }) => [parent, parent], "its own parent"],
    [
      "a game that has a parent",
      ({ platform, games }) => [platform.seeded.applicationId, games[0]],
      "has a parent itself",
    ],
    [
      "any when it has games",
      ({ platform, parent }) => [parent, platform.seeded.applicationId],
      "has children itself",
    ],
    [
      "an application of the other kind",
      ({ platform, parent }) => [
        platform.control.applications.create({ name: "S", isPublic: false }).id,
        parent,
      ],
      "both must be public",
    ],
    ["one that does not exist", ({ games }) => [games[0], "1"], "no application"],
  ])("cannot have as its parent %s", async (_claim, pair, message) => {
    const here = await publisher();
    const [child, parent] = pair(here);
    expect(() => here.platform.control.applications.setParent(child, parent)).toThrow(message);
  });
});
