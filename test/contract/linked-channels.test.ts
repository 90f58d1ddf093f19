import { startPlatform, type Platform } from "@sdkpp/platform";
import { LobbyMemberFlag } from "sdkpp/wire";
import { afterAll, beforeAll, expect, it } from "vitest";
import { asker, type Ask } from "./asking.js";
import { Description } from "./description.js";

let description: Description;
let ask: Ask;
let platform: Platform;

beforeAll(async () => {
  description = new Description();
  platform = await startPlatform();
  ask = asker(description, platform);
});
afterAll(() => platform?.stop());

type Headers = Record<string, string>;

function bearer(userId: string): Headers {
  const scopes = "openid sdk.social_layer guilds.join";
  const { access_token } = platform.control.tokens.issue(platform.seeded.applicationId, userId, scopes);
  return { authorization: `Bearer ${access_token}` };
}

it("a lobby that is linked to a channel, and the invite into its guild", async () => {
  const { control, seeded } = platform;
  const { textChannelId, voiceChannelId, guildId } = seeded;
  const [adaId, benId] = seeded.userIds;
  const cydId = control.users.create({ username: "cyd" }).id;
  const [ada, cyd] = [bearer(adaId), bearer(cydId)];
  const bot = { authorization: `Bot ${seeded.botToken}` };
  const members = [{ id: adaId, flags: LobbyMemberFlag.CanLinkLobby }, { id: benId }, { id: cydId }];
  const made = await ask("POST", "/lobbies", bot, { members });
  const lobby = `/lobbies/${(made.body as { id: string }).id}`;
  const linking = `${lobby}/channel-linking`;
  const linked = await ask("PATCH", linking, ada, { channel_id: textChannelId });
  expect(linked).toMatchObject({ status: 200, body: { linked_channel: { id: textChannelId } } });
  const invite = async (): Promise<string> => {
    const { body } = await ask("POST", `${lobby}/members/@me/invites`, cyd);
    return `/invites/${(body as { code: string }).code}`;
  };
  const [own, unused] = [await invite(), await invite()];
  const story: [string, string, Headers, unknown, number][] = [
    ["GET", "/users/@me/guilds?with_counts=true", ada, undefined, 200],
    ["GET", "/users/@me/guilds", bot, undefined, 200],
    ["GET", `/guilds/${guildId}/channels?with_can_link_lobby=true`, ada, undefined, 200],
    ["GET", `/guilds/${guildId}/channels`, bot, undefined, 200],
    ["GET", "/guilds/1/channels", ada, undefined, 404],
    ["PATCH", linking, ada, { channel_id: voiceChannelId }, 400],
    ["PATCH", linking, cyd, {}, 403],
    ["POST", `${lobby}/members/${benId}/invites`, bot, undefined, 200],
    ["POST", `${lobby}/members/1/invites`, bot, undefined, 404],
    ["GET", `${own}?with_counts=true`, {}, undefined, 200],
    ["POST", own, cyd, undefined, 200],
    ["POST", own, cyd, undefined, 404],
    ["GET", own, {}, undefined, 404],
    ["DELETE", unused, bot, undefined, 200],
    ["DELETE", unused, bot, undefined, 404],
    ["GET", lobby, bot, undefined, 200],
    ["POST", `${lobby}/messages`, cyd, { content: "hello" }, 201],
    ["GET", `${lobby}/messages`, cyd, undefined, 200],
    ["DELETE", `/channels/${textChannelId}/linked-lobby`, bot, undefined, 204],
    ["DELETE", "/channels/1/linked-lobby", bot, undefined, 404],
    ["POST", `${lobby}/members/@me/invites`, cyd, undefined, 400],
    ["PATCH", linking, ada, {}, 200],
  ];
  for (const [method, path, who, body, status] of story)
    expect((await ask(method, path, who, body)).status, `${method} ${path}`).toBe(status);
});

it("covers every route of it, and detects a wrong response", () => {
  const met = new Set([...description.judged].map((one) => one.replace(/ \d+$/, "")));
  for (const route of [
    "PATCH /lobbies/{lobby_id}/channel-linking",
    "POST /lobbies/{lobby_id}/members/@me/invites",
    "POST /lobbies/{lobby_id}/members/{user_id}/invites",
    "DELETE /channels/{channel_id}/linked-lobby",
    "GET /users/@me/guilds",
    "GET /guilds/{guild_id}/channels",
    "GET /invites/{code}",
    "POST /invites/{code}",
    "DELETE /invites/{code}",
  ])
    expect(met, route).toContain(route);
  const channel = { id: "1", type: 0, flags: 0, guild_id: "2", name: "x", position: 0 };
  const judge = (more: object): string[] =>
    description.judge("GET", "/guilds/{guild_id}/channels", 200, [{ ...channel, ...more }]);
  expect(judge({ linked_lobby: null })).toEqual([]);
  expect(judge({})).not.toEqual([]);
  expect(judge({ linked_lobby: { lobby_id: "3" } })).not.toEqual([]);
  expect(judge({ linked_lobby: null, is_linkable: true })).not.toEqual([]);
});
