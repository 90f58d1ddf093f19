// Responses to interactions.
import type { MessagePayload } from "sdkpp/wire";
import { expect } from "vitest";
import { answered, REPLY, usedCommand } from "../../e2e/platform/authorization-rows-interaction.js";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { answer, drop, set } from "../change.js";
import { operation, read, rejected, type Failure } from "./operation.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const CALLBACKS = "platform/domain/rules/interaction/callbacks.ts";
const FOLLOW_UPS = "platform/domain/rules/interaction/follow-ups.ts";
const MESSAGES = "platform/domain/rules/interaction/responses.ts";
const NO_401 = { "401": "the path is the proof", "403": "the path is the proof" };

const bad = (claim: string, body: unknown, ...errors: string[]): Failure =>
  rejected(
    claim,
    async (scene) => ({ path: (await usedCommand(scene)).callback, body }),
    [400, 50_035],
    ...errors,
  );

const inTime = async (scene: Scene, ms: number) => {
  const open = await usedCommand(scene);
  await scene.stage.platform.control.clock.advance(ms);
  return open;
};

operation(stage, "create_interaction_response", {
  change: drop(CALLBACKS, "respond", "interactions"),
  seenBy: async ({ scene, asked }) => {
    const { body } = await scene.stage.send(undefined, "POST", asked);
    expect(body).toMatchObject({ code: 40_060 });
    const open = await usedCommand(scene);
    const reply = await scene.stage.send(undefined, "POST", {
      path: `${open.callback}?with_response=true`,
      body: REPLY,
    });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        interaction: { id: open.id, type: 2, response_message_loading: false },
        resource: { type: 4, message: { content: "hello", type: 20 } },
      },
    });
    const { body: listed } = await read(scene, "bot", `/channels/${open.channelId}/messages`);
    expect(listed).toMatchObject([{ content: "hello", interaction_metadata: { id: open.id } }]);
  },
  heard: ({ scene }) => ({
    bot: [["MESSAGE_CREATE", { content: "hello", interaction_metadata: { user: { id: scene.ada.id } } }]],
  }),
  failures: [
    bad("no type", {}, "type"),
    bad("an unknown type", { type: 99 }, "type"),
    bad("a type that answers a PING", { type: 1 }, "type"),
    bad("an update without a component", { type: 7, data: { content: "x" } }, "type"),
    bad("choices for a command", { type: 8, data: { choices: [] } }, "type"),
    bad("a deferred response with a flag", { type: 5, data: { flags: 4 } }, "data"),
    bad(
      "a modal without a title",
      { type: 9, data: { custom_id: "x", components: [] } },
      "data.title",
      "data.components",
    ),
    rejected(
      "an empty message",
      async (scene) => ({ path: (await usedCommand(scene)).callback, body: { type: 4, data: {} } }),
      [400, 50_006],
    ),
    rejected(
      "a second response",
      async (scene) => ({ path: (await answered(scene)).callback, body: REPLY }),
      [400, 40_060],
    ),
    rejected(
      "another token",
      async (scene) => ({
        path: `/interactions/${(await usedCommand(scene)).id}/token/callback`,
        body: REPLY,
      }),
      [404, 10_062],
    ),
    rejected(
      "a response after 3 seconds",
      async (scene) => ({ path: (await inTime(scene, 3001)).callback, body: REPLY }),
      [404, 10_062],
    ),
    rejected(
      "a word in place of the id",
      () => ({ path: "/interactions/word/token/callback", body: REPLY }),
      [400, 50_035],
      "interaction_id",
    ),
  ],
  never: NO_401,
});

const ORIGINAL = "/messages/@original";
const never = { "403": "the path is the proof", own: "no other code is documented for it" };

const missing = (body?: unknown): Failure[] => [
  rejected(
    "a token after 15 minutes",
    async (scene) => {
      const open = await answered(scene);
      await scene.stage.platform.control.clock.advance(15 * 60 * 1000 + 1);
      return { path: open.webhook + ORIGINAL, body };
    },
    [401, 50_027],
  ),
  rejected(
    "an interaction without a response",
    async (scene) => ({ path: (await usedCommand(scene)).webhook + ORIGINAL, body }),
    [404, 10_008],
  ),
  rejected(
    "a word in place of the id",
    () => ({ path: `/webhooks/word/token${ORIGINAL}`, body }),
    [400, 50_035],
    "webhook_id",
  ),
];

operation<MessagePayload>(stage, "get_original_webhook_message", {
  change: answer(FOLLOW_UPS, "findResponse", "originalOf", undefined),
  seenBy: async ({ body, scene }) => {
    expect(body).toMatchObject({
      content: "hello",
      webhook_id: scene.applicationId,
      author: { id: scene.botId },
    });
    expect((await read(scene, "bot", `/channels/${body.channel_id}/messages/${body.id}`)).body).toEqual(body);
    // Only the user and the application see this one.
    const hidden = await answered(scene, { type: 4, data: { content: "psst", flags: 64 } });
    const { body: seen } = await read(scene, "nobody", hidden.webhook + ORIGINAL);
    expect(seen).toMatchObject({ content: "psst", flags: 64 });
    const path = `/channels/${hidden.channelId}/messages/${(seen as MessagePayload).id}`;
    expect(await read(scene, "bot", path)).toMatchObject({ status: 404 });
  },
  heard: "a read",
  failures: missing(),
  never,
});

operation<MessagePayload>(stage, "update_original_webhook_message", {
  change: set(MESSAGES, "editResponse.facts", []),
  seenBy: async ({ body, scene }) => {
    expect((await read(scene, "bot", `/channels/${body.channel_id}/messages/${body.id}`)).body).toMatchObject(
      {
        content: "changed",
        edited_timestamp: expect.any(String) as string,
      },
    );
    const open = await answered(scene, { type: 5 });
    const edited = await scene.stage.send(undefined, "PATCH", {
      path: open.webhook + ORIGINAL,
      body: { content: "here" },
    });
    expect(edited).toMatchObject({
      status: 200,
      body: { content: "here", flags: 0, edited_timestamp: null },
    });
  },
  heard: ({ body }) => ({ bot: [["MESSAGE_UPDATE", { id: body.id, content: "changed" }]] }),
  failures: [
    ...missing({ content: "x" }),
    rejected(
      "a long text",
      async (scene) => ({
        path: (await answered(scene)).webhook + ORIGINAL,
        body: { content: "x".repeat(2001) },
      }),
      [400, 50_035],
      "content",
    ),
  ],
  never,
});

operation(stage, "delete_original_webhook_message", {
  change: answer(MESSAGES, "deleteResponse", "deleteMessage", []),
  seenBy: async ({ scene, asked: { path } }) => {
    expect(await read(scene, "nobody", path)).toMatchObject({ status: 404, body: { code: 10_008 } });
  },
  heard: () => ({ bot: [["MESSAGE_DELETE", {}]] }),
  failures: missing(),
  never,
});
