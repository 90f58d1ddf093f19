// Privileges of applications, and their installations.
import type { Platform } from "@sdkpp/platform";
import { expect } from "vitest";
import { authorizeOnPage } from "../support/authorize-page.js";
import { FrameSocket } from "../e2e/platform/support-socket.js";
import { pressForm } from "../support/press-form.js";
import { waitFor } from "../support/wait-for.js";
import { drop, force, set } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene();
const OWN = "GET /applications/@me";

/** A new application with its bot. */
function newGame(input: Partial<Parameters<Platform["control"]["applications"]["create"]>[0]> = {}) {
  const { control } = at.platform;
  const application = control.applications.create({ name: "Game", ...input });
  const bot = control.applications.createBot(application.id);
  return { application, bot, authorization: `Bot ${bot.token}` };
}

row(28, set("platform/domain/views/oauth2/application.ts", "flagsOf.flags_new", "0"), async () => {
  const high = (1n << 33n) | (1n << 63n);
  const { authorization } = newGame({ privileges: [], isPublic: false, flags: high | 2n });
  const { body } = await at.ask(authorization, OWN);
  expect(body).toMatchObject({ flags: 2, flags_new: String(high | 2n) });
  // Requests keep using `flags`.
  const limited = 2 | (1 << 13);
  const changed = await at.ask(authorization, "PATCH /applications/@me", { flags: limited });
  expect(changed.body).toMatchObject({ flags: limited, flags_new: String(high | BigInt(limited)) });
});

row(
  29,
  set("platform/domain/rules/application/installation-settings.ts", "paramsOf.scopes", []),
  async () => {
    const { application, authorization } = newGame();
    expect((await at.ask(authorization, OWN)).body).toMatchObject({
      integration_types_config: { "0": {}, "1": {} },
    });
    const config = {
      "0": { oauth2_install_params: { scopes: ["bot", "applications.commands"], permissions: "2048" } },
      "1": { oauth2_install_params: { scopes: ["applications.commands"], permissions: "0" } },
    };
    const { body } = await at.ask(authorization, "PATCH /applications/@me", {
      integration_types_config: config,
    });
    expect(body["integration_types_config"]).toEqual(config);
    // A link that names no scope asks for the defaults of its context, and what it says itself goes first.
    const ada = at.user("ada");
    const link = async (query: Readonly<Record<string, string>>): Promise<number> => {
      const search = new URLSearchParams({ client_id: application.id, ...query }).toString();
      const page = `${at.platform.endpoints.webBase}/oauth2/authorize?${search}`;
      return (await pressForm(page, { user_id: ada.id, authorize: "1" })).status;
    };
    for (const [own, granted] of [
      [{}, "2048"],
      [{ permissions: "8" }, "8"],
    ] as const) {
      const { id: guild_id } = at.platform.control.guilds.create({ name: "Castle", ownerId: ada.id });
      expect(await link({ guild_id, ...own })).toBe(200);
      const { body: roles } = await at.ask<object[]>(authorization, `GET /guilds/${guild_id}/roles`);
      expect(roles).toMatchObject([{}, { permissions: granted }]);
    }
    expect(await link({ integration_type: "1" })).toBe(200);
    expect((await at.ask(authorization, OWN)).body["approximate_user_install_count"]).toBe(1);
    const rest = { "1": config["1"] };
    await at.ask(authorization, "PATCH /applications/@me", {
      integration_types_config: { "0": null, ...rest },
    });
    expect((await at.ask(authorization, OWN)).body["integration_types_config"]).toEqual(rest);
  },
);

row(
  30,
  set("platform/domain/views/oauth2/application.ts", "ownApplicationView.approximate_user_install_count", 0),
  async () => {
    const { application, authorization } = newGame();
    const count = async () => (await at.ask(authorization, OWN)).body["approximate_user_install_count"];
    const supports = (contexts: Record<string, unknown>) =>
      at.ask(authorization, "PATCH /applications/@me", { integration_types_config: contexts });
    const [ada, ben] = [at.user("ada"), at.user("ben")];
    const install = (userId: string) =>
      authorizeOnPage(at.platform, userId, {
        client_id: application.id,
        scope: "applications.commands",
        integration_type: "1",
      });
    // The application must support the context, and has no count otherwise.
    await supports({ "0": {} });
    expect((await install(ada.id)).searchParams.get("error")).toBe("invalid_request");
    expect(await count()).toBeUndefined();
    await supports({ "0": {}, "1": {} });
    expect(await count()).toBe(0);
    for (const { id } of [ada, ada, ben]) expect((await install(id)).searchParams.get("code")).toMatch(/./);
    expect(await count()).toBe(2);
    at.platform.control.tokens.revoke(application.id, ada.id);
    expect(await count()).toBe(1);
  },
);

