// Access to a command: permissions of the command, those of its application, and the default.
import { CommandPermissionType, Permission } from "sdkpp/wire";
import { describe, expect, test } from "vitest";
import {
  allChannelsId,
  type CommandPermission,
} from "../../../platform/domain/records/command/command-permissions.js";
import type { Command } from "../../../platform/domain/records/command/command.js";
import { mayUseCommand } from "../../../platform/domain/rules/interaction/command-permission.js";
import { guildPlace } from "../../../platform/domain/world/message/channel-place.js";
import { cast } from "./support-world.js";

const { Role, User, Channel } = CommandPermissionType;
const COMMAND_ID = "70";
const APPLICATION_ID = "71";

/** Ada owns the server, Ben is a moderator, and Eve an ordinary member in this one. */
function made() {
  const { world, registry, ada, ben, bot } = cast();
  const guild = registry.createGuild({
    name: "G",
    ownerId: ada.user.id,
    memberIds: [ben.user.id, bot.user.id],
    roles: [{ name: "moderator", permissions: Permission.ManageMessages, memberIds: [ben.user.id] }],
    channels: [{ name: "general", kind: "text" }],
  });
  const place = guildPlace(world, guild.channels[0]!.id)!;
  return { world, place, ada: ada.user.id, ben: ben.user.id, eve: bot.user.id };
}

type Made = ReturnType<typeof made>;
type Rules = (
  ids: Made & { everyone: string; role: string; channel: string; all: string },
) => CommandPermission[];

const command = (defaultMemberPermissions: string | null): Command => ({
  id: COMMAND_ID,
  applicationId: APPLICATION_ID,
  guildId: null,
  version: "1",
  type: 1,
  name: "wave",
  nameLocalizations: null,
  description: "Wave",
  descriptionLocalizations: null,
  options: [],
  defaultMemberPermissions,
  nsfw: false,
  integrationTypes: [0],
  contexts: null,
});

/** Whether Ada, Ben and Eve may use it. */
function verdicts(defaults: string | null, ofCommand: Rules, ofApplication: Rules): boolean[] {
  const all = made();
  const { world, place, ada, ben, eve } = all;
  const { guild, channel } = place;
  const ids = {
    ...all,
    everyone: guild.id,
    role: guild.roles![0]!.id,
    channel: channel.id,
    all: allChannelsId(guild.id),
  };
  const put = (commandId: string, rules: Rules): void => {
    const permissions = rules(ids);
    if (permissions.length > 0)
      world.commandPermissions.put({
        commandId,
        applicationId: APPLICATION_ID,
        guildId: guild.id,
        permissions,
      });
  };
  put(COMMAND_ID, ofCommand);
  put(APPLICATION_ID, ofApplication);
  return [ada, ben, eve].map((userId) => mayUseCommand(world, place, userId, command(defaults)));
}

const none: Rules = () => [];
const allow = (id: string, type: number): CommandPermission => ({ id, type, permission: true });
const deny = (id: string, type: number): CommandPermission => ({ id, type, permission: false });
const MANAGE = String(Permission.ManageMessages);

describe("a command", () => {
  test.each<[string, string | null, Rules, Rules, boolean[]]>([
    ["without rules", null, none, none, [true, true, true]],
    ["for administrators", "0", none, none, [true, false, false]],
    ["for those who manage messages", MANAGE, none, none, [true, true, false]],
    ["denied to everybody", null, ({ everyone }) => [deny(everyone, Role)], none, [true, false, false]],
    [
      "denied to everybody by its application",
      null,
      none,
      ({ everyone }) => [deny(everyone, Role)],
      [true, false, false],
    ],
    [
      "denied to everybody but a role",
      null,
      ({ everyone, role }) => [deny(everyone, Role), allow(role, Role)],
      none,
      [true, true, false],
    ],
    [
      "denied to a role, and allowed to one of its members",
      null,
      ({ role, ben }) => [deny(role, Role), allow(ben, User)],
      none,
      [true, true, true],
    ],
    ["denied to a member", null, ({ eve }) => [deny(eve, User)], none, [true, true, false]],
    [
      "allowed to a member whatever the default",
      "0",
      ({ eve }) => [allow(eve, User)],
      none,
      [true, false, true],
    ],
    [
      "allowed by itself and denied by its application",
      null,
      ({ everyone }) => [allow(everyone, Role)],
      ({ everyone }) => [deny(everyone, Role)],
      [true, true, true],
    ],
    ["denied in the channel", null, ({ channel }) => [deny(channel, Channel)], none, [true, false, false]],
    ["denied in all channels", null, none, ({ all }) => [deny(all, Channel)], [true, false, false]],
    [
      "denied in all channels but this one",
      null,
      ({ all, channel }) => [deny(all, Channel), allow(channel, Channel)],
      none,
      [true, true, true],
    ],
    [
      "allowed in the channel by itself, and denied there by its application",
      null,
      ({ channel }) => [allow(channel, Channel)],
      ({ channel }) => [deny(channel, Channel)],
      [true, true, true],
    ],
  ])("%s", (_name, defaults, ofCommand, ofApplication, expected) => {
    expect(verdicts(defaults, ofCommand, ofApplication)).toEqual(expected);
  });
});
