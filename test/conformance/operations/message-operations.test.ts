// Messages of bots, in channels of servers and in conversations with users.
import type { MessagePayload } from "sdkpp/wire";
import { expect } from "vitest";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { drop, force, set } from "../change.js";
import { operation, read, type Failure } from "./operation.js";
import { idOf, server } from "./server.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const RULES = "platform/domain/rules/message/channel-messages.ts";
const EVENTS = "platform/domain/reactions/message/guild-message-events.ts";
const NO_OTHER = { own: "no other code is documented for it" };

const unknownChannel = (rest = "", body?: unknown): Failure => ({
  claim: "an unknown channel",
  ask: () => ({ path: `/channels/1${rest}`, body }),
  verdict: [404, 10_003],
});
const noId = (rest = "", body?: unknown): Failure => ({
  claim: "a word in place of the channel's id",
  ask: () => ({ path: `/channels/word${rest}`, body }),
  verdict: [400, 50_035],
  errors: ["channel_id"],
});
const hidden = (rest = "", body?: unknown): Failure => ({
  claim: "a bot that does not see the channel",
  by: "otherBot",
  ask: (scene) => ({ path: `${server(scene).staff}${rest}`, body }),
  verdict: [403, 50_001],
});
const unknownMessage = (body?: unknown): Failure => ({
  claim: "an unknown message",
  ask: (scene) => ({ path: `${server(scene).text}/messages/1`, body }),
  verdict: [404, 10_008],
});

type Channel = "text" | "staff" | "arrivals" | "news";

/** A message of the bot in a server. @returns its path */
async function posted(scene: Scene, channel: Channel, content = "hello"): Promise<string> {
  const path = `${server(scene)[channel]}/messages`;
  return `${path}/${await post(scene, path, content)}`;
}

async function post(scene: Scene, path: string, content: string): Promise<string> {
  return ((await scene.must("bot", "POST", { path, body: { content } })) as MessagePayload).id;
}

/** The notice in a channel that was linked to a lobby. @returns its path */
async function notice(scene: Scene): Promise<string> {
  const path = `/channels/${(await scene.linkedLobby()).channelId}/messages`;
  const [message] = (await scene.must("bot", "GET", { path })) as MessagePayload[];
  return `${path}/${message?.id ?? ""}`;
}

const channelOf = (path: string): string => path.split("/")[2] ?? "";
const messagesOf = (path: string): string => path.split("/").slice(0, 4).join("/");

operation(stage, "get_channel", {
  change: set("platform/domain/views/guild/guild-channel.ts", "guildChannelView.ends", undefined),
  ask: async (scene) => ({ path: `/channels/${channelOf(await posted(scene, "text"))}` }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ type: 0, name: "text", last_message_id: expect.any(String) });
    expect((await read(scene, "otherBot", asked.path)).body).toEqual(body);
    const last_message_id = await post(scene, `${asked.path}/messages`, "more");
    expect((await read(scene, "otherBot", asked.path)).body).toEqual({ ...body, last_message_id });
  },
  heard: "a read",
  failures: [unknownChannel(), noId(), hidden()],
  never: NO_OTHER,
});

operation<MessagePayload[]>(stage, "list_messages", {
  change: drop(RULES, "listChannelMessages", "may"),
  ask: async (scene) => {
    const path = `${server(scene).text}/messages`;
    await post(scene, path, "first");
    const second = await post(scene, path, "second");
    await post(scene, path, "third");
    return { path: `${path}?limit=1&before=${second}` };
  },
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject([{ content: "first" }]);
    const [path = ""] = asked.path.split("?");
    const texts = async (query: string) =>
      ((await read(scene, "otherBot", path + query)).body as MessagePayload[]).map(({ content }) => content);
    expect(await texts("")).toEqual(["third", "second", "first"]);
    expect(await texts(`?after=${body[0]?.id ?? ""}`)).toEqual(["third", "second"]);
    const unread = messagesOf(await posted(scene, "news"));
    expect(await read(scene, "otherBot", unread)).toEqual({ status: 200, body: [] });
  },
  heard: "a read",
  failures: [
    unknownChannel("/messages"),
    noId("/messages"),
    hidden("/messages"),
    {
      claim: "a category",
      ask: (scene) => ({ path: `${server(scene).category}/messages` }),
      verdict: [400, 50_024],
    },
    {
      claim: "101 messages",
      ask: (scene) => ({ path: `${server(scene).text}/messages?limit=101` }),
      verdict: [400, 50_035],
      errors: ["limit"],
    },
    {
      claim: "before and after at once",
      ask: (scene) => ({ path: `${server(scene).text}/messages?before=2&after=1` }),
      verdict: [400, 50_035],
      errors: ["after"],
    },
  ],
});

