// Webhooks of channels, and the messages that they post.
import type { MessagePayload } from "sdkpp/wire";
import { expect } from "vitest";
import type { Asked, Scene } from "../../e2e/platform/authorization-scene.js";
import { madeWebhook, webhookMessage } from "../../e2e/platform/authorization-rows-webhook.js";
import { PNG } from "../../support/png.js";
import { sendFiles } from "../../support/send-files.js";
import { answer, drop, force, set } from "../change.js";
import { operation, read, type Failure } from "./operation.js";
import { server } from "./server.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const RULES = "platform/domain/rules/webhook/webhooks.ts";
const BY_TOKEN = "platform/domain/rules/webhook/by-token.ts";
const MESSAGES = "platform/domain/rules/webhook/messages.ts";
const NO_OTHER = { own: "no other code is documented for it" };
const OPEN = { "403": "the token is the only right that is needed", ...NO_OTHER };

interface Webhook {
  readonly id: string;
  readonly token: string;
  readonly channel_id: string;
  readonly guild_id: string;
}

const unknownWebhook = (rest = "", body?: unknown): Failure => ({
  claim: "an unknown webhook",
  ask: () => ({ path: `/webhooks/1${rest}`, body }),
  verdict: [404, 10_015],
});
const noId = (rest = "", body?: unknown): Failure => ({
  claim: "a word in place of the webhook's id",
  ask: () => ({ path: `/webhooks/word${rest}`, body }),
  verdict: [400, 50_035],
  errors: ["webhook_id"],
});
const wrongToken = (rest = "", body?: unknown): Failure => ({
  claim: "a wrong token",
  ask: async (scene) => ({ path: `${(await madeWebhook(scene)).own}/wrong${rest}`, body }),
  verdict: [401, 50_027],
});
const open = (rest: string, body?: unknown) => async (scene: Scene) => ({
  path: (await madeWebhook(scene)).open + rest,
  body,
});
const own = (body?: unknown) => async (scene: Scene) => ({ path: (await madeWebhook(scene)).own, body });
const invalid = (claim: string, field: string, ask: (scene: Scene) => Asked | Promise<Asked>): Failure => ({
  claim,
  ask,
  verdict: [400, 50_035],
  errors: [field],
});
const inText = (body: unknown) => (scene: Scene) => ({ path: `${server(scene).text}/webhooks`, body });

/** The channel of a webhook is news for the game's bot, and for no other. */
const updated = ({ channel_id, guild_id }: Pick<Webhook, "channel_id" | "guild_id">) =>
  ["WEBHOOKS_UPDATE", { channel_id, guild_id }] as const;
const logged = (action_type: number) => ["GUILD_AUDIT_LOG_ENTRY_CREATE", { action_type }] as const;

operation<Webhook>(stage, "create_webhook", {
  change: set(RULES, "createWebhook.token", ""),
  ask: inText({ name: "Herald", avatar: PNG }),
  seenBy: async ({ scene, body }) => {
    const { id, token, channel_id, guild_id } = body;
    expect(body).toMatchObject({
      type: 1,
      name: "Herald",
      application_id: scene.applicationId,
      user: { id: scene.botId },
      url: `${stage().platform.endpoints.apiBase}/webhooks/${id}/${token}`,
    });
    const seen = await read(scene, "nobody", `/webhooks/${id}/${token}`);
    expect(seen.body).toMatchObject({ id, channel_id, guild_id, name: "Herald" });
    expect(seen.body).not.toHaveProperty("user");
    expect(token).toMatch(/^\w{60,}$/);
    const { avatar } = seen.body as { avatar: string };
    const picture = await fetch(`${stage().platform.endpoints.webBase}/cdn/avatars/${id}/${avatar}.png`);
    expect(picture.status).toBe(200);
  },
  heard: ({ body }) => ({
    bot: [updated(body), logged(50)],
    otherBot: [updated(body)],
  }),
  failures: [
    {
      claim: "an unknown channel",
      ask: () => ({ path: "/channels/1/webhooks", body: { name: "Herald" } }),
      verdict: [404, 10_003],
    },
    {
      claim: "a bot that may not manage webhooks",
      by: "otherBot",
      ask: inText({ name: "Herald" }),
      verdict: [403, 50_013],
    },
    {
      claim: "a category",
      ask: (scene) => ({ path: `${server(scene).category}/webhooks`, body: { name: "Herald" } }),
      verdict: [400, 50_024],
    },
    invalid("no name", "name", inText({})),
    invalid("a name that is too long", "name", inText({ name: "x".repeat(81) })),
    invalid("a name that is blank", "name", inText({ name: "   " })),
    invalid("a name with a forbidden part", "name", inText({ name: "my Discord bot" })),
    invalid(
      "a picture that is none",
      "avatar",
      inText({ name: "Herald", avatar: "data:image/png;base64,AAAA" }),
    ),
    {
      claim: "a sixteenth webhook",
      ask: async (scene) => {
        const asked = { path: `${server(scene).text}/webhooks`, body: { name: "Herald" } };
        for (let count = 0; count < 15; count += 1) await scene.must("bot", "POST", asked);
        return asked;
      },
      verdict: [400, 30_007],
    },
  ],
});

