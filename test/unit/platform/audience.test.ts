import { GatewayIntent } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { heardAs, hears } from "../../../platform/domain/reactions/audience.js";
import type { Listener } from "../../../platform/domain/world/presence/listener.js";
import { dispatch, type Reach } from "../../../platform/domain/reactions/events.js";

const writer: Listener = {
  sessionId: "s-bot",
  userId: "9",
  applicationId: "10",
  isBot: true,
  intents: GatewayIntent.GuildMessages,
  scopes: new Set(),
  guildIds: new Set(["70"]),
};
const accounts: Reach = { to: "accounts", userIds: ["1", "9"] };
const users: Reach = { to: "users", applicationId: "10", userIds: ["1", "9"] };
const guild: Reach = { to: "guild", guildId: "70" };
const session: Reach = { to: "session", sessionId: "s-bot" };

// Intents and scopes are proved by audience-table.test.ts.
describe("the reach of an event", () => {
  it.each<[string, Reach, Partial<Listener>, boolean]>([
    ["a listed user", users, {}, true],
    ["another user", users, { userId: "3" }, false],
    ["another application", users, { applicationId: "11" }, false],
    ["an excluded user", { ...users, except: "9" }, {}, false],
    ["a user beside the excluded one", { ...users, except: "1" }, {}, true],
    ["the first shard", users, { shard: [0, 2] }, true],
    ["another shard", users, { shard: [1, 2] }, false],
    ["an account in any application", accounts, { applicationId: "11" }, true],
    ["another account", accounts, { userId: "3" }, false],
    ["an account in the excluded application", { ...accounts, exceptApplicationId: "10" }, {}, false],
    ["an account in another shard", accounts, { shard: [1, 2] }, false],
    ["a member of the server, on any shard", guild, { shard: [1, 2] }, true],
    ["a session without the server", guild, { guildIds: new Set(["71"]) }, false],
    ["an excluded member", { ...guild, except: "9" }, {}, false],
    ["a listed member", { ...guild, only: ["9"] }, {}, true],
    ["a member that is not listed", { ...guild, only: ["1"] }, {}, false],
    ["the session", session, {}, true],
    ["another session of the user", session, { sessionId: "s-other" }, false],
  ])("%s", (_claim, reach, more, expected) => {
    const listener = { ...writer, ...more };
    expect(hears(listener, dispatch("USER_UPDATE", {}, reach))).toBe(expected);
  });

  it("is enough for an event that answers a session", () => {
    const player = { ...writer, isBot: false, intents: 0 };
    expect(hears(player, dispatch("ACTIVITY_INVITE_CREATE", {}, session))).toBe(true);
    expect(hears(player, dispatch("ACTIVITY_INVITE_CREATE", {}, users))).toBe(false);
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
    expect(heardAs(listener, dispatch(t, d, guild))).toEqual(expected);
  });

  it("includes everything in its own conversation", () => {
    expect(heardAs(writer, dispatch("MESSAGE_CREATE", message("1"), accounts))).toEqual(message("1"));
  });
});
