import { startPlatform, type Platform } from "@sdkpp/platform";
import fc from "fast-check";
import { GatewayIntent, LobbyMemberFlag, Permission } from "sdkpp/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { botSession, platformForTest, player, sdkSession, type Player } from "./support-platform.js";

type Headers = Record<string, string>;
interface Answer {
  status: number;
  body: Record<string, unknown>;
}

async function send(platform: Platform, headers: Headers, line: string, body?: unknown): Promise<Answer> {
  const [method = "", path = ""] = line.split(" ");
  const response = await fetch(`${platform.endpoints.apiBase}/v10${path}`, {
    method,
    headers: body === undefined ? { authorization: headers["authorization"] ?? "" } : headers,
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === "" ? {} : JSON.parse(text)) as Answer["body"] };
}

const json = (authorization: string): Headers => ({ authorization, "content-type": "application/json" });
const withScope = (platform: Platform, userId: string, scope: string): Headers => {
  const { seeded, control } = platform;
  return json(`Bearer ${control.issueTokens(seeded.applicationId, userId, scope).access_token}`);
};
const botOf = (platform: Platform): Headers => json(`Bot ${platform.seeded.botToken}`);

/** A lobby of Ada, who may link, and Ben. */
async function makeLobby(platform: Platform): Promise<string> {
  const [ada, ben] = platform.seeded.userIds;
  const members = [{ id: ada, flags: LobbyMemberFlag.CanLinkLobby }, { id: ben }];
  const { body } = await send(platform, botOf(platform), "POST /lobbies", { members });
  return String(body["id"]);
}

