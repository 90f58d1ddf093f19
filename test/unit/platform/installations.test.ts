import { Permission } from "sdkpp/wire";
import { expect, it } from "vitest";
import * as bans from "../../../platform/domain/rules/guild/bans.js";
import * as memberUpdates from "../../../platform/domain/rules/guild/member-updates.js";
import { install } from "../../../platform/domain/rules/oauth2/install.js";
import { done, type Fault } from "../../../platform/domain/rules/outcome.js";
import type { World } from "../../../platform/domain/world/world.js";
import { InstallationContext } from "../../../platform/domain/records/oauth2/installation.js";
import { operation, type Settled } from "./support-operation.js";
import { cast, dispatches, eventNames, reply } from "./support-world.js";

const kick = operation(memberUpdates.kickGuildMember);
const leave = operation(memberUpdates.leaveGuild);
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
  const permissions = String(Permission.ManageMessages);
  const agreed = {
    application: bot.application,
    scope: "bot",
    install: { context: InstallationContext.Guild, guildId: guild.id, permissions },
  };
  const add = operation((touched: World) => done(undefined, install(touched, agreed, ada.user)?.facts ?? []));
  return { ...made, guildId: guild.id, added: add(world) };
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