operation<MessagePayload>(stage, "create_message", {
  change: drop(EVENTS, "guildMessagePosted", "dispatch"),
  ask: async (scene) => {
    const path = `${server(scene).text}/messages`;
    const message_id = await post(scene, path, "question");
    return {
      path,
      body: { content: "answer", embeds: [{ title: "Map" }], message_reference: { message_id } },
    };
  },
  seenBy: async ({ scene, asked, body }) => {
    expect(await read(scene, "otherBot", `${asked.path}/${body.id}`)).toMatchObject({
      status: 200,
      body: {
        type: 19,
        content: "answer",
        author: { id: scene.botId },
        embeds: [{ title: "Map" }],
        referenced_message: { content: "question" },
      },
    });
  },
  heard: ({ scene, asked, body: { id } }) => {
    const d = { id, channel_id: channelOf(asked.path), content: "answer", author: { id: scene.botId } };
    return { bot: [["MESSAGE_CREATE", d]], otherBot: [["MESSAGE_CREATE", d]] };
  },
  failures: [
    unknownChannel("/messages", { content: "hello" }),
    noId("/messages", { content: "hello" }),
    hidden("/messages", { content: "hello" }),
    {
      claim: "a bot that may not write in the channel",
      by: "otherBot",
      ask: (scene) => ({ path: `${server(scene).news}/messages`, body: { content: "hello" } }),
      verdict: [403, 50_013],
    },
    {
      claim: "an answer without the permission to read the history",
      by: "otherBot",
      ask: async (scene) => {
        const path = await posted(scene, "arrivals");
        const body = { content: "answer", message_reference: { message_id: idOf(path) } };
        return { path: messagesOf(path), body };
      },
      verdict: [400, 160_002],
    },
    {
      claim: "a row without components",
      ask: (scene) => ({
        path: `${server(scene).text}/messages`,
        body: { content: "hello", components: [{ type: 1 }] },
      }),
      verdict: [400, 50_035],
      errors: ["components.0.components"],
    },
    {
      claim: "a user who has blocked the bot",
      ask: async (scene) => {
        const path = `${await scene.botConversation()}/messages`;
        await scene.block();
        return { path, body: { content: "hello" } };
      },
      verdict: [403, 50_007],
    },
    {
      claim: "nothing to send",
      ask: (scene) => ({ path: `${server(scene).text}/messages`, body: {} }),
      verdict: [400, 50_006],
    },
    {
      claim: "a category",
      ask: (scene) => ({ path: `${server(scene).category}/messages`, body: { content: "hello" } }),
      verdict: [400, 50_008],
    },
    {
      claim: "a text of 2001 characters",
      ask: (scene) => ({ path: `${server(scene).text}/messages`, body: { content: "x".repeat(2001) } }),
      verdict: [400, 50_035],
      errors: ["content"],
    },
    {
      claim: "a title of 257 characters in the second embed",
      ask: (scene) => ({
        path: `${server(scene).text}/messages`,
        body: { embeds: [{ title: "Map" }, { title: "x".repeat(257) }] },
      }),
      verdict: [400, 50_035],
      errors: ["embeds.1.title"],
    },
    {
      claim: "a timestamp that is no time",
      ask: (scene) => ({
        path: `${server(scene).text}/messages`,
        body: { embeds: [{ title: "Map", timestamp: "soon" }] },
      }),
      verdict: [400, 50_035],
      errors: ["embeds.0.timestamp"],
    },
    {
      claim: "an answer to a message that does not exist",
      ask: (scene) => ({
        path: `${server(scene).text}/messages`,
        body: { content: "answer", message_reference: { message_id: "1" } },
      }),
      verdict: [400, 50_035],
      errors: ["message_reference"],
    },
  ],
});