describe("the routes of linked channels", () => {
  let platform: Platform;
  let ada: Player;
  let ben: Player;
  let bot: Headers;
  let lobbyId: string;

  beforeAll(async () => {
    platform = await startPlatform();
    [ada, ben, bot] = [player(platform, 0), player(platform, 1), botOf(platform)];
    lobbyId = await makeLobby(platform);
  });
  afterAll(() => platform.stop());

  /** Ids in place of their names. */
  const filled = (line: string): string => {
    const { textChannelId, voiceChannelId, guildId } = platform.seeded;
    const ids: Record<string, string> = {
      LOBBY: lobbyId,
      TEXT: textChannelId,
      VOICE: voiceChannelId,
      GUILD: guildId,
      BEN: ben.userId,
      ADA: ada.userId,
    };
    return line.replaceAll(/\b[A-Z]{3,5}\b(?=\/|$|\?)/g, (name) => ids[name] ?? name);
  };
  const linkedNow = async (): Promise<unknown> => {
    const { body } = await send(platform, bot, `GET /lobbies/${lobbyId}`);
    return (body["linked_channel"] as { id: string } | undefined)?.id;
  };

  it("link, list, invite, accept and unlink", async () => {
    const { textChannelId, guildId } = platform.seeded;
    const link = `PATCH /lobbies/${lobbyId}/channel-linking`;
    const linked = await send(platform, ada.headers, link, { channel_id: textChannelId });
    expect(linked).toMatchObject({ status: 200, body: { linked_channel: { id: textChannelId } } });
    const channels = await send(
      platform,
      ada.headers,
      `GET /guilds/${guildId}/channels?with_can_link_lobby=true`,
    );
    expect(channels).toMatchObject({
      status: 200,
      body: [
        { id: textChannelId, is_linkable: false, linked_lobby: { lobby_id: lobbyId } },
        { name: "Voice", is_linkable: false, linked_lobby: null },
      ],
    });
    const made = await send(platform, ben.headers, `POST /lobbies/${lobbyId}/members/@me/invites`);
    const shown = await send(platform, {}, `GET /invites/${String(made.body["code"])}?with_counts=true`);
    expect(shown).toMatchObject({
      status: 200,
      body: { guild_id: guildId, target_user: { id: ben.userId }, approximate_member_count: 3 },
    });
    expect(await send(platform, ada.headers, link)).toMatchObject({ status: 200 });
    expect(await linkedNow()).toBeUndefined();
  });

  it("the list of guilds is paginated, with strict parameters", async () => {
    const list = (query: string) => send(platform, ada.headers, `GET /users/@me/guilds${query}`);
    expect(await list("")).toMatchObject({
      status: 200,
      body: [{ id: platform.seeded.guildId, name: "Seeded Server", owner: true, banner: null }],
    });
    expect((await list(`?after=${platform.seeded.guildId}`)).body).toEqual([]);
    expect((await list("?limit=1&with_counts=true")).body).toMatchObject([{ approximate_member_count: 3 }]);
    for (const wrong of ["limit=0", "limit=201", "limit=x", "after=x", "before=-1", "with_counts=maybe"])
      expect(await list(`?${wrong}`), wrong).toMatchObject({ status: 400, body: { code: 50_035 } });
  });

  it.each<[string, string, unknown?]>([
    ["GET /users/@me/guilds", "guilds"],
    ["GET /guilds/GUILD/channels", "guilds.channels.read"],
    ["PATCH /lobbies/LOBBY/channel-linking", "lobbies.write", {}],
    ["POST /lobbies/LOBBY/members/@me/invites", "lobbies.write"],
    ["DELETE /channels/TEXT/linked-lobby", "lobbies.write"],
    ["POST /invites/abcdefghij", "guilds.join"],
  ])("%s is for tokens with %s only", async (line, scope, body) => {
    const path = filled(line);
    const others = "identify email connections gateway.connect voice guilds.members.read relationships.read"
      .split(" ")
      .concat(["guilds", "guilds.channels.read", "lobbies.write", "guilds.join"])
      .filter((one) => one !== scope)
      .join(" ");
    expect(await send(platform, json(""), path, body)).toMatchObject({ status: 401 });
    expect(await send(platform, json("Bearer nope"), path, body)).toMatchObject({ status: 401 });
    expect(await send(platform, withScope(platform, ada.userId, others), path, body)).toMatchObject({
      status: 403,
      body: { code: 50_026 },
    });
    const granted = await send(platform, withScope(platform, ada.userId, scope), path, body);
    expect(granted.body["code"]).not.toBe(50_026);
  });

  it.each<[string, "bot" | "bearer", unknown?]>([
    ["PATCH /lobbies/LOBBY/channel-linking", "bearer", {}],
    ["POST /lobbies/LOBBY/members/@me/invites", "bearer"],
    ["POST /invites/abcdefghij", "bearer"],
    ["POST /lobbies/LOBBY/members/BEN/invites", "bot"],
    ["DELETE /invites/abcdefghij", "bot"],
  ])("%s is for a %s only", async (line, kind, body) => {
    const wrong = kind === "bot" ? ada.headers : bot;
    const code = kind === "bot" ? 20_002 : 20_001;
    expect(await send(platform, wrong, filled(line), body)).toMatchObject({ status: 403, body: { code } });
  });

  it.each<[string, "ada" | "ben" | "bot", unknown, number, number]>([
    ["PATCH /lobbies/1/channel-linking", "ada", {}, 404, 10_031],
    ["PATCH /lobbies/LOBBY/channel-linking", "ben", {}, 403, 50_013],
    ["PATCH /lobbies/LOBBY/channel-linking", "ada", { channel_id: "1" }, 404, 10_003],
    ["PATCH /lobbies/LOBBY/channel-linking", "ada", { channel_id: "VOICE" }, 400, 50_024],
    ["PATCH /lobbies/LOBBY/channel-linking", "ada", { channel_id: "x" }, 400, 50_035],
    ["PATCH /lobbies/LOBBY/channel-linking", "ada", { channel_id: true }, 400, 50_035],
    ["PATCH /lobbies/LOBBY/channel-linking", "ada", [], 400, 50_035],
    ["PATCH /lobbies/LOBBY/channel-linking", "ada", "{", 400, 50_109],
    ["POST /lobbies/LOBBY/members/@me/invites", "ada", undefined, 400, 10_003],
    ["POST /lobbies/1/members/@me/invites", "ada", undefined, 404, 10_031],
    ["POST /lobbies/LOBBY/members/1/invites", "bot", undefined, 404, 10_013],
    ["POST /lobbies/LOBBY/members/x/invites", "bot", undefined, 400, 50_035],
    ["DELETE /channels/1/linked-lobby", "bot", undefined, 404, 10_003],
    ["DELETE /channels/TEXT/linked-lobby", "ben", undefined, 403, 50_013],
    ["GET /guilds/1/channels", "ada", undefined, 404, 10_004],
    ["GET /guilds/GUILD/channels?with_can_link_lobby=2", "ada", undefined, 400, 50_035],
    ["GET /invites/none", "ada", undefined, 404, 10_006],
    ["GET /invites/..%2f..", "ada", undefined, 404, 10_006],
    ["DELETE /invites/none", "bot", undefined, 404, 10_006],
  ])("%s by %s with %j answers %i and %i, and changes nothing", async (line, who, body, status, code) => {
    const headers = { ada: ada.headers, ben: ben.headers, bot }[who];
    const given = JSON.stringify(body)?.replace("VOICE", platform.seeded.voiceChannelId);
    const answer = await send(platform, headers, filled(line), typeof body === "string" ? body : given);
    expect(answer).toMatchObject({ status, body: { code } });
    expect(await linkedNow()).toBeUndefined();
  });

  it("answers 300 generated bodies with success or the documented error, never with a 5xx", async () => {
    const { textChannelId, voiceChannelId, guildId } = platform.seeded;
    const id = fc.constantFrom(textChannelId, voiceChannelId, guildId, "0", "-1", "9".repeat(30), null);
    const value = fc.oneof(id, fc.jsonValue(), fc.double(), fc.constantFrom(1e300, Number(textChannelId)));
    const body = fc.oneof(
      fc.record({ channel_id: value }).map((made) => JSON.stringify(made)),
      fc
        .dictionary(fc.constantFrom("channel_id", "x", "__proto__"), value)
        .map((made) => JSON.stringify(made)),
      fc.json(),
      fc.string(),
    );
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        const line = `PATCH /lobbies/${lobbyId}/channel-linking`;
        const answer = await send(platform, ada.headers, line, text === "" ? "{}" : text);
        seen.add(answer.status);
        expect([200, 400, 403, 404]).toContain(answer.status);
        if (answer.status !== 200)
          expect(answer.body).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
      }),
      { numRuns: 300 },
    );
    expect([...seen]).toEqual(expect.arrayContaining([200, 400]));
    await send(platform, ada.headers, `PATCH /lobbies/${lobbyId}/channel-linking`, {});
  });
});

