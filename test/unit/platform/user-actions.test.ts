import { Permission, type VoiceStatePayload } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { UserActions } from "../../../platform/control/user-actions.js";
import { Publisher } from "../../../platform/domain/reactions/publisher.js";
import type { PlatformEvent } from "../../../platform/domain/reactions/events.js";
import { block, createRule, createThread, openConversation, sendChannelMessage } from "./operations.js";
import { cast, dispatches, eventNames, reply } from "./support-world.js";

/** Ada's server with the bot and Ben, who acts in the platform's app. */
function town() {
  const made = cast();
  const { world, registry, ada, ben, bot } = made;
  const guild = registry.createGuild({
    name: "Town",
    ownerId: ada.user.id,
    memberIds: [ben.user.id, bot.user.id],
    roles: [{ name: "Bot", permissions: Permission.Administrator, memberIds: [bot.user.id] }],
    channels: [
      { name: "square", kind: "text" },
      { name: "hall", kind: "voice" },
      { name: "cellar", kind: "text", overwrites: [{ for: "@everyone", deny: Permission.ViewChannel }] },
    ],
  });
  const [square, hall, cellar] = guild.channels.map(({ id }) => id) as [string, string, string];
  const publisher = new Publisher(world, (work) => work());
  const events: PlatformEvent[] = [];
  publisher.subscribe((event) => events.push(event));
  const as = (userId: string) => new UserActions({ world, publisher }, userId);
  const take = () => events.splice(0);
  return { ...made, guild, square, hall, cellar, take, me: as(ben.user.id), owner: as(ada.user.id) };
}

describe("a user in the platform's app", () => {
  it("writes, answers, edits and deletes in a channel of a server, as a person and not as a game", () => {
    const { world, me, square, take, ben } = town();
    const id = me.write(square, "!rank");
    const [created] = dispatches(take());
    expect(created).toMatchObject({ t: "MESSAGE_CREATE", d: { id, content: "!rank", flags: 0 } });
    expect(created?.d).toMatchObject({ author: { id: ben.user.id, bot: false } });
    expect(created?.d).not.toHaveProperty("application_id");
    const answer = me.write(square, { content: "and?", replyTo: id });
    expect(dispatches(take())[0]?.d).toMatchObject({ type: 19, message_reference: { message_id: id } });
    me.edit(square, answer, "please");
    expect(dispatches(take())[0]).toMatchObject({ t: "MESSAGE_UPDATE", d: { content: "please" } });
    me.delete(square, answer);
    expect(eventNames(take())).toEqual(["MESSAGE_DELETE"]);
    expect(world.messages.get(answer)).toBeUndefined();
  });

  it("reads what is written, the newest of it and in its order, where it may", () => {
    const { me, owner, square, cellar } = town();
    const ids = [me.write(square, "one"), owner.write(square, "two"), me.write(square, "three")];
    expect(me.read(square).map(({ id }) => id)).toEqual(ids);
    expect(me.read(square, 2).map(({ content }) => content)).toEqual(["two", "three"]);
    expect(() => me.read(cellar)).toThrow("(50001)");
    for (const limit of [0, 101, 1.5]) expect(() => me.read(square, limit)).toThrow("limit");
  });

  it("reacts and types", () => {
    const { me, square, take, bot, world } = town();
    const { id } = reply(sendChannelMessage(world, bot, square, { content: "roles?" }));
    me.type(square);
    me.react(square, id, "\u{1F3A8}");
    me.unreact(square, id, "\u{1F3A8}");
    expect(eventNames(take())).toEqual(["TYPING_START", "MESSAGE_REACTION_ADD", "MESSAGE_REACTION_REMOVE"]);
  });

  it("has a conversation with a bot and with members, unless one has blocked it", () => {
    const { world, me, take, ada, ben, bot } = town();
    const channelId = me.openConversation(bot.user.id);
    expect(reply(openConversation(world, bot, ben.user.id)).id).toBe(channelId);
    const id = me.write(channelId, "help");
    expect(dispatches(take()).at(-1)).toMatchObject({ t: "MESSAGE_CREATE", d: { id, content: "help" } });
    const withAda = me.openConversation(ada.user.id);
    me.write(withAda, "hello");
    reply(block(world, ada, ben.user.id));
    expect(() => me.write(withAda, "hello?")).toThrow("(50007)");
  });

  it("is in threads, and takes one out of the archive", () => {
    const { world, me, bot, square, ben } = town();
    const id = String(reply(createThread(world, bot, square, { name: "talk", type: 11 }))["id"]);
    me.joinThread(id);
    expect(world.threadMembers.listBy("thread", id).map(({ userId }) => userId)).toContain(ben.user.id);
    me.leaveThread(id);
    world.threads.put({ ...world.threads.get(id)!, isArchived: true });
    me.write(id, "still here");
    expect(world.threads.get(id)).toMatchObject({ isArchived: false, messageCount: 1 });
  });

  it("joins and leaves servers", () => {
    const { world, registry, me, take, ada, ben } = town();
    const { id } = registry.createGuild({ name: "Other", ownerId: ada.user.id });
    me.joinServer(id);
    expect(world.guilds.get(id)?.memberIds).toContain(ben.user.id);
    me.leaveServer(id);
    expect(eventNames(take())).toEqual(
      expect.arrayContaining(["GUILD_MEMBER_ADD", "GUILD_MEMBER_REMOVE", "GUILD_DELETE"]),
    );
  });

  it("enters calls, mutes itself there, moves and leaves", () => {
    const { world, registry, me, hall, take, ada, ben, guild } = town();
    world.voice.endpoint = "localhost:1";
    const { userId, sessionId, token } = me.enterCall(hall);
    expect([userId, world.voice.get(guild.id, userId)]).toMatchObject([ben.user.id, { sessionId, token }]);
    expect(dispatches(take())[0]).toMatchObject({
      t: "VOICE_STATE_UPDATE",
      d: { channel_id: hall, self_mute: false },
    });
    expect(me.enterCall(hall, { mute: true }).endpoint).toBe("localhost:1");
    expect(dispatches(take())).toMatchObject([
      { t: "VOICE_STATE_UPDATE", d: { channel_id: hall, self_mute: true } },
    ]);
    const other = registry.createGuild({
      name: "Other",
      ownerId: ada.user.id,
      memberIds: [ben.user.id],
      channels: [{ name: "call", kind: "voice" }],
    });
    me.enterCall(other.channels[0]!.id);
    expect(world.voice.get(guild.id, ben.user.id)).toBeUndefined();
    me.leaveCall();
    me.leaveCall();
    expect(world.voice.ofUser(ben.user.id)).toEqual([]);
  });
});

