import { MESSAGE_HISTORY_MAX, Permission, REACTION_EMOJIS_MAX } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { emojiNamed } from "../../../platform/domain/records/message/emoji.js";
import { botActor, type Actor } from "../../../platform/domain/world/oauth2/actor.js";
import type { ReactionTarget } from "../../../platform/domain/rules/message/reactions.js";
import {
  clearReactions,
  getChannelMessage,
  linkLobby,
  openConversation,
  openSession,
  react,
  removeUserReaction,
  sendChannelMessage,
  unreact,
} from "./operations.js";
import { linkedScene } from "./linked-scene.js";
import { cast, dispatches, eventNames, reply } from "./support-world.js";

/** A server of the bot and another bot, which may not do what is denied to @everyone. */
function town(denied = 0n) {
  const made = cast();
  const { world, registry, bot } = made;
  const application = registry.createApplication({ name: "Other" });
  const other = botActor(world, registry.createBot(application.id).token)!;
  const guild = registry.createGuild({
    name: "G",
    ownerId: bot.user.id,
    memberIds: [other.user.id],
    channels: [{ name: "c", kind: "text", overwrites: [{ for: "@everyone", deny: denied }] }],
  });
  for (const { user, application } of [bot, other])
    openSession(world, { sessionId: user.id, userId: user.id, applicationId: application.id, isBot: true });
  const channelId = guild.channels[0]!.id;
  const message = reply(sendChannelMessage(world, bot, channelId, { content: "hi" }));
  const target = (emoji: string): ReactionTarget => ({ channelId, messageId: message.id, emoji });
  const seenBy = (actor: Actor) => reply(getChannelMessage(world, actor, channelId, message.id)).reactions;
  /** An emoji of another server, which both bots are in. */
  const elsewhere = registry.createGuild({ name: "E", ownerId: bot.user.id, memberIds: [other.user.id] });
  const emoji = (id: string, ownerId = elsewhere.id): void =>
    world.emojis.put({ id, ownerId, name: "hero", animated: false, userId: bot.user.id, roleIds: [] });
  emoji("12");
  return { ...made, other, channelId, messageId: message.id, target, seenBy, emoji, guild };
}

describe("an emoji in a path", () => {
  it.each([
    ["🔥", { id: null, name: "🔥" }],
    ["❤", { id: null, name: "❤" }],
    ["❤️", { id: null, name: "❤️" }],
    ["👩🏽‍🚀", { id: null, name: "👩🏽‍🚀" }],
    ["🇳🇴", { id: null, name: "🇳🇴" }],
    ["1️⃣", { id: null, name: "1️⃣" }],
    ["hero:12", { id: "12", name: "hero" }],
    ["a:hero:12", { id: "12", name: "hero", animated: true }],
    ["", undefined],
    ["1", undefined],
    ["fire", undefined],
    ["🔥🔥", undefined],
    ["🔥 ", undefined],
    ["h:12", undefined],
    [`${"h".repeat(33)}:12`, undefined],
    ["hero:012", undefined],
    ["hero:word", undefined],
    ["\u{200D}".repeat(64), undefined],
  ])("%s", (text, emoji) => expect(emojiNamed(text)).toEqual(emoji));
});

describe("reactions", () => {
  it("to a message with an emoji that is there need no permission to add reactions", () => {
    const { world, bot, other, target, seenBy } = town(
      Permission.AddReactions | Permission.UseExternalEmojis,
    );
    expect(react(world, other, target("🔥"))).toMatchObject({ status: 403, code: 50_013 });
    expect(react(world, other, target("hero:12"))).toMatchObject({ status: 403, code: 50_013 });
    for (const emoji of ["🔥", "hero:12"]) reply(react(world, bot, target(emoji)));
    for (const emoji of ["🔥", "renamed:12"]) reply(react(world, other, target(emoji)));
    expect(seenBy(other)).toMatchObject([
      { emoji: { name: "🔥" }, count: 2, me: true },
      { emoji: { id: "12", name: "hero" }, count: 2, me: true },
    ]);
  });

  it("with a server's emoji need the permission for those of other servers", () => {
    const { world, other, target, emoji, guild, seenBy } = town(Permission.UseExternalEmojis);
    expect(react(world, other, target("hero:12"))).toMatchObject({ status: 403, code: 50_013 });
    emoji("13", guild.id);
    reply(react(world, other, target("hers:13")));
    expect(seenBy(other)).toMatchObject([{ emoji: { id: "13", name: "hero" } }]);
    reply(react(world, other, target("🔥")));
  });

  it("with an emoji that does not exist, or of a server or an application of others, are rejected", () => {
    const { world, registry, bot, other, target, emoji } = town();
    emoji("14", registry.createGuild({ name: "S", ownerId: bot.user.id }).id);
    emoji("15", bot.application.id);
    for (const id of ["1", "14", "15"])
      expect(react(world, other, target(`hero:${id}`))).toMatchObject({ status: 400, code: 10_014 });
    for (const id of ["14", "15"]) reply(react(world, bot, target(`hero:${id}`)));
  });

  it("with more emojis than a message may have are rejected, with those it has they are not", () => {
    const { world, bot, other, target, emoji } = town();
    for (let id = 1; id <= REACTION_EMOJIS_MAX; id += 1) {
      emoji(String(id));
      reply(react(world, bot, target(`e_:${String(id)}`)));
    }
    expect(react(world, other, target("🔥"))).toMatchObject({ status: 400, code: 30_010 });
    reply(react(world, other, target("e_:1")));
  });

  it("stay when the linked lobby forgets its copy of the message", () => {
    const { world, ada, bot, lobbyId, general } = linkedScene();
    reply(linkLobby(world, ada, lobbyId, general));
    const say = () => reply(sendChannelMessage(world, bot, general, { content: "hi" })).id;
    const messageId = say();
    reply(react(world, bot, { channelId: general, messageId, emoji: "🔥" }));
    for (let count = 0; count < MESSAGE_HISTORY_MAX; count += 1) say();
    expect(world.messages.get(messageId)).toBeUndefined();
    expect(reply(getChannelMessage(world, bot, general, messageId)).reactions).toMatchObject([{ count: 1 }]);
  });

  it("in a conversation are for both, and only one's own can be taken away", () => {
    const { world, registry, bot, ada } = cast();
    registry.createGuild({ name: "G", ownerId: ada.user.id, memberIds: [bot.user.id], channels: [] });
    const channelId = reply(openConversation(world, bot, ada.user.id)).id;
    const { id: messageId } = reply(sendChannelMessage(world, bot, channelId, { content: "hi" }));
    const target = { channelId, messageId, emoji: "🔥" };
    const added = react(world, bot, target) as Exclude<ReturnType<typeof react>, { status: number }>;
    expect(dispatches(added.events)).toMatchObject([
      { t: "MESSAGE_REACTION_ADD", reach: { to: "accounts", userIds: [bot.user.id, ada.user.id] } },
    ]);
    expect(dispatches(added.events)[0]!.d).not.toHaveProperty("guild_id");
    expect(removeUserReaction(world, bot, target, ada.user.id)).toMatchObject({ status: 403, code: 50_003 });
    expect(clearReactions(world, bot, channelId, messageId)).toMatchObject({ status: 403, code: 50_003 });
    expect(eventNames(unreact(world, bot, target))).toEqual(["MESSAGE_REACTION_REMOVE"]);
  });
});