operation<MessagePayload>(stage, "get_message", {
  change: set(RULES, "getChannelMessage.fault", undefined),
  ask: async (scene) => ({ path: await posted(scene, "text") }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ content: "hello", author: { id: scene.botId }, edited_timestamp: null });
    await scene.must("bot", "PATCH", { path: asked.path, body: { content: "changed" } });
    expect((await read(scene, "otherBot", asked.path)).body).toMatchObject({
      id: body.id,
      content: "changed",
      edited_timestamp: expect.any(String),
    });
  },
  heard: "a read",
  failures: [
    unknownChannel("/messages/1"),
    unknownMessage(),
    noId("/messages/1"),
    hidden("/messages/1"),
    {
      claim: "a bot that may not read the history",
      by: "otherBot",
      ask: async (scene) => ({ path: await posted(scene, "news") }),
      verdict: [403, 50_013],
    },
    {
      claim: "a category",
      ask: (scene) => ({ path: `${server(scene).category}/messages/1` }),
      verdict: [400, 50_024],
    },
  ],
});

operation<MessagePayload>(stage, "update_message", {
  change: force(RULES, "changed", "mayHide", false),
  ask: async (scene) => ({ path: await posted(scene, "staff"), body: { content: "changed" } }),
  seenBy: async ({ scene, asked, body }) => {
    const { body: messages } = await read(scene, "bot", messagesOf(asked.path));
    expect(messages).toMatchObject([
      { id: body.id, content: "changed", edited_timestamp: expect.any(String) },
    ]);
  },
  heard: ({ body: { id } }) => ({ bot: [["MESSAGE_UPDATE", { id, content: "changed" }]] }),
  failures: [
    unknownChannel("/messages/1", { content: "changed" }),
    unknownMessage({ content: "changed" }),
    noId("/messages/1", { content: "changed" }),
    hidden("/messages/1", { content: "changed" }),
    {
      claim: "a message of another author",
      by: "otherBot",
      ask: async (scene) => ({ path: await posted(scene, "text"), body: { content: "changed" } }),
      verdict: [403, 50_005],
    },
    {
      claim: "a notice of the platform",
      ask: async (scene) => ({ path: await notice(scene), body: { content: "changed" } }),
      verdict: [403, 50_021],
    },
    {
      claim: "stickers that it has not",
      ask: async (scene) => ({ path: await posted(scene, "text"), body: { sticker_ids: ["1"] } }),
      verdict: [400, 50_080],
    },
    {
      claim: "an edit that leaves nothing",
      ask: async (scene) => ({ path: await posted(scene, "text"), body: { content: "" } }),
      verdict: [400, 50_006],
    },
    {
      claim: "a text of 2001 characters",
      ask: async (scene) => ({ path: await posted(scene, "text"), body: { content: "x".repeat(2001) } }),
      verdict: [400, 50_035],
      errors: ["content"],
    },
  ],
});

