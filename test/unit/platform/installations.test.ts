import { Permission, type WebAddress } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import * as bans from "../../../platform/domain/rules/guild/bans.js";
import * as memberUpdates from "../../../platform/domain/rules/guild/member-updates.js";
import { readAuthorizeQuery } from "../../../platform/domain/rules/oauth2/authorize.js";
import * as installLink from "../../../platform/domain/rules/oauth2/install-link.js";
import { withGuild } from "../../../platform/domain/rules/oauth2/install-request.js";
import type { Fault } from "../../../platform/domain/rules/outcome.js";
import { operation, type Settled } from "./support-operation.js";
import { cast, dispatches, eventNames, reply, type Cast } from "./support-world.js";

const kick = operation(memberUpdates.kickGuildMember);
const leave = operation(memberUpdates.leaveGuild);
const follow = operation(installLink.followInstallLink);
const ban = operation(bans.banFromGuild);

/** Ada's server, into which she installs the game with its bot. */
function installed() {
  const made = cast();
  const { world, registry, ada, bot } = made;
  const guild = registry.createGuild({
    name: "G",
    ownerId: ada.user.id,
    memberIds: [],
    channels: [{ name: "text", kind: "text" }],
  });
  const query = { client_id: bot.application.id, scope: "bot", guild_id: guild.id, permissions: PERMISSIONS };
  const added = follow(world, linkOf(made, query), ada.user);
  reply(added);
  return { ...made, guildId: guild.id, added: added as Settled<unknown> };
}

const FORBIDDEN = { status: 403, code: 50_013 };
const PERMISSIONS = String(Permission.ManageMessages);

/** The page's view of a link without `response_type`. */
function linkOf({ world }: Pick<Cast, "world">, query: Readonly<Record<string, string>>) {
  const answer = readAuthorizeQuery(world, query, "http://127.0.0.1");
  if (answer.kind !== "install") throw new Error(JSON.stringify(answer));
  return answer.link;
}

it("announces the role of a new bot before the bot", () => {
  const { added, world, guildId } = installed();
  expect(eventNames(added)).toEqual(["GUILD_ROLE_CREATE", "guild.joined", "GUILD_MEMBER_ADD"]);
  const [role] = world.guilds.get(guildId)?.roles ?? [];
  expect(dispatches(added.events)[0]?.d).toMatchObject({
    guild_id: guildId,
    role: { id: role?.id, managed: true },
  });
});

it.each([
  ["is kicked", ({ world, ada, bot, guildId }) => kick(world, ada, guildId, bot.user.id)],
  ["leaves", ({ world, bot, guildId }) => leave(world, bot, guildId)],
  ["is banned", ({ world, ada, bot, guildId }) => ban(world, ada, { guildId, userId: bot.user.id }, 0)],
] satisfies [string, (scene: ReturnType<typeof installed>) => Settled<undefined> | Fault][])(
  "ends when the bot %s, and takes its role along",
  (_how, act) => {
    const scene = installed();
    const { world, guildId } = scene;
    expect(world.installations.all()).toHaveLength(1);
    const result = act(scene);
    reply(result);
    expect(world.installations.all()).toEqual([]);
    expect(world.guilds.get(guildId)?.roles).toEqual([]);
    expect(eventNames(result)).toContain("GUILD_ROLE_DELETE");
  },
);

it("is possible for users and for servers when an application is new", () => {
  const { registry } = cast();
  const { installationConfigs } = registry.createApplication({ name: "New" });
  expect(installationConfigs).toEqual({ "0": {}, "1": {} });
});

describe("an install link", () => {
  const BOT = { scope: "bot", permissions: PERMISSIONS };

  it("needs neither response_type nor a redirect, and lets the user choose the server", () => {
    const made = cast();
    const { world, registry, ada, applicationId: client_id } = made;
    const guild = registry.createGuild({ name: "G", ownerId: ada.user.id });
    const open = linkOf(made, { client_id, ...BOT });
    expect(follow(world, open, ada.user)).toMatchObject(FORBIDDEN);
    const chosen = withGuild(open, guild.id);
    expect(eventNames(follow(world, chosen, ada.user))).toContain("GUILD_MEMBER_ADD");
    expect(world.guilds.get(guild.id)?.memberIds).toContain(client_id);
    // The link's own server stands.
    const named = linkOf(made, { client_id, ...BOT, guild_id: guild.id });
    expect(withGuild(named, "1")).toBe(named);
  });

  it.each<[string, Record<string, string>, string]>([
    ["of another scope", { scope: "bot identify" }, "redirect"],
    ["with a redirect", { scope: "bot", redirect_uri: "http://127.0.0.1/callback" }, "redirect"],
    ["without a scope", {}, "redirect"],
    ["to an account with a bot only", { scope: "bot", integration_type: "1" }, "reject"],
    ["with unreadable permissions", { scope: "bot", permissions: "all" }, "reject"],
  ])("%s is refused without response_type", (_claim, query, kind) => {
    const { world, applicationId: client_id } = cast();
    expect(readAuthorizeQuery(world, { client_id, ...query }, "http://127.0.0.1").kind).toBe(kind);
  });

  it.each(["0", "1"])("to a context that the application does not support (%s) is refused", (type) => {
    const { world, bot, applicationId: client_id } = cast();
    const other = type === "0" ? "1" : "0";
    world.applications.put({ ...bot.application, installationConfigs: { [other]: {} } });
    const query = { client_id, scope: "applications.commands", integration_type: type };
    expect(readAuthorizeQuery(world, query, "http://127.0.0.1")).toEqual({
      kind: "reject",
      message: `The application does not support integration_type ${type}.`,
    });
  });

  it("of somebody who does not manage the server installs nothing", () => {
    const { world, guildId, ben, ...made } = installed();
    const link = linkOf({ world }, { client_id: made.applicationId, ...BOT, guild_id: guildId });
    expect(follow(world, link, ben.user)).toMatchObject(FORBIDDEN);
  });

  it("tells the application, and gives a bot that is there the permissions that it asks for now", () => {
    const { world, guildId, ada, applicationId: client_id, bot } = installed();
    const url = "https://game.example/events" as WebAddress;
    const eventWebhooks = { status: 2, types: ["APPLICATION_AUTHORIZED"], url } as const;
    world.applications.put({ ...bot.application, eventWebhooks });
    const permissions = String(Permission.Administrator);
    const again = follow(
      world,
      linkOf({ world }, { client_id, scope: "bot", permissions, guild_id: guildId }),
      ada.user,
    );
    expect(eventNames(again)).toEqual(["GUILD_ROLE_UPDATE", "event-webhook.queued"]);
    expect(world.guilds.get(guildId)?.roles).toMatchObject([{ managed: true, permissions }]);
    const none = follow(world, linkOf({ world }, { client_id, scope: "bot", guild_id: guildId }), ada.user);
    expect(eventNames(none)).toEqual(["event-webhook.queued"]);
    expect(world.guilds.get(guildId)?.roles).toMatchObject([{ managed: true, permissions }]);
  });
});
