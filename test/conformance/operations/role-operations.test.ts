// Roles of servers.
import { Permission } from "sdkpp/wire";
import { expect } from "vitest";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { answer, force, unwrap } from "../change.js";
import { operation, read, type Failure } from "./operation.js";
import { idOf } from "./server.js";
import { bots, inStaffed, rejected, staffed, type Staffed } from "./staffed-server.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const ROLES = "platform/domain/rules/guild/roles.ts";
const APPEARANCE = "platform/domain/rules/guild/role-appearance.ts";
const PNG = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==";
const FEATURES = ["ENHANCED_ROLE_COLORS", "ROLE_ICONS"];

const all = ({ id }: Staffed): string => `/guilds/${id}/roles`;
const one =
  (name: keyof Staffed["roles"]) =>
  (server: Staffed): string =>
    `${all(server)}/${server.roles[name]}`;
const guildOf = (path: string): string => path.split("/")[2] ?? "";

const named = { name: "scout" };
const body = () => named;
const gradient = { primary_color: 255, secondary_color: 65_280, tertiary_color: null };

/** A member may manage roles and nothing else. */
function manager({ stage: { platform }, host, botId }: Scene) {
  return platform.control.guilds.create({
    name: "Managed",
    ownerId: host.id,
    memberIds: [botId],
    everyone: 0n,
    roles: [
      { name: "player", permissions: 0n },
      { name: "manager", permissions: Permission.ManageRoles, memberIds: [botId] },
    ],
  });
}

const asManager =
  (rest: string): Failure["ask"] =>
  (scene) => {
    const guild = manager(scene);
    const path = `/guilds/${guild.id}/roles${rest.replace("player", guild.roles?.[0]?.id ?? "")}`;
    return { path, body: { permissions: String(Permission.BanMembers) } };
  };

const appearanceIsChecked = (path: (server: Staffed) => string): Failure[] => [
  rejected("a gradient, without the feature", path, [403, 50_101], { body: () => ({ colors: gradient }) }),
  rejected("an icon, without the feature", path, [403, 50_101], { body: () => ({ icon: PNG }) }),
  rejected("an emoji, without the feature", path, [403, 50_101], { body: () => ({ unicode_emoji: "🔥" }) }),
  rejected("101 characters as name", path, [400, 50_035], {
    body: () => ({ name: "x".repeat(101) }),
    errors: ["name"],
  }),
  rejected("a colour of 25 bits", path, [400, 50_035], {
    body: () => ({ color: 0x1000000 }),
    errors: ["color"],
  }),
  {
    claim: "a text as icon",
    ask: (scene) => ({ path: path(staffed(scene, FEATURES)), body: { icon: "fire" } }),
    verdict: [400, 50_035],
    errors: ["icon"],
  },
  {
    claim: "a word as emoji",
    ask: (scene) => ({ path: path(staffed(scene, FEATURES)), body: { unicode_emoji: "fire" } }),
    verdict: [400, 50_035],
    errors: ["unicode_emoji"],
  },
];

operation<{ id: string }>(stage, "create_guild_role", {
  change: force(APPEARANCE, "withAppearance", "hoist", true),
  ask: (scene) => ({
    path: all(staffed(scene, FEATURES)),
    body: {
      name: "scout",
      permissions: String(Permission.SendMessages),
      colors: gradient,
      hoist: true,
      mentionable: true,
      icon: PNG,
      unicode_emoji: "🔥",
    },
  }),
  seenBy: async ({ scene, asked, body: made }) => {
    const shown = {
      ...(asked.body as object),
      icon: expect.any(String),
      color: 255,
      position: 1,
      managed: false,
    };
    expect(made).toMatchObject(shown);
    expect((await read(scene, "otherBot", `${asked.path}/${made.id}`)).body).toMatchObject(shown);
    // By default it has the permissions of @everyone, and a third colour stands for one style.
    const plain = (await scene.must("bot", "POST", { path: asked.path, body: {} })) as object;
    const { body: everyone } = await read(scene, "bot", `${asked.path}/${guildOf(asked.path)}`);
    const { permissions } = everyone as { permissions: string };
    expect(plain).toMatchObject({ name: "new role", permissions, color: 0 });
    const shining = { primary_color: 1, secondary_color: null, tertiary_color: 2 };
    const third = await scene.must("bot", "POST", { path: asked.path, body: { colors: shining } });
    expect(third).toMatchObject({
      colors: { primary_color: 11_127_295, secondary_color: 16_759_788, tertiary_color: 16_761_760 },
    });
  },
  heard: ({ asked, body: made }) =>
    bots(
      [30],
      ["GUILD_ROLE_CREATE", { guild_id: guildOf(asked.path), role: { id: made.id, name: "scout" } }],
    ),
  failures: [
    rejected("an unknown server", () => "/guilds/1/roles", [404, 10_004], { body }),
    rejected("without the permission", all, [403, 50_013], { body, by: "otherBot" }),
    { claim: "permissions that the member does not have", ask: asManager(""), verdict: [403, 50_013] },
    {
      claim: "a role too many",
      ask: ({ host, botId }) => {
        const guild = stage().platform.control.guilds.create({
          name: "Full",
          ownerId: host.id,
          memberIds: [botId],
          everyone: Permission.Administrator,
          roles: Array.from({ length: 250 }, (_, n) => ({ name: `role ${String(n)}`, permissions: 0n })),
        });
        return { path: `/guilds/${guild.id}/roles`, body: named };
      },
      verdict: [400, 30_005],
    },
    ...appearanceIsChecked(all),
  ],
});

