// Announcements: who follows their channels, and what is published there.
import { Permission, type MessagePayload } from "sdkpp/wire";
import { expect } from "vitest";
import type { Asked, Scene } from "../../e2e/platform/authorization-scene.js";
import { drop, set } from "../change.js";
import { operation, read, type Failure } from "./operation.js";
import { idOf, server } from "./server.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const CROSSPOSTED = 1;
const IS_CROSSPOST = 2;

/** A server with a channel of announcements, where both bots write and the game's bot may do everything. @returns its path */
function newsroom({ stage, host, botId }: Scene): string {
  const guild = stage.platform.control.guilds.create({
    name: "Newsroom",
    ownerId: host.id,
    memberIds: [botId, stage.otherBotId],
    channels: [{ name: "news", kind: "announcement" }],
    roles: [{ name: "Bot", permissions: Permission.Administrator, memberIds: [botId] }],
  });
  return `/channels/${guild.channels[0]?.id ?? ""}`;
}

/** @returns the path of the message */
async function post(scene: Scene, channel: string, body: object = { content: "hear ye" }): Promise<string> {
  const path = `${channel}/messages`;
  return `${path}/${((await scene.must("bot", "POST", { path, body })) as MessagePayload).id}`;
}

const messageOf = (path: string): string => path.replace(/\/crosspost$/, "");

const crossposting = (
  claim: string,
  message: (scene: Scene) => string | Promise<string>,
  more: Omit<Failure, "claim" | "ask">,
): Failure => ({
  claim,
  ask: async (scene) => ({ path: `${await message(scene)}/crosspost` }),
  ...more,
});

interface Followed {
  readonly channel_id: string;
  readonly webhook_id: string;
}

const following = (
  claim: string,
  path: (scene: Scene) => string | Promise<string>,
  target: (scene: Scene) => string | Promise<string>,
  more: Omit<Failure, "claim" | "ask">,
): Failure => ({
  claim,
  ask: async (scene) => ({
    path: `${await path(scene)}/followers`,
    body: { webhook_channel_id: idOf(await target(scene)) },
  }),
  ...more,
});

const text = (scene: Scene): string => server(scene).text;

operation<Followed>(stage, "follow_channel", {
  change: set("platform/domain/rules/webhook/followers.ts", "followChannel.plain.source", undefined),
  ask: (scene) => ({
    path: `${newsroom(scene)}/followers`,
    body: { webhook_channel_id: idOf(text(scene)) },
    headers: { "x-audit-log-reason": "to be up to date" },
  }),
  seenBy: async ({ scene, asked, body }) => {
    const news = asked.path.replace(/\/followers$/, "");
    const target = `/channels/${targetOf(asked)}`;
    expect(body).toEqual({ channel_id: idOf(news), webhook_id: expect.any(String) });
    const source = { source_guild: { name: "Newsroom", icon: null }, source_channel: { name: "news" } };
    const webhook = { id: body.webhook_id, type: 2, name: "Newsroom", ...source, user: { id: scene.botId } };
    const listed = (await read(scene, "bot", `${target}/webhooks`)).body as Record<string, unknown>[];
    expect(listed).toMatchObject([webhook]);
    expect([listed[0]?.["token"], listed[0]?.["url"]]).toEqual([undefined, undefined]);
    const { guild_id } = listed[0] as { guild_id: string };
    const log = (await read(scene, "bot", `/guilds/${guild_id}/audit-logs?action_type=50`)).body;
    const entry = { target_id: body.webhook_id, user_id: scene.botId, reason: "to be up to date" };
    expect((log as { audit_log_entries: unknown }).audit_log_entries).toMatchObject([entry]);
    const said = await post(scene, news);
    await scene.must("bot", "POST", { path: `${said}/crosspost` });
    const copy = {
      content: "hear ye",
      flags: IS_CROSSPOST,
      webhook_id: body.webhook_id,
      message_reference: { type: 0, channel_id: idOf(news), message_id: idOf(said) },
    };
    const notice = { type: 12, content: "Newsroom #news", author: { id: scene.botId } };
    expect((await read(scene, "otherBot", `${target}/messages`)).body).toMatchObject([copy, notice]);
  },
  heard: ({ asked, body }) => {
    const changed = ["WEBHOOKS_UPDATE", { channel_id: targetOf(asked) }] as const;
    const entry = ["GUILD_AUDIT_LOG_ENTRY_CREATE", { action_type: 50 }] as const;
    const reference = { type: 0, channel_id: body.channel_id, guild_id: expect.any(String) };
    const notice = ["MESSAGE_CREATE", { type: 12, message_reference: reference }] as const;
    return { bot: [changed, entry, notice], otherBot: [changed, notice] };
  },
  failures: [
    following("an unknown channel", () => "/channels/1", text, { verdict: [404, 10_003] }),
    following("an unknown target", newsroom, () => "1", { verdict: [404, 10_003] }),
    following("a hidden channel", (scene) => server(scene).staff, text, {
      by: "otherBot",
      verdict: [403, 50_001],
    }),
    following("a target whose webhooks the bot may not manage", newsroom, text, {
      by: "otherBot",
      verdict: [403, 50_013],
    }),
    following("a target in a foreign server", newsroom, (scene) => scene.guild(scene.host).channelId, {
      by: "otherBot",
      verdict: [403, 50_001],
    }),
    following("a text channel", text, text, { verdict: [400, 50_024] }),
    following("a voice channel as the target", newsroom, (scene) => server(scene).voice, {
      verdict: [400, 50_024],
    }),
    following("a word in place of the target", newsroom, () => "word", {
      verdict: [400, 50_035],
      errors: ["webhook_channel_id"],
    }),
    {
      claim: "a channel that would follow itself",
      ask: (scene) => {
        const news = newsroom(scene);
        return { path: `${news}/followers`, body: { webhook_channel_id: idOf(news) } };
      },
      verdict: [400, 50_035],
      errors: ["webhook_channel_id"],
    },
    {
      claim: "a sixteenth webhook of the target",
      ask: async (scene) => {
        const target = text(scene);
        for (let count = 0; count < 15; count += 1)
          await scene.must("bot", "POST", { path: `${target}/webhooks`, body: { name: "Herald" } });
        return { path: `${newsroom(scene)}/followers`, body: { webhook_channel_id: idOf(target) } };
      },
      verdict: [400, 30_007],
    },
  ],
});

