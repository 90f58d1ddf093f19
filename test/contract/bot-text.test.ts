import { startPlatform, type Platform } from "@sdkpp/platform";
import { MessageType, Permission } from "sdkpp/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  button,
  container,
  entitySelect,
  gallery,
  row,
  section,
  separator,
  stringSelect,
  text,
  thumbnail,
  V2,
} from "../support/components.js";
import { asker, type Ask } from "./asking.js";
import { Description } from "./description.js";

let description: Description;
let ask: Ask;
let platform: Platform;
let bot: Record<string, string>;
let ada: Record<string, string>;
let guildId: string;
let channelId: string;
let voiceId: string;

beforeAll(async () => {
  description = new Description();
  platform = await startPlatform({ enforceRateLimits: false });
  ask = asker(description, platform);
  const { control, seeded } = platform;
  bot = { authorization: `Bot ${seeded.botToken}` };
  const scopes = "identify openid sdk.social_layer";
  ada = {
    authorization: `Bearer ${control.tokens.issue(seeded.applicationId, seeded.userIds[0], scopes).access_token}`,
  };
  const guild = control.guilds.create({
    name: "G",
    ownerId: seeded.botUserId,
    memberIds: [...seeded.userIds],
    roles: [{ name: "R", permissions: Permission.SendMessages, memberIds: [seeded.userIds[0]] }],
    channels: [
      { name: "Lounge", kind: "category" },
      { name: "c", kind: "text", category: "Lounge", overwrites: [{ for: { role: "R" }, allow: 1n }] },
      { name: "v", kind: "voice" },
    ],
  });
  guildId = guild.id;
  [, channelId, voiceId] = guild.channels.map(({ id }) => id) as [string, string, string];
});

afterAll(() => platform?.stop());

const idOf = ({ body }: { body: unknown }): string => (body as { id: string }).id;

const EMBED = {
  title: "t",
  description: "d",
  url: "https://example.com/x?y=z",
  timestamp: "2026-01-01T00:00:00Z",
  color: 0xff0000,
  footer: { text: "f", icon_url: "https://example.com/f.png" },
  image: { url: "https://example.com/i.png" },
  thumbnail: { url: null },
  author: { name: "a", url: null },
  fields: [{ name: "n", value: "v" }],
};

/** One of each, with and without what it may have. */
const COMPONENTS = [
  text(),
  section(thumbnail("https://example.com/t.png"), text()),
  section(button("first", { emoji: { name: "🔥" } })),
  gallery("https://example.com/g.png"),
  separator(),
  container([separator({ spacing: 2, divider: false })], { accent_color: 1, spoiler: true }),
  row(
    button("second", { emoji: { name: "👍" }, disabled: true }),
    button("third", { style: 5, url: "https://example.com", custom_id: null }),
  ),
  row(stringSelect("fourth", { placeholder: "p" })),
  ...[5, 6, 7, 8].map((type) => row(entitySelect(type, `select ${String(type)}`))),
  row(entitySelect(8, "last", { channel_types: [0], default_values: [{ id: "1", type: "channel" }] })),
];

