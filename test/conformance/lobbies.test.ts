// Lobbies: by secret, of the game's server, linked to a channel.
import { LobbyMemberFlag, Permission } from "sdkpp/wire";
import { expect } from "vitest";
import { drop, force, negate, set } from "./change.js";
import { row } from "./row.js";
import { scene, type Account } from "./scene.js";

const at = scene();
const RULES = "platform/domain/rules/lobby";

row(82, negate(`${RULES}/membership.ts`, "createOrJoin", "isSecretExpired"), async () => {
  const [ada, ben] = [at.user("ada"), at.user("ben")];
  const wire = await at.playerSession(ada);
  const join = (who: Account, more: object) =>
    at.ask(who.authorization, "PUT /lobbies", { secret: "one secret", ...more });
  const made = await join(ada, { lobby_metadata: { map: "dust" }, member_metadata: { team: "red" } });
  expect(made).toMatchObject({ status: 200, body: { metadata: { map: "dust" } } });
  await wire.event("LOBBY_CREATE");
  const joined = await join(ben, { member_metadata: { team: "blue" } });
  expect(joined.body["id"]).toBe(made.body["id"]);
  expect(joined.body["members"]).toMatchObject([
    { id: ada.id, metadata: { team: "red" } },
    { id: ben.id, metadata: { team: "blue" } },
  ]);
  expect(await wire.event("LOBBY_MEMBER_ADD")).toMatchObject({ member: { metadata: { team: "blue" } } });
  const { control } = at.platform;
  const elsewhere = control.applications.create({ name: "Other Game" });
  const { access_token } = control.tokens.issue(elsewhere.id, ben.id, "sdk.social_layer");
  const other = await at.ask(`Bearer ${access_token}`, "PUT /lobbies", { secret: "one secret" });
  expect(other.body["id"]).not.toBe(made.body["id"]);
  expect(await join(ben, { secret: "" })).toMatchObject({ status: 400, body: { code: 50_035 } });
});

/** A lobby of the game's server with these members. */
async function lobbyOf(members: readonly object[]): Promise<string> {
  const { body } = await at.ask(at.bot, "POST /lobbies", { members });
  return String(body["id"]);
}

const membersOf = async (lobbyId: string): Promise<unknown> =>
  (await at.ask(at.bot, `GET /lobbies/${lobbyId}`)).body["members"];

row(85, force("platform/domain/rules/lobby/admin.ts", "bulkMembers", "input.remove", false), async () => {
  const [eve, ada, ben, cyd] = [at.user("eve"), at.user("ada"), at.user("ben"), at.user("cyd")];
  const lobbyId = await lobbyOf([{ id: eve.id }, { id: ada.id }, { id: ben.id }]);
  const wire = await at.playerSession(eve);
  const line = `POST /lobbies/${lobbyId}/members/bulk`;
  const changes = [
    { id: ada.id, metadata: { role: "host" } },
    { id: ben.id, remove_member: true },
    { id: cyd.id, metadata: { role: "guest" } },
  ];
  expect((await at.ask(at.bot, line, changes)).status).toBe(200);
  expect(await membersOf(lobbyId)).toMatchObject([
    { id: eve.id },
    { id: ada.id, metadata: { role: "host" } },
    { id: cyd.id, metadata: { role: "guest" } },
  ]);
  const heard = [];
  for (const name of ["LOBBY_MEMBER_UPDATE", "LOBBY_MEMBER_REMOVE", "LOBBY_MEMBER_ADD"])
    heard.push(await wire.event(name));
  expect(heard).toMatchObject([ada, ben, cyd].map(({ id }) => ({ member: { user: { id } } })));
  expect((await at.ask(ada.authorization, line, changes)).status).toBe(403);
});

