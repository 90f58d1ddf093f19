// Servers: their channels, members and roles.
import { Permission } from "sdkpp/wire";
import { expect } from "vitest";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { drop, force, set } from "../change.js";
import { operation, read, type Failure } from "./operation.js";
import { idOf, server } from "./server.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const MEMBERS = "platform/domain/rules/guild/members.ts";
const VIEW = "platform/domain/views/guild/guild.ts";
const NO_OTHER = { own: "no other code is documented for it" };

type Named = readonly { readonly name: string }[];
type Members = readonly { readonly user: { readonly id: string } }[];

const unknownGuild = (rest = ""): Failure => ({
  claim: "an unknown server",
  ask: () => ({ path: `/guilds/1${rest}` }),
  verdict: [404, 10_004],
});
const noId = (rest = ""): Failure => ({
  claim: "a word in place of the server's id",
  ask: () => ({ path: `/guilds/word${rest}` }),
  verdict: [400, 50_035],
  errors: ["guild_id"],
});
const invalid = (query: string, ...errors: string[]): Failure => ({
  claim: query,
  ask: (scene) => ({ path: `/guilds/${server(scene).id}${query}` }),
  verdict: [400, 50_035],
  errors,
});
const inServer = (rest: (scene: Scene, roleId: string) => string) => (scene: Scene) => {
  const { id, roleId } = server(scene);
  return { path: `/guilds/${id}${rest(scene, roleId)}` };
};
const guildOf = (path: string): string => path.split("/")[2]?.split("?")[0] ?? "";

operation(stage, "get_guild", {
  change: drop(MEMBERS, "getGuild", "withCounts"),
  ask: inServer(() => "?with_counts=true"),
  seenBy: async ({ scene, asked, body }) => {
    const id = guildOf(asked.path);
    expect(body).toMatchObject({
      id,
      name: "Server",
      owner_id: scene.host.id,
      roles: [{ id, name: "@everyone" }, { name: "Bot" }],
      approximate_member_count: 5,
      // Ada, Ben and both bots.
      approximate_presence_count: 4,
    });
    const { body: guilds } = await read(scene, "host", "/users/@me/guilds");
    expect(guilds).toMatchObject([{ id, name: "Server", owner: true }]);
  },
  heard: "a read",
  failures: [unknownGuild(), noId(), invalid("?with_counts=maybe", "with_counts")],
  never: NO_OTHER,
});

operation<Named>(stage, "list_guild_channels", {
  change: force("platform/domain/rules/guild/guilds.ts", "listGuildChannels", "mayIn", true),
  ask: inServer(() => "/channels"),
  seenBy: async ({ scene, asked, body }) => {
    expect(body.map(({ name }) => name)).toEqual(["text", "topics", "call", "arrivals", "news"]);
    const { body: whole } = await read(scene, "bot", asked.path);
    expect((whole as Named).map(({ name }) => name)).toEqual([
      "text",
      "staff",
      "topics",
      "call",
      "arrivals",
      "news",
    ]);
    const { body: linkable } = await read(scene, "host", `${asked.path}?with_can_link_lobby=true`);
    expect(linkable).toMatchObject([
      { name: "text", is_linkable: true },
      { name: "staff", is_linkable: true, is_viewable_and_writeable_by_all_members: false },
      { name: "topics", is_linkable: false },
      { name: "call", is_linkable: false },
      { name: "arrivals" },
      { name: "news" },
    ]);
  },
  heard: "a read",
  failures: [
    unknownGuild("/channels"),
    noId("/channels"),
    invalid("/channels?with_can_link_lobby=maybe", "with_can_link_lobby"),
  ],
  never: NO_OTHER,
});

operation<Members>(stage, "list_guild_members", {
  change: drop(MEMBERS, "listMembers", "hasPrivilege"),
  ask: inServer(() => "/members?limit=1000"),
  seenBy: async ({ scene, asked, body }) => {
    const { ada, ben, host, botId } = scene;
    const ids = [botId, stage().otherBotId, ada.id, ben.id, host.id];
    const inOrder = ids.toSorted((left, right) => (BigInt(left) < BigInt(right) ? -1 : 1));
    expect(body.map(({ user }) => user.id)).toEqual(inOrder);
    const page = `/guilds/${guildOf(asked.path)}/members?limit=2&after=${inOrder[1] ?? ""}`;
    const { body: next } = await read(scene, "otherBot", page);
    expect((next as Members).map(({ user }) => user.id)).toEqual(inOrder.slice(2, 4));
  },
  heard: "a read",
  failures: [
    unknownGuild("/members"),
    noId("/members"),
    invalid("/members?limit=1001", "limit"),
    invalid("/members?after=word", "after"),
    {
      claim: "an application without the privilege for members",
      by: unprivileged,
      ask: (scene) => {
        const { control } = stage().platform;
        const application = control.applications.create({ name: "Small Game", privileges: [] });
        const { userId, token } = control.applications.createBot(application.id);
        unprivilegedBots.set(scene, `Bot ${token}`);
        const guild = control.guilds.create({ name: "Server", ownerId: scene.host.id, memberIds: [userId] });
        return { path: `/guilds/${guild.id}/members` };
      },
      verdict: [403, 50_001],
    },
  ],
  never: NO_OTHER,
});

