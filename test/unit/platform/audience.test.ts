import { COMMUNICATION_INTENTS, GatewayIntent, PRESENCE_INTENTS, Scope } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { heardAs, hears } from "../../../platform/domain/reactions/audience.js";
import type { Listener } from "../../../platform/domain/world/presence/listener.js";
import { dispatch, type Reach } from "../../../platform/domain/reactions/events.js";

const lobbyScopes = new Set(["lobbies.write"]);
const social = new Set(["relationships.read", "activities.read"]);
const player: Listener = {
  sessionId: "s-ada",
  userId: "1",
  applicationId: "10",
  isBot: false,
  intents: COMMUNICATION_INTENTS,
  scopes: lobbyScopes,
  guildIds: new Set(),
};
const bot: Listener = {
  sessionId: "s-bot",
  userId: "9",
  applicationId: "10",
  isBot: true,
  intents: GatewayIntent.Guilds | GatewayIntent.GuildVoiceStates,
  scopes: new Set(),
  guildIds: new Set(["70"]),
};
const reader: Listener = { ...player, scopes: new Set(["dm_channels.messages.read"]) };
const accounts: Reach = { to: "accounts", userIds: ["1", "2"] };
const members: Reach = { to: "users", applicationId: "10", userIds: ["1", "2"] };
const guild: Reach = { to: "guild", guildId: "70" };
const viewers: Reach = { to: "guild", guildId: "70", only: ["9"] };
const writer: Listener = { ...bot, intents: GatewayIntent.GuildMessages };
const everything = new Set<string>(Object.values(Scope));

