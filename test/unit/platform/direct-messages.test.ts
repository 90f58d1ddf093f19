import { MESSAGE_HISTORY_MS } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import type { Actor } from "../../../platform/domain/world/oauth2/actor.js";
import { PLATFORM } from "../../../platform/domain/records/relationship/relationship.js";
import {
  becomeFriends,
  block,
  deleteDirectMessage,
  drop,
  editDirectMessage,
  getDmChannel,
  listDirectMessages,
  moderateDirectMessage,
  openSession,
  revokeGrant,
  sendDirectMessage,
  summarizeDirectMessages,
} from "./operations.js";
import { cast, dispatches, eventNames, reply, type Cast } from "./support-world.js";

const come = ({ world }: Cast, ...actors: Actor[]): void => {
  for (const { user, application } of actors)
    openSession(world, { sessionId: user.id, userId: user.id, applicationId: application.id });
};
const befriend = ({ world, ada, ben }: Cast, realm = PLATFORM): void =>
  void reply(becomeFriends(world, ada.user.id, ben.user.id, realm));
const shareGuild = ({ registry, ada, ben }: Cast): void =>
  void registry.createGuild({ name: "G", ownerId: ada.user.id, memberIds: [ben.user.id] });
const say = ({ world, ada, ben }: Cast, content = "hi") =>
  sendDirectMessage(world, ada, ben.user.id, { content });

function friends(): Cast {
  const made = cast();
  befriend(made);
  return made;
}

describe("permission to write", () => {
  type Prepare = (made: Cast) => void;
  it.each<[string, Prepare, { kind: number } | { code: number }]>([
    ["strangers may not", () => undefined, { code: 50_278 }],
    ["members of one server who have never talked may not", shareGuild, { code: 50_007 }],
    [
      "users may not when only one is in the game",
      (made) => (shareGuild(made), come(made, made.ada)),
      { code: 50_007 },
    ],
    ["users of the same game may; nothing is stored", (made) => come(made, made.ada, made.ben), { kind: 18 }],
    ["friends may, in any game", befriend, { kind: 1 }],
    ["friends of this game may", (made) => befriend(made, made.applicationId), { kind: 1 }],
    [
      "friends of another game may not",
      (made) => befriend(made, made.registry.createApplication({ name: "Other" }).id),
      { code: 50_278 },
    ],
    [
      "former friends in one server may, because they have talked",
      (made) => {
        befriend(made);
        reply(say(made));
        shareGuild(made);
        reply(drop(made.world, made.ada, PLATFORM, made.ben.user.id));
      },
      { kind: 1 },
    ],
    [
      "former friends in the game may, in their old channel",
      (made) => {
        befriend(made);
        reply(say(made));
        reply(drop(made.world, made.ada, PLATFORM, made.ben.user.id));
        come(made, made.ada, made.ben);
      },
      { kind: 1 },
    ],
  ])("%s", (_claim, prepare, expected) => {
    const made = cast();
    prepare(made);
    const sent = say(made);
    if ("code" in expected) expect(sent).toMatchObject({ status: 403, ...expected });
    else expect(reply(sent).channel_type).toBe(expected.kind);
  });

  it("is denied by a block on either side, even between two users of the game", () => {
    for (const side of ["ada", "ben"] as const) {
      const made = cast();
      come(made, made.ada, made.ben);
      refuse(made, side);
      expect(say(made)).toMatchObject({ status: 403, code: 50_007 });
    }
  });
});