operation<Webhook[]>(stage, "list_channel_webhooks", {
  change: answer(RULES, "listChannelWebhooks", "listBy", []),
  ask: async (scene) => {
    const { text, staff } = server(scene);
    for (const [path, name] of [
      [text, "Herald"],
      [staff, "Hidden"],
    ])
      await scene.must("bot", "POST", { path: `${path ?? ""}/webhooks`, body: { name } });
    return { path: `${text}/webhooks` };
  },
  seenBy: async ({ scene, body }) => {
    expect(body).toMatchObject([{ name: "Herald", user: { id: scene.botId } }]);
    const [only] = body;
    const { body: seen } = await read(scene, "nobody", `/webhooks/${only?.id ?? ""}/${only?.token ?? ""}`);
    expect(seen).toMatchObject({ id: only?.id, name: "Herald" });
  },
  heard: "a read",
  failures: [
    { claim: "an unknown channel", ask: () => ({ path: "/channels/1/webhooks" }), verdict: [404, 10_003] },
    invalid("a word in place of the id", "channel_id", () => ({ path: "/channels/word/webhooks" })),
    {
      claim: "a bot that may not manage webhooks",
      by: "otherBot",
      ask: (scene) => ({ path: `${server(scene).text}/webhooks` }),
      verdict: [403, 50_013],
    },
  ],
  never: NO_OTHER,
});

operation<Webhook[]>(stage, "get_guild_webhooks", {
  change: answer(RULES, "listGuildWebhooks", "listBy", []),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject([{ name: "Herald", guild_id: asked.path.split("/")[2] }]);
    const [only] = body;
    const { body: seen } = await read(scene, "nobody", `/webhooks/${only?.id ?? ""}/${only?.token ?? ""}`);
    expect(seen).toMatchObject({ id: only?.id });
  },
  heard: "a read",
  failures: [
    { claim: "an unknown server", ask: () => ({ path: "/guilds/1/webhooks" }), verdict: [404, 10_004] },
    invalid("a word in place of the id", "guild_id", () => ({ path: "/guilds/word/webhooks" })),
    {
      claim: "a bot that may not manage webhooks",
      by: "otherBot",
      ask: (scene) => ({ path: `/guilds/${server(scene).id}/webhooks` }),
      verdict: [403, 50_013],
    },
  ],
  never: NO_OTHER,
});

operation<Webhook>(stage, "get_webhook", {
  change: set(RULES, "getWebhook.isOwn", true),
  seenBy: async ({ scene, body }) => {
    const { body: seen } = await read(scene, "nobody", `/webhooks/${body.id}/${body.token}`);
    expect(seen).toMatchObject({ id: body.id, name: "Herald" });
    expect(body).toMatchObject({ name: "Herald", user: { id: scene.botId } });
  },
  heard: "a read",
  failures: [unknownWebhook(), noId()],
  never: NO_OTHER,
});

operation<Webhook>(stage, "update_webhook", {
  change: drop(RULES, "updateWebhook", "to"),
  ask: async (scene) => {
    const { text, staff } = server(scene);
    const made = (await scene.must("bot", "POST", {
      path: `${text}/webhooks`,
      body: { name: "Herald" },
    })) as Webhook;
    return {
      path: `/webhooks/${made.id}`,
      body: { name: "Crier", avatar: PNG, channel_id: staff.split("/").at(-1) },
    };
  },
  seenBy: async ({ scene, asked, body }) => {
    const { channel_id } = asked.body as { channel_id: string };
    const shown = { id: body.id, name: "Crier", channel_id, avatar: expect.stringMatching(/^[0-9a-f]{32}$/) };
    expect(body).toMatchObject(shown);
    const address = `/webhooks/${body.id}/${body.token}`;
    expect((await read(scene, "nobody", address)).body).toMatchObject(shown);
    await scene.must("bot", "PATCH", { path: asked.path, body: { avatar: null } });
    const { body: later } = await read(scene, "nobody", address);
    expect(later).toMatchObject({ name: "Crier", channel_id, avatar: null });
  },
  heard: ({ body }) => ({
    // The other bot does not see the new channel.
    bot: [["WEBHOOKS_UPDATE", { guild_id: body.guild_id }], updated(body), logged(51)],
    otherBot: [["WEBHOOKS_UPDATE", { guild_id: body.guild_id }]],
  }),
  failures: [
    unknownWebhook("", { name: "Crier" }),
    invalid("a forbidden name", "name", own({ name: "Clyde" })),
    invalid("a picture that is none", "avatar", own({ avatar: "picture" })),
    {
      claim: "an unknown channel",
      ask: own({ channel_id: "1" }),
      verdict: [404, 10_003],
    },
    invalid("a channel of another server", "channel_id", async (scene) => ({
      path: (await madeWebhook(scene)).own,
      body: { channel_id: server(scene).text.split("/").at(-1) },
    })),
  ],
  never: NO_OTHER,
});