describe("responses for bots match the published description", () => {
  it("components of every type", async () => {
    const at = `/channels/${channelId}/messages`;
    const sent = await ask("POST", at, bot, { flags: V2, components: COMPONENTS });
    expect(sent).toMatchObject({ status: 200, body: { components: { length: COMPONENTS.length } } });
    const edited = await ask("PATCH", `${at}/${idOf(sent)}`, bot, { components: [container([text()])] });
    expect(edited.status).toBe(200);
    const legacy = await ask("POST", at, bot, { content: "x", components: [row(button("b"))] });
    expect((await ask("GET", `${at}/${idOf(legacy)}`, bot)).status).toBe(200);
    const wrong = await ask("POST", at, bot, { flags: V2, components: [row(button("")), text("")] });
    expect(wrong.status).toBe(400);
  });

  it("the life of a message in a guild's channel", async () => {
    const at = `/channels/${channelId}/messages`;
    const content = `<@${platform.seeded.userIds[0]}> @everyone`;
    const sent = await ask("POST", at, bot, { content, nonce: 7, embeds: [EMBED] });
    expect(sent).toMatchObject({
      status: 200,
      body: { mentions: [{ username: "ada" }], mention_everyone: true },
    });
    const one = `${at}/${idOf(sent)}`;
    const answer = await ask("POST", at, bot, {
      content: "x",
      message_reference: { message_id: idOf(sent) },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { type: MessageType.Reply, referenced_message: { content } },
    });
    const story: [string, string, unknown, number][] = [
      ["GET", one, undefined, 200],
      ["GET", `${at}?limit=2&around=${idOf(sent)}`, undefined, 200],
      ["PATCH", one, { content: "ho", embeds: [] }, 200],
      ["POST", `/channels/${channelId}/typing`, undefined, 204],
      ["GET", `/channels/${channelId}`, undefined, 200],
      ["GET", `/channels/${voiceId}`, undefined, 200],
      ["DELETE", one, undefined, 204],
      ["DELETE", one, undefined, 404],
      // Of what it answers there is nothing left.
      ["GET", `${at}/${idOf(answer)}`, undefined, 200],
      ["POST", `${at}/bulk-delete`, { messages: [idOf(answer), idOf(sent)] }, 204],
      ["POST", at, {}, 400],
      ["POST", at, { embeds: [{ title: "x".repeat(257) }], nonce: [] }, 400],
      ["GET", `${at}?limit=0`, undefined, 400],
      ["PATCH", one, { content: "x" }, 404],
      ["GET", "/channels/5", undefined, 404],
      ["POST", "/channels/5/typing", undefined, 404],
      ["POST", `${at}/bulk-delete`, { messages: ["1"] }, 400],
    ];
    for (const [method, path, body, status] of story)
      expect((await ask(method, path, bot, body)).status, `${method} ${path}`).toBe(status);
  });

  it("a conversation with a player", async () => {
    const opened = await ask("POST", "/users/@me/channels", bot, {
      recipient_id: platform.seeded.userIds[0],
    });
    expect(opened.status).toBe(200);
    const at = `/channels/${idOf(opened)}`;
    const sent = await ask("POST", `${at}/messages`, bot, { content: "hi" });
    const answered = await ask("POST", `/users/${platform.seeded.botUserId}/messages`, ada, {
      content: "ho",
    });
    const story: [string, string, Record<string, string>, unknown, number][] = [
      ["GET", at, bot, undefined, 200],
      ["GET", `${at}/messages`, bot, undefined, 200],
      ["GET", `${at}/messages/${idOf(answered)}`, bot, undefined, 200],
      ["PATCH", `${at}/messages/${idOf(sent)}`, bot, { content: "hey" }, 200],
      ["PATCH", `${at}/messages/${idOf(answered)}`, bot, { content: "hey" }, 403],
      ["DELETE", `${at}/messages/${idOf(answered)}`, bot, undefined, 403],
      ["DELETE", `${at}/messages/${idOf(sent)}`, bot, undefined, 204],
      ["POST", `${at}/typing`, ada, undefined, 204],
      ["POST", "/users/@me/channels", bot, { recipient_id: "5" }, 400],
      ["POST", "/users/@me/channels", bot, {}, 400],
      ["POST", "/users/@me/channels", ada, { recipient_id: "5" }, 403],
    ];
    for (const [method, path, headers, body, status] of story)
      expect((await ask(method, path, headers, body)).status, `${method} ${path}`).toBe(status);
  });

  it("a guild, its members and its roles", async () => {
    const { seeded } = platform;
    const at = `/guilds/${guildId}`;
    const roles = await ask("GET", `${at}/roles`, bot);
    const [, role] = roles.body as { id: string }[];
    const story: [string, string, number][] = [
      ["GET", at, 200],
      ["GET", `${at}?with_counts=true`, 200],
      ["GET", `${at}?with_counts=maybe`, 400],
      ["GET", "/guilds/5", 404],
      ["GET", `${at}/members?limit=1000`, 200],
      ["GET", `${at}/members?limit=1001`, 400],
      ["GET", `${at}/members/${seeded.userIds[0]}`, 200],
      ["GET", `${at}/members/5`, 404],
      ["GET", `${at}/members/search?query=a&limit=5`, 200],
      ["GET", `${at}/members/search`, 400],
      ["GET", `${at}/roles/${role!.id}`, 200],
      ["GET", `${at}/roles/5`, 404],
      ["GET", `${at}/roles/member-counts`, 200],
      ["GET", `/users/${seeded.userIds[1]}`, 200],
      ["GET", "/users/5", 404],
    ];
    for (const [method, path, status] of story)
      expect((await ask(method, path, bot)).status, `${method} ${path}`).toBe(status);
    expect((await ask("GET", `/users/${seeded.userIds[0]}`, ada)).status).toBe(200);
    expect((await ask("GET", at, ada)).status).toBe(403);
  });
});

describe("the story", () => {
  it("covers every route of bots, each with a success", () => {
    const met = [...description.judged]
      .filter((one) => / 20\d$/.test(one))
      .map((one) => one.replace(/ \d+$/, ""));
    for (const route of [
      "POST /users/@me/channels",
      "GET /channels/{channel_id}",
      "POST /channels/{channel_id}/messages",
      "GET /channels/{channel_id}/messages",
      "GET /channels/{channel_id}/messages/{message_id}",
      "PATCH /channels/{channel_id}/messages/{message_id}",
      "DELETE /channels/{channel_id}/messages/{message_id}",
      "POST /channels/{channel_id}/messages/bulk-delete",
      "POST /channels/{channel_id}/typing",
      "GET /guilds/{guild_id}",
      "GET /guilds/{guild_id}/members",
      "GET /guilds/{guild_id}/members/search",
      "GET /guilds/{guild_id}/members/{user_id}",
      "GET /guilds/{guild_id}/roles",
      "GET /guilds/{guild_id}/roles/{role_id}",
      "GET /guilds/{guild_id}/roles/member-counts",
      "GET /users/{user_id}",
    ])
      expect(met, route).toContain(route);
  });

  it("detects a wrong response", () => {
    expect(description.judge("GET", "/channels/{channel_id}", 200, { id: "1", type: 0 })).not.toEqual([]);
    expect(description.judge("GET", "/guilds/{guild_id}", 200, { id: "1" })).not.toEqual([]);
    expect(description.judge("POST", "/channels/{channel_id}/messages", 200, { id: "1" })).not.toEqual([]);
  });
});
