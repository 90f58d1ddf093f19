// Announcements: what is published in channels of their own.
import { Permission, type MessagePayload } from "sdkpp/wire";
import { expect } from "vitest";
import type { Scene } from "../../e2e/platform/authorisation-scene.js";
import { change } from "../change.js";
import { operation, read, type Failure } from "./operation.js";
import { idOf, server } from "./server.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const CROSSPOSTED = 1;

/** A server with a channel of announcements, where both bots write and the game's bot may do everything. @returns its path */
function newsroom({ stage, host, botId }: Scene): string {
  const guild = stage.platform.control.createGuild({
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

operation<MessagePayload>(stage, "crosspost_message", {
  change: change(
    "platform/domain/rules/message/crossposts.ts",
    "flags: flags | MessageFlag.Crossposted",
    "flags",
  ),
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
