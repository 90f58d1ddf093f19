// Components in a conversation between a bot and a player. What bots and webhooks send is in test/conformance.
import { AdditionalContentType } from "sdkpp";
import { expect, it } from "vitest";
import { text, V2 } from "../../support/components.js";
import { messageNews, signIn } from "../../support/players.js";
import { waitFor } from "../../support/wait-for.js";
import { ask, platformForTest } from "./support-platform.js";

it("components reach players in conversations, whose game learns that there is something", async () => {
  const platform = await platformForTest();
  const { botToken, userIds } = platform.seeded;
  const bot = { authorization: `Bot ${botToken}` };
  const client = await signIn(platform, userIds[0]);
  const news = messageNews({ client });
  const { body: channel } = await ask(platform, bot, "POST /users/@me/channels", {
    recipient_id: userIds[0],
  });
  const message = { flags: V2, components: [text("hello")] };
  expect((await ask(platform, bot, `POST /channels/${channel.id}/messages`, message)).status).toBe(200);
  await waitFor("the player to hear of it", () => news.created.length === 1);
  const content = client.getMessageHandle(news.created[0]!)?.additionalContent;
  expect(content).toMatchObject({ count: 1, type: AdditionalContentType.Other });
  client.destroy();
});
