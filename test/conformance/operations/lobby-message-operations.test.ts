// Messages in lobbies.
import type { LobbyMessagePayload } from "sdkpp/wire";
import { expect } from "vitest";
import { drop } from "../change.js";
import { operation, read, type Failure } from "./operation.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const RULES = "platform/domain/rules/message/lobby-messages.ts";

const unknownLobby = (rest: string, body?: unknown): Failure => ({
  claim: "an unknown lobby",
  ask: () => ({ path: `/lobbies/1${rest}`, body }),
  verdict: [404, 10_031],
});

operation<LobbyMessagePayload>(stage, "create_lobby_message", {
  change: drop(RULES, "sendLobbyMessage", "appendMessage"),
  ask: async (scene) => ({
    path: `/lobbies/${await scene.lobby()}/messages`,
    body: { content: "hello", metadata: { mood: "brave" } },
  }),
  seenBy: async ({ scene, asked, body }) => {
    const { body: messages } = await read(scene, "ben", asked.path);
    expect(messages).toMatchObject([{ id: body.id, content: "hello", author: { id: scene.ada.id } }]);
  },
  heard: ({ scene: { ada }, asked, body: { id } }) => {
    const lobby_id = asked.path.split("/")[2];
    const d = { id, lobby_id, content: "hello", author: { id: ada.id }, metadata: { mood: "brave" } };
    return { ada: [["LOBBY_MESSAGE_CREATE", d]], ben: [["LOBBY_MESSAGE_CREATE", d]] };
  },
  failures: [
    unknownLobby("/messages", { content: "hello" }),
    {
      claim: "a text of spaces",
      ask: async (scene) => ({ path: `/lobbies/${await scene.lobby()}/messages`, body: { content: " " } }),
      verdict: [400, 50_006],
    },
    {
      claim: "a text of 2001 characters",
      ask: async (scene) => ({
        path: `/lobbies/${await scene.lobby()}/messages`,
        body: { content: "x".repeat(2001) },
      }),
      verdict: [400, 50_035],
      errors: ["content"],
    },
    {
      claim: "a number as metadata",
      ask: async (scene) => ({
        path: `/lobbies/${await scene.lobby()}/messages`,
        body: { content: "hello", metadata: { mood: 7 } },
      }),
      verdict: [400, 50_035],
      errors: ["metadata.mood"],
    },
  ],
});

operation<LobbyMessagePayload[]>(stage, "get_lobby_messages", {
  change: drop(RULES, "listLobbyMessages", "limit"),
  by: "ben",
  ask: async (scene) => {
    const path = `/lobbies/${await scene.lobby()}/messages`;
    for (const content of ["first", "second", "third"])
      await scene.must(scene.ada, "POST", { path, body: { content } });
    return { path: `${path}?limit=2` };
  },
  seenBy: async ({ scene, asked, body }) => {
    expect(body.map(({ content }) => content)).toEqual(["third", "second"]);
    const [path = ""] = asked.path.split("?");
    await scene.must(scene.ada, "DELETE", { path: `${path}/${body[0]?.id ?? ""}` });
    const { body: rest } = await read(scene, "ben", path);
    expect(rest).toMatchObject([{ content: "second" }, { content: "first" }]);
  },
  heard: "a read",
  failures: [
    unknownLobby("/messages"),
    {
      claim: "201 messages",
      ask: async (scene) => ({ path: `/lobbies/${await scene.lobby()}/messages?limit=201` }),
      verdict: [400, 50_035],
      errors: ["limit"],
    },
  ],
  never: { own: "no other code is documented for it" },
});

operation<undefined>(stage, "update_lobby_message_external_moderation_metadata", {
  change: drop(RULES, "moderateLobbyMessage", "moderation"),
  ask: async (scene) => ({
    path: `${await scene.lobbyMessage()}/moderation-metadata`,
    body: { verdict: "mild" },
  }),
  seenBy: async ({ scene, asked }) => {
    const { body } = await read(scene, "ben", asked.path.replace(/\/[0-9]+\/moderation-metadata$/, ""));
    expect(body).toMatchObject([{ content: "hello", moderation_metadata: { verdict: "mild" } }]);
  },
  heard: ({ asked }) => {
    const [, , lobby_id, , id] = asked.path.split("/");
    const updated = [
      "LOBBY_MESSAGE_UPDATE",
      { id, lobby_id, moderation_metadata: { verdict: "mild" } },
    ] as const;
    return { ada: [updated], ben: [updated] };
  },
  failures: [
    unknownLobby("/messages/1/moderation-metadata", {}),
    {
      claim: "an unknown message",
      ask: async (scene) => ({
        path: `/lobbies/${await scene.lobby()}/messages/1/moderation-metadata`,
        body: {},
      }),
      verdict: [404, 10_008],
    },
    {
      claim: "a number as a value",
      ask: async (scene) => ({
        path: `${await scene.lobbyMessage()}/moderation-metadata`,
        body: { verdict: 7 },
      }),
      verdict: [400, 50_035],
      errors: ["verdict"],
    },
  ],
  never: { own: "no other code is documented for it" },
});
