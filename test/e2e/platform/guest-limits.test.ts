// Limits of players without an account, also for two who act at once.
import {
  AuthenticationExternalAuthType,
  AuthorizationTokenType,
  Client,
  type ClientResultError,
} from "sdkpp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { waitFor } from "../../support/wait-for.js";
import { Scene, type Seat } from "../operations/scene.js";
import { freshCode, gameOf } from "../operations/sign-in.js";

const { SteamSessionTicket } = AuthenticationExternalAuthType;

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene.close());

const newTicket = (): string => `test:${scene.unique("steam")}:Gwen`;

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: unknown) => (error as ClientResultError).result.errorCode,
  );

/** Merges the guest of a ticket into an account that agrees on the page. */
async function mergeInto(userId: string, ticket: string): Promise<string> {
  const { code, verifier, redirectUri } = await freshCode(scene, userId);
  const { client } = scene.ben;
  const given = [gameOf(scene), code, verifier, redirectUri, SteamSessionTicket, ticket] as const;
  return (await client.getTokenFromProvisionalMerge(...given)).accessToken;
}

it("a guest reads and writes nothing of others", async () => {
  const guest = await scene.guest(newTicket());
  const token = { token: guest.bearer };
  const { lobbyId } = await scene.ben.client.createOrJoinLobby(scene.unique("secret"));
  const said = await scene.ben.client.sendLobbyMessage(lobbyId, "among us");
  const letter = await scene.ben.client.sendUserMessage(scene.ada.userId, "between us");
  const { guildId, generalId } = scene.guild(scene.ben);
  const lines: [line: string, body?: object][] = [
    [`GET /lobbies/${lobbyId}`],
    [`GET /lobbies/${lobbyId}/messages`],
    [`POST /lobbies/${lobbyId}/messages`, { content: "me too" }],
    [`PATCH /lobbies/${lobbyId}/messages/${said.messageId}`, { content: "changed" }],
    [`DELETE /lobbies/${lobbyId}/messages/${said.messageId}`],
    [`PATCH /lobbies/${lobbyId}/channel-linking`, { channel_id: String(generalId) }],
    [`PATCH /users/${scene.ada.userId}/messages/${letter.messageId}`, { content: "changed" }],
    [`GET /users/${scene.ada.userId}/messages`],
    [`POST /users/${scene.stranger()}/messages`, { content: "hello" }],
    [`GET /guilds/${guildId}/channels`],
    [`GET /channels/${generalId}/messages`],
    [`POST /partner-sdk/token/bot`, { external_user_id: "me" }],
    [`POST /partner-sdk/provisional-accounts/unmerge/bot`, { external_user_id: "me" }],
  ];
  for (const [line, body] of lines)
    await expect(scene.as(token, line, body), line).rejects.toThrow(/: 40[134] /);
  expect(await scene.as(token, "GET /users/@me/guilds").catch(() => [])).toEqual([]);
  expect(scene.ben.client.getMessageHandle(said.messageId)?.content).toBe("among us");
});

it("two merges of one guest at once: one account gets it, the other changes nothing", async () => {
  const ticket = newTicket();
  await scene.guest(ticket);
  const accounts = [scene.stranger(), scene.stranger()];
  const codes = [await freshCode(scene, accounts[0]), await freshCode(scene, accounts[1])];
  const merge = ({ code, verifier, redirectUri }: (typeof codes)[number]) =>
    scene.ben.client.getTokenFromProvisionalMerge(
      gameOf(scene),
      code,
      verifier,
      redirectUri,
      SteamSessionTicket,
      ticket,
    );
  const ended = await Promise.all(codes.map((code) => codeOf(merge(code))));
  expect(ended.toSorted()).toEqual([530_014, "done"]);
  const loser = accounts[ended.indexOf(530_014)] ?? "";
  expect(await codeOf(mergeInto(loser, newTicket()))).toBe("done");
});

/** The guest's client goes on as the account that it was merged into. */
async function goOnAs({ client }: Seat, accessToken: string): Promise<void> {
  await waitFor("the guest's session to end", () => client.getStatus() === Client.Status.Disconnected);
  await client.updateToken(AuthorizationTokenType.Bearer, accessToken);
  client.connect();
  await waitFor("the account's session", () => client.getStatus() === Client.Status.Ready);
}

it("what needs an account waits until the guest has merged, and is done then", async () => {
  const ticket = newTicket();
  const seat = await scene.guest(ticket);
  scene.platform.control.users.makeFriends(String(seat.userId), String(scene.ben.userId));
  const { messageId } = await seat.client.sendUserMessage(scene.ben.userId, "hello");
  let isRequired = false;
  const opened = seat.client.openMessageInDiscord(messageId, () => (isRequired = true));
  await waitFor("the callback", () => isRequired);
  expect(seat.opened).toEqual([]);
  await goOnAs(seat, await mergeInto(scene.stranger(), ticket));
  seat.client.provisionalUserMergeCompleted(true);
  expect(await codeOf(opened)).toBe("done");
  expect(seat.opened).toEqual([expect.stringContaining(String(messageId))]);
});
