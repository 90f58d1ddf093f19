import { type Platform } from "@sdkpp/platform";
import { GatewayIntent, LobbyMemberFlag, Permission } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { ask, botSession, platformForTest, player, sdkSession } from "./support-platform.js";

type Headers = Record<string, string>;

const json = (authorization: string): Headers => ({ authorization });
const withScope = (platform: Platform, userId: string, scope: string): Headers => {
  const { seeded, control } = platform;
  return json(`Bearer ${control.tokens.issue(seeded.applicationId, userId, scope).access_token}`);
};
const botOf = (platform: Platform): Headers => json(`Bot ${platform.seeded.botToken}`);

/** A lobby of Ada, who may link, and Ben. */
async function makeLobby(platform: Platform): Promise<string> {
  const [ada, ben] = platform.seeded.userIds;
  const members = [{ id: ada, flags: LobbyMemberFlag.CanLinkLobby }, { id: ben }];
  const { body } = await ask(platform, botOf(platform), "POST /lobbies", { members });
  return String(body["id"]);
}

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
    await ask(platform, ada.headers, `PATCH /lobbies/${lobbyId}/channel-linking`, {
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
    await ask(platform, botOf(platform), `DELETE /channels/${textChannelId}/linked-lobby`);
    expect(await bens.socket.event("LOBBY_UPDATE")).not.toHaveProperty("linked_channel");
    expect(await bots.socket.event("CHANNEL_UPDATE")).toMatchObject({ linked_lobby: null });
  });

  it("adds a new guild member at once: bots get the member, the member's sessions get the guild", async () => {
    const platform = await platformForTest();
    const [ada, ben] = [player(platform, 0), player(platform, 1)];
    const { control, seeded } = platform;
    const secondBot = control.applications.createBot(control.applications.create({ name: "Second" }).id);
    const guild = control.guilds.create({
      name: "Joined",
      ownerId: ada.userId,
      memberIds: [seeded.botUserId],
      roles: [{ name: "bot", permissions: Permission.ManageChannels, memberIds: [seeded.botUserId] }],
      channels: [{ name: "general", kind: "text" }],
    });
    const [channel] = guild.channels;
    const lobbyId = await makeLobby(platform);
    await ask(platform, ada.headers, `PATCH /lobbies/${lobbyId}/channel-linking`, {
      channel_id: channel!.id,
    });
    const bots = await botSession(platform, INTENTS);
    // An intent of its own: what the native client asks for names no guilds.
    const named = await sdkSession(platform, ben, { intents: GatewayIntent.GuildNamesOnly | (1 << 27) });
    const blind = await sdkSession(platform, ben);
    const made = await ask(
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
    expect(await ask(platform, joins, `POST /invites/${code}`)).toMatchObject({
      status: 200,
      body: { code, guild_id: guild.id },
    });
    expect(await bots.socket.event("GUILD_MEMBER_ADD")).toMatchObject({
      guild_id: guild.id,
      user: { id: ben.userId },
    });
    expect(await named.socket.event("GUILD_CREATE")).toEqual({ id: guild.id, name: "Joined" });
    expect(await ask(platform, joins, `POST /invites/${code}`)).toMatchObject({
      status: 404,
      body: { code: 10_006 },
    });
    const guilds = await ask(platform, ben.headers, "GET /users/@me/guilds");
    expect(guilds.body).toMatchObject([{ id: seeded.guildId }, { id: guild.id }]);
    // The lobby's next news comes after anything the guild would have told this session.
    await ask(platform, botOf(platform), `DELETE /channels/${channel!.id}/linked-lobby`);
    await blind.socket.event("LOBBY_UPDATE");
    expect(blind.socket.frames.map(({ t }) => t)).not.toContain("GUILD_CREATE");
    expect(() => control.as(secondBot.userId).acceptInvite(code)).toThrow("is a bot");
    expect(() => control.as("1").acceptInvite(code)).toThrow("There is no user 1");
  });

  it("mirrors messages to bots that see the channel and to the lobby", async () => {
    const platform = await platformForTest();
    const [ada, ben] = [player(platform, 0), player(platform, 1)];
    const lobbyId = await makeLobby(platform);
    const { textChannelId, guildId } = platform.seeded;
    await ask(platform, ada.headers, `PATCH /lobbies/${lobbyId}/channel-linking`, {
      channel_id: textChannelId,
    });
    const bens = await sdkSession(platform, ben);
    const bots = await botSession(platform, GatewayIntent.GuildMessages | GatewayIntent.MessageContent);
    const said = await ask(platform, ada.headers, `POST /lobbies/${lobbyId}/messages`, { content: "hi" });
    const { id } = said.body;
    expect(said.body).toMatchObject({ channel_id: textChannelId, lobby_id: lobbyId });
    expect(await bots.socket.event("MESSAGE_CREATE")).toMatchObject({
      id,
      content: "hi",
      guild_id: guildId,
      channel_id: textChannelId,
      author: { id: ada.userId },
    });
    const answer = await ask(platform, botOf(platform), `POST /channels/${textChannelId}/messages`, {
      content: "hello",
    });
    await bens.socket.event("LOBBY_MESSAGE_CREATE");
    expect(await bens.socket.event("LOBBY_MESSAGE_CREATE")).toMatchObject({
      id: answer.body["id"],
      content: "hello",
      lobby_id: lobbyId,
      channel_id: textChannelId,
    });
    const history = await ask(platform, ben.headers, `GET /lobbies/${lobbyId}/messages`);
    expect(history.body).toMatchObject([{ content: "hello" }, { content: "hi" }]);
  });
});