row(147, set("platform/http/lobby.ts", "BulkBody.maxItems", 26), async () => {
  const ada = at.user("ada");
  const lobbyId = await lobbyOf([{ id: ada.id }]);
  const users = Array.from({ length: 26 }, () => ({ id: at.user("guest").id }));
  const line = `POST /lobbies/${lobbyId}/members/bulk`;
  expect(await at.ask(at.bot, line, users)).toMatchObject({ status: 400, body: { code: 50_035 } });
  expect(await membersOf(lobbyId)).toHaveLength(1);
  expect((await at.ask(at.bot, line, users.slice(1))).status).toBe(200);
  expect(await membersOf(lobbyId)).toHaveLength(26);
  // One request adds, updates and removes.
  const [late, kept, gone] = users as [{ id: string }, { id: string }, { id: string }];
  const mixed = [late, { ...kept, metadata: { team: "red" } }, { ...gone, remove_member: true }];
  expect((await at.ask(at.bot, line, mixed)).status).toBe(200);
  const after = (await membersOf(lobbyId)) as { id: string; metadata: unknown }[];
  const ids = after.map(({ id }) => id);
  expect([ids.length, ids.includes(late.id), ids.includes(gone.id)]).toEqual([26, true, false]);
  expect(after.find(({ id }) => id === kept.id)?.metadata).toEqual({ team: "red" });
});

/** A lobby with Ada and Ben, linked to a channel of the host's server. @param permissions of the game's bot in it */
async function linkedLobby(permissions = Permission.ManageMessages, areMembers = false) {
  const [host, ada, ben] = [at.user("host"), at.user("ada"), at.user("ben")];
  const { botUserId } = at.platform.seeded;
  const guild = at.guild({
    name: "Raiders",
    ownerId: host.id,
    memberIds: areMembers ? [ada.id, ben.id] : [],
    channels: [{ name: "general", kind: "text" }],
    roles: [{ name: "game", permissions, memberIds: [botUserId] }],
  });
  const lobbyId = await lobbyOf([
    { id: host.id, flags: LobbyMemberFlag.CanLinkLobby },
    { id: ada.id },
    { id: ben.id },
  ]);
  const body = { channel_id: guild.channels[0]!.id };
  const linked = await at.ask(host.authorization, `PATCH /lobbies/${lobbyId}/channel-linking`, body);
  expect(linked.status).toBe(200);
  return { guild, lobbyId, host, ada, ben };
}

const channelsOf = ({ authorization }: Account, guildId: string) =>
  at.ask(authorization, `GET /guilds/${guildId}/channels`);

row(86, set(`${RULES}/invites.ts`, "createInvite.made.targetUserId", ""), async () => {
  const { guild, lobbyId, ada, ben } = await linkedLobby();
  const own = await at.ask(ada.authorization, `POST /lobbies/${lobbyId}/members/@me/invites`);
  const forBen = await at.ask(at.bot, `POST /lobbies/${lobbyId}/members/${ben.id}/invites`);
  const invites = [
    [ada, own],
    [ben, forBen],
  ] as const;
  for (const [who, { status, body }] of invites) {
    expect([status, Object.keys(body)]).toEqual([200, ["code"]]);
    expect((await channelsOf(who, guild.id)).status).toBe(404);
    at.platform.control.as(who.id).acceptInvite(String(body["code"]));
    expect((await channelsOf(who, guild.id)).status).toBe(200);
  }
  const eve = at.user("eve");
  const unlinked = await lobbyOf([{ id: ada.id }]);
  expect(await at.ask(ada.authorization, `POST /lobbies/${unlinked}/members/@me/invites`)).toMatchObject({
    status: 400,
  });
  const line = `POST /lobbies/${lobbyId}/members`;
  expect((await at.ask(eve.authorization, `${line}/@me/invites`)).status).toBe(403);
  expect((await at.ask(at.bot, `${line}/${eve.id}/invites`)).status).toBe(404);
});

row(149, set("lib/wire/limits.ts", "LOBBY_INVITE_LIFE_S", 3601), async () => {
  const { guild, lobbyId, ada, ben } = await linkedLobby();
  const { control } = at.platform;
  const invite = async ({ authorization }: Account): Promise<string> => {
    const { body } = await at.ask(authorization, `POST /lobbies/${lobbyId}/members/@me/invites`);
    return String(body["code"]);
  };
  const [late, once, inTime] = [await invite(ada), await invite(ada), await invite(ben)];
  control.as(ada.id).acceptInvite(once);
  expect((await channelsOf(ada, guild.id)).status).toBe(200);
  expect(() => control.as(ada.id).acceptInvite(once)).toThrow(RangeError);
  await control.clock.advance(3_599_000);
  control.as(ben.id).acceptInvite(inTime);
  await control.clock.advance(1000);
  expect(() => control.as(ada.id).acceptInvite(late)).toThrow(RangeError);
  expect((await at.ask(at.bot, `GET /invites/${late}`)).status).toBe(404);
});