describe("the gateway", () => {
  const INTENTS = GatewayIntent.Guilds | GatewayIntent.GuildMembers | GatewayIntent.GuildInvites;

  it("sends a link to lobby and guild, and to new sessions", async () => {
    const platform = await platformForTest();
    const [ada, ben] = [player(platform, 0), player(platform, 1)];
    const lobbyId = await makeLobby(platform);
    const bens = await sdkSession(platform, ben);
    const bots = await botSession(platform, INTENTS);
    const { textChannelId, applicationId } = platform.seeded;
    await bots.socket.event("GUILD_CREATE");
    await send(platform, ada.headers, `PATCH /lobbies/${lobbyId}/channel-linking`, {
      channel_id: textChannelId,
    });
    expect(await bens.socket.event("LOBBY_UPDATE")).toMatchObject({
      id: lobbyId,
      members: [{ user_id: ada.userId }, { user_id: ben.userId }],
      linked_channel: { id: textChannelId, name: "general" },
    });
    const link = { lobby_id: lobbyId, application_id: applicationId, linked_by: ada.userId };
    expect(await bots.socket.event("CHANNEL_UPDATE")).toMatchObject({
      id: textChannelId,
      linked_lobby: link,
    });
    const again = await botSession(platform, INTENTS);
    const { channels } = (await again.socket.event("GUILD_CREATE")) as { channels: unknown[] };
    expect(channels).toMatchObject([{ id: textChannelId, linked_lobby: link }, { linked_lobby: null }]);
    const { ready } = await sdkSession(platform, ada);
    expect(ready["lobbies"]).toMatchObject([{ id: lobbyId, linked_channel: { id: textChannelId } }]);
    await send(platform, botOf(platform), `DELETE /channels/${textChannelId}/linked-lobby`);
    expect(await bens.socket.event("LOBBY_UPDATE")).not.toHaveProperty("linked_channel");
    expect(await bots.socket.event("CHANNEL_UPDATE")).toMatchObject({ linked_lobby: null });
  });

  it("adds a new guild member at once: bots get the member, the member's sessions get the guild", async () => {
    const platform = await platformForTest();
    const [ada, ben] = [player(platform, 0), player(platform, 1)];
    const { control, seeded } = platform;
    const secondBot = control.createBot(control.createApplication({ name: "Second" }).id);
    const guild = control.createGuild({
      name: "Joined",
      ownerId: ada.userId,
      memberIds: [seeded.botUserId],
      roles: [{ name: "bot", permissions: Permission.ManageChannels, memberIds: [seeded.botUserId] }],
      channels: [{ name: "general", kind: "text" }],
    });
    const [channel] = guild.channels;
    const lobbyId = await makeLobby(platform);
    await send(platform, ada.headers, `PATCH /lobbies/${lobbyId}/channel-linking`, {
      channel_id: channel!.id,
    });
    const bots = await botSession(platform, INTENTS);
    // An intent of its own: what the native client asks for names no guilds.
    const named = await sdkSession(platform, ben, { intents: GatewayIntent.GuildNamesOnly | (1 << 27) });
    const blind = await sdkSession(platform, ben);
    const made = await send(
      platform,
      botOf(platform),
      `POST /lobbies/${lobbyId}/members/${ben.userId}/invites`,
    );
    const code = String(made.body["code"]);
    expect(await bots.socket.event("INVITE_CREATE")).toMatchObject({
      code,
      guild_id: guild.id,
      channel_id: channel!.id,
      max_age: 3600,
      max_uses: 1,
      target_user: { id: ben.userId },
    });
    const joins = withScope(platform, ben.userId, "identify guilds.join");
    expect(await send(platform, joins, `POST /invites/${code}`)).toMatchObject({
      status: 200,
      body: { code, guild_id: guild.id },
    });
    expect(await bots.socket.event("GUILD_MEMBER_ADD")).toMatchObject({
      guild_id: guild.id,
      user: { id: ben.userId },
    });
    expect(await named.socket.event("GUILD_CREATE")).toEqual({ id: guild.id, name: "Joined" });
    expect(await send(platform, joins, `POST /invites/${code}`)).toMatchObject({
      status: 404,
      body: { code: 10_006 },
    });
    const guilds = await send(platform, ben.headers, "GET /users/@me/guilds");
    expect(guilds.body).toMatchObject([{ id: seeded.guildId }, { id: guild.id }]);
    // The lobby's next news comes after anything the guild would have told this session.
    await send(platform, botOf(platform), `DELETE /channels/${channel!.id}/linked-lobby`);
    await blind.socket.event("LOBBY_UPDATE");
    expect(blind.socket.frames.map(({ t }) => t)).not.toContain("GUILD_CREATE");
    expect(() => control.acceptInvite(secondBot.userId, code)).toThrow("Unknown Invite");
    expect(() => control.acceptInvite("1", code)).toThrow("There is no user 1");
  });

  it("mirrors messages to bots that see the channel and to the lobby", async () => {
    const platform = await platformForTest();
    const [ada, ben] = [player(platform, 0), player(platform, 1)];
    const lobbyId = await makeLobby(platform);
    const { textChannelId, guildId } = platform.seeded;
    await send(platform, ada.headers, `PATCH /lobbies/${lobbyId}/channel-linking`, {
      channel_id: textChannelId,
    });
    const bens = await sdkSession(platform, ben);
    const bots = await botSession(platform, GatewayIntent.GuildMessages | GatewayIntent.MessageContent);
    const said = await send(platform, ada.headers, `POST /lobbies/${lobbyId}/messages`, { content: "hi" });
    const { id } = said.body;
    expect(said.body).toMatchObject({ channel_id: textChannelId, lobby_id: lobbyId });
    expect(await bots.socket.event("MESSAGE_CREATE")).toMatchObject({
      id,
      content: "hi",
      guild_id: guildId,
      channel_id: textChannelId,
      author: { id: ada.userId },
    });
    const answer = await send(platform, botOf(platform), `POST /channels/${textChannelId}/messages`, {
      content: "hello",
    });
    await bens.socket.event("LOBBY_MESSAGE_CREATE");
    expect(await bens.socket.event("LOBBY_MESSAGE_CREATE")).toMatchObject({
      id: answer.body["id"],
      content: "hello",
      lobby_id: lobbyId,
      channel_id: textChannelId,
    });
    const history = await send(platform, ben.headers, `GET /lobbies/${lobbyId}/messages`);
    expect(history.body).toMatchObject([{ content: "hello" }, { content: "hi" }]);
  });
});