operation<undefined>(stage, "delete_message", {
  change: set(RULES, "deleteChannelMessage.fault", undefined),
  ask: async (scene) => ({ path: await posted(scene, "text") }),
  seenBy: async ({ scene, asked }) => {
    expect(await read(scene, "otherBot", asked.path)).toMatchObject({ status: 404, body: { code: 10_008 } });
  },
  heard: ({ asked }) => {
    const deleted = ["MESSAGE_DELETE", { id: idOf(asked.path), channel_id: channelOf(asked.path) }] as const;
    return { bot: [deleted], otherBot: [deleted] };
  },
  failures: [
    unknownChannel("/messages/1"),
    unknownMessage(),
    noId("/messages/1"),
    hidden("/messages/1"),
    {
      claim: "a message of another author, without the permission to manage messages",
      by: "otherBot",
      ask: async (scene) => ({ path: await posted(scene, "text") }),
      verdict: [403, 50_013],
    },
    {
      claim: "a message of the user in a conversation",
      ask: async (scene) => {
        const channel = await scene.botConversation();
        await post(scene, `${channel}/messages`, "hello");
        const path = `/users/${scene.botId}/messages`;
        const answer = await scene.must(scene.ben, "POST", { path, body: { content: "answer" } });
        return { path: `${channel}/messages/${(answer as MessagePayload).id}` };
      },
      verdict: [403, 50_003],
    },
    {
      claim: "a category",
      ask: (scene) => ({ path: `${server(scene).category}/messages/1` }),
      verdict: [400, 50_024],
    },
  ],
});

operation<undefined>(stage, "bulk_delete_messages", {
  change: drop(RULES, "bulkDeleteMessages", "some"),
  ask: async (scene) => {
    const path = `${server(scene).text}/messages`;
    await post(scene, path, "first");
    const messages = [await post(scene, path, "second"), await post(scene, path, "third")];
    return { path: `${path}/bulk-delete`, body: { messages } };
  },
  seenBy: async ({ scene, asked }) => {
    const { body } = await read(scene, "otherBot", messagesOf(asked.path));
    expect(body).toMatchObject([{ content: "first" }]);
  },
  heard: ({ asked }) => {
    const { messages } = asked.body as { messages: string[] };
    const deleted = ["MESSAGE_DELETE_BULK", { ids: messages, channel_id: channelOf(asked.path) }] as const;
    return { bot: [deleted], otherBot: [deleted] };
  },
  failures: [
    unknownChannel("/messages/bulk-delete", { messages: ["1", "2"] }),
    noId("/messages/bulk-delete", { messages: ["1", "2"] }),
    hidden("/messages/bulk-delete", { messages: ["1", "2"] }),
    {
      claim: "without the permission to manage messages",
      by: "otherBot",
      ask: (scene) => ({
        path: `${server(scene).text}/messages/bulk-delete`,
        body: { messages: ["1", "2"] },
      }),
      verdict: [403, 50_013],
    },
    {
      claim: "in a conversation",
      ask: async (scene) => ({
        path: `${await scene.botConversation()}/messages/bulk-delete`,
        body: { messages: ["1", "2"] },
      }),
      verdict: [403, 50_003],
    },
    {
      claim: "messages of more than two weeks ago",
      ask: (scene) => ({
        path: `${server(scene).text}/messages/bulk-delete`,
        body: { messages: ["1", "2"] },
      }),
      verdict: [400, 50_034],
    },
    {
      claim: "one message",
      ask: async (scene) => {
        const path = await posted(scene, "text");
        return { path: `${messagesOf(path)}/bulk-delete`, body: { messages: [idOf(path)] } };
      },
      verdict: [400, 50_035],
      errors: ["messages"],
    },
    {
      claim: "the same message twice",
      ask: async (scene) => {
        const path = await posted(scene, "text");
        return { path: `${messagesOf(path)}/bulk-delete`, body: { messages: [idOf(path), idOf(path)] } };
      },
      verdict: [400, 50_035],
      errors: ["messages"],
    },
  ],
});

operation<undefined>(stage, "trigger_typing_indicator", {
  change: set(EVENTS, "guildTypingStarted.user_id", "0"),
  ask: (scene) => ({ path: `${server(scene).text}/typing` }),
  seenBy: async ({ scene, asked }) => {
    const { otherBot } = await scene.newsByObserver();
    expect(otherBot).toMatchObject([
      {
        t: "TYPING_START",
        d: { channel_id: channelOf(asked.path), user_id: scene.botId, timestamp: expect.any(Number) },
      },
    ]);
  },
  heard: ({ scene, asked }) => ({
    otherBot: [["TYPING_START", { channel_id: channelOf(asked.path), user_id: scene.botId }]],
  }),
  failures: [
    unknownChannel("/typing"),
    noId("/typing"),
    hidden("/typing"),
    {
      claim: "a bot that may not write in the channel",
      by: "otherBot",
      ask: (scene) => ({ path: `${server(scene).news}/typing` }),
      verdict: [403, 50_013],
    },
    {
      claim: "a user who has blocked the bot",
      ask: async (scene) => {
        const path = `${await scene.botConversation()}/typing`;
        await scene.block();
        return { path };
      },
      verdict: [403, 50_007],
    },
    {
      claim: "a category",
      ask: (scene) => ({ path: `${server(scene).category}/typing` }),
      verdict: [400, 50_008],
    },
  ],
});