describe("audience", () => {
  it.each<[string, Listener, string, Reach, boolean]>([
    ["a lobby member receives events of its lobby", player, "LOBBY_UPDATE", members, true],
    ["a stranger does not", { ...player, userId: "3" }, "LOBBY_UPDATE", members, false],
    [
      "another application's session does not",
      { ...player, applicationId: "11" },
      "LOBBY_UPDATE",
      members,
      false,
    ],
    [
      "an invite goes to sessions without the messages scope",
      { ...player, scopes: social },
      "ACTIVITY_INVITE_CREATE",
      members,
      true,
    ],
    [
      "an invite does not go to sessions with the messages scope",
      { ...player, scopes: new Set([...social, "dm_channels.messages.read"]) },
      "ACTIVITY_INVITE_CREATE",
      members,
      false,
    ],
    [
      "a bot with the intent hears of reactions in a server",
      { ...bot, intents: GatewayIntent.GuildMessageReactions },
      "MESSAGE_REACTION_ADD",
      viewers,
      true,
    ],
    ["a bot without it does not", writer, "MESSAGE_REACTION_ADD", viewers, false],
    [
      "a bot with the intent hears of reactions in a conversation",
      { ...bot, userId: "1", intents: GatewayIntent.DirectMessageReactions },
      "MESSAGE_REACTION_REMOVE",
      accounts,
      true,
    ],
    [
      "the intent for servers is not enough there",
      { ...bot, userId: "1", intents: GatewayIntent.GuildMessageReactions },
      "MESSAGE_REACTION_REMOVE",
      accounts,
      false,
    ],
    [
      "a game hears of no reactions",
      { ...reader, intents: GatewayIntent.DirectMessageReactions, scopes: everything },
      "MESSAGE_REACTION_ADD",
      accounts,
      false,
    ],
    ["the excluded member does not", player, "LOBBY_MEMBER_ADD", { ...members, except: "1" }, false],
    [
      "the other member still does",
      { ...player, userId: "2" },
      "LOBBY_MEMBER_ADD",
      { ...members, except: "1" },
      true,
    ],
    [
      "a session without the intent does not",
      { ...player, intents: PRESENCE_INTENTS },
      "LOBBY_CREATE",
      members,
      false,
    ],
    ["missing intents mean everything", { ...player, intents: undefined }, "LOBBY_CREATE", members, true],
    [
      "a session without the scope does not",
      { ...player, scopes: new Set(["identify"]) },
      "LOBBY_CREATE",
      members,
      false,
    ],
    [
      "LOBBY_DELETE has its own intent",
      { ...player, intents: GatewayIntent.Lobbies },
      "LOBBY_DELETE",
      members,
      false,
    ],
    [
      "a reply reaches its session regardless of intents",
      { ...player, intents: 0 },
      "LOBBY_VOICE_SERVER_UPDATE",
      { to: "session", sessionId: "s-ada" },
      true,
    ],
    [
      "a reply reaches no other session",
      player,
      "LOBBY_VOICE_SERVER_UPDATE",
      { to: "session", sessionId: "s-other" },
      false,
    ],
    ["a bot receives voice states of its guild", bot, "VOICE_STATE_UPDATE", guild, true],
    [
      "a bot receives no voice states of another guild",
      bot,
      "VOICE_STATE_UPDATE",
      { to: "guild", guildId: "71" },
      false,
    ],
    ["not without the intent", { ...bot, intents: GatewayIntent.Guilds }, "VOICE_STATE_UPDATE", guild, false],
    [
      "a player needs a guild scope",
      { ...player, guildIds: new Set(["70"]), intents: undefined },
      "VOICE_STATE_UPDATE",
      guild,
      false,
    ],
    [
      "a friend's identity in the game needs any intent for friends or lobbies",
      { ...player, scopes: new Set(["application_identities.write"]), intents: PRESENCE_INTENTS },
      "USER_APPLICATION_IDENTITY_UPDATE",
      members,
      true,
    ],
    ["not without the scope", player, "USER_APPLICATION_IDENTITY_UPDATE", members, false],
    [
      "not with another intent",
      {
        ...player,
        scopes: new Set(["application_identities.write"]),
        intents: GatewayIntent.DirectMessages,
      },
      "USER_APPLICATION_IDENTITY_REMOVE",
      members,
      false,
    ],
    [
      "a player receives events of its friends",
      { ...player, scopes: social },
      "RELATIONSHIP_ADD",
      members,
      true,
    ],
    [
      "also with the presence scopes' intents",
      { ...player, scopes: social, intents: PRESENCE_INTENTS },
      "GAME_RELATIONSHIP_REMOVE",
      members,
      true,
    ],
    ["not without the scope", player, "RELATIONSHIP_REMOVE", members, false],
    [
      "not without the intent",
      { ...player, scopes: social, intents: GatewayIntent.Lobbies },
      "RELATIONSHIP_UPDATE",
      members,
      false,
    ],
    [
      "game relationships stay within their application",
      { ...player, scopes: social, applicationId: "11" },
      "GAME_RELATIONSHIP_ADD",
      members,
      false,
    ],
    [
      "presence needs one of two scopes",
      { ...player, scopes: new Set(["presences.read"]) },
      "PRESENCE_UPDATE",
      members,
      true,
    ],
    [
      "presence needs another intent than relationships",
      { ...player, scopes: social, intents: GatewayIntent.UserRelationships },
      "PRESENCE_UPDATE",
      members,
      false,
    ],
    ["a member receives messages of its lobby", player, "LOBBY_MESSAGE_CREATE", members, true],
    [
      "not without the scope",
      { ...player, scopes: new Set(["identify"]) },
      "LOBBY_MESSAGE_CREATE",
      members,
      false,
    ],
    ["both users receive a direct message", reader, "MESSAGE_CREATE", accounts, true],
    ["in any application", { ...reader, applicationId: "11" }, "MESSAGE_CREATE", accounts, true],
    [
      "except in the excluded application",
      reader,
      "MESSAGE_UPDATE",
      { ...accounts, exceptApplicationId: "10" },
      false,
    ],
    ["a third user does not", { ...reader, userId: "3" }, "MESSAGE_CREATE", accounts, false],
    [
      "a session without the messages scope does not",
      { ...reader, scopes: lobbyScopes },
      "MESSAGE_DELETE",
      accounts,
      false,
    ],
    [
      "a session without the messages intent does not",
      { ...reader, intents: PRESENCE_INTENTS },
      "MESSAGE_CREATE",
      accounts,
      false,
    ],
    ["a direct channel needs its own scope", reader, "CHANNEL_CREATE", accounts, false],
    [
      "and is heard with it",
      { ...reader, scopes: new Set(["dm_channels.read"]) },
      "CHANNEL_CREATE",
      accounts,
      true,
    ],
    ["a guild's channel reaches members of the guild", bot, "CHANNEL_CREATE", guild, true],
    ["changes of a guild's channel reach members of the guild", bot, "CHANNEL_UPDATE", guild, true],
    ["changes do not reach users outside the list", bot, "CHANNEL_UPDATE", { ...guild, only: ["1"] }, false],
    ["changes reach listed users", bot, "CHANNEL_UPDATE", { ...guild, only: ["9"] }, true],
    [
      "a game with a guilds scope receives their channels",
      { ...player, guildIds: new Set(["70"]), intents: undefined, scopes: new Set(["guilds"]) },
      "CHANNEL_UPDATE",
      guild,
      true,
    ],
    ["a new member has its own intent", bot, "GUILD_MEMBER_ADD", guild, false],
    [
      "a bot receives it with that intent",
      { ...bot, intents: GatewayIntent.GuildMembers },
      "GUILD_MEMBER_ADD",
      guild,
      true,
    ],
    [
      "a game never receives it",
      { ...player, guildIds: new Set(["70"]), intents: undefined, scopes: new Set(["guilds"]) },
      "GUILD_MEMBER_ADD",
      guild,
      false,
    ],
    [
      "a guild invite has its own intent",
      { ...bot, intents: GatewayIntent.GuildInvites },
      "INVITE_CREATE",
      guild,
      true,
    ],
    ["a guild invite is withheld without its intent", bot, "INVITE_DELETE", guild, false],
    ["a bot receives messages of channels that it sees", writer, "MESSAGE_CREATE", viewers, true],
    [
      "a bot receives no messages of channels that it does not see",
      writer,
      "MESSAGE_CREATE",
      { ...viewers, only: ["8"] },
      false,
    ],
    [
      "not on a shard without the guild",
      { ...writer, guildIds: new Set() },
      "MESSAGE_UPDATE",
      viewers,
      false,
    ],
    ["not without the intent", bot, "MESSAGE_DELETE", viewers, false],
    ["a bulk deletion needs the same intent", writer, "MESSAGE_DELETE_BULK", viewers, true],
    ["a bulk deletion is withheld without it", bot, "MESSAGE_DELETE_BULK", viewers, false],
    ["typing has its own intent", writer, "TYPING_START", viewers, false],
    [
      "and is heard with it",
      { ...bot, intents: GatewayIntent.GuildMessageTyping },
      "TYPING_START",
      viewers,
      true,
    ],
    [
      "a player's session never receives messages of a guild",
      { ...reader, userId: "9", guildIds: new Set(["70"]), intents: undefined, scopes: everything },
      "MESSAGE_CREATE",
      viewers,
      false,
    ],
    [
      "a bot receives its conversations with their intent",
      { ...bot, userId: "1", intents: GatewayIntent.DirectMessages },
      "MESSAGE_CREATE",
      accounts,
      true,
    ],
    [
      "on its first shard only",
      { ...bot, userId: "1", intents: GatewayIntent.DirectMessages, shard: [0, 2] },
      "MESSAGE_CREATE",
      accounts,
      true,
    ],
    [
      "not on other shards",
      { ...bot, userId: "1", intents: GatewayIntent.DirectMessages, shard: [1, 2] },
      "MESSAGE_CREATE",
      accounts,
      false,
    ],
    [
      "not when the event is for its application only",
      { ...bot, userId: "1", intents: GatewayIntent.DirectMessages, shard: [1, 2] },
      "MESSAGE_CREATE",
      members,
      false,
    ],
    ["not with the guild messages intent", { ...writer, userId: "1" }, "MESSAGE_CREATE", accounts, false],
    [
      "learns of a new conversation from its first message only",
      { ...writer, userId: "1" },
      "CHANNEL_CREATE",
      accounts,
      false,
    ],
    [
      "typing in a conversation needs an intent",
      { ...bot, userId: "1", intents: GatewayIntent.DirectMessages },
      "TYPING_START",
      accounts,
      false,
    ],
    [
      "typing in a conversation needs another intent than in guilds",
      { ...bot, userId: "1", intents: GatewayIntent.DirectMessageTyping },
      "TYPING_START",
      accounts,
      true,
    ],
  ])("%s", (_claim, listener, t, reach, expected) => {
    expect(hears(listener, dispatch(t, {}, reach))).toBe(expected);
  });
});