const MEMBERS_INTENT = 1 << 1;
const DISALLOWED_INTENTS = 4014;

/** The result of a bot's identify with the intent for members. */
async function identified(token: string): Promise<"ready" | number> {
  const socket = new FrameSocket(`${at.platform.endpoints.gateway}?v=10&encoding=json`);
  await socket.op(10);
  socket.send(2, { token, properties: {}, intents: MEMBERS_INTENT });
  const isReady = () => socket.frames.some(({ t }) => t === "READY");
  await waitFor("a response to identify", () => socket.closeCode !== undefined || isReady());
  const outcome = socket.closeCode ?? "ready";
  socket.close();
  return outcome;
}

row(
  162,
  drop("platform/domain/world/application/privileges.ts", "mayUsePrivilege", "APPROVAL_MS"),
  async () => {
    const { control } = at.platform;
    const approved = newGame({ privileges: ["members"] });
    const small = newGame({ privileges: [] });
    const flags = (flag: number) =>
      at.ask(small.authorization, "PATCH /applications/@me", { flags: small.application.flags | flag });
    expect(await identified(small.bot.token)).toBe(DISALLOWED_INTENTS);
    expect((await flags(1 << 15)).status).toBe(200);
    expect(await identified(small.bot.token)).toBe("ready");
    // Members of all servers count, each once.
    const memberIds = Array.from({ length: 9_998 }, (_, each) => String(each + 1));
    const owner = at.user("owner").id;
    for (const one of [small, approved])
      control.guilds.create({ name: "Large", ownerId: owner, memberIds: [...memberIds, one.bot.userId] });
    control.guilds.create({ name: "Same", ownerId: owner, memberIds: [small.bot.userId, "1", "2"] });
    expect(await identified(small.bot.token)).toBe(DISALLOWED_INTENTS);
    expect((await flags(0)).status).toBe(200);
    expect(await flags(1 << 15)).toMatchObject({ status: 400, body: { code: 50_035 } });
    // A bot that never applied is rejected at once, and not after a year.
    expect(await identified(approved.bot.token)).toBe(DISALLOWED_INTENTS);
    control.applications.approvePrivileges(approved.application.id);
    expect(await identified(approved.bot.token)).toBe("ready");
    await control.clock.advance(366 * 24 * 3_600_000);
    expect(await identified(approved.bot.token)).toBe(DISALLOWED_INTENTS);
    control.applications.approvePrivileges(approved.application.id);
    expect(await identified(approved.bot.token)).toBe("ready");
    control.applications.setReachableUsers(small.application.id, 9_999);
    expect((await flags(1 << 15)).status).toBe(200);
    expect(await identified(small.bot.token)).toBe("ready");
    control.applications.setReachableUsers(small.application.id, 10_000);
    expect(await identified(small.bot.token)).toBe(DISALLOWED_INTENTS);
    control.applications.approvePrivileges(small.application.id);
    expect(await identified(small.bot.token)).toBe("ready");
  },
);

row(
  97,
  force("platform/domain/records/activity/activity-instance.ts", "locationId", "guildId", true),
  async () => {
    const { control, seeded } = at.platform;
    const { id: applicationId } = control.applications.create({ name: "Drawing" });
    const { token } = control.applications.createBot(applicationId);
    const [ada, ben] = [at.user("ada"), at.user("ben")];
    const guild = at.guild({
      name: "Artists",
      memberIds: [ada.id, ben.id],
      channels: [{ name: "c", kind: "voice" }],
    });
    const channelId = guild.channels[0]!.id;
    const open = (userId: string) => control.activities.launch({ applicationId, userId, channelId });
    expect(() => open(ada.id)).toThrow("has no activities");
    control.activities.setUrlMappings(applicationId, [{ prefix: "/", target: "127.0.0.1:3000" }]);
    const { id, launchId } = open(ada.id);
    open(ben.id);
    const get = (authorization: string) =>
      at.ask(authorization, `GET /applications/${applicationId}/activity-instances/${id}`);
    const location = `gc-${guild.id}-${channelId}`;
    expect(id).toBe(`i-${launchId}-${location}`);
    expect((await get(`Bot ${token}`)).body).toEqual({
      application_id: applicationId,
      instance_id: id,
      launch_id: launchId,
      location: { id: location, kind: "gc", channel_id: channelId, guild_id: guild.id },
      users: [ada.id, ben.id],
    });
    expect(await get(at.bot)).toMatchObject({ status: 404, body: { code: 10_002 } });
    expect((await get(ada.authorization)).status).toBe(403);
    for (const { id: userId } of [ada, ben]) control.activities.leave(id, userId);
    expect(await get(`Bot ${token}`)).toMatchObject({ status: 404, body: { code: 0 } });
    expect(() => control.activities.launch({ applicationId, userId: seeded.botUserId, channelId })).toThrow(
      "Bots",
    );
  },
);
