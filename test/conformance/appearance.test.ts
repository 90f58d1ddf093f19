// How users, roles, channels and servers look to others.
import { Scope } from "sdkpp/wire";
import { expect } from "vitest";
import { waitFor } from "../support/wait-for.js";
import { force, set } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene();
const GUILD_VIEW = "platform/domain/views/guild/guild.ts";

/** The roles of a new server with the game's bot, by name. */
async function rolesOf(colors: readonly number[], features: readonly string[] = []) {
  const guild = at.guild({
    name: "Colours",
    features,
    roles: [{ name: "painted", permissions: 0n, colors }],
  });
  const { body } = await at.ask<Record<string, unknown>[]>(at.bot, `GET /guilds/${guild.id}/roles`);
  return {
    guild,
    painted: body.find(({ name }) => name === "painted"),
    everyone: body.find(({ id }) => id === guild.id),
  };
}

row(23, set("platform/domain/views/guild/channel.ts", "channelView.application_id", null), async () => {
  const { seeded } = at.platform;
  const guild = at.guild({
    name: "Made by a game",
    channels: [
      { name: "made", kind: "text", applicationId: seeded.applicationId },
      { name: "plain", kind: "text" },
      { name: "to come", kind: "text", applicationId: null },
    ],
  });
  const channels = [];
  for (const { id } of guild.channels) channels.push((await at.ask(at.bot, `GET /channels/${id}`)).body);
  expect(channels[0]).toMatchObject({ name: "made", application_id: seeded.applicationId });
  expect(channels[1]).not.toHaveProperty("application_id");
  expect(channels[2]).toMatchObject({ name: "to come", application_id: null });
});

row(31, force("platform/domain/views/user/user.ts", "ownUserView", "IdentifyPremium", true), async () => {
  const { control, endpoints } = at.platform;
  const user = control.users.create({ username: "subscriber", premiumType: 2 });
  const approved = control.applications.create({ name: "Partner", approvedScopes: [Scope.IdentifyPremium] });
  const premium = async (scope: string): Promise<unknown> => {
    const { access_token } = control.tokens.issue(approved.id, user.id, scope);
    return (await at.ask(`Bearer ${access_token}`, "GET /users/@me")).body["premium_type"];
  };
  expect([await premium("identify identify.premium"), await premium("identify")]).toEqual([2, 0]);
  // A bot has no such scope.
  expect((await at.ask(at.bot, `GET /users/${user.id}`)).body["premium_type"] ?? 0).toBe(0);
  const { id } = control.applications.create({ name: "Not a partner" });
  expect(() => control.tokens.issue(id, user.id, "identify identify.premium")).toThrow(/not approved/);
  const query = new URLSearchParams({ client_id: id, response_type: "code", scope: "identify.premium" });
  const answer = await fetch(`${endpoints.webBase}/oauth2/authorize?${query.toString()}`, {
    redirect: "manual",
  });
  expect(new URL(answer.headers.get("location") ?? "").searchParams.get("error")).toBe("invalid_scope");
});

row(32, set("platform/domain/views/user/user.ts", "primaryGuildView.tag", ""), async () => {
  const { control } = at.platform;
  const [ada, ben] = [at.user("ada"), at.user("ben")];
  control.users.makeFriends(ada.id, ben.id);
  const guild = control.guilds.create({ name: "Raiders", ownerId: ada.id, tag: "RAID" });
  const line = `GET /users/${ada.id}`;
  const seen = async (): Promise<unknown> => (await at.ask(ben.authorization, line)).body["primary_guild"];
  expect(await seen()).toBeNull();
  const watcher = await at.playerSession(ben);
  const own = await at.playerSession(ada);
  control.users.setPrimaryGuild(ada.id, guild.id);
  const tag = {
    identity_guild_id: guild.id,
    identity_enabled: true,
    tag: "RAID",
    badge: expect.stringMatching(/./),
  };
  expect(await seen()).toEqual(tag);
  expect(await own.event("USER_UPDATE")).toMatchObject({ primary_guild: tag });
  const hasTag = () => JSON.stringify(watcher.frames).includes('"tag":"RAID"');
  await waitFor("friends to see it", () => hasTag());
  expect(() => control.users.setPrimaryGuild(ben.id, guild.id)).toThrow(/as a member/);
  const plain = control.guilds.create({ name: "Without a tag", ownerId: ada.id });
  expect(() => control.users.setPrimaryGuild(ada.id, plain.id)).toThrow(/with a tag/);
  control.users.setPrimaryGuild(ada.id, null);
  expect(await seen()).toBeNull();
});

row(33, set(GUILD_VIEW, "roleView.color", 0), async () => {
  const { painted, everyone } = await rolesOf([0xff8800]);
  expect([painted?.["color"], everyone?.["color"]]).toEqual([0xff8800, 0]);
  expect(() =>
    at.platform.control.guilds.create({
      name: "Invalid",
      ownerId: at.platform.seeded.userIds[0],
      roles: [{ name: "too bright", permissions: 0n, colors: [0x1000000] }],
    }),
  ).toThrow(/16777215/);
});

row(34, set(GUILD_VIEW, "roleView.tertiary_color", null), async () => {
  const gradient = [0x112233, 0x445566, 0x778899];
  const { painted, guild } = await rolesOf(gradient, ["ENHANCED_ROLE_COLORS"]);
  expect(painted).toMatchObject({
    color: gradient[0],
    colors: { primary_color: gradient[0], secondary_color: gradient[1], tertiary_color: gradient[2] },
  });
  expect((await at.ask(at.bot, `GET /guilds/${guild.id}`)).body["features"]).toEqual([
    "ENHANCED_ROLE_COLORS",
  ]);
  const plain = await rolesOf([0x112233]);
  expect(plain.painted?.["colors"]).toEqual({
    primary_color: 0x112233,
    secondary_color: null,
    tertiary_color: null,
  });
  await expect(rolesOf(gradient)).rejects.toThrow(/ENHANCED_ROLE_COLORS/);
});

row(37, set("platform/domain/views/guild/guild-summary.ts", "userGuildView.banner", null), async () => {
  const ada = at.user("ada");
  const { control } = at.platform;
  control.guilds.create({ name: "Decorated", ownerId: ada.id, banner: "b4nn3r" });
  control.guilds.create({ name: "Plain", ownerId: ada.id });
  const { body } = await at.ask<Record<string, unknown>[]>(ada.authorization, "GET /users/@me/guilds");
  expect(body.map(({ name, banner }) => [name, banner])).toEqual([
    ["Decorated", "b4nn3r"],
    ["Plain", null],
  ]);
});

row(161, set("lib/wire/limits.ts", "GUILD_TAG_MAX", 5), async () => {
  const { control } = at.platform;
  const ada = at.user("ada");
  const make = (tag: string) => control.guilds.create({ name: "Tagged", ownerId: ada.id, tag });
  for (const tag of ["", "FIVE5"]) expect(() => make(tag)).toThrow(/tag/);
  for (const tag of ["A", "FOUR"]) {
    control.users.setPrimaryGuild(ada.id, make(tag).id);
    const { body } = await at.ask(ada.authorization, "GET /users/@me");
    expect(body["primary_guild"]).toMatchObject({ tag });
  }
});
