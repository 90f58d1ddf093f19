import { startPlatform, type Platform } from "@sdkpp/platform";
import fc from "fast-check";
import { GatewayIntent, Permission } from "sdkpp/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { botSession, platformForTest, player, sdkSession, type Player } from "./support-platform.js";
import { FrameSocket } from "./support-socket.js";

type Headers = Record<string, string>;

async function ask(platform: Platform, headers: Headers, line: string, body?: unknown) {
  const [method = "", path = ""] = line.split(" ");
  const response = await fetch(`${platform.endpoints.apiBase}/v10${path}`, {
    method,
    headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: (text === "" ? undefined : JSON.parse(text)) as Record<string, unknown> & { id: string },
  };
}

const asBot = (token: string): Headers => ({ authorization: `Bot ${token}` });

/** The callers: bots that may do everything, little and nothing, and a player. */
interface Cast {
  readonly bot: Headers;
  /** a member that sees the channels, and may do no more there than that */
  readonly quiet: Headers;
  /** a member that sees none of them */
  readonly blind: Headers;
  /** in no server of it */
  readonly foreign: Headers;
  readonly player: Player;
}

describe("the routes of bots", () => {
  let platform: Platform;
  let cast: Cast;
  let guildId: string;
  let channelId: string;
  let roleId: string;
  let dmId: string;
  let said: string;
  let written: string;
  let quietSaid: string;

  beforeAll(async () => {
    platform = await startPlatform();
    const { control, seeded } = platform;
    const account = (name: string) =>
      control.createBot(control.createApplication({ name, privileges: ["messageContent"] }).id);
    const [quiet, blind, foreign] = [account("Quiet"), account("Blind"), account("Foreign")];
    const guild = control.createGuild({
      name: "G",
      ownerId: seeded.botUserId,
      memberIds: [seeded.userIds[0], quiet.userId, blind.userId],
      roles: [{ name: "R", permissions: 0n }],
      channels: [
        {
          name: "c",
          kind: "text",
          overwrites: [
            { for: { userId: quiet.userId }, deny: Permission.SendMessages | Permission.ReadMessageHistory },
            { for: { userId: blind.userId }, deny: Permission.ViewChannel },
          ],
        },
      ],
    });
    guildId = guild.id;
    channelId = guild.channels[0]!.id;
    roleId = guild.roles![0]!.id;
    cast = {
      bot: asBot(seeded.botToken),
      quiet: asBot(quiet.token),
      blind: asBot(blind.token),
      foreign: asBot(foreign.token),
      player: player(platform, 0),
    };
    const { bot } = cast;
    said = (await ask(platform, bot, `POST /channels/${channelId}/messages`, { content: "a" })).body.id;
    quietSaid = (await ask(platform, bot, `POST /channels/${channelId}/messages`, { content: "b" })).body.id;
    dmId = (await ask(platform, bot, "POST /users/@me/channels", { recipient_id: cast.player.userId })).body
      .id;
    written = (await ask(platform, bot, `POST /channels/${dmId}/messages`, { content: "c" })).body.id;
  });
  afterAll(() => platform.stop());

  interface Door {
    readonly line: () => string;
    readonly body?: () => object;
    /** for a player's token; `[403, 20002]`, only bots may, unless given */
    readonly player?: [number, number];
    /** for a bot that is in no server with it */
    readonly foreign: [number, number];
    /** for members who may not see it */
    readonly blind?: [number, number];
    /** for members who may look and not touch */
    readonly quiet?: [number, number];
  }
  const unseen = { foreign: [403, 50_001], blind: [403, 50_001] } satisfies Partial<Door>;
  const unknown = { foreign: [404, 10_004] } satisfies Partial<Door>;
  const DOORS: Door[] = [
    {
      line: () => "POST /users/@me/channels",
      body: () => ({ recipient_id: cast.player.userId }),
      foreign: [403, 50_278],
    },
    { line: () => `GET /channels/${channelId}`, ...unseen },
    { line: () => `GET /channels/${dmId}`, ...unseen, quiet: [403, 50_001] },
    {
      line: () => `POST /channels/${channelId}/messages`,
      body: () => ({ content: "x" }),
      ...unseen,
      quiet: [403, 50_013],
    },
    {
      line: () => `POST /channels/${dmId}/messages`,
      body: () => ({ content: "x" }),
      ...unseen,
      quiet: [403, 50_001],
    },
    { line: () => `GET /channels/${channelId}/messages`, ...unseen },
    { line: () => `GET /channels/${dmId}/messages`, ...unseen, quiet: [403, 50_001] },
    { line: () => `GET /channels/${channelId}/messages/${said}`, ...unseen, quiet: [403, 50_013] },
    {
      line: () => `PATCH /channels/${channelId}/messages/${said}`,
      body: () => ({ content: "x" }),
      ...unseen,
      quiet: [403, 50_005],
    },
    {
      line: () => `PATCH /channels/${dmId}/messages/${written}`,
      body: () => ({ content: "x" }),
      ...unseen,
      quiet: [403, 50_001],
    },
    { line: () => `DELETE /channels/${channelId}/messages/${said}`, ...unseen, quiet: [403, 50_013] },
    { line: () => `DELETE /channels/${dmId}/messages/${written}`, ...unseen, quiet: [403, 50_001] },
    {
      line: () => `POST /channels/${channelId}/messages/bulk-delete`,
      body: () => ({ messages: [said, quietSaid] }),
      ...unseen,
      quiet: [403, 50_013],
    },
    {
      line: () => `POST /channels/${channelId}/typing`,
      player: [403, 50_001],
      ...unseen,
      quiet: [403, 50_013],
    },
    { line: () => `GET /guilds/${guildId}`, ...unknown },
    { line: () => `GET /guilds/${guildId}/members`, ...unknown, blind: [403, 50_001], quiet: [403, 50_001] },
    { line: () => `GET /guilds/${guildId}/members/search?query=a`, ...unknown },
    { line: () => `GET /guilds/${guildId}/members/${cast.player.userId}`, ...unknown },
    { line: () => `GET /guilds/${guildId}/roles`, ...unknown },
    { line: () => `GET /guilds/${guildId}/roles/member-counts`, ...unknown },
    { line: () => `GET /guilds/${guildId}/roles/${roleId}`, ...unknown },
  ];

  /** All that could have changed. */
  const everything = () =>
    Promise.all([channelId, dmId].map((id) => ask(platform, cast.bot, `GET /channels/${id}/messages`)));

  it("reject unauthorized actors with the documented code, and nothing changes", async () => {
    const before = await everything();
    for (const { line, body, player: refused = [403, 20_002], foreign, blind, quiet } of DOORS) {
      const codeOf = async (headers: Headers) => {
        const answer = await ask(platform, headers, line(), body?.());
        return [answer.status, answer.body?.["code"]];
      };
      expect(await codeOf({}), line()).toEqual([401, 0]);
      expect(await codeOf(asBot("made-up")), line()).toEqual([401, 0]);
      expect(await codeOf({ authorization: cast.player.headers["authorization"]! }), line()).toEqual(refused);
      expect(await codeOf(cast.foreign), line()).toEqual(foreign);
      if (blind !== undefined) expect(await codeOf(cast.blind), line()).toEqual(blind);
      if (quiet !== undefined) expect(await codeOf(cast.quiet), line()).toEqual(quiet);
    }
    expect(await everything()).toEqual(before);
  });

  it.each<[string, string]>([
    ["GET", "/channels/5"],
    ["GET", "/channels/5/messages"],
    ["POST", "/channels/5/typing"],
  ])("report an unknown channel: %s %s", async (method, path) => {
    expect(await ask(platform, cast.bot, `${method} ${path}`)).toMatchObject({
      status: 404,
      body: { code: 10_003 },
    });
  });

  it.each<[string, string]>([
    ["nothing", "limit=0"],
    ["more than a page", "limit=101"],
    ["no number", "limit=many"],
    ["no id", "before=x"],
    ["two sides at once", "before=1&after=2"],
    ["two of one", "around=1&around=2"],
  ])("reject an invalid part of the history: %s", async (_claim, query) => {
    const answer = await ask(platform, cast.bot, `GET /channels/${channelId}/messages?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 50_035 } });
  });

  it.each<[string, object, string[]]>([
    ["a number for a text", { content: 5 }, ["content"]],
    ["a text over 2000", { content: "x".repeat(2001) }, ["content"]],
    ["too long a nonce", { content: "x", nonce: "x".repeat(26) }, ["nonce"]],
    ["eleven embeds", { embeds: Array(11).fill({ title: "t" }) }, ["embeds"]],
    ["a title over 256", { embeds: [{ title: "x".repeat(257) }] }, ["embeds", "0", "title"]],
    [
      "a description over 4096",
      { embeds: [{ description: "x".repeat(4097) }] },
      ["embeds", "0", "description"],
    ],
    [
      "a footer over 2048",
      { embeds: [{ footer: { text: "x".repeat(2049) } }] },
      ["embeds", "0", "footer", "text"],
    ],
    [
      "an author over 256",
      { embeds: [{ author: { name: "x".repeat(257) } }] },
      ["embeds", "0", "author", "name"],
    ],
    [
      "26 fields",
      { embeds: [{ fields: Array(26).fill({ name: "n", value: "v" }) }] },
      ["embeds", "0", "fields"],
    ],
    [
      "a field's name over 256",
      { embeds: [{ fields: [{ name: "x".repeat(257), value: "v" }] }] },
      ["embeds", "0", "fields", "0", "name"],
    ],
    [
      "a field's value over 1024",
      { embeds: [{ fields: [{ name: "n", value: "x".repeat(1025) }] }] },
      ["embeds", "0", "fields", "0", "value"],
    ],
    ["no address", { embeds: [{ title: "t", url: "javascript:x" }] }, ["embeds", "0", "url"]],
    ["no time", { embeds: [{ title: "t", timestamp: "soon" }] }, ["embeds", "0", "timestamp"]],
    ["a reply to nothing", { content: "x", message_reference: { message_id: "5" } }, ["message_reference"]],
    ["a row without buttons", { content: "x", components: [{ type: 1 }] }, ["components", "0", "components"]],
    ["a poll without a question", { poll: { question: {}, answers: [] } }, ["poll", "question", "text"]],
  ])("name the wrong field: %s", async (_claim, body, path) => {
    const answer = await ask(platform, cast.bot, `POST /channels/${channelId}/messages`, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 50_035 } });
    expect(answer.body).toHaveProperty(["errors", ...path, "_errors"]);
  });

  it("accept a message at its limits", async () => {
    const fields = Array.from({ length: 25 }, () => ({ name: "n", value: "v", inline: true }));
    const embed = {
      title: "x".repeat(256),
      description: "x".repeat(4096),
      footer: { text: "x".repeat(1000) },
      fields,
    };
    const body = { content: "x".repeat(2000), embeds: [embed], nonce: "x".repeat(25) };
    const answer = await ask(platform, cast.bot, `POST /channels/${channelId}/messages`, body);
    expect(answer).toMatchObject({ status: 200, body: { ...body, embeds: [embed] } });
    const path = `/channels/${channelId}/messages/${answer.body.id}`;
    expect((await ask(platform, cast.bot, `GET ${path}`)).body).toEqual(answer.body);
    expect((await ask(platform, cast.bot, `DELETE ${path}`)).status).toBe(204);
  });

  it("reject files where none are expected, and reject bulk deletion of one or 101 messages", async () => {
    const form = new FormData();
    form.set("payload_json", "{}");
    const path = `${platform.endpoints.apiBase}/v10/channels/${channelId}/messages/bulk-delete`;
    const sent = await fetch(path, { method: "POST", headers: cast.bot, body: form });
    expect([sent.status, await sent.json()]).toMatchObject([
      400,
      { code: 50_035, errors: { _content_type: {} } },
    ]);
    for (const count of [1, 101]) {
      const messages = Array.from({ length: count }, (_, at) => String(at + 1));
      const answer = await ask(platform, cast.bot, `POST /channels/${channelId}/messages/bulk-delete`, {
        messages,
      });
      expect(answer).toMatchObject({ status: 400, body: { code: 50_035 } });
    }
  });

  it("answer 300 generated bodies in the documented shape, never with a 5xx", async () => {
    const names = [
      "content",
      "nonce",
      "enforce_nonce",
      "embeds",
      "allowed_mentions",
      "message_reference",
      "flags",
    ];
    const field = fc.constantFrom(...names, "tts", "messages", "recipient_id", "__proto__");
    const embed = fc.dictionary(
      fc.constantFrom("title", "timestamp", "fields", "author", "image"),
      fc.jsonValue(),
    );
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constant(1e300),
      fc.constant("x".repeat(3000)),
      fc.array(embed, { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("message_id", "parse", "users", "type"), fc.jsonValue()),
    );
    const body = fc.oneof(
      fc.dictionary(field, value).map((object) => JSON.stringify(object)),
      fc.json(),
      fc.string(),
      fc.constant("[".repeat(5000)),
    );
    const doors = DOORS.filter((door) => door.body !== undefined);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...doors), body, async ({ line }, text) => {
        const answer = await ask(platform, cast.bot, line(), text);
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400)
          expect(answer.body).toMatchObject({
            code: expect.any(Number) as unknown,
            message: expect.any(String) as unknown,
          });
      }),
      { numRuns: 300 },
    );
  });
});

describe("a raw session of a bot", () => {
  const INTENTS =
    GatewayIntent.Guilds |
    GatewayIntent.GuildMembers |
    GatewayIntent.GuildMessages |
    GatewayIntent.DirectMessages |
    GatewayIntent.DirectMessageTyping |
    GatewayIntent.MessageContent;

  it("gets a player's messages and typing, across a resume", async () => {
    const platform = await platformForTest();
    const ada = player(platform, 0);
    const { seeded } = platform;
    const bot = asBot(seeded.botToken);
    const { socket, sessionId } = await botSession(platform, INTENTS);
    const { body: channel } = await ask(platform, bot, "POST /users/@me/channels", {
      recipient_id: ada.userId,
    });
    const unopened = await sdkSession(platform, ada);
    expect(unopened.ready["private_channels"]).toEqual([]);
    await ask(platform, bot, `POST /channels/${channel.id}/messages`, { content: "hello" });
    expect(await unopened.socket.event("CHANNEL_CREATE")).toMatchObject({ id: channel.id });
    expect(await unopened.socket.event("MESSAGE_CREATE")).toMatchObject({ content: "hello", flags: 0 });
    const own = await socket.next(({ t }) => t === "MESSAGE_CREATE");
    socket.socket.terminate();
    await ask(platform, ada.headers, `POST /users/${seeded.botUserId}/messages`, { content: "while away" });
    const again = await resumed(platform, sessionId, own.s!);
    expect(await again.event("MESSAGE_CREATE")).toMatchObject({
      content: "while away",
      channel_id: channel.id,
      channel_type: 1,
      author: { id: ada.userId },
    });
    const typing = await ask(
      platform,
      { authorization: ada.headers["authorization"]! },
      `POST /channels/${channel.id}/typing`,
    );
    expect(typing.status).toBe(204);
    expect(await again.event("TYPING_START")).toMatchObject({ channel_id: channel.id, user_id: ada.userId });
    expect((await sdkSession(platform, ada)).ready["private_channels"]).toMatchObject([{ id: channel.id }]);
  });

  it("requests members with any nonce, and is closed for 101 ids", async () => {
    const platform = await platformForTest();
    const { seeded } = platform;
    const { socket } = await botSession(platform, INTENTS);
    const guild_id = seeded.guildId;
    socket.send(8, { guild_id: [guild_id], query: "", limit: 0, nonce: "x".repeat(40), presences: true });
    const chunk = await socket.event("GUILD_MEMBERS_CHUNK");
    expect([chunk["members"], chunk["nonce"], chunk["presences"]]).toMatchObject([
      { length: 3 },
      undefined,
      undefined,
    ]);
    socket.send(8, { guild_id, user_ids: seeded.userIds[0], limit: 0 });
    expect(await socket.event("GUILD_MEMBERS_CHUNK")).toMatchObject({
      members: [{ user: { username: "ada" } }],
    });
    socket.send(8, { guild_id, user_ids: Array.from({ length: 101 }, (_, at) => String(at)), limit: 0 });
    expect(await socket.closed()).toBe(4002);
  });

  it("finds messages a year later, over HTTP and in the guild payload", async () => {
    const platform = await platformForTest();
    const bot = asBot(platform.seeded.botToken);
    const at = `/channels/${platform.seeded.textChannelId}/messages`;
    const { body } = await ask(platform, bot, `POST ${at}`, { content: "kept" });
    await platform.control.clock.advance(400 * 24 * 3_600_000);
    expect((await ask(platform, bot, `GET ${at}`)).body).toMatchObject([{ id: body.id, content: "kept" }]);
    const { socket } = await botSession(platform, INTENTS);
    expect(await socket.event("GUILD_CREATE")).toMatchObject({
      channels: [{ last_message_id: body.id }, {}],
    });
  });

  async function resumed(platform: Platform, sessionId: string, seq: number) {
    const socket = new FrameSocket(`${platform.endpoints.gateway}?v=10&encoding=json`);
    await socket.op(10);
    socket.send(6, { token: platform.seeded.botToken, session_id: sessionId, seq });
    return socket;
  }
});
