import { MESSAGE_HISTORY_MAX, MESSAGE_HISTORY_MS } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import {
  createLobby,
  createOrJoin,
  deleteLobby,
  deleteLobbyMessage,
  editLobbyMessage,
  leaveLobby,
  listLobbyMessages,
  moderateLobbyMessage,
  putMember,
  sendLobbyMessage,
} from "./operations.js";
import { cast, dispatches, eventNames, reply, type Cast } from "./support-world.js";

/** Ada and Ben in one lobby, and an actor of another application. */
function scene(): Cast & { id: string; stranger: Cast["ada"] } {
  const made = cast();
  const { id } = reply(createOrJoin(made.world, made.ada, { secret: "s" }));
  reply(createOrJoin(made.world, made.ben, { secret: "s" }));
  const application = made.registry.createApplication({ name: "Other" });
  return { ...made, id, stranger: { ...made.ada, application } };
}

describe("a lobby message", () => {
  it("reaches all members, including the author, with its metadata; response and history have none", () => {
    const { world, ada, ben, id } = scene();
    const sent = sendLobbyMessage(world, ada, id, { content: "hello", metadata: { mood: "good" } });
    const [event] = dispatches("events" in sent ? sent.events : []);
    expect(event).toMatchObject({
      t: "LOBBY_MESSAGE_CREATE",
      d: { content: "hello", lobby_id: id, channel_id: id, flags: 65_536, metadata: { mood: "good" } },
      reach: { to: "users", applicationId: ada.application.id, userIds: [ada.user.id, ben.user.id] },
    });
    expect(event?.reach).not.toHaveProperty("except");
    expect(reply(sent)).not.toHaveProperty("metadata");
    expect(reply(listLobbyMessages(world, ben, id, 50))).toEqual([reply(sent)]);
  });

  it("shows the author's name as the server knows it at the time of sending", () => {
    const { world, bot, ada } = cast();
    const { id } = reply(createLobby(world, bot, {}));
    reply(putMember(world, bot, id, { id: ada.user.id, additionalName: "Zed" }));
    const before = reply(sendLobbyMessage(world, ada, id, { content: "a" }));
    reply(putMember(world, bot, id, { id: ada.user.id, additionalName: null }));
    expect(before.lobby_member).toEqual({ additional_name: "Zed" });
    expect(reply(sendLobbyMessage(world, ada, id, { content: "b" }))).not.toHaveProperty("lobby_member");
    expect(reply(listLobbyMessages(world, ada, id, 2))[1]?.lobby_member).toEqual({ additional_name: "Zed" });
  });

  it("lists the existing users that its text mentions", () => {
    const { world, ada, ben, id } = scene();
    const content = `<@${ben.user.id}> <@!${ben.user.id}> <@1>`;
    expect(reply(sendLobbyMessage(world, ada, id, { content })).mentions.map((user) => user.id)).toEqual([
      ben.user.id,
    ]);
  });
});

describe("history", () => {
  it(`keeps the newest ${MESSAGE_HISTORY_MAX} messages`, () => {
    const { world, ada, id } = scene();
    const first = reply(sendLobbyMessage(world, ada, id, { content: "0" }));
    for (let n = 1; n <= MESSAGE_HISTORY_MAX; n += 1)
      reply(sendLobbyMessage(world, ada, id, { content: String(n) }));
    const history = reply(listLobbyMessages(world, ada, id, MESSAGE_HISTORY_MAX));
    expect([history.length, history.at(-1)?.content]).toEqual([MESSAGE_HISTORY_MAX, "1"]);
    expect(world.messages.get(first.id)).toBeUndefined();
    expect(world.messages.all()).toHaveLength(MESSAGE_HISTORY_MAX);
  });

  it("ends after 72 hours of the platform's clock, to the millisecond", () => {
    const { world, ada, id } = scene();
    const old = reply(sendLobbyMessage(world, ada, id, { content: "old" }));
    world.clock.advance(MESSAGE_HISTORY_MS);
    expect(reply(listLobbyMessages(world, ada, id, 50))).toHaveLength(1);
    world.clock.advance(1);
    expect(reply(listLobbyMessages(world, ada, id, 50))).toEqual([]);
    expect(editLobbyMessage(world, ada, id, old.id, { content: "x" })).toMatchObject({ code: 10_008 });
    reply(sendLobbyMessage(world, ada, id, { content: "new" }));
    expect(world.messages.all()).toHaveLength(1);
  });

  it("is available to new and returning members, and is deleted with the lobby", () => {
    const { world, bot, ada, ben, id } = scene();
    reply(sendLobbyMessage(world, ada, id, { content: "before" }));
    reply(leaveLobby(world, ben, id));
    expect(listLobbyMessages(world, ben, id, 50)).toMatchObject({ status: 403, code: 50_001 });
    reply(createOrJoin(world, ben, { secret: "s" }));
    expect(reply(listLobbyMessages(world, ben, id, 50))).toHaveLength(1);
    reply(deleteLobby(world, bot, id));
    expect(world.messages.all()).toEqual([]);
  });
});

