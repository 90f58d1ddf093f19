// Bans of servers, and how many members are removed at once.
import { expect } from "vitest";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { answer, drop, force, offByOne } from "../change.js";
import { operation, read } from "./operation.js";
import { bots, inStaffed, rejected, staffed, type Staffed } from "./staffed-server.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const BANS = "platform/domain/rules/guild/bans.ts";
const PRUNE = "platform/domain/rules/guild/prune.ts";
const NO_OTHER = { own: "no other code is documented for it" };
const DAY_MS = 24 * 3_600_000;

type Bans = readonly { readonly user: { readonly id: string }; readonly reason: string | null }[];

const bans = ({ id }: Staffed): string => `/guilds/${id}/bans`;
const bens = (server: Staffed, { ben }: Scene): string => `${bans(server)}/${ben.id}`;
const guildOf = (path: string): string => path.split("/")[2] ?? "";
const none = () => ({});

/** Ben and Eve are banned. @returns the path of Ben's ban */
async function banned(scene: Scene): Promise<string> {
  const server = staffed(scene);
  for (const { id } of [scene.ben, scene.eve])
    await scene.must("bot", "PUT", { path: `${bans(server)}/${id}`, body: {} });
  return bens(server, scene);
}

operation<Bans>(stage, "list_guild_bans", {
  change: offByOne(BANS, "listBans", "after"),
  ask: async (scene) => ({ path: (await banned(scene)).replace(/\/[0-9]+$/, "") }),
  seenBy: async ({ scene, asked, body }) => {
    const users = [scene.ben, scene.eve].map(({ id }) => ({ user: { id }, reason: null }));
    expect(body).toMatchObject(users);
    const page = async (query: string): Promise<unknown> =>
      (await read(scene, "bot", asked.path + query)).body;
    expect(await page("?limit=1")).toMatchObject(users.slice(0, 1));
    expect(await page(`?after=${scene.ben.id}`)).toMatchObject(users.slice(1));
    expect(await page(`?before=${scene.eve.id}&after=${scene.eve.id}`)).toMatchObject(users.slice(0, 1));
    await scene.must("bot", "DELETE", { path: `${asked.path}/${scene.ben.id}` });
    expect(await page("")).toHaveLength(1);
  },
  heard: "a read",
  failures: [
    rejected("an unknown server", () => "/guilds/1/bans", [404, 10_004]),
    rejected("without the permission", bans, [403, 50_013], { by: "otherBot" }),
    rejected("1,001 bans", (server) => `${bans(server)}?limit=1001`, [400, 50_035], { errors: ["limit"] }),
    rejected("a word as place", (server) => `${bans(server)}?before=word`, [400, 50_035], {
      errors: ["before"],
    }),
  ],
  never: NO_OTHER,
});

operation<Bans[number]>(stage, "get_guild_ban", {
  change: answer(BANS, "getBan", "banView", {}),
  ask: async (scene) => ({ path: await banned(scene) }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ user: { id: scene.ben.id }, reason: null });
    const { body: all } = await read(scene, "bot", asked.path.replace(/\/[0-9]+$/, ""));
    expect(all).toContainEqual(body);
  },
  heard: "a read",
  failures: [
    rejected("an unknown server", () => "/guilds/1/bans/1", [404, 10_004]),
    rejected("a user who is not banned", bens, [404, 10_026]),
    rejected("without the permission", bens, [403, 50_013], { by: "otherBot" }),
    rejected("a word in place of the id", (server) => `${bans(server)}/word`, [400, 50_035], {
      errors: ["user_id"],
    }),
  ],
  never: NO_OTHER,
});