operation(stage, "update_guild_role", {
  change: force(ROLES, "changedRole", "permissions", true),
  ask: inStaffed(one("player"), () => ({ name: "knight", permissions: "8", color: 255, hoist: true })),
  seenBy: async ({ scene, asked, body: changed }) => {
    const shown = { id: idOf(asked.path), name: "knight", permissions: "8", color: 255, hoist: true };
    expect(changed).toMatchObject(shown);
    expect((await read(scene, "otherBot", asked.path)).body).toMatchObject(shown);
    // Of @everyone only the permissions change.
    const guildId = guildOf(asked.path);
    const everyone = `/guilds/${guildId}/roles/${guildId}`;
    await scene.must("bot", "PATCH", { path: everyone, body: { name: "nobody", permissions: "1024" } });
    expect((await read(scene, "otherBot", everyone)).body).toMatchObject({
      name: "@everyone",
      permissions: "1024",
    });
  },
  heard: ({ asked }) =>
    bots(
      [31],
      [
        "GUILD_ROLE_UPDATE",
        { guild_id: guildOf(asked.path), role: { id: idOf(asked.path), name: "knight" } },
      ],
    ),
  failures: [
    rejected("an unknown server", () => "/guilds/1/roles/1", [404, 10_004], { body }),
    rejected("an unknown role", (server) => `${all(server)}/1`, [404, 10_011], { body }),
    rejected("without the permission", one("player"), [403, 50_013], { body, by: "otherBot" }),
    rejected("a role above its own", one("chief"), [403, 50_013], { body }),
    rejected("its own role", one("bot"), [403, 50_013], { body }),
    { claim: "permissions that the member does not have", ask: asManager("/player"), verdict: [403, 50_013] },
    ...appearanceIsChecked(one("player")),
  ],
  never: { own: "no other code is documented for it" },
});

operation<undefined>(stage, "delete_guild_role", {
  change: unwrap(ROLES, "dropRole", "filter"),
  ask: async (scene) => {
    const server = staffed(scene);
    return { path: one("player")(server) };
  },
  seenBy: async ({ scene, asked }) => {
    expect(await read(scene, "otherBot", asked.path)).toMatchObject({ status: 404, body: { code: 10_011 } });
    const path = `/guilds/${guildOf(asked.path)}/members/${scene.ben.id}`;
    expect((await read(scene, "otherBot", path)).body).toMatchObject({ roles: [] });
  },
  heard: ({ asked }) =>
    bots([32], ["GUILD_ROLE_DELETE", { guild_id: guildOf(asked.path), role_id: idOf(asked.path) }]),
  failures: [
    rejected("an unknown server", () => "/guilds/1/roles/1", [404, 10_004]),
    rejected("an unknown role", (server) => `${all(server)}/1`, [404, 10_011]),
    rejected("without the permission", one("player"), [403, 50_013], { by: "otherBot" }),
    rejected("a role above its own", one("chief"), [403, 50_013]),
    rejected("a role that is managed", one("managed"), [400, 50_028]),
    rejected("the role of all members", (server) => `${all(server)}/${server.id}`, [400, 50_028]),
    rejected("a word in place of the id", (server) => `${all(server)}/word`, [400, 50_035], {
      errors: ["role_id"],
    }),
  ],
});

const toPlace = (name: keyof Staffed["roles"], position: number) => (server: Staffed) => [
  { id: server.roles[name], position },
];

operation<readonly { name: string; position: number }[]>(stage, "bulk_update_guild_roles", {
  change: answer(ROLES, "reordered", "Math.max", 0),
  ask: inStaffed(all, toPlace("player", 3)),
  seenBy: async ({ scene, asked, body: roles }) => {
    const names = ["@everyone", "guest", "managed", "player", "Bot", "chief"];
    expect(roles.map(({ name, position }) => [name, position])).toEqual(names.map((name, at) => [name, at]));
    expect((await read(scene, "otherBot", asked.path)).body).toEqual(roles);
  },
  heard: ({ asked }) => {
    const moved = ["guest", "managed", "player"] as const;
    const guild_id = guildOf(asked.path);
    return bots(
      [31, 31, 31],
      ...moved.map(
        (name, at) => ["GUILD_ROLE_UPDATE", { guild_id, role: { name, position: at + 1 } }] as const,
      ),
    );
  },
  failures: [
    rejected("an unknown server", () => "/guilds/1/roles", [404, 10_004], { body: () => [] }),
    rejected("an unknown role", all, [404, 10_011], { body: () => [{ id: "1", position: 1 }] }),
    rejected("without the permission", all, [403, 50_013], { body: toPlace("player", 2), by: "otherBot" }),
    rejected("a role above its own", all, [403, 50_013], { body: toPlace("chief", 1) }),
    rejected("a place above its own", all, [403, 50_013], { body: toPlace("player", 5) }),
    rejected("the role of all members", all, [400, 50_028], { body: ({ id }) => [{ id, position: 1 }] }),
    rejected("a place below zero", all, [400, 50_035], {
      body: toPlace("player", -1),
      errors: ["0.position"],
    }),
  ],
});
