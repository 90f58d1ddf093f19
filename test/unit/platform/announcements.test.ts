import { MessageFlag, Permission } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { FOLLOWERS_MAX } from "../../../platform/domain/records/webhook/webhook.js";
import { botActor } from "../../../platform/domain/world/oauth2/actor.js";
import {
  bulkDeleteMessages,
  crosspostMessage,
  deleteChannel,
  deleteChannelMessage,
  deleteWebhook,
  editChannelMessage,
  executeWebhook,
  followChannel,
  getChannelMessage,
  listChannelMessages,
  listChannelWebhooks,
  pinMessage,
  sendChannelMessage,
} from "./operations.js";
import { cast, contentOf, eventNames, reply, type Cast } from "./support-world.js";

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

const WEB = "http://127.0.0.1";

/** A server of the bot with text channels. @returns their ids */
function targets({ registry, bot, ada }: Cast, count: number): string[] {
  const channels = Array.from(
    { length: count },
    (_, at) => ({ name: `c${String(at)}`, kind: "text" }) as const,
  );
  const guild = registry.createGuild({
    name: "Tavern",
    ownerId: bot.user.id,
    memberIds: [ada.user.id],
    channels,
  });
  return guild.channels.map(({ id }) => id);
}

/** A newsroom, and one channel that follows it. */
function followed() {
  const room = newsroom();
  const [target = ""] = targets(room, 1);
  const { world, bot, channelId } = room;
  const { webhook_id: webhookId } = reply(followChannel(world, bot, channelId, target));
  const publish = (content?: string) => {
    const id = room.say(content);
    reply(crosspostMessage(world, bot, channelId, id));
    return id;
  };
  /** Newest first, without the notice that the channel follows. */
  const copies = () => reply(listChannelMessages(world, bot, target, { limit: 100 })).slice(0, -1);
  return { ...room, target, webhookId, publish, copies };
}

describe("crossposting", () => {
  it.each([
    ["nothing", 0n, 50_013],
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

describe("a channel that follows", () => {
  it("shows edits of the source, and that it is deleted", () => {
    const { world, bot, channelId, publish, copies } = followed();
    const id = publish();
    const embeds = [{ title: "Map" }];
    const edit = editChannelMessage(world, bot, channelId, id, { content: "changed", embeds });
    expect(eventNames(edit)).toEqual(["MESSAGE_UPDATE", "MESSAGE_UPDATE"]);
    expect(copies()).toMatchObject([{ content: "changed", embeds, edited_timestamp: expect.any(String) }]);
    const deletion = deleteChannelMessage(world, bot, channelId, id);
    expect(eventNames(deletion)).toEqual(["MESSAGE_DELETE", "MESSAGE_UPDATE"]);
    const flags = MessageFlag.IsCrosspost | MessageFlag.SourceMessageDeleted;
    expect(copies()).toMatchObject([{ content: "[Original Message Deleted]", embeds: [], flags }]);
  });

  it("hides embeds where the source does", () => {
    const { world, bot, channelId, publish, copies } = followed();
    const id = publish();
    const flags = MessageFlag.SuppressEmbeds;
    reply(editChannelMessage(world, bot, channelId, id, { flags }));
    expect(copies()[0]?.flags).toBe(MessageFlag.IsCrosspost | flags);
    reply(editChannelMessage(world, bot, channelId, id, { flags: 0 }));
    expect(copies()[0]?.flags).toBe(MessageFlag.IsCrosspost);
  });

  it("shows files of the source, which go with the source and not with the copy", () => {
    const { world, bot, channelId, target, copies } = followed();
    const uploads = [{ index: "0", filename: "map.txt", content: contentOf("map") }];
    const sent = reply(sendChannelMessage(world, bot, channelId, { content: "map", uploads }));
    reply(crosspostMessage(world, bot, channelId, sent.id));
    const [copy] = copies();
    expect(copy?.attachments).toEqual(sent.attachments);
    reply(deleteChannelMessage(world, bot, target, copy!.id));
    const fileId = sent.attachments[0]!.id;
    expect(world.files.get(fileId)).toBeDefined();
    reply(deleteChannelMessage(world, bot, channelId, sent.id));
    expect(world.files.get(fileId)).toBeUndefined();
  });

  it("gets nothing more without the webhook, and keeps its copies", () => {
    const { world, bot, webhookId, publish, copies } = followed();
    publish("one");
    reply(deleteWebhook(world, bot, webhookId));
    publish("two");
    expect(copies().map(({ content }) => content)).toEqual(["one"]);
  });

  it("may be deleted before the next crosspost", () => {
    const { world, bot, target, publish, webhookId } = followed();
    publish();
    reply(deleteChannel(world, bot, target));
    expect(world.webhooks.get(webhookId)).toBeUndefined();
    publish();
  });

  it("loses sight of what it follows when that is deleted", () => {
    const { world, bot, channelId, target, publish, copies, webhookId } = followed();
    publish();
    reply(deleteChannel(world, bot, channelId));
    const [webhook] = reply(listChannelWebhooks(world, bot, target, WEB));
    expect(webhook).toMatchObject({ id: webhookId, type: 2 });
    expect(webhook).not.toHaveProperty("source_channel");
    expect(copies()).toMatchObject([{ content: "hear ye" }]);
  });

  it("does not pass copies on", () => {
    const { world, bot, registry, channelId, publish } = followed();
    const { channels } = registry.createGuild({
      name: "Relay",
      ownerId: bot.user.id,
      channels: [{ name: "relay", kind: "announcement" }],
    });
    const relay = channels[0]!.id;
    reply(followChannel(world, bot, channelId, relay));
    reply(followChannel(world, bot, relay, channelId));
    publish();
    const [copy] = reply(listChannelMessages(world, bot, relay, { limit: 1 }));
    expect(crosspostMessage(world, bot, relay, copy!.id)).toMatchObject({ status: 400, code: 50_068 });
  });
});

describe("the webhook of a channel that follows", () => {
  it("has no token that would post through it", () => {
    const { world, webhookId } = followed();
    for (const token of ["", "undefined", "null"])
      expect(executeWebhook(world, { id: webhookId, token }, { content: "forged" }, true)).toMatchObject({
        status: 401,
        code: 50_027,
      });
  });
});

describe("a channel with many followers", () => {
  it("has a limit of them, and tells all of what happens", () => {
    const room = newsroom();
    const { world, bot, channelId, say } = room;
    const [last = "", ...others] = targets(room, FOLLOWERS_MAX + 1);
    for (const target of others) reply(followChannel(world, bot, channelId, target));
    expect(followChannel(world, bot, channelId, last)).toMatchObject({ status: 400, code: 30_007 });
    const ids = [say(), say()];
    for (const id of ids)
      expect(eventNames(crosspostMessage(world, bot, channelId, id))).toHaveLength(1 + FOLLOWERS_MAX);
    const deletion = bulkDeleteMessages(world, bot, channelId, ids);
    expect(eventNames(deletion)).toHaveLength(1 + ids.length * FOLLOWERS_MAX);
  });
});
