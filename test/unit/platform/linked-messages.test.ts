import { Permission } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { Fault } from "../../../platform/domain/rules/outcome.js";
import {
  bulkDeleteMessages,
  deleteChannelMessage,
  deleteLobbyMessage,
  editChannelMessage,
  editLobbyMessage,
  linkLobby,
  listChannelMessages,
  listLobbyMessages,
  moderateLobbyMessage,
  putMember,
  sendChannelMessage,
  sendLobbyMessage,
} from "./operations.js";
import { linkedScene } from "./linked-scene.js";
import type { Settled } from "./support-operation.js";
import { dispatches, eventNames, reply } from "./support-world.js";

/** The lobby of Ada and Ben, linked to the guild's "general", which the bot may moderate. */
function linked() {
  const scene = linkedScene([{ name: "other", kind: "text" }], { everyone: Permission.ViewChannel });
  const { world, ada } = scene;
  const guild = world.guilds.get(scene.guild.id)!;
  const [role] = guild.roles!;
  const permissions = String(
    Permission.ManageMessages |
      Permission.ManageChannels |
      Permission.SendMessages |
      Permission.EmbedLinks |
      Permission.ReadMessageHistory,
  );
  world.guilds.put({ ...guild, roles: [{ ...role!, permissions }] });
  reply(linkLobby(world, ada, scene.lobbyId, scene.general));
  world.clock.advance(1000);
  return scene;
}

const told = (result: Settled<unknown> | Fault): [string, Record<string, unknown>][] =>
  result instanceof Fault
    ? []
    : dispatches(result.events).map(({ t, d }) => [t, d as Record<string, unknown>]);

type Scene = ReturnType<typeof linked>;
const inLobby = ({ world, ben, lobbyId }: Scene): unknown[] =>
  reply(listLobbyMessages(world, ben, lobbyId, 50)).map(({ content }) => content);
const inChannel = ({ world, bot, general }: Scene): unknown[] =>
  reply(listChannelMessages(world, bot, general, { limit: 50 }))
    .filter(({ type }) => type !== 49)
    .map(({ content }) => content);

describe("a message in a linked lobby", () => {
  it("appears in the channel too, under the same id, without the lobby's own fields", () => {
    const scene = linked();
    const { world, ben, bot, guild, lobbyId, general } = scene;
    reply(putMember(world, bot, lobbyId, { id: ben.user.id, additionalName: "Grumpy" }));
    const sent = sendLobbyMessage(world, ben, lobbyId, { content: "hi", metadata: { a: "1" } });
    const { id } = reply(sent);
    const [lobbys, channels] = told(sent);
    expect(lobbys).toMatchObject([
      "LOBBY_MESSAGE_CREATE",
      {
        id,
        content: "hi",
        channel_id: general,
        lobby_id: lobbyId,
        metadata: { a: "1" },
        lobby_member: { additional_name: "Grumpy" },
      },
    ]);
    expect(channels).toMatchObject([
      "MESSAGE_CREATE",
      {
        id,
        content: "hi",
        channel_id: general,
        guild_id: guild.id,
        author: { id: ben.user.id },
        flags: 65536,
      },
    ]);
    for (const foreign of ["metadata", "lobby_id", "lobby_member", "member"])
      expect(channels?.[1]).not.toHaveProperty(foreign);
    expect([inLobby(scene), inChannel(scene)]).toEqual([["hi"], ["hi"]]);
  });

  it("is edited and deleted in both places", () => {
    const scene = linked();
    const { world, ada, bot, lobbyId } = scene;
    const { id } = reply(sendLobbyMessage(world, ada, lobbyId, { content: "one" }));
    reply(moderateLobbyMessage(world, bot, lobbyId, id, { rating: "1" }));
    const edit = editLobbyMessage(world, ada, lobbyId, id, { content: "two" });
    expect(told(edit)).toMatchObject([
      ["LOBBY_MESSAGE_UPDATE", { id, content: "two" }],
      ["MESSAGE_UPDATE", { id, content: "two" }],
    ]);
    expect(told(edit)[0]?.[1]["moderation_metadata"]).toEqual({});
    expect(told(edit)[1]?.[1]).not.toHaveProperty("moderation_metadata");
    expect([inLobby(scene), inChannel(scene)]).toEqual([["two"], ["two"]]);
    expect(eventNames(deleteLobbyMessage(world, ada, lobbyId, id))).toEqual([
      "LOBBY_MESSAGE_DELETE",
      "MESSAGE_DELETE",
    ]);
    expect([inLobby(scene), inChannel(scene)]).toEqual([[], []]);
  });

  it("has moderation metadata in the lobby only", () => {
    const { world, ada, bot, lobbyId } = linked();
    const { id } = reply(sendLobbyMessage(world, ada, lobbyId, { content: "one" }));
    expect(eventNames(moderateLobbyMessage(world, bot, lobbyId, id, { rating: "1" }))).toEqual([
      "LOBBY_MESSAGE_UPDATE",
    ]);
  });

  it("reaches the lobby even when the channel no longer exists", () => {
    const scene = linked();
    const { world, ada, guild, lobbyId } = scene;
    world.guilds.put({ ...world.guilds.get(guild.id)!, channels: [] });
    const sent = sendLobbyMessage(world, ada, lobbyId, { content: "hi" });
    expect(told(sent)).toMatchObject([["LOBBY_MESSAGE_CREATE", { channel_id: lobbyId }]]);
    expect(inLobby(scene)).toEqual(["hi"]);
  });
});