describe("a user in a call", () => {
  it("plays a sound that all users have, for those in the call", () => {
    const { me, hall, take, ben } = town();
    expect(() => me.playSound(hall, "2")).toThrow("(40032)");
    me.enterCall(hall);
    take();
    me.playSound(hall, "2");
    expect(dispatches(take())).toMatchObject([
      {
        t: "VOICE_CHANNEL_EFFECT_SEND",
        d: { channel_id: hall, user_id: ben.user.id, sound_id: "2", emoji: { name: "🔊" } },
      },
    ]);
    expect(() => me.playSound(hall, "99")).toThrow("Unknown sound (10097)");
  });

  it("asks to speak on a stage, and takes it back", () => {
    const { registry, me, take, ada, ben } = town();
    const theatre = registry.createGuild({
      name: "Theatre",
      ownerId: ada.user.id,
      memberIds: [ben.user.id],
      channels: [{ name: "stage", kind: "stage" }],
    });
    expect(() => me.askToSpeak(theatre.id)).toThrow("(10065)");
    me.enterCall(theatre.channels[0]!.id);
    take();
    me.askToSpeak(theatre.id);
    me.askToSpeak(theatre.id, false);
    const asked = dispatches(take()).map(({ d }) => (d as VoiceStatePayload).request_to_speak_timestamp);
    expect(asked).toEqual([expect.any(String), null]);
  });
});

describe("the rules for everybody", () => {
  it("refuse what the user may not do", () => {
    const { me, owner, square, cellar, guild, take } = town();
    const foreign = owner.write(square, "mine");
    take();
    expect(() => me.edit(square, foreign, "yours")).toThrow("(50005)");
    expect(() => me.delete(square, foreign)).toThrow("(50013)");
    expect(() => me.write(cellar, "psst")).toThrow("(50001)");
    expect(() => me.write("1", "psst")).toThrow("Unknown Channel (10003)");
    expect(() => me.write(square, "")).toThrow("(50006)");
    expect(() => me.enterCall(square)).toThrow("(50024)");
    expect(() => owner.leaveServer(guild.id)).toThrow("(50055)");
    expect(take()).toEqual([]);
    const id = me.write(square, "theirs");
    owner.delete(square, id);
  });

  it("slow down people, and not bots", () => {
    const { world, me, bot, square, guild } = town();
    const channels = guild.channels.map((one) =>
      one.id === square ? { ...one, rateLimitPerUser: 10 } : one,
    );
    world.guilds.put({ ...guild, channels });
    me.write(square, "one");
    expect(() => me.write(square, "two")).toThrow("(20016)");
    for (const content of ["one", "two"]) reply(sendChannelMessage(world, bot, square, { content }));
    world.clock.advance(10_000);
    me.write(square, "two");
  });

  it("moderate what people write", () => {
    const { world, me, bot, guild, square } = town();
    reply(
      createRule(world, bot, guild.id, {
        name: "words",
        event_type: 1,
        trigger_type: 1,
        trigger_metadata: { keyword_filter: ["spam"] },
        actions: [{ type: 1 }],
        enabled: true,
      } as never),
    );
    expect(() => me.write(square, "spam")).toThrow("(200000)");
    me.write(square, "ham");
  });

  it("name the argument", () => {
    const { me, square } = town();
    expect(() => me.write("here" as never, "x")).toThrow(/^channelId: /);
    expect(() => me.write(square, { content: 1 } as never)).toThrow(/^message\.content: /);
    expect(() => me.enterCall(square, { mute: "yes" } as never)).toThrow(/^switches\.mute: /);
    expect(() => me.playSound(square, "horn")).toThrow(/^soundId: /);
    expect(() => me.playSound(square, "2", "here")).toThrow(/^sourceGuildId: /);
    expect(() => me.askToSpeak("1", "yes" as never)).toThrow(/^isAsking: /);
  });
});