operation<undefined>(stage, "ban_user_from_guild", {
  change: force("platform/domain/rules/guild/membership.ts", "banFault", "bans", true),
  ask: inStaffed(bens, () => ({ delete_message_seconds: 60 })),
  seenBy: async ({ scene, asked }) => {
    const member = asked.path.replace("bans", "members");
    expect((await read(scene, "otherBot", member)).status).toBe(404);
    // A banned user comes back neither through a game nor through an invite.
    const access_token = scene.ben.authorization.replace("Bearer ", "");
    const again = await stage().send(stage().bot, "PUT", { path: member, body: { access_token } });
    expect(again).toMatchObject({ status: 403, body: { code: 40_007 } });
    const invite = await scene.invite();
    const { body } = await read(scene, "bot", invite);
    const { guild_id } = body as { guild_id: string };
    await scene.must("bot", "PUT", { path: `/guilds/${guild_id}/bans/${scene.ada.id}`, body: {} });
    const accepted = await stage().send(scene.ada.authorization, "POST", { path: invite });
    expect(accepted).toMatchObject({ status: 403, body: { code: 40_007 } });
    await takesMessages(scene);
  },
  heard: ({ scene, asked }) => {
    const event = { guild_id: guildOf(asked.path), user: { id: scene.ben.id } };
    const { otherBot } = bots([], ["GUILD_MEMBER_REMOVE", event]);
    // A member without the permission hears only that somebody is gone.
    return { ...bots([22], ["GUILD_MEMBER_REMOVE", event], ["GUILD_BAN_ADD", event]), otherBot };
  },
  failures: [
    rejected("an unknown server", () => "/guilds/1/bans/1", [404, 10_004], { body: none }),
    rejected("an unknown user", (server) => `${bans(server)}/1`, [404, 10_013], { body: none }),
    rejected("without the permission", bens, [403, 50_013], { body: none, by: "otherBot" }),
    rejected("the owner", (server, { host }) => `${bans(server)}/${host.id}`, [403, 50_013], { body: none }),
    rejected("a member with a higher role", (server, { ada }) => `${bans(server)}/${ada.id}`, [403, 50_013], {
      body: none,
    }),
    rejected("messages of eight days", bens, [400, 50_035], {
      body: () => ({ delete_message_seconds: 604_801 }),
      errors: ["delete_message_seconds"],
    }),
  ],
  never: NO_OTHER,
});

/** The other bot's messages go with it. */
async function takesMessages(scene: Scene): Promise<void> {
  const server = staffed(scene);
  const messages = `/channels/${server.channels.text}/messages`;
  const sent = await stage().send(stage().otherBot, "POST", { path: messages, body: { content: "spam" } });
  expect(sent.status).toBe(200);
  await scene.must("bot", "POST", { path: messages, body: { content: "kept" } });
  const path = `${bans(server)}/${stage().otherBotId}`;
  await scene.must("bot", "PUT", { path, body: { delete_message_seconds: 3600 } });
  expect((await read(scene, "bot", messages)).body).toMatchObject([{ content: "kept" }]);
}

operation<undefined>(stage, "unban_user_from_guild", {
  change: drop(BANS, "unbanFromGuild", "bans"),
  ask: async (scene) => ({ path: await banned(scene) }),
  seenBy: async ({ scene, asked }) => {
    expect((await read(scene, "bot", asked.path)).status).toBe(404);
    const path = asked.path.replace("bans", "members");
    const access_token = scene.ben.authorization.replace("Bearer ", "");
    expect((await stage().send(stage().bot, "PUT", { path, body: { access_token } })).status).toBe(201);
  },
  heard: ({ scene, asked }) => ({
    bot: bots([23], ["GUILD_BAN_REMOVE", { guild_id: guildOf(asked.path), user: { id: scene.ben.id } }]).bot,
  }),
  failures: [
    rejected("an unknown server", () => "/guilds/1/bans/1", [404, 10_004]),
    rejected("a user who is not banned", bens, [404, 10_026]),
    rejected("without the permission", bens, [403, 50_013], { by: "otherBot" }),
    rejected("a word in place of the id", (server) => `${bans(server)}/word`, [400, 50_035], {
      errors: ["user_id"],
    }),
  ],
  never: NO_OTHER,
});

const bulk = ({ id }: Staffed): string => `/guilds/${id}/bulk-ban`;
const bensId = (_server: Staffed, { ben }: Scene) => ({ user_ids: [ben.id] });

operation(stage, "bulk_ban_users_from_guild", {
  change: drop(BANS, "bulkBan", "bans"),
  ask: async (scene) => {
    const server = staffed(scene);
    await scene.must("bot", "PUT", { path: `${bans(server)}/${scene.eve.id}`, body: {} });
    return { path: bulk(server), body: { user_ids: [scene.ben.id, scene.eve.id, scene.host.id, "1"] } };
  },
  seenBy: async ({ scene, asked, body }) => {
    const { ben, eve, host } = scene;
    expect(body).toEqual({ banned_users: [ben.id], failed_users: [eve.id, host.id, "1"] });
    const { body: list } = await read(scene, "bot", asked.path.replace("bulk-ban", "bans"));
    expect((list as Bans).map(({ user }) => user.id)).toEqual([ben.id, eve.id]);
  },
  heard: ({ scene, asked }) => {
    const event = { guild_id: guildOf(asked.path), user: { id: scene.ben.id } };
    const { otherBot } = bots([], ["GUILD_MEMBER_REMOVE", event]);
    return { ...bots([22], ["GUILD_MEMBER_REMOVE", event], ["GUILD_BAN_ADD", event]), otherBot };
  },
  failures: [
    rejected("an unknown server", () => "/guilds/1/bulk-ban", [404, 10_004], { body: bensId }),
    rejected("without the permission", bulk, [403, 50_013], { body: bensId, by: "otherBot" }),
    rejected("the owner alone", bulk, [400, 500_000], {
      body: (_server, { host }) => ({ user_ids: [host.id] }),
    }),
    rejected("201 users", bulk, [400, 50_035], {
      body: () => ({ user_ids: Array.from({ length: 201 }, (_, n) => String(n + 1)) }),
      errors: ["user_ids"],
    }),
  ],
});

