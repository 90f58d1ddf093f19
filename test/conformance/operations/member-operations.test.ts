// Members of servers: what they and others change of them, how they come and how they leave.
import { Scope } from "sdkpp/wire";
import { expect } from "vitest";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { answer, drop, force, set, unwrap } from "../change.js";
import { operation, read } from "./operation.js";
import { idOf } from "./server.js";
import { bots, inStaffed, rejected, staffed, type Staffed } from "./staffed-server.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const UPDATES = "platform/domain/rules/guild/member-updates.ts";
const CHANGES = "platform/domain/rules/guild/member-changes.ts";
const NO_OTHER = { own: "no other code is documented for it" };
const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

const nick = { nick: "Countess" };
const body = () => nick;
const bens = ({ id }: Staffed, { ben }: Scene): string => `/guilds/${id}/members/${ben.id}`;
const adas = ({ id }: Staffed, { ada }: Scene): string => `/guilds/${id}/members/${ada.id}`;
const hosts = ({ id }: Staffed, { host }: Scene): string => `/guilds/${id}/members/${host.id}`;
const eves = ({ id }: Staffed, { eve }: Scene): string => `/guilds/${id}/members/${eve.id}`;
const guildOf = (path: string): string => path.split("/guilds/")[1]?.split("/")[0] ?? "";

operation(stage, "update_my_guild_member", {
  change: set(UPDATES, "lookFields.avatar", undefined),
  ask: inStaffed(
    ({ id }) => `/guilds/${id}/members/@me`,
    () => ({ nick: "Steward", avatar: PNG, banner: PNG, bio: "Keeps the keys." }),
  ),
  seenBy: async ({ scene, asked, body: own }) => {
    const shown = {
      nick: "Steward",
      avatar: expect.stringMatching(/^[0-9a-f]{32}$/),
      banner: expect.any(String),
    };
    expect(own).toMatchObject({ ...shown, bio: "Keeps the keys.", user: { id: scene.botId } });
    const path = asked.path.replace("@me", scene.botId);
    expect((await read(scene, "otherBot", path)).body).toMatchObject(shown);
  },
  heard: ({ scene, asked }) =>
    bots(
      [24],
      [
        "GUILD_MEMBER_UPDATE",
        {
          guild_id: guildOf(asked.path),
          user: { id: scene.botId },
          nick: "Steward",
          banner: expect.any(String),
        },
      ],
    ),
  failures: [
    rejected("an unknown server", () => "/guilds/1/members/@me", [404, 10_004], { body }),
    {
      claim: "a name, without the permission for its own",
      ask: (scene) => {
        const { host, botId } = scene;
        const guild = stage().platform.control.guilds.create({
          name: "Strict",
          ownerId: host.id,
          memberIds: [botId],
          everyone: 0n,
        });
        return { path: `/guilds/${guild.id}/members/@me`, body: nick };
      },
      verdict: [403, 50_013],
    },
    ...(["avatar", "banner"] as const).map((name) =>
      rejected(`a text as ${name}`, ({ id }) => `/guilds/${id}/members/@me`, [400, 50_035], {
        body: () => ({ [name]: "data:image/png;base64,AAAA" }),
        errors: [name],
      }),
    ),
    rejected("33 characters as name", ({ id }) => `/guilds/${id}/members/@me`, [400, 50_035], {
      body: () => ({ nick: "x".repeat(33) }),
      errors: ["nick"],
    }),
    rejected("191 characters about itself", ({ id }) => `/guilds/${id}/members/@me`, [400, 50_035], {
      body: () => ({ bio: "x".repeat(191) }),
      errors: ["bio"],
    }),
  ],
  never: NO_OTHER,
});

