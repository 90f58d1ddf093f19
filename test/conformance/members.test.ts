// Members of servers: what they look like there, who changes what of them, and who hears of it.
import { GatewayIntent, Permission, Scope } from "sdkpp/wire";
import { expect } from "vitest";
import type { FrameSocket } from "../e2e/platform/support-socket.js";
import { drop, set } from "./change.js";
import { row } from "./row.js";
import { scene, type Account } from "./scene.js";

const at = scene();
const UPDATES = "platform/domain/rules/guild/member-updates.ts";
const CHECKS = "platform/domain/rules/guild/member-checks.ts";
const EVENTS = "platform/domain/reactions/guild/member-events.ts";
const PNG = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==";
const MEMBERS = GatewayIntent.Guilds | GatewayIntent.GuildMembers | GatewayIntent.GuildVoiceStates;

/** A server in which the bot's role, above `player`, has these permissions. */
function server(permissions: bigint, members: readonly Account[] = []) {
  const { seeded } = at.platform;
  const guild = at.guild({
    name: "Server",
    memberIds: members.map(({ id }) => id),
    roles: [
      { name: "player", permissions: 0n },
      { name: "Bot", permissions, memberIds: [seeded.botUserId] },
    ],
    channels: [
      { name: "talk", kind: "voice" },
      { name: "other talk", kind: "voice" },
    ],
  });
  const [player] = guild.roles ?? [];
  const [talk, otherTalk] = guild.channels;
  return { id: guild.id, player: player!.id, talk: talk!.id, otherTalk: otherTalk!.id };
}

const memberOf = (guildId: string, userId: string) => `/guilds/${guildId}/members/${userId}`;

async function patch(path: string, body: object) {
  return at.ask<Record<string, unknown>>(at.bot, `PATCH ${path}`, body);
}

row(36, set("platform/domain/views/guild/member.ts", "viewOf.banner", null), async () => {
  const { id } = server(0n);
  const { botUserId } = at.platform.seeded;
  const socket = await at.botSession(MEMBERS);
  const looks = await patch(memberOf(id, "@me"), { banner: PNG, avatar: PNG, bio: "Guards the gate." });
  const banner = String(looks.body["banner"]);
  expect(looks).toMatchObject({ status: 200, body: { bio: "Guards the gate.", avatar: banner } });
  expect(banner).toMatch(/^[0-9a-f]{32}$/);
  expect((await at.ask(at.bot, `GET ${memberOf(id, botUserId)}`)).body["banner"]).toBe(banner);
  expect(await socket.event("GUILD_MEMBER_UPDATE")).toMatchObject({ guild_id: id, banner, avatar: banner });
  const fresh = await at.botSession(MEMBERS);
  let created = await fresh.event<{ id: string; members: { user: { id: string } }[] }>("GUILD_CREATE");
  while (created.id !== id) created = await fresh.event("GUILD_CREATE");
  expect(created.members.find(({ user }) => user.id === botUserId)).toMatchObject({ banner });
});

row(102, set(UPDATES, "lookFields.bio", undefined), async () => {
  const { id } = server(0n);
  const own = memberOf(id, "@me");
  const { authorization } = at.user("ada");
  expect((await at.ask(authorization, `PATCH ${own}`, { bio: "Mine" })).status).toBe(403);
  const set = await patch(own, { banner: PNG, avatar: PNG, bio: "Guards the gate.", nick: "Warden" });
  expect(set.body).toMatchObject({ bio: "Guards the gate.", nick: "Warden", banner: expect.any(String) });
  // Omitted fields keep their value.
  expect((await patch(own, { nick: null })).body).toMatchObject({ bio: "Guards the gate.", nick: null });
  expect((await patch(own, { banner: null, avatar: null, bio: null })).body).toMatchObject({
    banner: null,
    avatar: null,
    bio: null,
  });
  expect((await patch(own, { banner: "data:text/plain;base64,AAAA" })).body).toMatchObject({
    code: 50_035,
    errors: { banner: expect.any(Object) },
  });
});

