// People write, react, click, use commands and read, in a lobby, in a server and in a conversation.
import { RelationshipType, StatusType } from "sdkpp";
import { GatewayIntent, type MessagePayload } from "sdkpp/wire";
import { describe, expect, it, onTestFinished } from "vitest";
import { asBot } from "../../support/as-bot.js";
import { InteractionApp, type Received } from "../../support/interaction-app.js";
import { waitFor } from "../../support/wait-for.js";
import { FrameSocket } from "../platform/support-socket.js";
import { twoPeople, type TwoPeople } from "./support-two-people.js";

/** The bot of the game, connected. */
async function botOf({ platform }: TwoPeople): Promise<InteractionApp> {
  const socket = new FrameSocket(`${platform.endpoints.gateway}?v=10&encoding=json`);
  onTestFinished(() => socket.close());
  await socket.op(10);
  const intents = GatewayIntent.Guilds | GatewayIntent.GuildMessages | GatewayIntent.MessageContent;
  socket.send(2, { token: platform.seeded.botToken, properties: {}, intents });
  await socket.event("READY");
  return new InteractionApp(platform, socket);
}

describe("in a lobby", () => {
  it("they read what others write, each message once", async () => {
    const people = await twoPeople();
    const { ada, ben } = people;
    const lobbyId = await ada.joinLobby("room");
    expect(await ben.joinLobby("room")).toBe(lobbyId);
    const id = await ada.say(lobbyId, "gg");
    expect(await ben.sees(({ content }) => content === "gg")).toEqual({
      id,
      channelId: lobbyId,
      authorId: ada.id,
      content: "gg",
    });
    await ben.say(lobbyId, "gg wp");
    expect((await ada.messages(lobbyId)).map(({ content }) => content)).toEqual(["gg", "gg wp"]);
    const again = ben.sees(() => true, { within: 0 });
    await expect(again).rejects.toMatchObject({ code: "NOT_SEEN", messages: [] });
  });

  it("they come back after they went offline", async () => {
    const { ada, ben } = await twoPeople();
    const lobbyId = await ada.joinLobby("room");
    await ben.joinLobby("room");
    await ada.goOffline();
    await ada.goOffline();
    await ben.say(lobbyId, "anybody there?");
    expect(await ada.joinLobby("room")).toBe(lobbyId);
    await ben.say(lobbyId, "welcome");
    await ada.sees(({ content }) => content === "welcome");
  });
});

describe("in a server", () => {
  it("a bot answers, and they wait for it by the clock of the platform", async () => {
    const people = await twoPeople();
    const { platform, ada } = people;
    const bot = await botOf(people);
    const channelId = platform.seeded.textChannelId;
    const id = await ada.say(channelId, "!ping");
    const heard = await bot.socket.event<MessagePayload>("MESSAGE_CREATE");
    expect(heard).toMatchObject({ id, content: "!ping" });
    await asBot(platform, `POST /channels/${channelId}/messages`, { content: "pong" });
    const seen = await ada.sees(({ content }) => content === "pong");
    expect(seen.payload?.author.bot).toBe(true);
    await ada.react(seen, "👍");
    const [message] = (await ada.messages(channelId)).slice(-1);
    expect(message?.payload?.reactions).toMatchObject([{ count: 1, emoji: { name: "👍" } }]);
    await asBot(platform, `POST /channels/${channelId}/messages`, { content: "pang" });
    const waiting = ada.sees(({ content }) => content === "peng", { within: 3_600_000 });
    await platform.control.clock.advance(3_600_001);
    await expect(waiting).rejects.toThrow('ada does not see such a message; others wrote "pang"');
  });

  it("they use a command, press a button and fill in a modal", async () => {
    const people = await twoPeople();
    const { platform, ben } = people;
    const bot = await botOf(people);
    await bot.register({ name: "wave", options: [{ name: "hand", description: "which", type: 3 }] });
    const next = (): Promise<Received> => bot.socket.event<Received>("INTERACTION_CREATE");
    const channelId = platform.seeded.textChannelId;

    const using = ben.useCommand("wave", { hand: "left" }, { in: channelId });
    const button = { type: 2, style: 1, label: "More", custom_id: "more" };
    const shown = { content: "o/", components: [{ type: 1, components: [button] }] };
    await bot.respond(await next(), { type: 4, data: shown });
    expect(await using).toMatchObject({ status: "answered", message: { content: "o/" } });

    const clicking = ben.click(await ben.sees(({ content }) => content === "o/"), "more");
    const field = { type: 4, custom_id: "name", style: 1, label: "Name" };
    const modal = { custom_id: "form", title: "Form", components: [{ type: 1, components: [field] }] };
    await bot.respond(await next(), { type: 9, data: modal });
    const opened = await clicking;
    expect(opened.modal?.custom_id).toBe("form");

    const filling = ben.fillModal(opened, { name: "Ben" });
    await bot.respond(await next(), { type: 4, data: { content: "thanks", flags: 64 } });
    expect(await filling).toMatchObject({ status: "answered", message: { content: "thanks" } });
  });

  it("a command needs a place", async () => {
    const { ben } = await twoPeople();
    await expect(ben.useCommand("wave")).rejects.toThrow("options.in: expected a channel");
  });
});

describe("between two", () => {
  it("they become friends, see each other's status, and write", async () => {
    const { ada, ben } = await twoPeople();
    await ada.addFriend(ben);
    await ben.addFriend(ada);
    const client = await ada.client();
    const relationship = () => client.getRelationshipHandle(ben.id);
    await waitFor("the friendship", () => relationship().discordRelationshipType === RelationshipType.Friend);
    await ben.setStatus("dnd");
    await waitFor("the status", () => relationship().user?.status === StatusType.Dnd);
    const conversation = await ada.openConversation(ben);
    await ada.say(conversation, "hello");
    await ben.sees(({ content, authorId }) => content === "hello" && authorId === ada.id, {
      in: conversation,
    });
  });

  it("the same name is the same person, and a new name a new one", async () => {
    const { cast, platform, ada } = await twoPeople();
    expect(await cast.actor("ada")).toBe(ada);
    expect(ada.id).toBe(platform.seeded.userIds[0]);
    const cyd = await cast.actor("cyd");
    expect([cyd.name, platform.seeded.userIds.includes(cyd.id)]).toEqual(["cyd", false]);
    await expect(cyd.say(platform.seeded.textChannelId, "hello")).rejects.toThrow("(");
    await expect(cyd.speak({ hz: 440 })).rejects.toMatchObject({ code: "NOT_IN_CALL" });
    await expect(cyd.mute()).rejects.toThrow("outside a call: join one first");
    await expect(cyd.joinVoice(platform.seeded.voiceChannelId)).rejects.toThrow(RangeError);
  });
});