describe("a message in a linked channel", () => {
  it("reaches the lobby and is in its history", () => {
    const scene = linked();
    const { world, bot, general, lobbyId, ada, ben } = scene;
    const sent = sendChannelMessage(world, bot, general, {
      content: "from outside",
      embeds: [{ title: "map" }],
      nonce: "n",
    });
    const { id } = reply(sent);
    expect(told(sent)).toMatchObject([
      ["MESSAGE_CREATE", { id }],
      [
        "LOBBY_MESSAGE_CREATE",
        { id, content: "from outside", channel_id: general, lobby_id: lobbyId, embeds: [{ title: "map" }] },
      ],
    ]);
    expect(told(sent)[1]?.[1]).not.toHaveProperty("nonce");
    expect(sent).toMatchObject({
      events: [{}, { reach: { to: "users", userIds: [ada.user.id, ben.user.id] } }],
    });
    expect([inLobby(scene), inChannel(scene)]).toEqual([["from outside"], ["from outside"]]);
  });

  it("shows in the lobby the message that it answers, from either place", () => {
    const { world, bot, ada, general, lobbyId } = linked();
    const { id } = reply(sendLobbyMessage(world, ada, lobbyId, { content: "who is there?" }));
    const answer = sendChannelMessage(world, bot, general, {
      content: "me",
      message_reference: { message_id: id },
    });
    expect(told(answer)[1]).toMatchObject([
      "LOBBY_MESSAGE_CREATE",
      {
        type: 19,
        message_reference: { message_id: id, channel_id: general },
        referenced_message: { content: "who is there?" },
      },
    ]);
  });

  it("is edited and deleted in both places, and keeps moderation metadata while its text is the same", () => {
    const scene = linked();
    const { world, bot, general, lobbyId } = scene;
    const { id } = reply(sendChannelMessage(world, bot, general, { content: "one" }));
    reply(moderateLobbyMessage(world, bot, lobbyId, id, { rating: "1" }));
    const flagged = editChannelMessage(world, bot, general, id, { flags: 4 });
    expect(told(flagged)[1]).toMatchObject([
      "LOBBY_MESSAGE_UPDATE",
      { id, moderation_metadata: { rating: "1" } },
    ]);
    const edit = editChannelMessage(world, bot, general, id, { content: "two" });
    expect(told(edit)[1]).toMatchObject(["LOBBY_MESSAGE_UPDATE", { content: "two" }]);
    expect(told(edit)[1]?.[1]["moderation_metadata"]).toEqual({});
    expect(inLobby(scene)).toEqual(["two"]);
    expect(eventNames(deleteChannelMessage(world, bot, general, id))).toEqual([
      "MESSAGE_DELETE",
      "LOBBY_MESSAGE_DELETE",
    ]);
    expect([inLobby(scene), inChannel(scene)]).toEqual([[], []]);
  });

  it("of a player can be deleted by a moderator of the guild", () => {
    const scene = linked();
    const { world, bot, ada, general, lobbyId } = scene;
    const ids = ["a", "b"].map((content) => reply(sendLobbyMessage(world, ada, lobbyId, { content })).id);
    expect(eventNames(bulkDeleteMessages(world, bot, general, ids))).toEqual([
      "MESSAGE_DELETE_BULK",
      "LOBBY_MESSAGE_DELETE",
      "LOBBY_MESSAGE_DELETE",
    ]);
    expect([inLobby(scene), inChannel(scene)]).toEqual([[], []]);
  });

  it("is not copied when the platform wrote it", () => {
    expect(inLobby(linked())).toEqual([]);
  });

  it("is not copied from another channel", () => {
    const scene = linked();
    const sent = sendChannelMessage(scene.world, scene.bot, scene.channelId("other"), { content: "else" });
    expect(eventNames(sent)).toEqual(["MESSAGE_CREATE"]);
    expect(inLobby(scene)).toEqual([]);
  });
});

describe("messages from before the end of a link", () => {
  it("remain in both places and are then independent", () => {
    const scene = linked();
    const { world, ada, bot, general, lobbyId } = scene;
    const { id } = reply(sendLobbyMessage(world, ada, lobbyId, { content: "one" }));
    reply(linkLobby(world, ada, lobbyId, null));
    expect(eventNames(editLobbyMessage(world, ada, lobbyId, id, { content: "two" }))).toEqual([
      "LOBBY_MESSAGE_UPDATE",
    ]);
    expect(eventNames(deleteChannelMessage(world, bot, general, id))).toEqual(["MESSAGE_DELETE"]);
    expect([inLobby(scene), inChannel(scene)]).toEqual([["two"], []]);
    const after = sendLobbyMessage(world, ada, lobbyId, { content: "three" });
    expect(told(after)).toMatchObject([["LOBBY_MESSAGE_CREATE", { channel_id: lobbyId }]]);
    expect(eventNames(sendChannelMessage(world, bot, general, { content: "four" }))).toEqual([
      "MESSAGE_CREATE",
    ]);
  });
});
