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
    ["a lobby member hears of its lobby", player, "LOBBY_UPDATE", members, true],
    ["a stranger does not", { ...player, userId: "3" }, "LOBBY_UPDATE", members, false],
    [
      "another application's session does not",
      { ...player, applicationId: "11" },
      "LOBBY_UPDATE",
      members,
      false,
    ],
    [
      "an invite is told to whoever is told of no messages",
      { ...player, scopes: social },
      "ACTIVITY_INVITE_CREATE",
      members,
      true,
    ],
    [
      "and not to whoever is",
      { ...player, scopes: new Set([...social, "dm_channels.messages.read"]) },
      "ACTIVITY_INVITE_CREATE",
      members,
      false,
    ],
    ["the excepted member does not", player, "LOBBY_MEMBER_ADD", { ...members, except: "1" }, false],
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
      "LOBBY_DELETE has an intent of its own",
      { ...player, intents: GatewayIntent.Lobbies },
      "LOBBY_DELETE",
      members,
      false,
    ],
    [
      "an answer reaches its session whatever its intents",
      { ...player, intents: 0 },
      "LOBBY_VOICE_SERVER_UPDATE",
      { to: "session", sessionId: "s-ada" },
      true,
    ],
    [
      "and no other session",
      player,
      "LOBBY_VOICE_SERVER_UPDATE",
      { to: "session", sessionId: "s-other" },
      false,
    ],
    ["a bot hears voice states of its guild", bot, "VOICE_STATE_UPDATE", guild, true],
    ["not of a foreign guild", bot, "VOICE_STATE_UPDATE", { to: "guild", guildId: "71" }, false],
    ["not without the intent", { ...bot, intents: GatewayIntent.Guilds }, "VOICE_STATE_UPDATE", guild, false],
    [
      "a player needs a guild scope",
      { ...player, guildIds: new Set(["70"]), intents: undefined },
      "VOICE_STATE_UPDATE",
      guild,
      false,
    ],
    [
      "how a friend is shown in the game is told with any intent of friends or lobbies",
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
    ["a player hears of its own friends", { ...player, scopes: social }, "RELATIONSHIP_ADD", members, true],
    [
      "with the presence scopes' intents, too",
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
      "and another intent than relationships",
      { ...player, scopes: social, intents: GatewayIntent.UserRelationships },
      "PRESENCE_UPDATE",
      members,
      false,
    ],
    ["a member hears what is said in its lobby", player, "LOBBY_MESSAGE_CREATE", members, true],
    [
      "not without the scope",
      { ...player, scopes: new Set(["identify"]) },
      "LOBBY_MESSAGE_CREATE",
      members,
      false,
    ],
    ["one of two hears a direct message", reader, "MESSAGE_CREATE", accounts, true],
    ["in any application", { ...reader, applicationId: "11" }, "MESSAGE_CREATE", accounts, true],
    ["but the excepted one", reader, "MESSAGE_UPDATE", { ...accounts, exceptApplicationId: "10" }, false],
    ["a third does not", { ...reader, userId: "3" }, "MESSAGE_CREATE", accounts, false],
    ["nor one without the scope", { ...reader, scopes: lobbyScopes }, "MESSAGE_DELETE", accounts, false],
    [
      "nor one without the intent",
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
    ["a guild's channel is a guild's matter", bot, "CHANNEL_CREATE", guild, true],
    ["and so is what changes there", bot, "CHANNEL_UPDATE", guild, true],
    ["but not for those who are left out", bot, "CHANNEL_UPDATE", { ...guild, only: ["1"] }, false],
    ["only those who are named", bot, "CHANNEL_UPDATE", { ...guild, only: ["9"] }, true],
    [
      "a game that may know its player's guilds hears of their channels",
      { ...player, guildIds: new Set(["70"]), intents: undefined, scopes: new Set(["guilds"]) },
      "CHANNEL_UPDATE",
      guild,
      true,
    ],
    ["a new member has an intent of its own", bot, "GUILD_MEMBER_ADD", guild, false],
    [
      "with which a bot hears it",
      { ...bot, intents: GatewayIntent.GuildMembers },
      "GUILD_MEMBER_ADD",
      guild,
      true,
    ],
    [
      "but no game, whatever its scopes",
      { ...player, guildIds: new Set(["70"]), intents: undefined, scopes: new Set(["guilds"]) },
      "GUILD_MEMBER_ADD",
      guild,
      false,
    ],
    ["an invite has one, too", { ...bot, intents: GatewayIntent.GuildInvites }, "INVITE_CREATE", guild, true],
    ["and is not told without it", bot, "INVITE_DELETE", guild, false],
    ["a bot hears what is written where it sees it", writer, "MESSAGE_CREATE", viewers, true],
    ["not where it does not", writer, "MESSAGE_CREATE", { ...viewers, only: ["8"] }, false],
    [
      "not on a shard without the guild",
      { ...writer, guildIds: new Set() },
      "MESSAGE_UPDATE",
      viewers,
      false,
    ],
    ["not without the intent", bot, "MESSAGE_DELETE", viewers, false],
    ["a deletion of many needs the same one", writer, "MESSAGE_DELETE_BULK", viewers, true],
    ["and is not heard without it", bot, "MESSAGE_DELETE_BULK", viewers, false],
    ["typing has an intent of its own", writer, "TYPING_START", viewers, false],
    [
      "and is heard with it",
      { ...bot, intents: GatewayIntent.GuildMessageTyping },
      "TYPING_START",
      viewers,
      true,
    ],
    [
      "a player's session hears nothing that is written in a guild, whatever it was granted",
      { ...reader, userId: "9", guildIds: new Set(["70"]), intents: undefined, scopes: everything },
      "MESSAGE_CREATE",
      viewers,
      false,
    ],
    [
      "a bot hears its conversations with the intent for them",
      { ...bot, userId: "1", intents: GatewayIntent.DirectMessages },
      "MESSAGE_CREATE",
      accounts,
      true,
    ],
    [
      "on its first shard",
      { ...bot, userId: "1", intents: GatewayIntent.DirectMessages, shard: [0, 2] },
      "MESSAGE_CREATE",
      accounts,
      true,
    ],
    [
      "on no other",
      { ...bot, userId: "1", intents: GatewayIntent.DirectMessages, shard: [1, 2] },
      "MESSAGE_CREATE",
      accounts,
      false,
    ],
    [
      "nor what is told to its application alone",
      { ...bot, userId: "1", intents: GatewayIntent.DirectMessages, shard: [1, 2] },
      "MESSAGE_CREATE",
      members,
      false,
    ],
    ["not with that for guilds", { ...writer, userId: "1" }, "MESSAGE_CREATE", accounts, false],
    [
      "and of a conversation by its first message only",
      { ...writer, userId: "1" },
      "CHANNEL_CREATE",
      accounts,
      false,
    ],
    [
      "typing to somebody needs an intent, too",
      { ...bot, userId: "1", intents: GatewayIntent.DirectMessages },
      "TYPING_START",
      accounts,
      false,
    ],
    [
      "which is not that for guilds",
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
    ["all of it, with the intent", reading, "MESSAGE_CREATE", message("1"), message("1")],
    ["that it is there, without", writer, "MESSAGE_CREATE", message("1"), { ...message("1"), ...bare }],
    ["nor what became of it", writer, "MESSAGE_UPDATE", message("1"), { ...message("1"), ...bare }],
    ["its own", writer, "MESSAGE_CREATE", message("9"), message("9")],
    ["what mentions it", writer, "MESSAGE_CREATE", message("1", ["9"]), message("1", ["9"])],
    [
      "of an answer to it the answer only when that mentions it, and its own words",
      writer,
      "MESSAGE_CREATE",
      { ...message("1"), referenced_message: message("9") },
      { ...message("1"), ...bare, referenced_message: message("9") },
    ],
    [
      "of its answer not what it answers",
      writer,
      "MESSAGE_CREATE",
      { ...message("9"), referenced_message: message("1") },
      { ...message("9"), referenced_message: { ...message("1"), ...bare } },
    ],
    ["a deletion as it is", writer, "MESSAGE_DELETE", { id: "1" }, { id: "1" }],
  ])("%s", (_claim, listener, t, d, expected) => {
    expect(heardAs(listener, dispatch(t, d, viewers))).toEqual(expected);
  });

  it("includes everything in its own conversation", () => {
    expect(heardAs(writer, dispatch("MESSAGE_CREATE", message("1"), accounts))).toEqual(message("1"));
  });
});
