// A deleted server or account takes along all that belongs to it: clients hear of it, and nothing stays in the store.
import { join } from "node:path";
import type { Platform } from "@sdkpp/platform";
import Database from "libsql";
import { AeadMode, COMMUNICATION_SCOPES, GatewayIntent, LobbyMemberFlag, Permission } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { pngOf } from "../../support/pictures.js";
import { mp3Of, soundUri } from "../../support/sounds.js";
import { stickerForm } from "../../support/sticker-form.js";
import { waitFor } from "../../support/wait-for.js";
import { folderPerTest } from "./support-folder.js";
import { ask, botSession, joinLobby, platformForTest, player, sdkSession } from "./support-platform.js";
import type { FrameSocket } from "./support-socket.js";
import { VoiceClient } from "./support-voice.js";

const at = folderPerTest();
const PICTURE = `data:image/png;base64,${Buffer.from(pngOf(8, 8)).toString("base64")}`;

const INTENTS =
  GatewayIntent.Guilds |
  GatewayIntent.GuildMembers |
  GatewayIntent.GuildModeration |
  GatewayIntent.GuildExpressions |
  GatewayIntent.GuildWebhooks |
  GatewayIntent.GuildInvites |
  GatewayIntent.GuildVoiceStates |
  GatewayIntent.GuildMessages |
  GatewayIntent.GuildScheduledEvents |
  GatewayIntent.AutoModerationConfiguration;

/** Collections with a record in which a text appears, read from outside. */
function whereIs(text: string): string[] {
  const db = new Database(join(at(""), "platform.db"), { readonly: true });
  const rows = db
    .prepare("SELECT DISTINCT collection FROM record WHERE id LIKE ? OR body LIKE ? ORDER BY collection")
    .all(`%${text}%`, `%${text}%`) as { collection: string }[];
  db.close();
  return rows.map(({ collection }) => collection);
}

