// Polls in servers' channels.
import type { MessagePayload, UserPayload } from "sdkpp/wire";
import { expect } from "vitest";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { drop } from "../change.js";
import { operation, read, type Failure } from "./operation.js";
import { server } from "./server.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const RULES = "platform/domain/rules/message/polls.ts";
const WORLD = "platform/domain/world/message/polls.ts";

const POLL = {
  question: { text: "Raid at eight?" },
  answers: [{ poll_media: { text: "yes", emoji: { name: "🔥" } } }, { poll_media: { text: "no" } }],
  allow_multiselect: true,
};

type Channel = "text" | "staff" | "arrivals";

/** A poll of a bot in a server, for which Ada and Ben have voted. @returns the path of the poll */
async function posted(
  scene: Scene,
  channel: Channel = "text",
  by: "bot" | "otherBot" = "bot",
): Promise<string> {
  const at = server(scene)[channel];
  const asked = { path: `${at}/messages`, body: { poll: POLL } };
  const { body } = await scene.stage.send(scene.stage[by], "POST", asked);
  const { id } = body as MessagePayload;
  if (channel === "text") {
    const { control } = scene.stage.platform;
    control.as(scene.ada.id).vote(id, [1, 2]);
    control.as(scene.ben.id).vote(id, [1]);
  }
  return `${at}/polls/${id}`;
}

const messageOf = (path: string): string =>
  path.replace("/polls/", "/messages/").split("/").slice(0, 5).join("/");

const at = (
  claim: string,
  path: (scene: Scene) => string | Promise<string>,
  more: Omit<Failure, "claim" | "ask">,
): Failure => ({ claim, ask: async (scene) => ({ path: await path(scene) }), ...more });

const common = (rest: string): Failure[] => [
  at("an unknown channel", () => `/channels/1/polls/1${rest}`, { verdict: [404, 10_003] }),
  at("an unknown message", (scene) => `${server(scene).text}/polls/1${rest}`, { verdict: [404, 10_008] }),
  at("a hidden channel", async (scene) => (await posted(scene, "staff")) + rest, {
    by: "otherBot",
    verdict: [403, 50_001],
  }),
  at("a word in place of the message's id", (scene) => `${server(scene).text}/polls/word${rest}`, {
    verdict: [400, 50_035],
    errors: ["message_id"],
  }),
];

/** A message without a poll. */
async function plain(scene: Scene): Promise<string> {
  const channel = server(scene).text;
  const asked = { path: `${channel}/messages`, body: { content: "hi" } };
  return `${channel}/polls/${((await scene.must("bot", "POST", asked)) as MessagePayload).id}`;
}

operation<{ users: UserPayload[] }>(stage, "get_answer_voters", {
  change: drop(WORLD, "voterIds", "after"),
  ask: async (scene) => ({ path: `${await posted(scene)}/answers/1` }),
  seenBy: async ({ scene: { ada, ben, ...rest }, asked, body }) => {
    const scene = { ada, ben, ...rest } as Scene;
    const ids = [ada.id, ben.id];
    expect(body.users.map(({ id }) => id)).toEqual(ids);
    const page = async (path: string) => (await read(scene, "otherBot", path)).body;
    expect(await page(`${asked.path}?limit=1`)).toMatchObject({ users: [{ id: ids[0] }] });
    expect(await page(`${asked.path}?after=${ids[0]!}`)).toMatchObject({ users: [{ id: ids[1] }] });
    expect(await page(asked.path.replace("answers/1", "answers/2"))).toMatchObject({
      users: [{ id: ids[0] }],
    });
    scene.stage.platform.control.as(ada.id).vote(asked.path.split("/")[4]!, []);
    expect(await page(asked.path)).toMatchObject({ users: [{ id: ben.id }] });
  },
  heard: "a read",
  failures: [
    ...common("/answers/1"),
    at("without reading the history", async (scene) => `${await posted(scene, "arrivals")}/answers/1`, {
      by: "otherBot",
      verdict: [403, 50_013],
    }),
    at("an unknown answer", async (scene) => `${await posted(scene)}/answers/3`, {
      verdict: [400, 50_035],
      errors: ["answer_id"],
    }),
    at("a message without a poll", async (scene) => `${await plain(scene)}/answers/1`, {
      verdict: [400, 50_035],
      errors: ["answer_id"],
    }),
    at("101 users", async (scene) => `${await posted(scene)}/answers/1?limit=101`, {
      verdict: [400, 50_035],
      errors: ["limit"],
    }),
  ],
  never: { own: "no other code is documented for it" },
});

const RESULT = {
  type: 46,
  embeds: [
    {
      type: "poll_result",
      fields: [
        { name: "poll_question_text", value: "Raid at eight?" },
        { name: "victor_answer_votes", value: "2" },
        { name: "total_votes", value: "3" },
        { name: "victor_answer_id", value: "1" },
        { name: "victor_answer_text", value: "yes" },
        { name: "victor_answer_emoji_name", value: "🔥" },
      ],
    },
  ],
};

operation<MessagePayload>(stage, "poll_expire", {
  change: drop(RULES, "endPoll", "isFinal"),
  ask: async (scene) => ({ path: `${await posted(scene)}/expire` }),
  seenBy: async ({ scene, asked, body }) => {
    const results = {
      is_finalized: true,
      answer_counts: [
        { id: 1, count: 2, me_voted: false },
        { id: 2, count: 1, me_voted: false },
      ],
    };
    expect(body).toMatchObject({ poll: { question: POLL.question, results } });
    const seen = await read(scene, "otherBot", messageOf(asked.path));
    expect(seen.body).toMatchObject({ poll: { results } });
    const [result] = (await read(scene, "otherBot", messageOf(asked.path).split("/").slice(0, 4).join("/")))
      .body as MessagePayload[];
    expect(result).toMatchObject({ ...RESULT, message_reference: { message_id: body.id } });
    expect(() => scene.stage.platform.control.as(scene.ada.id).vote(body.id, [2])).toThrow(
      "the poll is over",
    );
  },
  heard: ({ body: { id } }) => {
    const events = [
      ["MESSAGE_UPDATE", { id, poll: { results: { is_finalized: true } } }],
      ["MESSAGE_CREATE", { ...RESULT, message_reference: { message_id: id } }],
    ] as const;
    return { bot: events, otherBot: events };
  },
  failures: [
    ...common("/expire"),
    at("another user's poll", async (scene) => `${await posted(scene, "text", "otherBot")}/expire`, {
      verdict: [403, 50_005],
    }),
    at("a message without a poll", async (scene) => `${await plain(scene)}/expire`, {
      verdict: [400, 520_006],
    }),
    at(
      "a poll that is over",
      async (scene) => {
        const path = `${await posted(scene)}/expire`;
        await scene.must("bot", "POST", { path });
        return path;
      },
      { verdict: [400, 520_001] },
    ),
  ],
});
