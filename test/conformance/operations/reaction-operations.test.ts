// Reactions to messages of servers' channels.
import type { MessagePayload } from "sdkpp/wire";
import { expect } from "vitest";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { PNG } from "../../support/png.js";
import { drop, force, negate, unwrap } from "../change.js";
import { operation, read, type Failure } from "./operation.js";
import { idOf, server } from "./server.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const RULES = "platform/domain/rules/message/reactions.ts";
const WORLD = "platform/domain/world/message/reactions.ts";
const FIRE = encodeURIComponent("🔥");
const fire = { id: null, name: "🔥" };

type Channel = "text" | "staff" | "arrivals";

/** A message in a server. @returns its path */
async function posted(scene: Scene, channel: Channel = "text"): Promise<string> {
  const path = `${server(scene)[channel]}/messages`;
  const { id } = (await scene.must("bot", "POST", { path, body: { content: "hello" } })) as MessagePayload;
  return `${path}/${id}`;
}

async function react(scene: Scene, message: string, who: "bot" | "otherBot", emoji = FIRE): Promise<void> {
  const path = `${message}/reactions/${emoji}/@me`;
  const { status } = await scene.stage.send(scene.stage[who], "PUT", { path });
  if (status !== 204) throw new Error(`${path}: ${String(status)}`);
}

/** A message with the reactions of both bots. @returns its path */
async function reacted(scene: Scene): Promise<string> {
  const message = await posted(scene);
  await react(scene, message, "bot");
  await react(scene, message, "otherBot");
  return message;
}

/** An emoji of the bot's application. @returns as paths name it */
async function hero(scene: Scene): Promise<string> {
  const path = `/applications/${scene.applicationId}/emojis`;
  const body = { name: "hero", image: PNG };
  const { id } = (await scene.must("bot", "POST", { path, body })) as { id: string };
  return `hero:${id}`;
}

const emojiIdOf = (path: string): string => path.split("/")[6]?.split(":")[1] ?? "";
const messageOf = (path: string): string => path.split("/").slice(0, 5).join("/");
const placeOf = (path: string) => ({ channel_id: path.split("/")[2], message_id: path.split("/")[4] });

const reactionsFor = async (scene: Scene, who: "bot" | "otherBot", path: string) =>
  ((await read(scene, who, messageOf(path))).body as MessagePayload).reactions;

const at = (
  claim: string,
  path: (scene: Scene) => string | Promise<string>,
  more: Omit<Failure, "claim" | "ask">,
): Failure => ({
  claim,
  ask: async (scene) => ({ path: await path(scene) }),
  ...more,
});

/** Requests that every route of reactions rejects. @param rest of its path behind the message */
const common = (rest: string): Failure[] => [
  at("an unknown channel", () => `/channels/1/messages/1${rest}`, { verdict: [404, 10_003] }),
  at("an unknown message", (scene) => `${server(scene).text}/messages/1${rest}`, { verdict: [404, 10_008] }),
  at("a hidden channel", async (scene) => (await posted(scene, "staff")) + rest, {
    by: "otherBot",
    verdict: [403, 50_001],
  }),
  at("a word in place of the message's id", (scene) => `${server(scene).text}/messages/word${rest}`, {
    verdict: [400, 50_035],
    errors: ["message_id"],
  }),
];
const unknownEmoji = (rest: (emoji: string) => string): Failure[] =>
  ["fire", "🔥🔥", "7", "a:b:c", "x".repeat(65), "name:0"].map((text) =>
    at(`no emoji: ${text}`, async (scene) => (await posted(scene)) + rest(encodeURIComponent(text)), {
      verdict: [400, 10_014],
    }),
  );
const withoutManaging = (rest: (scene: Scene) => string): Failure =>
  at("a bot that does not manage messages", async (scene) => (await reacted(scene)) + rest(scene), {
    by: "otherBot",
    verdict: [403, 50_013],
  });