describe("what a bot receives of a message in a guild", () => {
  const message = (authorId: string, mentions: string[] = []) => ({
    content: "text",
    embeds: [{}],
    attachments: [{}],
    components: [{}],
    author: { id: authorId },
    mentions: mentions.map((id) => ({ id })),
  });
  const bare = { content: "", embeds: [], attachments: [], components: [] };
  const reading: Listener = {
    ...writer,
    intents: GatewayIntent.GuildMessages | GatewayIntent.MessageContent,
  };

  it.each<[string, Listener, string, object, object]>([
    ["everything, with the intent", reading, "MESSAGE_CREATE", message("1"), message("1")],
    [
      "only its existence, without the intent",
      writer,
      "MESSAGE_CREATE",
      message("1"),
      { ...message("1"), ...bare },
    ],
    ["no content of an edit", writer, "MESSAGE_UPDATE", message("1"), { ...message("1"), ...bare }],
    ["its own", writer, "MESSAGE_CREATE", message("9"), message("9")],
    [
      "the content of a message that mentions it",
      writer,
      "MESSAGE_CREATE",
      message("1", ["9"]),
      message("1", ["9"]),
    ],
    [
      "its own text in a reply, and the reply only when that mentions it",
      writer,
      "MESSAGE_CREATE",
      { ...message("1"), referenced_message: message("9") },
      { ...message("1"), ...bare, referenced_message: message("9") },
    ],
    [
      "its own reply without the text of the answered message",
      writer,
      "MESSAGE_CREATE",
      { ...message("9"), referenced_message: message("1") },
      { ...message("9"), referenced_message: { ...message("1"), ...bare } },
    ],
    ["a deletion unchanged", writer, "MESSAGE_DELETE", { id: "1" }, { id: "1" }],
  ])("%s", (_claim, listener, t, d, expected) => {
    expect(heardAs(listener, dispatch(t, d, viewers))).toEqual(expected);
  });

  it("includes everything in its own conversation", () => {
    expect(heardAs(writer, dispatch("MESSAGE_CREATE", message("1"), accounts))).toEqual(message("1"));
  });
});