function targetOf({ body }: Asked): string {
  return (body as { webhook_channel_id: string }).webhook_channel_id;
}

operation<MessagePayload>(stage, "crosspost_message", {
  change: drop("platform/domain/rules/message/crossposts.ts", "crosspostMessage", "Crossposted"),
  ask: async (scene) => ({ path: `${await post(scene, newsroom(scene))}/crosspost` }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ content: "hear ye", flags: CROSSPOSTED, edited_timestamp: null });
    expect((await read(scene, "otherBot", messageOf(asked.path))).body).toMatchObject({
      id: body.id,
      flags: CROSSPOSTED,
    });
  },
  heard: ({ asked }) => {
    const update = ["MESSAGE_UPDATE", { id: idOf(messageOf(asked.path)), flags: CROSSPOSTED }] as const;
    return { bot: [update], otherBot: [update] };
  },
  failures: [
    crossposting("an unknown channel", () => "/channels/1/messages/1", { verdict: [404, 10_003] }),
    crossposting("an unknown message", (scene) => `${newsroom(scene)}/messages/1`, {
      verdict: [404, 10_008],
    }),
    crossposting("a word in place of the message's id", (scene) => `${newsroom(scene)}/messages/word`, {
      verdict: [400, 50_035],
      errors: ["message_id"],
    }),
    crossposting("a hidden channel", (scene) => post(scene, server(scene).staff), {
      by: "otherBot",
      verdict: [403, 50_001],
    }),
    crossposting("another's message, without managing messages", (scene) => post(scene, newsroom(scene)), {
      by: "otherBot",
      verdict: [403, 50_013],
    }),
    crossposting("a message of a text channel", (scene) => post(scene, server(scene).text), {
      verdict: [400, 50_024],
    }),
    crossposting("in a conversation", async (scene) => post(scene, await scene.botConversation()), {
      verdict: [403, 50_003],
    }),
    crossposting("a reply", replied, { verdict: [400, 50_068] }),
    crossposting(
      "a crossposted message",
      async (scene) => {
        const path = await post(scene, newsroom(scene));
        await scene.must("bot", "POST", { path: `${path}/crosspost` });
        return path;
      },
      { verdict: [400, 40_033] },
    ),
  ],
});

async function replied(scene: Scene): Promise<string> {
  const channel = newsroom(scene);
  const message_id = idOf(await post(scene, channel));
  return post(scene, channel, { content: "indeed", message_reference: { message_id } });
}
