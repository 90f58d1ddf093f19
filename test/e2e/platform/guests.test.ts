// Players without an account of the platform: they sign in with another identity, become a full account, and go back.
import {
  AuthenticationExternalAuthType,
  AuthorizationArgs,
  Client,
  RelationshipType,
  type ClientResultError,
} from "sdkpp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { waitFor } from "../../support/wait-for.js";
import { answerPage, Scene, type Seat } from "../operations/scene.js";

const { SteamSessionTicket, DiscordBotIssuedAccessToken } = AuthenticationExternalAuthType;

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene.close());

const gameOf = (): string => scene.platform.seeded.applicationId;

/** A player of Steam, and the ticket that proves it. */
function steamPlayer(name = "Gwen"): string {
  return `test:${scene.unique("steam")}:${name}`;
}

/** Ben and the player become friends in the game. */
async function befriend({ client, userId }: Seat): Promise<void> {
  const ben = scene.ben.client;
  await client.sendGameFriendRequestById(scene.ben.userId);
  const isAsked = () =>
    ben.getRelationshipHandle(userId).gameRelationshipType === RelationshipType.PendingIncoming;
  await waitFor("the request to arrive", isAsked);
  await ben.acceptGameFriendRequest(userId);
}

/** Agrees on the page as a full account, and merges the guest of a ticket into it. */
async function merge(seat: Seat, userId: string, ticket: string) {
  seat.browse = (url) => answerPage(url, { user_id: userId, authorize: "1" });
  const { verifier, challenge } = seat.client.createAuthorizationCodeVerifier();
  const args = new AuthorizationArgs();
  args.clientId = BigInt(gameOf());
  args.scopes = Client.getDefaultCommunicationScopes();
  args.codeChallenge = challenge;
  const { code, redirectUri } = await seat.client.authorize(args);
  const { client } = seat;
  return client.getTokenFromProvisionalMerge(
    gameOf(),
    code,
    verifier,
    redirectUri,
    SteamSessionTicket,
    ticket,
  );
}

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: unknown) => (error as ClientResultError).result.errorCode,
  );

const account = (): string => scene.platform.control.users.create({ username: scene.unique("full") }).id;

describe("a guest", () => {
  it("changes its name, which friends see", async () => {
    const seat = await scene.guest(steamPlayer());
    await befriend(seat);
    await seat.client.updateProvisionalAccountDisplayName("Sir Lancelot");
    await waitFor("the name", () => seat.client.getCurrentUserV2()?.displayName === "Sir Lancelot");
    const asked = await scene.as(scene.ben, `GET /users/${seat.userId}`);
    expect(asked).toMatchObject({ global_name: "Sir Lancelot", public_flags: 1 << 23 });
  });

  it("cannot agree to anything on the platform's pages", async () => {
    const seat = await scene.guest(steamPlayer());
    await expect(merge(seat, String(seat.userId), steamPlayer())).rejects.toThrow();
  });

  it("is not signed in by the token of another game, or of nobody", async () => {
    const { client } = scene.ben;
    const { control } = scene.platform;
    const other = control.applications.create({ name: "other" });
    const { access_token: theirs } = control.tokens.signInGuest(other.id, { externalId: "p" });
    const of = (token: string) =>
      codeOf(client.getProvisionalToken(gameOf(), DiscordBotIssuedAccessToken, token));
    expect(await of(theirs)).toBe(50_025);
    expect(await of("nothing")).toBe(50_025);
    expect(await of(scene.ada.token)).toBe(50_025);
    const { access_token: own } = control.tokens.signInGuest(gameOf(), {
      externalId: "p",
      displayName: "Pia",
    });
    expect(await of(own)).toBe("done");
  });
});

describe("a guest's messages", () => {
  it("reach a friend with an account while the guest plays, and are kept", async () => {
    const seat = await scene.guest(steamPlayer());
    scene.platform.control.users.makeFriends(String(seat.userId), String(scene.ben.userId));
    const { userId } = scene.ben;
    await seat.client.sendUserMessage(userId, "hello");
    const { messages } = await scene.ben.client.getUserMessagesWithLimit(seat.userId, 5);
    expect(messages.map(({ content }) => content)).toEqual(["hello"]);

    const { bearer } = seat;
    seat.client.disconnect();
    await waitFor(
      "the guest to leave",
      () => scene.platform.control.gateway.sessions(String(seat.userId)).length === 0,
    );
    const late = scene.as({ token: bearer }, `POST /users/${userId}/messages`, { content: "late" });
    await expect(late).rejects.toThrow("50007");
  });

  it("to another guest are not kept", async () => {
    const [one, two] = [await scene.guest(steamPlayer()), await scene.guest(steamPlayer())];
    scene.platform.control.users.makeFriends(String(one.userId), String(two.userId), gameOf());
    await one.client.sendUserMessage(two.userId, "hello");
    expect(await codeOf(one.client.getUserMessagesWithLimit(two.userId, 5))).toBe(10_003);
    two.client.disconnect();
    await waitFor(
      "the guest to leave",
      () => scene.platform.control.gateway.sessions(String(two.userId)).length === 0,
    );
    expect(await codeOf(one.client.sendUserMessage(two.userId, "late"))).toBe(50_007);
  });
});