operation<undefined>(stage, "add_my_message_reaction", {
  change: force(WORLD, "addReaction", "isNew", false),
  ask: async (scene) => {
    const message = await posted(scene);
    await react(scene, message, "otherBot");
    return { path: `${message}/reactions/${await hero(scene)}/@me` };
  },
  seenBy: async ({ scene, asked }) => {
    const emoji = { id: emojiIdOf(asked.path), name: "hero" };
    expect(await reactionsFor(scene, "otherBot", asked.path)).toMatchObject([
      { emoji: fire, count: 1, count_details: { burst: 0, normal: 1 }, me: true, me_burst: false },
      { emoji, count: 1, me: false },
    ]);
    // Only the first one needs the permission to add reactions: Ada's server gives it to nobody but the first bot.
    await react(scene, messageOf(asked.path), "otherBot", `hero:${emoji.id}`);
    expect(await reactionsFor(scene, "bot", asked.path)).toMatchObject([
      { emoji: fire, count: 1, me: false },
      { emoji, count: 2, me: true },
    ]);
  },
  heard: ({ scene, asked }) => {
    const added = [
      "MESSAGE_REACTION_ADD",
      {
        ...placeOf(asked.path),
        user_id: scene.botId,
        message_author_id: scene.botId,
        emoji: { id: emojiIdOf(asked.path), name: "hero" },
        burst: false,
        type: 0,
        member: { user: { id: scene.botId } },
      },
    ] as const;
    return { bot: [added], otherBot: [added] };
  },
  failures: [
    ...common(`/reactions/${FIRE}/@me`),
    ...unknownEmoji((emoji) => `/reactions/${emoji}/@me`),
    at("an emoji that does not exist", async (scene) => `${await posted(scene)}/reactions/hero:1/@me`, {
      verdict: [400, 10_014],
    }),
    at(
      "without reading the history",
      async (scene) => `${await posted(scene, "arrivals")}/reactions/${FIRE}/@me`,
      {
        by: "otherBot",
        verdict: [403, 50_013],
      },
    ),
    at(
      "a 21st emoji",
      async (scene) => {
        const message = await posted(scene);
        for (let count = 0; count < 20; count += 1) await react(scene, message, "bot", await hero(scene));
        return `${message}/reactions/${FIRE}/@me`;
      },
      { verdict: [400, 30_010] },
    ),
  ],
});

operation<undefined>(stage, "delete_my_message_reaction", {
  change: unwrap(WORLD, "removeReaction", "changed"),
  ask: async (scene) => ({ path: `${await reacted(scene)}/reactions/${FIRE}/@me` }),
  seenBy: async ({ scene, asked }) => {
    expect(await reactionsFor(scene, "otherBot", asked.path)).toMatchObject([
      { emoji: fire, count: 1, me: true },
    ]);
    expect(await reactionsFor(scene, "bot", asked.path)).toMatchObject([{ count: 1, me: false }]);
    const again = await scene.stage.send(scene.stage.bot, "DELETE", asked);
    expect(again.status).toBe(204);
    expect(await reactionsFor(scene, "bot", asked.path)).toMatchObject([{ count: 1 }]);
  },
  heard: ({ scene, asked }) => {
    const d = { ...placeOf(asked.path), user_id: scene.botId, emoji: fire };
    return { bot: [["MESSAGE_REACTION_REMOVE", d]], otherBot: [["MESSAGE_REACTION_REMOVE", d]] };
  },
  failures: [...common(`/reactions/${FIRE}/@me`), ...unknownEmoji((emoji) => `/reactions/${emoji}/@me`)],
});

operation<undefined>(stage, "delete_user_message_reaction", {
  change: drop(RULES, "withdrawn", "removeReaction"),
  ask: async (scene) => ({ path: `${await reacted(scene)}/reactions/${FIRE}/${scene.stage.otherBotId}` }),
  seenBy: async ({ scene, asked }) => {
    expect(await reactionsFor(scene, "otherBot", asked.path)).toMatchObject([
      { emoji: fire, count: 1, me: false },
    ]);
  },
  heard: ({ scene, asked }) => {
    const d = { ...placeOf(asked.path), user_id: scene.stage.otherBotId, emoji: fire };
    return { bot: [["MESSAGE_REACTION_REMOVE", d]], otherBot: [["MESSAGE_REACTION_REMOVE", d]] };
  },
  failures: [
    ...common(`/reactions/${FIRE}/1`),
    ...unknownEmoji((emoji) => `/reactions/${emoji}/1`),
    withoutManaging(({ botId }) => `/reactions/${FIRE}/${botId}`),
  ],
});