operation(stage, "delete_webhook", {
  change: drop(RULES, "deleteWebhook", "removeWebhook"),
  ask: async (scene) => {
    const path = `${server(scene).text}/webhooks`;
    const { id } = (await scene.must("bot", "POST", { path, body: { name: "Herald" } })) as Webhook;
    return { path: `/webhooks/${id}` };
  },
  seenBy: async ({ scene, asked }) => {
    expect(await read(scene, "bot", asked.path)).toMatchObject({ status: 404, body: { code: 10_015 } });
    const post = await stage().send(undefined, "POST", { path: `${asked.path}/any`, body: { content: "x" } });
    expect(post).toMatchObject({ status: 404, body: { code: 10_015 } });
  },
  heard: () => ({
    bot: [["WEBHOOKS_UPDATE", {}], logged(52)],
    otherBot: [["WEBHOOKS_UPDATE", {}]],
  }),
  failures: [unknownWebhook(), noId()],
  never: NO_OTHER,
});

operation<Webhook>(stage, "get_webhook_by_token", {
  change: force("platform/domain/rules/webhook-access.ts", "webhookByToken", "equal", true),
  seenBy: async ({ scene, body }) => {
    const { body: seen } = await read(scene, "bot", `/webhooks/${body.id}`);
    expect(seen).toMatchObject(body as object);
    expect(body).not.toHaveProperty("user");
  },
  heard: "a read",
  failures: [unknownWebhook("/token"), noId("/token"), wrongToken()],
  never: OPEN,
});

operation<Webhook>(stage, "update_webhook_by_token", {
  change: set("platform/domain/rules/webhook/changes.ts", "readAppearance.name", undefined),
  seenBy: async ({ scene, body }) => {
    expect((await read(scene, "bot", `/webhooks/${body.id}`)).body).toMatchObject({ name: "Crier" });
  },
  heard: ({ body }) => ({ bot: [updated(body)] }),
  failures: [
    unknownWebhook("/token", {}),
    wrongToken("", {}),
    invalid("a forbidden name", "name", open("", { name: "discord" })),
  ],
  never: OPEN,
});

operation(stage, "delete_webhook_by_token", {
  change: drop(BY_TOKEN, "deleteWebhookByToken", "removeWebhook"),
  seenBy: async ({ scene, asked }) => {
    const [, , id] = asked.path.split("/");
    expect(await read(scene, "bot", `/webhooks/${id ?? ""}`)).toMatchObject({ status: 404 });
  },
  heard: () => ({ bot: [["WEBHOOKS_UPDATE", {}]] }),
  failures: [unknownWebhook("/token"), noId("/token"), wrongToken()],
  never: OPEN,
});

interface Said {
  readonly id: string;
  readonly channel_id: string;
  readonly webhook_id: string;
}

operation<Said>(stage, "execute_webhook", {
  change: drop(MESSAGES, "executeWebhook", "authorOf"),
  ask: async (scene) => {
    const path = `${server(scene).text}/webhooks`;
    const { id, token } = (await scene.must("bot", "POST", { path, body: { name: "Herald" } })) as Webhook;
    const body = {
      content: "@everyone Hear!",
      username: "Crier",
      avatar_url: "https://game.example/crier.png",
      embeds: [{ title: "News" }],
      tts: true,
    };
    return { path: `/webhooks/${id}/${token}?wait=true`, body };
  },
  seenBy: async ({ scene, asked, body }) => {
    const [, , id] = asked.path.split("/");
    const { body: seen } = await read(scene, "otherBot", `/channels/${body.channel_id}/messages/${body.id}`);
    expect(seen).toMatchObject({
      content: "@everyone Hear!",
      mention_everyone: true,
      webhook_id: id,
      embeds: [{ title: "News" }],
      tts: true,
      author: { id, username: "Crier", bot: true, avatar: expect.stringMatching(/^[0-9a-f]{32}$/) },
    });
    const [path = ""] = asked.path.split("?");
    const quiet = { content: "@everyone", allowed_mentions: { parse: [] } };
    expect(await stage().send(undefined, "POST", { path, body: quiet })).toEqual({
      status: 204,
      body: undefined,
    });
    const { body: last } = await read(scene, "otherBot", `/channels/${body.channel_id}/messages?limit=1`);
    expect(last).toMatchObject([{ author: { username: "Herald" }, mention_everyone: false }]);
  },
  heard: ({ body: { id } }) => {
    const said = ["MESSAGE_CREATE", { id, content: "@everyone Hear!", author: { bot: true } }] as const;
    return { bot: [said], otherBot: [said] };
  },
  failures: [
    unknownWebhook("/token", { content: "x" }),
    wrongToken("", { content: "x" }),
    { claim: "an empty message", ask: open("", {}), verdict: [400, 50_006] },
    { claim: "an unknown thread", ask: open("?thread_id=1", { content: "x" }), verdict: [404, 10_003] },
    invalid("a text that is too long", "content", open("", { content: "x".repeat(2001) })),
    invalid("a name that is too long", "username", open("", { content: "x", username: "x".repeat(81) })),
    invalid("a forbidden name", "username", open("", { content: "x", username: "Clyde" })),
    invalid("an address that is none", "avatar_url", open("", { content: "x", avatar_url: "file:///etc" })),
    invalid("a thread", "thread_name", open("", { content: "x", thread_name: "t" })),
    invalid("no boolean", "wait", open("?wait=maybe", { content: "x" })),
  ],
  never: { "403": "the token is the only right that is needed" },
});