operation<{ id: string }>(stage, "create_dm", {
  change: drop("platform/domain/rules/message/conversations.ts", "openConversation", "dmChannels"),
  seenBy: async ({ scene, body }) => {
    const { ben, botId } = scene;
    expect(body).toMatchObject({ type: 1, recipients: [{ id: ben.id }] });
    expect(await read(scene, "ben", `/users/@me/dms/${botId}`)).toMatchObject({
      status: 200,
      body: { id: body.id, recipients: [{ id: botId }] },
    });
    await post(scene, `/channels/${body.id}/messages`, "hello");
    const { body: messages } = await read(scene, "ben", `/users/${botId}/messages`);
    expect(messages).toMatchObject([{ content: "hello", channel_id: body.id }]);
  },
  heard: "the user is notified with the first message",
  failures: [
    {
      claim: "a user without a common server",
      ask: ({ ben }) => ({ path: "/users/@me/channels", body: { recipient_id: ben.id } }),
      verdict: [403, 50_278],
    },
    {
      claim: "a user who has blocked the bot",
      ask: async (scene) => {
        scene.guild(scene.ben);
        await scene.block();
        return { path: "/users/@me/channels", body: { recipient_id: scene.ben.id } };
      },
      verdict: [403, 50_007],
    },
    {
      claim: "the bot itself",
      ask: ({ botId }) => ({ path: "/users/@me/channels", body: { recipient_id: botId } }),
      verdict: [400, 50_033],
    },
    {
      claim: "a word in place of the id",
      ask: () => ({ path: "/users/@me/channels", body: { recipient_id: "word" } }),
      verdict: [400, 50_035],
      errors: ["recipient_id"],
    },
  ],
  never: { "404": "an unknown user is an invalid recipient: 50033" },
});

const moderation = (scene: Scene, message: string): string =>
  `/partner-sdk/dms/${scene.ben.id}/${scene.ada.id}/messages/${message}/moderation-metadata`;

operation<undefined>(stage, "update_user_message_external_moderation_metadata", {
  change: drop("platform/domain/rules/message/direct-messages.ts", "moderateDirectMessage", "moderation"),
  ask: async (scene) => ({
    path: moderation(scene, await scene.directMessage()),
    body: { verdict: "mild" },
  }),
  seenBy: async ({ scene }) => {
    const { body } = await read(scene, "ben", `/users/${scene.ada.id}/messages`);
    expect(body).toMatchObject([{ content: "hello", moderation_metadata: { verdict: "mild" } }]);
  },
  heard: ({ asked }) => {
    const id = asked.path.split("/").at(-2);
    const updated = ["MESSAGE_UPDATE", { id, moderation_metadata: { verdict: "mild" } }] as const;
    return { ada: [updated], ben: [updated] };
  },
  failures: [
    {
      claim: "users without a conversation",
      ask: (scene) => ({ path: moderation(scene, "1"), body: {} }),
      verdict: [404, 10_003],
    },
    {
      claim: "an unknown message",
      ask: async (scene) => {
        await scene.directMessage();
        return { path: moderation(scene, "1"), body: {} };
      },
      verdict: [404, 10_008],
    },
    {
      claim: "a number as a value",
      ask: async (scene) => ({
        path: moderation(scene, await scene.directMessage()),
        body: { verdict: 7 },
      }),
      verdict: [400, 50_035],
      errors: ["verdict"],
    },
  ],
  never: NO_OTHER,
});