operation<object[]>(stage, "list_message_reactions_by_emoji", {
  change: drop(WORLD, "reactorIds", "after"),
  ask: async (scene) => ({ path: `${await reacted(scene)}/reactions/${FIRE}` }),
  seenBy: async ({ scene, asked, body }) => {
    const ids = [scene.botId, scene.stage.otherBotId].sort((left, right) =>
      Number(BigInt(left) - BigInt(right)),
    );
    expect(body).toMatchObject(ids.map((id) => ({ id })));
    const page = async (query: string) => (await read(scene, "otherBot", asked.path + query)).body;
    expect(await page("?limit=1")).toMatchObject([{ id: ids[0] }]);
    expect(await page(`?after=${ids[0]!}`)).toMatchObject([{ id: ids[1] }]);
    expect(await page(`?after=${ids[1]!}`)).toEqual([]);
    expect(await page("?type=1")).toEqual([]);
  },
  heard: "a read",
  failures: [
    ...common(`/reactions/${FIRE}`),
    ...unknownEmoji((emoji) => `/reactions/${emoji}`),
    at("101 users", async (scene) => `${await posted(scene)}/reactions/${FIRE}?limit=101`, {
      verdict: [400, 50_035],
      errors: ["limit"],
    }),
    at("an unknown type", async (scene) => `${await posted(scene)}/reactions/${FIRE}?type=2`, {
      verdict: [400, 50_035],
      errors: ["type"],
    }),
    at("a word to begin after", async (scene) => `${await posted(scene)}/reactions/${FIRE}?after=word`, {
      verdict: [400, 50_035],
      errors: ["after"],
    }),
  ],
});

operation<undefined>(stage, "delete_all_message_reactions_by_emoji", {
  change: negate(WORLD, "removeEmoji", "isSame"),
  ask: async (scene) => {
    const message = await reacted(scene);
    await react(scene, message, "bot", await hero(scene));
    return { path: `${message}/reactions/${FIRE}` };
  },
  seenBy: async ({ scene, asked }) => {
    expect(await reactionsFor(scene, "otherBot", asked.path)).toMatchObject([
      { emoji: { name: "hero" }, count: 1 },
    ]);
    expect((await read(scene, "otherBot", asked.path)).body).toEqual([]);
  },
  heard: ({ asked }) => {
    const d = { ...placeOf(asked.path), emoji: fire };
    return { bot: [["MESSAGE_REACTION_REMOVE_EMOJI", d]], otherBot: [["MESSAGE_REACTION_REMOVE_EMOJI", d]] };
  },
  failures: [
    ...common(`/reactions/${FIRE}`),
    ...unknownEmoji((emoji) => `/reactions/${emoji}`),
    withoutManaging(() => `/reactions/${FIRE}`),
  ],
});

operation<undefined>(stage, "delete_all_message_reactions", {
  change: drop(WORLD, "removeReactions", "reactionTallies"),
  ask: async (scene) => ({ path: `${await reacted(scene)}/reactions` }),
  seenBy: async ({ scene, asked }) => {
    expect(await reactionsFor(scene, "otherBot", asked.path)).toBeUndefined();
    const list = await read(
      scene,
      "otherBot",
      `/channels/${String(placeOf(asked.path).channel_id)}/messages`,
    );
    expect((list.body as MessagePayload[])[0]).toMatchObject({ id: idOf(messageOf(asked.path)) });
    expect((list.body as MessagePayload[])[0]).not.toHaveProperty("reactions");
    expect((await read(scene, "otherBot", `${asked.path}/${FIRE}`)).body).toEqual([]);
  },
  heard: ({ asked }) => {
    const d = placeOf(asked.path);
    return { bot: [["MESSAGE_REACTION_REMOVE_ALL", d]], otherBot: [["MESSAGE_REACTION_REMOVE_ALL", d]] };
  },
  failures: [...common("/reactions"), withoutManaging(() => "/reactions")],
  never: { own: "no other code is documented for it" },
});