operation(stage, "update_guild_member", {
  change: set(CHANGES, "changedRoles.isSame", true),
  ask: inStaffed(bens, ({ roles }) => ({
    nick: "Baron",
    roles: [roles.guest],
    communication_disabled_until: new Date(Date.now() + 3_600_000).toISOString(),
    flags: 4,
  })),
  seenBy: async ({ scene, asked }) => {
    const { body: member } = await read(scene, "otherBot", asked.path);
    const { roles, ...rest } = asked.body as { roles: string[] };
    expect(member).toMatchObject({ ...rest, roles, user: { id: scene.ben.id } });
  },
  heard: ({ scene, asked }) =>
    bots(
      [24, 25],
      [
        "GUILD_MEMBER_UPDATE",
        { guild_id: guildOf(asked.path), user: { id: scene.ben.id }, nick: "Baron", flags: 4 },
      ],
    ),
  failures: [
    rejected("an unknown server", () => "/guilds/1/members/1", [404, 10_004], { body }),
    rejected("a user outside the server", eves, [404, 10_007], { body }),
    rejected("an unknown channel", bens, [404, 10_003], { body: () => ({ channel_id: "1" }) }),
    rejected("an unknown role", bens, [404, 10_011], { body: () => ({ roles: ["1"] }) }),
    rejected("without the permission", bens, [403, 50_013], { body, by: "otherBot" }),
    rejected("the owner's name", hosts, [403, 50_013], { body }),
    rejected("a member with a higher role", adas, [403, 50_013], { body }),
    rejected("a role above its own", bens, [403, 50_013], {
      body: ({ roles }) => ({ roles: [roles.chief] }),
    }),
    rejected("a role that is managed", bens, [400, 50_028], {
      body: ({ roles }) => ({ roles: [roles.managed] }),
    }),
    rejected("the owner's time-out", hosts, [403, 50_013], {
      body: () => ({ communication_disabled_until: new Date(Date.now() + 60_000).toISOString() }),
    }),
    rejected("a time-out of 29 days", bens, [400, 50_035], {
      body: () => ({ communication_disabled_until: new Date(Date.now() + 29 * 86_400_000).toISOString() }),
      errors: ["communication_disabled_until"],
    }),
    rejected("a time that is none", bens, [400, 50_035], {
      body: () => ({ communication_disabled_until: "2026-99-99T99:99:99Z" }),
      errors: ["communication_disabled_until"],
    }),
    rejected("33 characters as name", bens, [400, 50_035], {
      body: () => ({ nick: "x".repeat(33) }),
      errors: ["nick"],
    }),
    rejected("to mute a member outside a call", bens, [400, 40_032], { body: () => ({ mute: true }) }),
    rejected("to move a member outside a call", bens, [400, 40_032], {
      body: ({ channels }) => ({ channel_id: channels.call }),
    }),
  ],
});

operation<undefined>(stage, "delete_guild_member", {
  change: unwrap("platform/domain/rules/guild/membership.ts", "removeMember", "memberIds.filter"),
  ask: inStaffed(bens),
  seenBy: async ({ scene, asked }) => {
    expect(await read(scene, "otherBot", asked.path)).toMatchObject({ status: 404, body: { code: 10_007 } });
    expect((await read(scene, "ben", "/users/@me/guilds")).body).toEqual([]);
  },
  heard: ({ scene, asked }) => {
    const guildId = guildOf(asked.path);
    return {
      ...bots([20], ["GUILD_MEMBER_REMOVE", { guild_id: guildId, user: { id: scene.ben.id } }]),
    };
  },
  failures: [
    rejected("an unknown server", () => "/guilds/1/members/1", [404, 10_004]),
    rejected("a user outside the server", eves, [404, 10_007]),
    rejected("without the permission", bens, [403, 50_013], { by: "otherBot" }),
    rejected("the owner", hosts, [403, 50_013]),
    rejected("a member with a higher role", adas, [403, 50_013]),
    rejected("a word in place of the id", ({ id }) => `/guilds/${id}/members/word`, [400, 50_035], {
      errors: ["user_id"],
    }),
  ],
  never: NO_OTHER,
});

const role =
  (name: keyof Staffed["roles"]) =>
  (server: Staffed, scene: Scene): string =>
    `${bens(server, scene)}/roles/${server.roles[name]}`;

for (const [name, path, isGiven] of [
  ["add_guild_member_role", role("guest"), true],
  ["delete_guild_member_role", role("player"), false],
] as const)
  operation<undefined>(stage, name, {
    change: force(UPDATES, "setMemberRole", "isGiven", !isGiven),
    ask: inStaffed(path),
    seenBy: async ({ scene, asked }) => {
      const [member = "", roleId] = asked.path.split("/roles/");
      const { body: found } = await read(scene, "otherBot", member);
      expect((found as { roles: string[] }).roles.includes(roleId ?? "")).toBe(isGiven);
    },
    heard: ({ scene, asked }) =>
      bots([25], ["GUILD_MEMBER_UPDATE", { guild_id: guildOf(asked.path), user: { id: scene.ben.id } }]),
    failures: [
      rejected("an unknown server", () => "/guilds/1/members/1/roles/1", [404, 10_004]),
      rejected(
        "a user outside the server",
        (server, scene) => `${eves(server, scene)}/roles/1`,
        [404, 10_007],
      ),
      rejected("an unknown role", (server, scene) => `${bens(server, scene)}/roles/1`, [404, 10_011]),
      rejected("without the permission", path, [403, 50_013], { by: "otherBot" }),
      rejected("a role above its own", role("chief"), [403, 50_013]),
      rejected("a role that is managed", role("managed"), [400, 50_028]),
      rejected(
        "the role of all members",
        (server, scene) => `${bens(server, scene)}/roles/${server.id}`,
        [400, 50_028],
      ),
      rejected(
        "a word in place of the id",
        (server, scene) => `${bens(server, scene)}/roles/word`,
        [400, 50_035],
        {
          errors: ["role_id"],
        },
      ),
    ],
  });