/** Authorization of the bot that a scene made. */
const unprivilegedBots = new WeakMap<Scene, string>();
function unprivileged(scene: Scene): string {
  return unprivilegedBots.get(scene) ?? "";
}

operation<Members>(stage, "search_guild_members", {
  change: force("platform/domain/world/guild/guilds.ts", "guildMembersNamed", "isNamed", true),
  ask: inServer(({ ada }) => `/members/search?limit=10&query=${ada.name}`),
  seenBy: async ({ scene, asked, body }) => {
    expect(body.map(({ user }) => user.id)).toEqual([scene.ada.id]);
    stage().platform.control.users.rename(scene.ben.id, `${scene.ada.name} the second`);
    const { body: both } = await read(scene, "otherBot", asked.path);
    expect((both as Members).map(({ user }) => user.id)).toEqual([scene.ada.id, scene.ben.id]);
  },
  heard: "a read",
  failures: [
    unknownGuild("/members/search?query=a"),
    noId("/members/search?query=a"),
    invalid("/members/search", "query"),
    invalid("/members/search?query=a&limit=0", "limit"),
  ],
  never: NO_OTHER,
});

operation(stage, "get_guild_member", {
  change: set("platform/domain/views/guild/member.ts", "viewOf.roles", []),
  ask: inServer(({ botId }) => `/members/${botId}`),
  seenBy: async ({ scene, asked, body }) => {
    const { body: roles } = await read(scene, "otherBot", `/guilds/${guildOf(asked.path)}/roles`);
    const [, bot] = roles as readonly { readonly id: string }[];
    expect(body).toMatchObject({ user: { id: scene.botId, bot: true }, roles: [bot?.id] });
  },
  heard: "a read",
  failures: [
    unknownGuild("/members/1"),
    {
      claim: "a user outside the server",
      ask: inServer(({ eve }) => `/members/${eve.id}`),
      verdict: [404, 10_007],
    },
    invalid("/members/word", "user_id"),
  ],
  never: NO_OTHER,
});

operation(stage, "list_guild_roles", {
  change: drop(VIEW, "rolesView", "guild.roles"),
  ask: inServer(() => "/roles"),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject([
      { id: guildOf(asked.path), name: "@everyone", position: 0 },
      { name: "Bot", position: 1, permissions: String(Permission.Administrator) },
    ]);
    expect((await read(scene, "otherBot", asked.path)).body).toEqual(body);
  },
  heard: "a read",
  failures: [unknownGuild("/roles"), noId("/roles")],
  never: NO_OTHER,
});

operation<Record<string, number>>(stage, "guild_role_member_counts", {
  change: drop(MEMBERS, "countRoleMembers", "memberIds"),
  ask: inServer(() => "/roles/member-counts"),
  seenBy: async ({ scene, asked, body }) => {
    const { body: member } = await read(
      scene,
      "otherBot",
      `/guilds/${guildOf(asked.path)}/members/${scene.botId}`,
    );
    const { roles } = member as { roles: readonly string[] };
    expect(body).toEqual({ [roles[0] ?? ""]: 1 });
  },
  heard: "a read",
  failures: [unknownGuild("/roles/member-counts"), noId("/roles/member-counts")],
  never: NO_OTHER,
});

operation(stage, "get_guild_role", {
  change: set(VIEW, "roleView.permissions", "0"),
  ask: inServer((_scene, roleId) => `/roles/${roleId}`),
  seenBy: async ({ scene, asked, body }) => {
    const permissions = String(Permission.Administrator);
    expect(body).toMatchObject({ id: idOf(asked.path), name: "Bot", position: 1, permissions });
    expect((await read(scene, "otherBot", asked.path)).body).toEqual(body);
  },
  heard: "a read",
  failures: [
    unknownGuild("/roles/1"),
    { claim: "an unknown role", ask: inServer(() => "/roles/1"), verdict: [404, 10_011] },
    invalid("/roles/word", "role_id"),
  ],
  never: NO_OTHER,
});

operation<readonly { readonly id: string }[]>(stage, "list_my_guilds", {
  change: set("platform/domain/views/guild/guild-summary.ts", "userGuildView.owner", false),
  ask: async (scene) => {
    scene.guild(scene.ada);
    await scene.must(scene.ada, "POST", { path: await scene.invite() });
    return { path: "/users/@me/guilds?with_counts=true" };
  },
  seenBy: async ({ scene, body }) => {
    expect(body).toMatchObject([
      { name: "Server", owner: true, approximate_member_count: 2 },
      { name: "Server", owner: false, approximate_member_count: 3 },
    ]);
    const [first] = body;
    const path = `/users/@me/guilds?limit=1&after=${first?.id ?? ""}`;
    expect((await read(scene, "ada", path)).body).toMatchObject([{ owner: false }]);
    expect((await read(scene, "host", "/users/@me/guilds")).body).toMatchObject([{ owner: true }]);
  },
  heard: "a read",
  failures: [
    {
      claim: "201 servers",
      ask: () => ({ path: "/users/@me/guilds?limit=201" }),
      verdict: [400, 50_035],
      errors: ["limit"],
    },
  ],
  never: { "404": "it names nothing that could be missing", ...NO_OTHER },
});