async function must(platform: Platform, line: string, body?: unknown): Promise<string> {
  const authorization = `Bot ${platform.seeded.botToken}`;
  const answer = await ask(platform, { authorization }, line, body);
  expect(answer.status, `${line}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body?.id ?? "";
}

async function statusOf(platform: Platform, path: string): Promise<number> {
  const authorization = `Bot ${platform.seeded.botToken}`;
  return (await ask(platform, { authorization }, `GET ${path}`)).status;
}

/** A server with one of everything that servers have. */
async function furnish(platform: Platform) {
  const { control, seeded } = platform;
  const { botUserId, userIds } = seeded;
  const owner = control.users.create({ username: "owner" });
  const guild = control.guilds.create({
    name: "Doomed",
    ownerId: owner.id,
    tag: "DOOM",
    memberIds: [botUserId, userIds[1]],
    channels: [
      { name: "text", kind: "text" },
      { name: "talk", kind: "voice" },
      { name: "stage", kind: "stage" },
    ],
    roles: [{ name: "Bot", permissions: Permission.Administrator, memberIds: [botUserId, userIds[1]] }],
  });
  const [text = "", talk = "", stage = ""] = guild.channels.map(({ id }) => id);
  const home = `/guilds/${guild.id}`;
  const message = await must(platform, `POST /channels/${text}/messages`, { content: "hello" });
  await must(platform, `PUT /channels/${text}/messages/${message}/reactions/%F0%9F%94%A5/@me`);
  await must(platform, `PUT /channels/${text}/messages/pins/${message}`);
  await must(platform, `POST /channels/${text}/messages/${message}/threads`, { name: "aside" });
  const webhook = await must(platform, `POST /channels/${text}/webhooks`, {
    name: "Herald",
    avatar: PICTURE,
  });
  await must(platform, `POST /channels/${text}/invites`, {});
  await must(platform, `PATCH ${home}`, { icon: PICTURE });
  const role = await must(platform, `POST ${home}/roles`, { name: "blue" });
  await must(platform, `PUT ${home}/members/${userIds[1]}/roles/${role}`);
  await must(platform, `PUT ${home}/bans/${userIds[0]}`, {});
  await must(platform, `POST ${home}/emojis`, { name: "sword", image: PICTURE });
  await must(platform, `POST ${home}/stickers`, stickerForm());
  await must(platform, `POST ${home}/soundboard-sounds`, { name: "horn", sound: soundUri(mp3Of(4)) });
  await must(platform, "POST /stage-instances", { channel_id: stage, topic: "the end" });
  await must(platform, `POST ${home}/auto-moderation/rules`, {
    name: "words",
    event_type: 1,
    trigger_type: 1,
    trigger_metadata: { keyword_filter: ["doom"] },
    actions: [{ type: 1 }],
  });
  const start = control.clock.now() + 3_600_000;
  await must(platform, `POST ${home}/scheduled-events`, {
    name: "Match",
    privacy_level: 2,
    entity_type: 3,
    entity_metadata: { location: "here" },
    scheduled_start_time: new Date(start).toISOString(),
    scheduled_end_time: new Date(start + 60_000).toISOString(),
  });
  await must(platform, `POST /applications/${seeded.applicationId}${home}/commands`, {
    name: "play",
    description: "d",
  });
  control.users.setPrimaryGuild(userIds[1], guild.id);
  return { guild, text, talk, webhook, owner };
}

async function link(platform: Platform, channelId: string): Promise<string> {
  const [ada, ben] = platform.seeded.userIds;
  const members = [{ id: ada }, { id: ben, flags: LobbyMemberFlag.CanLinkLobby }];
  const lobbyId = await must(platform, "POST /lobbies", { members });
  const token = platform.control.tokens.issue(platform.seeded.applicationId, ben, COMMUNICATION_SCOPES);
  const authorization = `Bearer ${token.access_token}`;
  const linked = { channel_id: channelId };
  const answer = await ask(platform, { authorization }, `PATCH /lobbies/${lobbyId}/channel-linking`, linked);
  expect(answer.status).toBe(200);
  return lobbyId;
}

const toldSince = ({ frames }: FrameSocket): (string | null | undefined)[] => frames.map(({ t }) => t);

describe("a deleted server", () => {
  it("is lost by its members at once, and leaves nothing behind", async () => {
    const platform = await platformForTest({ dataDir: at("") });
    const { control, seeded } = platform;
    const { guild, text, talk, webhook, owner } = await furnish(platform);
    control.users.setPrimaryGuild(seeded.userIds[1], guild.id);
    const lobbyId = await link(platform, text);
    const bot = await botSession(platform, INTENTS);
    const entered = { guild_id: guild.id, channel_id: talk, self_mute: false, self_deaf: false };
    bot.socket.send(4, entered);
    const server = await bot.socket.event<{ token: string }>("VOICE_SERVER_UPDATE");
    const grant = {
      serverId: guild.id,
      userId: seeded.botUserId,
      sessionId: bot.sessionId,
      token: server.token,
    };
    const voice = await VoiceClient.connect(platform, grant, AeadMode.Aes256Gcm);
    await waitFor("the guilds", () => toldSince(bot.socket).filter((t) => t === "GUILD_CREATE").length === 2);
    bot.socket.frames.splice(0);

    control.guilds.remove(guild.id);
    expect(await voice.socket.closed()).toBe(4022);
    voice.close();
    bot.socket.send(1, null);
    await bot.socket.op(11);
    const told = bot.socket.frames.filter(({ d }) => JSON.stringify(d).includes(guild.id));
    expect(told.map(({ t, d }) => [t, d])).toEqual([["GUILD_DELETE", { id: guild.id }]]);
    expect(() => control.guilds.get(guild.id)).toThrow(`There is no guild ${guild.id}.`);
    expect(() => control.guilds.remove(guild.id)).toThrow(`There is no guild ${guild.id}.`);
    for (const path of [`/guilds/${guild.id}`, `/channels/${text}`, `/webhooks/${webhook}`])
      expect(await statusOf(platform, path), path).toBe(404);
    expect(control.users.get(seeded.userIds[1]).primaryGuild).toBeUndefined();
    expect(control.lobbies.get(lobbyId).link).toBeUndefined();

    await control.clock.advance(5000);
    await platform.stop();
    expect(whereIs(guild.id)).toEqual([]);
    expect(whereIs(text)).toEqual([]);
    expect(whereIs(owner.id)).toEqual(["user"]);
  });

  it("of many members goes by and by", async () => {
    const platform = await platformForTest({ dataDir: at("") });
    const { control } = platform;
    const ownerId = control.users.create({ username: "owner" }).id;
    const guild = control.guilds.create({ name: "Large", ownerId, channels: [] });
    for (let n = 0; n < 450; n += 1)
      control.guilds.join(control.users.create({ username: `m${n}` }).id, guild.id);
    control.guilds.remove(guild.id);
    expect(whereIs(guild.id)).toEqual(["dropped-guild", "guild-member"]);
    for (let sweep = 0; sweep < 4; sweep += 1) await control.clock.advance(1000);
    expect(whereIs(guild.id)).toEqual([]);
  });
});

describe("a deleted account", () => {
  it("leaves its servers, lobbies and friends, and what it wrote has no name", async () => {
    const platform = await platformForTest({ dataDir: at("") });
    const { control, seeded } = platform;
    const [ada, eve] = [player(platform, 0), player(platform, 1)];
    control.users.setAvatar(eve.userId, PICTURE);
    control.users.makeFriends(eve.userId, ada.userId);
    control.guilds.join(eve.userId, seeded.guildId);
    control.users.setIdentity(seeded.applicationId, eve.userId, { externalId: "eve-1" });
    const lobbyId = await joinLobby(platform, ada, "match");
    await joinLobby(platform, eve, "match");
    await ask(platform, eve.headers, `POST /lobbies/${lobbyId}/messages`, { content: "in the lobby" });
    const sent = await ask(platform, eve.headers, `POST /users/${ada.userId}/messages`, {
      content: "to you",
    });
    expect(sent.status).toBeLessThan(300);
    const [eves, adas] = [await sdkSession(platform, eve), await sdkSession(platform, ada)];
    const bot = await botSession(platform, GatewayIntent.Guilds | GatewayIntent.GuildMembers);

    control.users.remove(eve.userId);
    expect(await eves.socket.closed()).toBe(4004);
    expect(await adas.socket.event("RELATIONSHIP_REMOVE")).toMatchObject({ id: eve.userId });
    expect(await adas.socket.event("LOBBY_MEMBER_REMOVE")).toMatchObject({ member: { user_id: eve.userId } });
    const left = { guild_id: seeded.guildId, user: { id: eve.userId } };
    expect(await bot.socket.event("GUILD_MEMBER_REMOVE")).toMatchObject(left);
    expect((await ask(platform, eve.headers, "GET /users/@me")).status).toBe(401);
    expect(() => control.users.get(eve.userId)).toThrow(`There is no user ${eve.userId}`);
    const log = await ask<{ author: unknown }[]>(platform, ada.headers, `GET /lobbies/${lobbyId}/messages`);
    expect(log.body.map(({ author }) => author)).toMatchObject([
      { id: eve.userId, username: "deleted_user" },
    ]);
    // It can be created again, as somebody else.
    expect(control.users.create({ username: "ben" }).id).not.toBe(eve.userId);

    await platform.stop();
    expect(whereIs(eve.userId)).toEqual(["message", "seeded"]);
    const again = await platformForTest({ dataDir: at("") });
    expect(again.control.users.list().map(({ id }) => id)).not.toContain(eve.userId);
  });

  it("is neither a server's owner nor a bot", async () => {
    const { control, seeded } = await platformForTest();
    const { id } = control.users.create({ username: "owner" });
    const guild = control.guilds.create({ name: "Kept", ownerId: id, channels: [] });
    expect(() => control.users.remove(id)).toThrow(
      `User ${id} owns server ${guild.id}; control.guilds.remove(guildId) deletes that first.`,
    );
    expect(() => control.users.remove(seeded.botUserId)).toThrow("is the bot of an application");
    control.guilds.remove(guild.id);
    control.users.remove(id);
    expect(control.users.list().map((user) => user.id)).not.toContain(id);
  });
});