describe("a merge", () => {
  it("carries the blocks of the guest over, also to a friend of the account", async () => {
    const ticket = steamPlayer();
    const seat = await scene.guest(ticket);
    const userId = account();
    scene.platform.control.users.makeFriends(userId, String(scene.ben.userId));
    await scene.ben.client.blockUser(seat.userId);
    await seat.client.blockUser(scene.cyd.userId);
    await merge(seat, userId, ticket);

    const full = await scene.ready(userId);
    const typeFrom = ({ client }: Seat, other: bigint) =>
      client.getRelationshipHandle(other).discordRelationshipType;
    const { Blocked, None } = RelationshipType;
    await waitFor("Ben to block the account", () => typeFrom(scene.ben, full.userId) === Blocked);
    expect([typeFrom(full, scene.ben.userId), typeFrom(full, scene.cyd.userId)]).toEqual([None, Blocked]);
  });

  it("keeps friends, the lobby and the identity, and ends the guest", async () => {
    const ticket = steamPlayer();
    const seat = await scene.guest(ticket);
    const userId = account();
    await befriend(seat);
    const secret = scene.unique("lobby");
    const { lobbyId } = await scene.ben.client.createOrJoinLobby(secret);
    await seat.client.createOrJoinLobby(secret);

    const tokens = await merge(seat, userId, ticket);
    expect(tokens.refreshToken).not.toBe("");
    await waitFor("the guest's session to end", () => seat.client.getStatus() === Client.Status.Disconnected);

    const full = await scene.ready(userId);
    const friend = full.client.getRelationshipHandle(scene.ben.userId);
    expect(friend.gameRelationshipType).toBe(RelationshipType.Friend);
    expect(full.client.getLobbyHandle(lobbyId)?.lobbyMemberIds).toEqual(
      expect.arrayContaining([scene.ben.userId, BigInt(userId)]),
    );
    const members = () => scene.ben.client.getLobbyHandle(lobbyId)?.lobbyMemberIds ?? [];
    await waitFor("Ben to see the full account in the lobby", () => members().includes(BigInt(userId)));
    expect(members()).not.toContain(seat.userId);
    await expect(scene.asBot(`GET /users/${seat.userId}`)).rejects.toThrow("404");
    const linked = scene.ben.client.getProvisionalToken(gameOf(), SteamSessionTicket, ticket);
    expect(await codeOf(linked)).toBe(530_010);
  });

  it("names what is missing beside the type of its token", async () => {
    const ticket = steamPlayer();
    const seat = await scene.guest(ticket);
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      client_id: gameOf(),
      code: "c",
      external_auth_type: "STEAM_SESSION_TICKET",
    });
    const url = `${scene.platform.endpoints.apiBase}/v10/oauth2/token`;
    const response = await fetch(url, { method: "POST", body });
    expect([response.status, await response.json()]).toMatchObject([400, { error: "invalid_request" }]);
    expect(seat.client.getStatus()).toBe(Client.Status.Ready);
  });
});

describe("an unmerge", () => {
  it("makes a new guest, with the friends that it meets in the game, and ends the account's tokens", async () => {
    const ticket = steamPlayer();
    const userId = account();
    await merge(await scene.guest(ticket), userId, ticket);
    const full = await scene.ready(userId);
    await befriend(full);

    await scene.ben.client.unmergeIntoProvisionalAccount(gameOf(), SteamSessionTicket, ticket);
    await waitFor(
      "the account's session to end",
      () => full.client.getStatus() === Client.Status.Disconnected,
    );
    const fresh = await scene.guest(ticket);
    expect(fresh.userId).not.toBe(full.userId);
    const friend = fresh.client.getRelationshipHandle(scene.ben.userId);
    expect(friend.gameRelationshipType).toBe(RelationshipType.Friend);
  });

  it("follows from a ban, and the new guest merges only after the ban", async () => {
    const ticket = steamPlayer();
    const userId = account();
    await merge(await scene.guest(ticket), userId, ticket);
    const full = await scene.ready(userId);
    scene.platform.control.users.ban(userId);
    await waitFor(
      "the account's session to end",
      () => full.client.getStatus() === Client.Status.Disconnected,
    );

    const fresh = await scene.guest(ticket);
    const other = account();
    expect(await codeOf(merge(fresh, other, ticket))).toBe(530_017);
    expect(fresh.client.getStatus()).toBe(Client.Status.Ready);
    scene.platform.control.users.unban(userId);
    expect(await codeOf(merge(fresh, other, ticket))).toBe("done");
  });
});