row(117, drop("lib/sdk/areas/linked-channels/guild-channel-order.ts", "byKind", "isVoice"), async () => {
  const { guild, lobbyId, ada } = await linkedLobby();
  const opened: string[] = [];
  const openUrl = async (url: string): Promise<void> => void opened.push(url);
  const client = await at.client(ada, undefined, { openUrl });
  const joined = await client.createOrJoinLobbyWithMetadata("sdk", { map: "dust" }, { team: "red" });
  const lobby = client.getLobbyHandle(joined.lobbyId);
  expect({ ...lobby?.metadata }).toEqual({ map: "dust" });
  expect({ ...lobby?.getLobbyMemberHandle(ada.id)?.metadata }).toEqual({ team: "red" });
  const { inviteUrl } = await client.joinLinkedLobbyGuild(lobbyId, () => undefined);
  expect(opened).toEqual([inviteUrl]);
  at.platform.control.as(ada.id).acceptInvite(inviteUrl.split("/").at(-1)!);
  const { guildChannels } = await client.getGuildChannels(guild.id);
  expect(guildChannels.map(({ name }) => name)).toEqual(["general"]);
  const big = at.platform.control.guilds.create({
    name: "Sorted",
    ownerId: ada.id,
    channels: [
      { name: "voice", kind: "voice" },
      { name: "rules", kind: "text" },
      { name: "news", kind: "text" },
    ],
  });
  const sorted = (await client.getGuildChannels(big.id)).guildChannels;
  expect(sorted.map(({ name }) => name)).toEqual(["rules", "news", "voice"]);
});

/** A lobby linked to a channel in which everybody but Ada has to wait 30 s. @param permissions of Ada in the server */
async function slowLobby(permissions: bigint) {
  const { guild, lobbyId, ada, ben } = await linkedLobby(Permission.Administrator, true);
  const { control } = at.platform;
  const channel = guild.channels[0]!;
  const changed = await at.ask(at.bot, `PATCH /channels/${channel.id}`, { rate_limit_per_user: 30 });
  expect(changed.status).toBe(200);
  const overwrite = { type: 1, allow: String(permissions), deny: "0" };
  expect((await at.ask(at.bot, `PUT /channels/${channel.id}/permissions/${ada.id}`, overwrite)).status).toBe(
    204,
  );
  const say = (who: Account) =>
    at.ask(who.authorization, `POST /lobbies/${lobbyId}/messages`, { content: "hi" });
  return { control, ada, ben, say };
}

row(60, negate("platform/domain/rules/posting/slow-mode.ts", "takeSlowMode", "wait"), async () => {
  const { control, ada, ben, say } = await slowLobby(1n << 52n);
  expect([(await say(ben)).status, (await say(ada)).status]).toEqual([201, 201]);
  const slowed = await say(ben);
  expect(slowed).toMatchObject({ status: 429, body: { code: 20_016 } });
  expect(slowed.body["retry_after"]).toBeLessThanOrEqual(30);
  expect((await say(ada)).status).toBe(201);
  await control.clock.advance(30_000);
  expect((await say(ben)).status).toBe(201);
});

row(
  170,
  force("platform/domain/records/guild/permission-splits.ts", "includesSplit", "SPLIT_AT", true),
  async () => {
    const { control, ada, say } = await slowLobby(Permission.ManageMessages);
    // The three other splits are tested with the rows of their permissions.
    expect([(await say(ada)).status, (await say(ada)).status]).toEqual([201, 429]);
    const today = control.clock.now();
    const split = Date.UTC(2026, 1, 23);
    for (const [day, second] of [
      [split - 60_000, 201],
      [split, 429],
    ] as const) {
      await control.clock.set(day);
      expect([(await say(ada)).status, (await say(ada)).status]).toEqual([201, second]);
    }
    await control.clock.set(today);
  },
);