describe("changing a lobby message", () => {
  it("an edit clears the moderation metadata before it is sent", () => {
    const { world, bot, ada, ben, id } = scene();
    const sent = reply(sendLobbyMessage(world, ada, id, { content: "a" }));
    const judged = moderateLobbyMessage(world, bot, id, sent.id, { action: "hide" });
    expect(dispatches("events" in judged ? judged.events : [])[0]).toMatchObject({
      t: "LOBBY_MESSAGE_UPDATE",
      d: { content: "a", edited_timestamp: null, moderation_metadata: { action: "hide" } },
      reach: { applicationId: ada.application.id },
    });
    expect(reply(listLobbyMessages(world, ben, id, 1))[0]?.moderation_metadata).toEqual({ action: "hide" });
    world.clock.advance(1000);
    const changed = editLobbyMessage(world, ada, id, sent.id, { content: "b" });
    expect(dispatches("events" in changed ? changed.events : [])[0]?.d).toMatchObject({
      content: "b",
      moderation_metadata: {},
    });
    expect(Date.parse(reply(changed).edited_timestamp ?? "")).toBe(world.clock.now());
    expect(reply(changed)).not.toHaveProperty("moderation_metadata");
  });

  it("an edit without text has no effect and sends no event", () => {
    const { world, ada, id } = scene();
    const sent = reply(sendLobbyMessage(world, ada, id, { content: "a" }));
    const same = editLobbyMessage(world, ada, id, sent.id, { content: null });
    expect([reply(same), eventNames(same)]).toEqual([sent, []]);
  });

  it("a deletion sends the lobby's id and removes the message", () => {
    const { world, ada, id } = scene();
    const sent = reply(sendLobbyMessage(world, ada, id, { content: "a" }));
    const deleted = deleteLobbyMessage(world, ada, id, sent.id);
    expect(dispatches("events" in deleted ? deleted.events : [])[0]).toMatchObject({
      t: "LOBBY_MESSAGE_DELETE",
      d: { id: sent.id, lobby_id: id },
    });
    expect(deleteLobbyMessage(world, ada, id, sent.id)).toMatchObject({ status: 404, code: 10_008 });
  });
});

describe("rejections", () => {
  type Attempt = (cast: ReturnType<typeof scene>, messageId: string) => unknown;
  it.each<[string, Attempt, number, number]>([
    [
      "edit of another user's message",
      ({ world, ben, id }, message) => editLobbyMessage(world, ben, id, message, { content: "b" }),
      403,
      50_005,
    ],
    [
      "edit to nothing",
      ({ world, ada, id }, message) => editLobbyMessage(world, ada, id, message, { content: "" }),
      400,
      50_006,
    ],
    [
      "deletion of another user's message",
      ({ world, ben, id }, message) => deleteLobbyMessage(world, ben, id, message),
      403,
      50_013,
    ],
    [
      "moderation in another application's lobby",
      ({ world, stranger, id }, message) => moderateLobbyMessage(world, stranger, id, message, {}),
      404,
      10_031,
    ],
  ])("%s", (_claim, attempt, status, code) => {
    const all = scene();
    const sent = reply(sendLobbyMessage(all.world, all.ada, all.id, { content: "a" }));
    expect(attempt(all, sent.id)).toMatchObject({ status, code });
    expect(reply(listLobbyMessages(all.world, all.ada, all.id, 50))).toEqual([sent]);
  });
});
