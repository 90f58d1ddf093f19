import { type Platform } from "@sdkpp/platform";
import { GatewayIntent } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { ask, botSession, platformForTest, player, sdkSession } from "./support-platform.js";
import { FrameSocket } from "./support-socket.js";

type Headers = Record<string, string>;

const asBot = (token: string): Headers => ({ authorization: `Bot ${token}` });

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
