import { MessageFlag, Permission } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { botActor } from "../../../platform/domain/world/oauth2/actor.js";
import {
  crosspostMessage,
  editChannelMessage,
  getChannelMessage,
  listChannelMessages,
  pinMessage,
  sendChannelMessage,
} from "./operations.js";
import { cast, reply } from "./support-world.js";

/** A server with a channel of announcements, in which `other` may do only what it is allowed. */
function newsroom(allowed = 0n) {
  const made = cast();
  const { world, registry, bot, ada } = made;
  const { id: otherGame } = registry.createApplication({ name: "Other" });
  const other = botActor(world, registry.createBot(otherGame).token)!;
  const guild = registry.createGuild({
    name: "Newsroom",
    ownerId: bot.user.id,
    memberIds: [other.user.id, ada.user.id],
    everyone: Permission.ViewChannel,
    roles: [{ name: "R", permissions: allowed, memberIds: [other.user.id] }],
    channels: [{ name: "news", kind: "announcement" }],
  });
  const channelId = guild.channels[0]!.id;
  const say = (content = "hear ye") => reply(sendChannelMessage(world, bot, channelId, { content })).id;
  return { ...made, other, guild, channelId, say };
}

describe("crossposting", () => {
  it.each([
    ["nothing", 0n, 50_013],
    ["sending", Permission.SendMessages, 50_013],
    ["managing", Permission.ManageMessages, 50_013],
    ["both", Permission.SendMessages | Permission.ManageMessages, undefined],
  ])("of another's message by a bot that may do %s", (_claim, allowed, code) => {
    const { world, other, channelId, say } = newsroom(allowed);
    const result = crosspostMessage(world, other, channelId, say());
    expect("code" in result ? result.code : undefined).toBe(code);
  });

  it("is kept by an edit", () => {
    const { world, bot, channelId, say } = newsroom();
    const id = say();
    reply(crosspostMessage(world, bot, channelId, id));
    const flags = MessageFlag.SuppressEmbeds;
    reply(editChannelMessage(world, bot, channelId, id, { content: "changed", flags }));
    expect(reply(getChannelMessage(world, bot, channelId, id)).flags).toBe(flags | MessageFlag.Crossposted);
  });

  it("of what the platform itself says is rejected", () => {
    const { world, bot, channelId, say } = newsroom();
    reply(pinMessage(world, bot, channelId, say()));
    const [notice] = reply(listChannelMessages(world, bot, channelId, { limit: 1 }));
    expect(crosspostMessage(world, bot, channelId, notice!.id)).toMatchObject({ status: 400, code: 50_068 });
  });
});