const prune = ({ id }: Staffed): string => `/guilds/${id}/prune`;

/** A server whose members have been there for two days; two of them are not connected, of whom one has a role. */
async function deserted(scene: Scene) {
  const server = staffed(scene);
  const gone = ["gone", "idle"].map((name) =>
    stage().platform.control.users.create({ username: `${name}${String(scene.number)}` }),
  );
  for (const { id } of gone) {
    const token = stage().bearer(id, scene.applicationId).replace("Bearer ", "");
    const roles = id === gone[1]?.id ? [server.roles.guest] : [];
    const body = { access_token: token, roles };
    await scene.must("bot", "PUT", { path: `/guilds/${server.id}/members/${id}`, body });
  }
  await stage().platform.control.clock.advance(2 * DAY_MS);
  return { server, gone: gone.map(({ id }) => id) };
}

operation<{ pruned: number }>(stage, "preview_prune_guild", {
  change: drop(PRUNE, "prunedMembers", "rolesOfMember"),
  ask: async (scene) => ({ path: `${prune((await deserted(scene)).server)}?days=1` }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toEqual({ pruned: 1 });
    const path = `/guilds/${guildOf(asked.path)}/roles`;
    const guest = ((await read(scene, "bot", path)).body as { id: string; name: string }[]).find(
      ({ name }) => name === "guest",
    );
    const counted = async (query: string): Promise<unknown> =>
      (await read(scene, "bot", `${asked.path}${query}`)).body;
    expect(await counted(`&include_roles=${String(guest?.id)}`)).toEqual({ pruned: 2 });
    expect((await read(scene, "bot", asked.path.replace("days=1", "days=3"))).body).toEqual({ pruned: 0 });
  },
  heard: "a read",
  failures: [
    rejected("an unknown server", () => "/guilds/1/prune", [404, 10_004]),
    rejected("an unknown role", (server) => `${prune(server)}?include_roles=1`, [404, 10_011]),
    rejected("without the permission", prune, [403, 50_013], { by: "otherBot" }),
    rejected("31 days", (server) => `${prune(server)}?days=31`, [400, 50_035], { errors: ["days"] }),
    rejected("a word as role", (server) => `${prune(server)}?include_roles=word`, [400, 50_035], {
      errors: ["include_roles"],
    }),
  ],
  never: NO_OTHER,
});

operation<{ pruned: number | null }>(stage, "prune_guild", {
  change: force(PRUNE, "pruneGuild", "isCounted", true),
  ask: async (scene) => ({ path: prune((await deserted(scene)).server), body: { days: 1 } }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toEqual({ pruned: 1 });
    const { body: left } = await read(scene, "otherBot", `/guilds/${guildOf(asked.path)}?with_counts=true`);
    expect(left).toMatchObject({ approximate_member_count: 6 });
    const uncounted = { path: asked.path, body: { days: 1, compute_prune_count: false } };
    expect(await scene.must("bot", "POST", uncounted)).toEqual({ pruned: null });
  },
  heard: ({ asked }) => bots([21], ["GUILD_MEMBER_REMOVE", { guild_id: guildOf(asked.path) }]),
  failures: [
    rejected("an unknown server", () => "/guilds/1/prune", [404, 10_004], { body: none }),
    rejected("an unknown role", prune, [404, 10_011], { body: () => ({ include_roles: ["1"] }) }),
    rejected("without the permission", prune, [403, 50_013], { body: none, by: "otherBot" }),
    rejected("31 days", prune, [400, 50_035], { body: () => ({ days: 31 }), errors: ["days"] }),
  ],
  never: NO_OTHER,
});
