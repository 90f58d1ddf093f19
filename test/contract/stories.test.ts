// The end-to-end stories once more, under the eyes of a judge: each answer that anybody gets over HTTP in them.
import { startPlatform, type Platform } from "@sdkpp/platform";
import type { Client } from "sdkpp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { messageNews, signIn } from "../support/players.js";
import { SocialStory } from "../support/story/social-story.js";
import { Witness } from "../support/story/witness.js";
import { waitFor } from "../support/wait-for.js";
import { judgeHere } from "./judge-here.js";

const judge = judgeHere();

describe("stories of lobbies and messages", () => {
  describe("linked channels", async () => void (await import("../e2e/social/linked-channels.test.js")));
  describe("lobbies of the server", async () => void (await import("../e2e/social/server-lobbies.test.js")));
  describe("direct messages", async () => void (await import("../e2e/direct-messages.test.js")));
  describe("lobby chat", async () => void (await import("../e2e/lobby-chat.test.js")));

  it("covers its routes", () => {
    const met = judge.metWith("20");
    for (const route of [
      "GET /gateway",
      "GET /oauth2/@me",
      "PUT /lobbies",
      "POST /lobbies",
      "POST /lobbies/{lobby_id}/members/bulk",
      "POST /lobbies/{lobby_id}/messages",
      "GET /lobbies/{lobby_id}/messages",
      "PATCH /lobbies/{lobby_id}/channel-linking",
      "POST /lobbies/{lobby_id}/members/@me/invites",
      "POST /users/{user_id}/messages",
      "GET /users/{user_id}/messages",
      "PATCH /users/{user_id}/messages/{message_id}",
      "DELETE /users/{user_id}/messages/{message_id}",
      "GET /partner-sdk/users/@me/channels",
      "POST /applications/{application_id}/disclosures",
      "GET /users/@me/guilds",
      "GET /guilds/{guild_id}/channels",
    ])
      expect(met, route).toContain(route);
  });
});

describe("with the game's server and its bot", () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform({ enforceRateLimits: false });
  });
  afterAll(() => platform?.stop());

  it("something of everything befalls a player", async () => {
    const story = new SocialStory(platform, "judged");
    let ben: Client | undefined;
    try {
      await story.begin();
      ben = await signIn(platform, story.benId);
      const witness = new Witness(ben);
      for (const step of story.steps()) await step();
      const last = await story.lastWord();
      await waitFor("the last word", () => witness.told.includes(`message created ${last}`));
    } finally {
      ben?.destroy();
      story.end();
    }
  });

  it("a player and the bot write to each other", async () => {
    const { seeded, endpoints } = platform;
    const ada = await signIn(platform, seeded.userIds[0]);
    try {
      const news = messageNews({ client: ada });
      const asBot = async (line: string, body?: unknown): Promise<Record<string, unknown>> => {
        const [method = "", path = ""] = line.split(" ");
        const response = await fetch(`${endpoints.apiBase}/v10${path}`, {
          method,
          headers: { authorization: `Bot ${seeded.botToken}`, "content-type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        return (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
      };
      const channel = `/channels/${String((await asBot("POST /users/@me/channels", { recipient_id: seeded.userIds[0] }))["id"])}`;
      await asBot(`POST ${channel}/typing`);
      const asked = await asBot(`POST ${channel}/messages`, { content: "knock knock" });
      await waitFor("Ada to read it", () => news.created.length === 1);
      const { messageId } = await ada.sendUserMessage(seeded.botUserId, "who is there?");
      expect(await asBot(`GET ${channel}/messages/${String(messageId)}`)).toMatchObject({
        content: "who is there?",
      });
      await asBot(`PATCH ${channel}/messages/${String(asked["id"])}`, { content: "knock, knock" });
      await waitFor("Ada to see the change", () => news.updated.length === 1);
      await asBot(`GET ${channel}/messages?limit=10`);
      await asBot(`DELETE ${channel}/messages/${String(asked["id"])}`);
      await waitFor("Ada to see it go", () => news.deleted.length === 1);
      const { messages } = await ada.getUserMessagesWithLimit(seeded.botUserId, 10);
      expect(messages.map(({ content }) => content)).toContain("who is there?");
    } finally {
      ada.destroy();
    }
  });
});
