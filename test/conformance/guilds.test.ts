// Servers as their members and bots see them, over HTTP and the gateway.
import { GatewayIntent, Permission, Scope } from "sdkpp/wire";
import { ChannelType } from "sdkpp";
import { expect } from "vitest";
import { answer, drop, force, set } from "./change.js";
import { row } from "./row.js";
import { scene, type Account } from "./scene.js";

const at = scene();
const EVERY_CHANNEL = Date.UTC(2026, 10, 15);
const OMITTED = Date.UTC(2026, 10, 17);

/** A server of the owner with the game's bot, three channels and a hidden one. */
function server(owner: Account, members: readonly Pick<Account, "id">[] = []) {
  const hidden = [{ for: "@everyone" as const, deny: Permission.ViewChannel }];
  return at.guild({
    name: `Server of ${owner.name}`,
    ownerId: owner.id,
    memberIds: members.map(({ id }) => id),
    channels: [
      { name: "Games", kind: "category" },
      { name: "chess", kind: "text", category: "Games" },
      { name: "talk", kind: "voice" },
      { name: "staff", kind: "text", overwrites: hidden },
    ],
    roles: [{ name: "player", permissions: Permission.Speak, memberIds: members.map(({ id }) => id) }],
  });
}

row(21, set("lib/protocol/payloads/guild.ts", "parseGuildChannel.parentId", undefined), async () => {
  const [owner, ada] = [at.user("owner"), at.user("ada")];
  const guild = server(owner, [ada]);
  const { guildChannels } = await (await at.client(ada)).getGuildChannels(guild.id);
  const category = guildChannels.find(({ name }) => name === "Games");
  expect(guildChannels.map(({ name, type, parentId }) => [name, type, parentId])).toEqual([
    ["talk", ChannelType.GuildVoice, undefined],
    ["Games", ChannelType.GuildCategory, undefined],
    ["chess", ChannelType.GuildText, category?.id],
  ]);
  const listed = await at.ask<Record<string, unknown>[]>(
    ada.authorization,
    `GET /guilds/${guild.id}/channels`,
  );
  for (const { id, position } of guildChannels)
    expect(listed.body.find((one) => one["id"] === String(id))?.["position"]).toBe(position);
});

row(27, set("platform/domain/views/oauth2/application.ts", "flagsOf.flags", 0), async () => {
  const flagsOf = async (privileges: readonly "members"[], isPublic: boolean): Promise<unknown> => {
    const { control } = at.platform;
    const { id } = control.applications.create({ name: "Bot", privileges, isPublic });
    const { token } = control.applications.createBot(id);
    return (await at.ask(`Bot ${token}`, "GET /applications/@me")).body["flags"];
  };
  expect(await flagsOf([], false)).toBe(0);
  expect(await flagsOf(["members"], false)).toBe(1 << 14);
  expect(await flagsOf(["members"], true)).toBe((1 << 14) | (1 << 8));
});

row(
  64,
  drop("platform/domain/records/guild/permissions.ts", "NEW_GUILD_PERMISSIONS", "UseExternalApps"),
  async () => {
    const [owner, ada] = [at.user("owner"), at.user("ada")];
    const guild = server(owner, [ada]);
    const { body } = await at.ask<Record<string, string>[]>(at.bot, `GET /guilds/${guild.id}/roles`);
    const everyone = body.find(({ id }) => id === guild.id);
    expect(BigInt(everyone?.["permissions"] ?? 0) & (1n << 50n)).toBe(1n << 50n);
  },
);

row(71, set("lib/wire/gateway-codes.ts", "GatewayOpcode.RequestChannelInfo", 44), async () => {
  const guild = server(at.user("owner"));
  const socket = await at.botSession(GatewayIntent.Guilds);
  socket.send(43, { guild_id: guild.id, fields: ["status"] });
  const talk = guild.channels.find(({ name }) => name === "talk");
  expect(await socket.event("CHANNEL_INFO")).toMatchObject({
    guild_id: guild.id,
    channels: [{ id: talk?.id }],
  });
});

