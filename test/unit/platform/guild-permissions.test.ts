import { EVERY_PERMISSION, Permission } from "sdkpp/wire";
import { describe, expect, it, test } from "vitest";
import {
  channelPermissions,
  guildPermissions,
  mayIn,
  NEW_GUILD_PERMISSIONS,
  viewersOf,
} from "../../../platform/domain/records/guild/permissions.js";
import { channelView } from "../../../platform/domain/views/guild/channel.js";
import { guildCreateView } from "../../../platform/domain/views/guild/guild.js";
import type { NewGuild, NewOverwrite } from "../../../platform/control/new-records.js";
import { cast } from "./support-world.js";

const { ViewChannel, SendMessages, Connect, ManageChannels, Administrator, EmbedLinks } = Permission;

/** Ada owns it, Ben is a moderator, the bot is an ordinary member. */
function made(
  overwrites: (ids: { ben: string; bot: string }) => NewOverwrite[],
  more: Partial<NewGuild> = {},
) {
  const { world, registry, ada, ben, bot } = cast();
  const ids = { ada: ada.user.id, ben: ben.user.id, bot: bot.user.id };
  const guild = registry.createGuild({
    name: "G",
    ownerId: ids.ada,
    memberIds: [ids.ben, ids.bot],
    roles: [{ name: "moderator", permissions: ManageChannels, memberIds: [ids.ben] }],
    channels: [{ name: "general", kind: "text", overwrites: overwrites(ids) }],
    ...more,
  });
  return { world, guild, channel: guild.channels[0]!, ids };
}

const nobodySees: NewOverwrite = { for: "@everyone", deny: ViewChannel };

describe("the permissions of a member", () => {
  it("are all for the owner, the sum of the roles for others, and none for a stranger", () => {
    const { guild, ids } = made(() => []);
    expect(guildPermissions(guild, ids.ada)).toBe(EVERY_PERMISSION);
    expect(guildPermissions(guild, ids.ben)).toBe(NEW_GUILD_PERMISSIONS | ManageChannels);
    expect(guildPermissions(guild, ids.bot)).toBe(NEW_GUILD_PERMISSIONS);
    expect(guildPermissions(guild, "1")).toBe(0n);
  });

  it("are all for an administrator, whatever the channel denies", () => {
    const { guild, channel, ids } = made(() => [nobodySees], { everyone: Administrator });
    expect(guildPermissions(guild, ids.bot)).toBe(EVERY_PERMISSION);
    expect(mayIn(guild, channel, ids.bot, ViewChannel)).toBe(true);
  });

  test.each<[string, NewOverwrite[], { ben: boolean; bot: boolean }]>([
    ["nothing said", [], { ben: true, bot: true }],
    ["@everyone denied", [nobodySees], { ben: false, bot: false }],
    [
      "a role allowed over @everyone",
      [{ for: { role: "moderator" }, allow: ViewChannel }, nobodySees],
      { ben: true, bot: false },
    ],
    ["a role denied", [{ for: { role: "moderator" }, deny: ViewChannel }], { ben: false, bot: true }],
  ])("allow to see a channel: %s", (_name, overwrites, sees) => {
    const { guild, channel, ids } = made(() => overwrites);
    expect(viewersOf(guild, channel)).toEqual([
      ids.ada,
      ...(sees.ben ? [ids.ben] : []),
      ...(sees.bot ? [ids.bot] : []),
    ]);
  });

  it("follow the member's own overwrite last", () => {
    const { guild, channel, ids } = made(({ ben, bot }) => [
      { for: { userId: ben }, deny: SendMessages },
      { for: { role: "moderator" }, allow: SendMessages },
      { for: { userId: bot }, allow: ViewChannel },
      nobodySees,
    ]);
    expect(mayIn(guild, channel, ids.bot, ViewChannel)).toBe(true);
    expect(mayIn(guild, channel, ids.ben, SendMessages)).toBe(false);
  });

  it("are none in an invisible channel, and exclude attachments where sending is denied", () => {
    const unseen = made(() => [nobodySees]);
    expect(channelPermissions(unseen.guild, unseen.channel, unseen.ids.bot)).toBe(0n);
    const silent = made(() => [{ for: "@everyone", deny: SendMessages }]);
    expect(mayIn(silent.guild, silent.channel, silent.ids.bot, EmbedLinks)).toBe(false);
    expect(mayIn(silent.guild, silent.channel, silent.ids.bot, Connect)).toBe(true);
  });
});

describe("the payload of a guild", () => {
  it("has its roles, with @everyone first, and its channels with categories and overwrites", () => {
    const { world, guild, ids } = made(() => [], {
      channels: [
        { name: "Games", kind: "category" },
        { name: "chess", kind: "text", category: "Games", topic: "e4", nsfw: true, overwrites: [nobodySees] },
      ],
    });
    const [category, chess] = guild.channels;
    expect(channelView(guild, chess!)).toMatchObject({
      parent_id: category!.id,
      topic: "e4",
      nsfw: true,
      permission_overwrites: [{ id: guild.id, type: 0, allow: "0", deny: "1024" }],
    });
    const view = guildCreateView(world, guild, { members: [], isLarge: false }, []);
    expect(view["roles"]).toMatchObject([
      { id: guild.id, name: "@everyone", position: 0, permissions: String(NEW_GUILD_PERMISSIONS) },
      { name: "moderator", position: 1, permissions: String(ManageChannels) },
    ]);
    expect(guild.roles?.[0]?.memberIds).toEqual([ids.ben]);
  });

  it("is rejected when it refers to something that it does not have", () => {
    const overwrites: NewOverwrite[] = [{ for: { role: "nobody" } }];
    expect(() => made(() => overwrites)).toThrow('The guild has no role "nobody".');
    const channels = [{ name: "chess", kind: "text", category: "Games" } as const];
    expect(() => made(() => [], { channels })).toThrow('There is no category "Games" before this channel.');
  });
});