describe("a direct message between friends", () => {
  it("opens a channel the first time and notifies both; other applications do not get the game's pairs", () => {
    const made = friends();
    const { world, ada, ben, applicationId } = made;
    const sent = sendDirectMessage(world, ada, ben.user.id, { content: "hi", metadata: { a: "b" } });
    expect(eventNames(sent)).toEqual([
      "CHANNEL_CREATE",
      "CHANNEL_CREATE",
      "MESSAGE_CREATE",
      "MESSAGE_CREATE",
    ]);
    const [toAda, toBen, own, others] = dispatches("events" in sent ? sent.events : []);
    expect(toAda).toMatchObject({
      d: { recipients: [{ id: ben.user.id }] },
      reach: { to: "accounts", userIds: [ada.user.id] },
    });
    expect(toBen).toMatchObject({ d: { recipients: [{ id: ada.user.id }] } });
    expect(own).toMatchObject({ d: { metadata: { a: "b" } }, reach: { to: "users", applicationId } });
    expect(others).toMatchObject({ reach: { to: "accounts", exceptApplicationId: applicationId } });
    expect(others?.d).not.toHaveProperty("metadata");
    expect(eventNames(sendDirectMessage(world, ben, ada.user.id, { content: "yo" }))).toEqual([
      "MESSAGE_CREATE",
      "MESSAGE_CREATE",
    ]);
    expect(reply(listDirectMessages(world, ben, ada.user.id, 50)).map((one) => one.content)).toEqual([
      "yo",
      "hi",
    ]);
  });

  it("appears in the summary of both, even when it is too old to be fetched", () => {
    const made = friends();
    const { world, ada, ben } = made;
    const { id } = reply(say(made));
    world.clock.advance(MESSAGE_HISTORY_MS + 1);
    expect(reply(summarizeDirectMessages(world, ada))).toEqual([
      { user_id: ben.user.id, last_message_id: id },
    ]);
    expect(reply(summarizeDirectMessages(world, ben))).toEqual([
      { user_id: ada.user.id, last_message_id: id },
    ]);
    expect(reply(listDirectMessages(world, ben, ada.user.id, 50))).toEqual([]);
    expect(reply(getDmChannel(world, ben, ada.user.id))).toMatchObject({ type: 1, last_message_id: id });
  });

  it("can be edited and deleted by its author, and both are notified", () => {
    const made = friends();
    const { world, ada, ben } = made;
    const { id, channel_id } = reply(say(made));
    world.clock.advance(5);
    const changed = editDirectMessage(world, ada, ben.user.id, id, { content: "ho" });
    expect(eventNames(changed)).toEqual(["MESSAGE_UPDATE", "MESSAGE_UPDATE"]);
    expect(reply(changed)).toMatchObject({ content: "ho", channel_id });
    const gone = deleteDirectMessage(world, ada, ben.user.id, id);
    expect(dispatches("events" in gone ? gone.events : [])).toMatchObject([
      { t: "MESSAGE_DELETE", d: { id, channel_id }, reach: { to: "accounts" } },
    ]);
    expect(reply(listDirectMessages(world, ben, ada.user.id, 5))).toEqual([]);
  });

  it("has moderation metadata that only its own application sees and an edit clears", () => {
    const made = friends();
    const { world, ada, ben, bot, registry, applicationId } = made;
    const { id } = reply(say(made));
    const judged = moderateDirectMessage(world, bot, [ben.user.id, ada.user.id], id, { action: "blur" });
    expect(dispatches("events" in judged ? judged.events : [])).toMatchObject([
      { t: "MESSAGE_UPDATE", d: { moderation_metadata: { action: "blur" } }, reach: { applicationId } },
    ]);
    const listed = (actor: Actor) => reply(listDirectMessages(world, actor, ada.user.id, 1))[0];
    expect(listed(ben)?.moderation_metadata).toEqual({ action: "blur" });
    const application = registry.createApplication({ name: "Other" });
    expect(listDirectMessages(world, { ...ben, application }, ada.user.id, 1)).toMatchObject({
      code: 10_003,
    });
    expect(
      moderateDirectMessage(world, { ...bot, application }, [ada.user.id, ben.user.id], id, {}),
    ).toMatchObject({ code: 10_008 });
    const changed = editDirectMessage(world, ada, ben.user.id, id, { content: "b" });
    const [own, others] = dispatches("events" in changed ? changed.events : []);
    expect(own?.d).toMatchObject({ content: "b", moderation_metadata: {} });
    expect(others?.d).not.toHaveProperty("moderation_metadata");
    expect(listed(ben)).not.toHaveProperty("moderation_metadata");
  });
});

describe("a message between two users who are not friends but in the same game", () => {
  it("is shown to each under the other's id, in this game only, and is not stored", () => {
    const made = cast();
    const { world, ada, ben, applicationId } = made;
    come(made, ada, ben);
    const sent = say(made);
    expect(reply(sent)).toMatchObject({ channel_id: ben.user.id, recipient_id: ben.user.id });
    expect(dispatches("events" in sent ? sent.events : [])).toMatchObject([
      { d: { channel_id: ben.user.id }, reach: { applicationId, userIds: [ada.user.id] } },
      { d: { channel_id: ada.user.id, recipient_id: ada.user.id }, reach: { userIds: [ben.user.id] } },
    ]);
    expect(listDirectMessages(world, ada, ben.user.id, 5)).toMatchObject({ status: 404, code: 10_003 });
    expect([world.messages.all(), world.dmChannels.all()]).toEqual([[], []]);
    expect(reply(summarizeDirectMessages(world, ada))).toEqual([]);
  });
});

// Messages of others and unknown ones: the operations of a player, in test/e2e/operations.
describe("rejections", () => {
  type Attempt = (made: Cast, messageId: string) => unknown;
  it.each<[string, Attempt, number, number]>([
    ["an empty message", (made) => say(made, ""), 400, 50_006],
    ["too long", (made) => say(made, "x".repeat(2001)), 400, 50_035],
    [
      "edit to nothing",
      ({ world, ada, ben }, id) => editDirectMessage(world, ada, ben.user.id, id, { content: " " }),
      400,
      50_006,
    ],
    [
      "edit after a block",
      (made, id) => {
        refuse(made, "ben");
        return editDirectMessage(made.world, made.ada, made.ben.user.id, id, { content: "x" });
      },
      403,
      50_007,
    ],
    ["an unknown channel", ({ world, ada }, id) => deleteDirectMessage(world, ada, "9", id), 404, 10_003],
    ["no channel", ({ world, ada }) => getDmChannel(world, ada, "9"), 404, 10_003],
    [
      "history with a user who revoked the game",
      ({ world, ada, ben, applicationId }) => {
        revokeGrant(world, applicationId, ben.user.id);
        return listDirectMessages(world, ada, ben.user.id, 5);
      },
      404,
      10_003,
    ],
  ])("%s", (_claim, attempt, status, code) => {
    const made = friends();
    const sent = reply(say(made));
    expect(attempt(made, sent.id)).toMatchObject({ status, code });
    expect(made.world.messages.all()).toHaveLength(1);
  });
});

function refuse({ world, ada, ben }: Cast, by: "ada" | "ben"): void {
  const [actor, whom] = by === "ada" ? [ada, ben] : [ben, ada];
  reply(block(world, actor, whom.user.id));
}