row(78, set("platform/domain/rules/guild/guilds.ts", "HIDDEN_CHANNELS_OMITTED_FROM", 0), async () => {
  const [owner, eve] = [at.user("owner"), at.user("eve")];
  const guild = server(owner);
  const line = `GET /guilds/${guild.id}/channels`;
  const names = async (): Promise<unknown[]> =>
    (await at.ask<Record<string, unknown>[]>(at.bot, line)).body.map(({ name }) => name);
  const visible = ["Games", "chess", "talk"];
  const { clock } = at.platform.control;
  await clock.set(EVERY_CHANNEL);
  expect(await names()).toEqual([...visible, "staff"]);
  await clock.set(OMITTED);
  expect(await names()).toEqual(visible);
  expect((await at.ask(owner.authorization, line)).body).toHaveLength(4);
  expect(await at.ask(eve.authorization, line)).toMatchObject({ status: 404, body: { code: 10_004 } });
});

row(80, drop("platform/http/guild.ts", "guildRoutes", "Guilds"), async () => {
  const ada = at.user("ada");
  const guild = server(ada);
  const withScope = at.user("ben", Scope.Guilds);
  const listed = await at.ask<Record<string, unknown>[]>(ada.authorization, "GET /users/@me/guilds");
  expect(listed.body).toMatchObject([{ id: guild.id, name: guild.name, owner: true }]);
  expect(listed.body[0]).toHaveProperty("banner");
  expect(await at.ask(withScope.authorization, "GET /users/@me/guilds")).toMatchObject({
    status: 200,
    body: [],
  });
  const without = at.user("cyd", Scope.Identify);
  const rejected = await at.ask(without.authorization, "GET /users/@me/guilds");
  expect(rejected).toMatchObject({ status: 403, body: { code: 50_026 } });
});

row(94, drop("platform/domain/rules/guild/members.ts", "countRoleMembers", "memberIds"), async () => {
  const members = [at.user("ada"), at.user("ben")];
  const guild = server(at.user("owner"), members);
  const [role] = guild.roles ?? [];
  const counts = await at.ask(at.bot, `GET /guilds/${guild.id}/roles/member-counts`);
  expect(counts).toEqual({ status: 200, body: { [role!.id]: 2 } });
  const empty = server(at.user("owner"));
  expect((await at.ask(at.bot, `GET /guilds/${empty.id}/roles/member-counts`)).body).toEqual({
    [empty.roles![0]!.id]: 0,
  });
});

row(95, answer("platform/domain/rules/guild/members.ts", "getRole", "roleViewOf", {}), async () => {
  const guild = server(at.user("owner"), [at.user("ada")]);
  const [role] = guild.roles ?? [];
  const found = await at.ask(at.bot, `GET /guilds/${guild.id}/roles/${role!.id}`);
  const permissions = String(Permission.Speak);
  expect(found).toMatchObject({ status: 200, body: { id: role!.id, name: "player", permissions } });
  const missing = await at.ask(at.bot, `GET /guilds/${guild.id}/roles/1`);
  expect(missing).toMatchObject({ status: 404, body: { code: 10_011 } });
});

const MEMBERS = GatewayIntent.Guilds | GatewayIntent.GuildMembers;

row(112, force("platform/domain/world/guild/guilds.ts", "guildMembersNamed", "isNamed", true), async () => {
  const people = [at.user("ada"), at.user("ben")];
  const guild = server(at.user("owner"), people);
  const socket = await at.botSession(MEMBERS);
  const members = async (request: object): Promise<string[]> => {
    socket.send(8, { guild_id: guild.id, ...request });
    const chunk = await socket.event<{ members: { user: { username: string } }[] }>("GUILD_MEMBERS_CHUNK");
    return chunk.members.map(({ user }) => user.username).toSorted();
  };
  expect(await members({ query: "ada", limit: 5 })).toEqual([people[0]!.name]);
  expect(await members({ query: "nobody", limit: 5 })).toEqual([]);
  expect(await members({ user_ids: [people[1]!.id] })).toEqual([people[1]!.name]);
  expect(await members({ query: "", limit: 1 })).toHaveLength(1);
  // owner, bot and both
  expect(await members({ query: "", limit: 0 })).toHaveLength(4);
});