const evesToken = ({ eve }: Scene): string => eve.authorization.replace("Bearer ", "");
const joining = (_server: Staffed, scene: Scene) => ({ access_token: evesToken(scene), nick: "Guest" });

operation(stage, "add_guild_member", {
  change: drop("platform/domain/rules/guild/joining.ts", "joinGuild", "roleIds"),
  ask: inStaffed(eves, (server, scene) => ({ ...joining(server, scene), roles: [server.roles.guest] })),
  seenBy: async ({ scene, asked, body: member }) => {
    const { roles } = asked.body as { roles: string[] };
    const joined = { user: { id: scene.eve.id }, nick: "Guest", roles };
    expect(member).toMatchObject(joined);
    expect((await read(scene, "otherBot", asked.path)).body).toMatchObject(joined);
    // A member is not added again.
    const again = await stage().send(stage().bot, "PUT", asked);
    expect(again).toEqual({ status: 204, body: undefined });
  },
  heard: ({ scene, asked }) =>
    bots(
      [],
      ["GUILD_MEMBER_ADD", { guild_id: guildOf(asked.path), user: { id: scene.eve.id }, nick: "Guest" }],
    ),
  failures: [
    rejected("an unknown server", () => "/guilds/1/members/1", [404, 10_004], { body: joining }),
    rejected("an unknown user", ({ id }) => `/guilds/${id}/members/1`, [404, 10_013], { body: joining }),
    rejected("a name, without the permission", eves, [403, 50_013], { body: joining, by: "otherBot" }),
    rejected("another user's token", eves, [403, 50_025], {
      body: (_server, { ben }) => ({ access_token: ben.authorization.replace("Bearer ", "") }),
    }),
    rejected("a token without the scope", eves, [403, 50_026], {
      body: (_server, scene) => ({
        access_token: stage()
          .bearer(scene.eve.id, scene.applicationId, [Scope.Identify])
          .replace("Bearer ", ""),
      }),
    }),
    rejected("a role above its own", eves, [403, 50_013], {
      body: (server, scene) => ({ ...joining(server, scene), roles: [server.roles.chief] }),
    }),
    rejected("a role that is managed", eves, [400, 50_028], {
      body: (server, scene) => ({ ...joining(server, scene), roles: [server.roles.managed] }),
    }),
    rejected("no token", eves, [400, 50_035], { body: () => ({}), errors: ["access_token"] }),
  ],
});

operation(stage, "get_my_guild_member", {
  change: answer(UPDATES, "getOwnMember", "ownMemberView", {}),
  ask: async (scene) => {
    const server = staffed(scene);
    await scene.must("bot", "PATCH", { path: bens(server, scene), body: nick });
    return { path: `/users/@me/guilds/${server.id}/member` };
  },
  by: "ben",
  seenBy: async ({ scene, asked, body: own }) => {
    expect(own).toMatchObject({ user: { id: scene.ben.id }, nick: "Countess", bio: null });
    const path = `/guilds/${guildOf(asked.path)}/members/${scene.ben.id}`;
    expect(own).toMatchObject((await read(scene, "otherBot", path)).body as object);
  },
  heard: "a read",
  failures: [
    {
      claim: "an unknown server",
      ask: () => ({ path: "/users/@me/guilds/1/member" }),
      verdict: [404, 10_004],
    },
    {
      claim: "a word in place of the id",
      ask: () => ({ path: "/users/@me/guilds/word/member" }),
      verdict: [400, 50_035],
      errors: ["guild_id"],
    },
  ],
  never: NO_OTHER,
});

operation<undefined>(stage, "leave_guild", {
  change: drop(UPDATES, "leaveGuild", "ownerId"),
  ask: inStaffed(({ id }) => `/users/@me/guilds/${id}`),
  seenBy: async ({ scene, asked }) => {
    const path = `/guilds/${idOf(asked.path)}/members/${scene.botId}`;
    expect(await read(scene, "otherBot", path)).toMatchObject({ status: 404, body: { code: 10_007 } });
    expect((await read(scene, "bot", `/guilds/${idOf(asked.path)}`)).status).toBe(404);
  },
  heard: ({ scene, asked }) => {
    const id = idOf(asked.path);
    return {
      bot: [["GUILD_DELETE", { id }]],
      otherBot: [["GUILD_MEMBER_REMOVE", { guild_id: id, user: { id: scene.botId } }]],
    };
  },
  failures: [
    { claim: "an unknown server", ask: () => ({ path: "/users/@me/guilds/1" }), verdict: [404, 10_004] },
    {
      claim: "a word in place of the id",
      ask: () => ({ path: "/users/@me/guilds/word" }),
      verdict: [400, 50_035],
      errors: ["guild_id"],
    },
    {
      claim: "the owner",
      ask: ({ botId }) => {
        const guild = stage().platform.control.guilds.create({ name: "Own", ownerId: botId });
        return { path: `/users/@me/guilds/${guild.id}` };
      },
      verdict: [400, 50_055],
    },
  ],
});