operation<Said>(stage, "get_webhook_message", {
  change: force(MESSAGES, "findMessage", "authorId", true),
  seenBy: async ({ scene, asked, body }) => {
    const [, , id] = asked.path.split("/");
    const { body: seen } = await read(scene, "bot", `/channels/${body.channel_id}/messages/${body.id}`);
    expect(seen).toMatchObject({
      id: body.id,
      content: "hello",
      webhook_id: id,
      author: { username: "Herald" },
    });
    expect(body).toEqual(seen);
  },
  heard: "a read",
  failures: [
    unknownWebhook("/token/messages/1"),
    wrongToken("/messages/1"),
    { claim: "an unknown message", ask: open("/messages/1"), verdict: [404, 10_008] },
    invalid("a word in place of the message's id", "message_id", open("/messages/word")),
    {
      claim: "a message of somebody else in the channel",
      ask: async (scene) => {
        const { open: path, channel_id } = await madeWebhook(scene);
        const said = await scene.must("bot", "POST", {
          path: `/channels/${channel_id}/messages`,
          body: { content: "mine" },
        });
        return { path: `${path}/messages/${(said as Said).id}` };
      },
      verdict: [404, 10_008],
    },
  ],
  never: OPEN,
});

operation<Said>(stage, "update_webhook_message", {
  change: set(MESSAGES, "editWebhookMessage.facts", []),
  seenBy: async ({ scene, asked, body }) => {
    const { body: seen } = await read(scene, "bot", `/channels/${body.channel_id}/messages/${body.id}`);
    expect(seen).toMatchObject({ content: "changed", edited_timestamp: expect.stringMatching(/./) });
    const edit = `PATCH ${asked.path}`;
    const upload = await sendFiles<MessagePayload>(scene.stage.platform, "", edit, {}, [["map.txt", "x"]]);
    expect(upload).toMatchObject({ status: 200, body: { attachments: [{ filename: "map.txt" }] } });
  },
  heard: ({ body: { id } }) => ({ bot: [["MESSAGE_UPDATE", { id, content: "changed" }]] }),
  failures: [
    unknownWebhook("/token/messages/1", {}),
    wrongToken("/messages/1", {}),
    { claim: "an unknown message", ask: open("/messages/1", {}), verdict: [404, 10_008] },
    invalid("a text that is too long", "content", async (scene) => ({
      path: await webhookMessage(scene),
      body: { content: "x".repeat(2001) },
    })),
    {
      claim: "nothing left",
      ask: async (scene) => ({ path: await webhookMessage(scene), body: { content: "" } }),
      verdict: [400, 50_006],
    },
  ],
  never: { "403": "the token is the only right that is needed" },
});

operation(stage, "delete_webhook_message", {
  change: answer(MESSAGES, "deleteWebhookMessage", "deleteMessage", []),
  seenBy: async ({ scene, asked }) => {
    expect(await read(scene, "nobody", asked.path)).toMatchObject({ status: 404, body: { code: 10_008 } });
  },
  heard: ({ asked }) => ({ bot: [["MESSAGE_DELETE", { id: asked.path.split("/").at(-1) }]] }),
  failures: [
    unknownWebhook("/token/messages/1"),
    wrongToken("/messages/1"),
    { claim: "an unknown message", ask: open("/messages/1"), verdict: [404, 10_008] },
    invalid("a word in place of the message's id", "message_id", open("/messages/word")),
  ],
  never: OPEN,
});