row(104, set(CHECKS, "FLAGGING", []), async () => {
  const status = async (permissions: bigint, body: object): Promise<number> => {
    const ada = at.user("ada");
    const { id } = server(permissions, [ada]);
    return (await patch(memberOf(id, ada.id), body)).status;
  };
  const { ManageGuild, ManageRoles, ModerateMembers, KickMembers, BanMembers, ManageNicknames } = Permission;
  const flags = { flags: 1 << 2 };
  for (const permissions of [ManageGuild, ManageRoles, ModerateMembers | KickMembers | BanMembers])
    expect(await status(permissions, flags)).toBe(200);
  for (const permissions of [ModerateMembers | KickMembers, ManageNicknames, 0n])
    expect(await status(permissions, flags)).toBe(403);

  const ada = at.user("ada", `${Scope.Identify} ${Scope.Voice} ${Scope.Guilds}`);
  const all = Permission.Administrator;
  const { id, player, talk, otherTalk } = server(all, [ada]);
  const path = memberOf(id, ada.id);
  // Only one flag can be edited.
  expect((await patch(path, { flags: 0xff })).body["flags"]).toBe(1 << 2);
  expect((await patch(path, { nick: "Ace", roles: [player] })).body).toMatchObject({
    nick: "Ace",
    roles: [player],
  });

  const socket = await at.playerSession(ada);
  const enter = async (channelId: string): Promise<void> => {
    socket.send(4, { guild_id: id, channel_id: channelId, self_mute: false, self_deaf: false });
    await socket.event("VOICE_SERVER_UPDATE");
  };
  const bot = await at.botSession(MEMBERS);
  await enter(talk);
  expect(await bot.event("VOICE_STATE_UPDATE")).toMatchObject({ channel_id: talk, mute: false });
  expect((await patch(path, { mute: true, deaf: true })).status).toBe(200);
  expect(await bot.event("VOICE_STATE_UPDATE")).toMatchObject({ channel_id: talk, mute: true, deaf: true });
  expect((await patch(path, { channel_id: otherTalk })).status).toBe(200);
  expect(await bot.event("VOICE_STATE_UPDATE")).toMatchObject({ channel_id: otherTalk, mute: true });
  expect(await socket.event("VOICE_SERVER_UPDATE")).toMatchObject({
    guild_id: id,
    endpoint: expect.any(String),
  });
  expect((await patch(path, { channel_id: null })).status).toBe(200);
  expect(await bot.event("VOICE_STATE_UPDATE")).toMatchObject({ channel_id: null });
  // Server mute outlasts the call.
  await enter(talk);
  expect(await bot.event("VOICE_STATE_UPDATE")).toMatchObject({ channel_id: talk, mute: true, deaf: true });

  await timesOut(id, ada, bot);
});

/** A time-out ends the call, leaves two permissions, and ends with its time. */
async function timesOut(guildId: string, ada: Account, bot: FrameSocket): Promise<void> {
  const { clock } = at.platform.control;
  const path = memberOf(guildId, ada.id);
  const permissions = async (): Promise<bigint> => {
    const { body } = await at.ask<{ id: string; permissions: string }[]>(
      ada.authorization,
      "GET /users/@me/guilds",
    );
    return BigInt(body.find(({ id }) => id === guildId)?.permissions ?? 0);
  };
  const before = await permissions();
  const until = new Date(clock.now() + 60_000).toISOString();
  const timedOut = await patch(path, { communication_disabled_until: until });
  expect(timedOut.body["communication_disabled_until"]).toBe(until);
  expect(await bot.event("VOICE_STATE_UPDATE")).toMatchObject({ channel_id: null });
  expect(await permissions()).toBe(Permission.ViewChannel | Permission.ReadMessageHistory);
  await clock.advance(60_000);
  expect(await permissions()).toBe(before);
  const { body } = await at.ask(at.bot, `GET ${path}`);
  expect(body["communication_disabled_until"]).toBeNull();
}

row(129, drop(EVENTS, "guildMemberRemoved", "GatewayEvent.GuildMemberRemove"), async () => {
  const eve = at.user("eve", `${Scope.Identify} ${Scope.GuildsJoin}`);
  const { id } = server(Permission.Administrator);
  const socket = await at.botSession(MEMBERS);
  const without = await at.botSession(GatewayIntent.Guilds);
  const path = memberOf(id, eve.id);
  const access_token = eve.authorization.replace("Bearer ", "");
  await at.ask(at.bot, `PUT ${path}`, { access_token });
  await patch(path, { nick: "Guest" });
  await at.ask(at.bot, `DELETE ${path}`);
  const user = { id: eve.id };
  expect(await socket.event("GUILD_MEMBER_ADD")).toMatchObject({ guild_id: id, user, nick: null });
  expect(await socket.event("GUILD_MEMBER_UPDATE")).toMatchObject({ guild_id: id, user, nick: "Guest" });
  expect(await socket.event("GUILD_MEMBER_REMOVE")).toMatchObject({ guild_id: id, user });
  // Without the intent for members there are none of these.
  without.send(8, { guild_id: id, user_ids: [eve.id], limit: 0 });
  expect(await without.event("GUILD_MEMBERS_CHUNK")).toMatchObject({ not_found: [eve.id] });
  expect(without.frames.map(({ t }) => t)).not.toContain("GUILD_MEMBER_ADD");
});

row(107, drop("platform/domain/rules/guild/prune.ts", "NEEDED", "ManageGuild"), async () => {
  const { ManageGuild, KickMembers } = Permission;
  const statuses = async (permissions: bigint): Promise<number[]> => {
    const path = `/guilds/${server(permissions).id}/prune`;
    const counted = await at.ask(at.bot, `GET ${path}`);
    return [counted.status, (await at.ask(at.bot, `POST ${path}`, {})).status];
  };
  expect(await statuses(ManageGuild | KickMembers)).toEqual([200, 200]);
  for (const one of [ManageGuild, KickMembers]) expect(await statuses(one)).toEqual([403, 403]);
});