row(128, set("platform/domain/rules/guild/member-requests.ts", "CHUNK_SIZE", 2000), async () => {
  const { control, seeded } = at.platform;
  const memberIds = Array.from(
    { length: 1500 },
    (_, n) => control.users.create({ username: `crowd${String(n)}` }).id,
  );
  const guild = control.guilds.create({
    name: "Crowd",
    ownerId: memberIds[0]!,
    memberIds: [...memberIds, seeded.botUserId],
  });
  const socket = await at.botSession(MEMBERS);
  socket.send(8, { guild_id: guild.id, query: "", limit: 0, nonce: "crowd" });
  const chunks = [
    await socket.event<{ members: object[] }>("GUILD_MEMBERS_CHUNK"),
    await socket.event<{ members: object[] }>("GUILD_MEMBERS_CHUNK"),
  ];
  expect(chunks.map(({ members }) => members.length)).toEqual([1000, 501]);
  expect(chunks).toMatchObject(
    [0, 1].map((chunk_index) => ({ guild_id: guild.id, chunk_index, chunk_count: 2, nonce: "crowd" })),
  );
});

/** A bot that has asked for all members of one server, and its session. */
async function askedForAll() {
  const { control } = at.platform;
  const bot = control.applications.createBot(control.applications.create({ name: "Other Game" }).id);
  const guild = server(at.user("owner"), [at.user("ada"), { ...bot, id: bot.userId }]);
  const other = server(at.user("owner"));
  const socket = await at.botSession(MEMBERS);
  const all = (guildId: string, nonce: string) =>
    socket.send(8, { guild_id: guildId, query: "", limit: 0, nonce });
  all(guild.id, "first");
  await socket.event("GUILD_MEMBERS_CHUNK");
  return { guild, other, bot, socket, all };
}

const WINDOWS = "platform/domain/world/guild/member-request-windows.ts";

row(127, drop(WINDOWS, "MemberRequestWindows", "wait"), async () => {
  const { guild, all, socket } = await askedForAll();
  all(guild.id, "again");
  const limited = await socket.event<{ retry_after: number }>("RATE_LIMITED");
  expect(limited).toMatchObject({ opcode: 8, meta: { guild_id: guild.id, nonce: "again" } });
  expect(limited.retry_after).toBeGreaterThan(0);
  expect(limited.retry_after).toBeLessThanOrEqual(30);
});

row(140, set("platform/domain/rules/guild/member-requests.ts", "requestMembers.retry_after", 0), async () => {
  const { guild, all, socket } = await askedForAll();
  all(guild.id, "again");
  const { retry_after } = await socket.event<{ retry_after: number }>("RATE_LIMITED");
  await at.platform.control.clock.advance(retry_after * 1000);
  all(guild.id, "after the wait");
  expect(await socket.event("GUILD_MEMBERS_CHUNK")).toMatchObject({ nonce: "after the wait" });
});

row(144, set(WINDOWS, "ALL_WINDOW_MS", 29_000), async () => {
  const { guild, other, bot, all, socket } = await askedForAll();
  const answer = async () => (await socket.event("GUILD_MEMBERS_CHUNK"))["nonce"];
  all(other.id, "another server");
  expect(await answer()).toBe("another server");
  await at.platform.control.clock.advance(29_500);
  all(guild.id, "too soon");
  expect(await socket.event("RATE_LIMITED")).toMatchObject({ meta: { nonce: "too soon" } });
  // A search is not a request for all members, nor is one with a limit, and another bot has a window of its own.
  for (const [nonce, request] of [
    ["search", { query: "ada", limit: 0 }],
    ["some", { query: "", limit: 5 }],
  ] as const) {
    socket.send(8, { guild_id: guild.id, nonce, ...request });
    expect(await answer()).toBe(nonce);
  }
  const second = await at.botSession(MEMBERS, bot.token);
  second.send(8, { guild_id: guild.id, query: "", limit: 0, nonce: "another bot" });
  expect(await second.event("GUILD_MEMBERS_CHUNK")).toMatchObject({ nonce: "another bot" });
  // Before the day from which it holds in all servers there was no window.
  const { clock } = at.platform.control;
  const today = clock.now();
  await clock.set(Date.UTC(2025, 8, 30));
  for (const nonce of ["once", "twice"]) {
    all(guild.id, nonce);
    expect(await answer()).toBe(nonce);
  }
  await clock.set(Date.UTC(2025, 9, 1));
  for (const nonce of ["first of the day", "second of the day"]) all(guild.id, nonce);
  expect(await answer()).toBe("first of the day");
  expect(await socket.event("RATE_LIMITED")).toMatchObject({ meta: { nonce: "second of the day" } });
  await clock.set(today);
});
