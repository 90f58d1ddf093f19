import { ACTIVITY_INVITE_LIFE_MS, MessageActivityType, type ActivityInvitePayload } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import type { Actor } from "../../../platform/domain/world/oauth2/actor.js";
import { PLATFORM } from "../../../platform/domain/records/relationship/relationship.js";
import {
  acceptActivityInvite,
  becomeFriends,
  block,
  closeSession,
  openSession,
  sendActivityInvite,
  setPresence,
} from "./operations.js";
import { cast, dispatches, reply, type Cast } from "./support-world.js";

const { Join, JoinRequest } = MessageActivityType;
const PARTY = { id: "party-1", size: [1, 4] };
const PLAYING = { type: 0, party: PARTY, secrets: { join: "join secret" } };

const sessionOf = ({ user, application }: Actor, sessionId = `s-${user.username}`) => ({
  sessionId,
  userId: user.id,
  applicationId: application.id,
});
const play = ({ world }: Cast, actor: Actor, activity: object = PLAYING, sessionId?: string): void =>
  void setPresence(world, sessionOf(actor, sessionId), { activities: [activity], status: "online" });
/** Both in the game, and Ada in a party. */
function together(): Cast {
  const made = cast();
  for (const actor of [made.ada, made.ben]) openSession(made.world, sessionOf(actor));
  play(made, made.ada);
  return made;
}
function friends(): Cast {
  const made = together();
  reply(becomeFriends(made.world, made.ada.user.id, made.ben.user.id, PLATFORM));
  return made;
}
const invite = ({ world, ada, ben }: Cast, change: object = {}, content = "come") => {
  const activity = { type: Join, party_id: PARTY.id, session_id: "s-ada", ...change };
  return sendActivityInvite(world, ada, ben.user.id, { content, activity });
};
const ask = ({ world, ada, ben }: Cast) =>
  sendActivityInvite(world, ben, ada.user.id, {
    activity: { type: JoinRequest, party_id: PARTY.id, session_id: "s-ben" },
  });
const accept = ({ world, ada, ben, applicationId }: Cast, messageId: string, change: object = {}) => {
  const channelId = world.activityInvites.get(messageId)?.channelId ?? "";
  const senderId = ada.user.id;
  const claim = { senderId, sessionId: "s-ada", applicationId, channelId, messageId, ...change };
  return acceptActivityInvite(world, ben, claim);
};
/** Ada plays in a game of another publisher, too. */
function playElsewhere(made: Cast): void {
  const ada = { ...made.ada, application: made.registry.createApplication({ name: "Other" }) };
  openSession(made.world, sessionOf(ada, "s-other"));
  play(made, ada, PLAYING, "s-other");
}
const refused = { status: 400, code: 50_039 };

describe("sending", () => {
  type Prepare = (made: Cast) => void;
  it.each<[string, Prepare, object, object | undefined]>([
    ["accepts the sender's own party", () => undefined, {}, undefined],
    ["rejects another party", () => undefined, { party_id: "party-2" }, refused],
    [
      "rejects a party without a join secret",
      (made) => play(made, made.ada, { type: 0, party: PARTY }),
      {},
      refused,
    ],
    ["rejects another user's session", () => undefined, { session_id: "s-ben" }, refused],
    ["rejects a session that has ended", () => undefined, { session_id: "s-gone" }, refused],
    ["rejects the session of another game", playElsewhere, { session_id: "s-other" }, refused],
  ])("%s", (_claim, prepare, change, expected) => {
    const made = together();
    prepare(made);
    const sent = invite(made, change);
    if (expected === undefined)
      expect(reply(sent).activity).toMatchObject({ type: Join, party_id: PARTY.id });
    else expect(sent).toMatchObject(expected);
  });

  it("is rejected when sent to oneself", () => {
    const made = together();
    expect(invite({ ...made, ben: made.ada })).toMatchObject({ status: 403, code: 50_007 });
  });

  it("accepts an empty text and rejects one that is too long", () => {
    expect(reply(invite(together(), {}, "")).content).toBe("");
    expect(invite(together(), {}, "x".repeat(2001))).toMatchObject({ code: 50_035 });
  });

  it("with presence scopes is sent without text", () => {
    const made = together();
    const ada = { ...made.ada, scopes: new Set(["activities.invites.write"]) };
    expect(reply(invite({ ...made, ada }))).toMatchObject({ content: "" });
  });

  it.each([
    ["in memory only, between strangers", together, 18],
    ["in the channel of friends", friends, 1],
  ])("%s, is sent with the game and without the secret, to this game only", (_claim, prepare, kind) => {
    const made = prepare();
    const sent = invite(made);
    expect(reply(sent)).toMatchObject({
      channel_type: kind,
      application: { id: made.applicationId, name: "Game" },
    });
    const told = "events" in sent ? dispatches(sent.events) : [];
    expect(JSON.stringify(told)).not.toContain("join secret");
    expect(told.filter(({ t }) => t !== "CHANNEL_CREATE").map(({ reach }) => reach.to)).not.toContain(
      "accounts",
    );
    const toBen = told.find(({ t }) => t === "ACTIVITY_INVITE_CREATE")!;
    expect(toBen.reach).toMatchObject({ userIds: [made.ben.user.id] });
    const { message_id: messageId, channel_id: channelId } = toBen.d as ActivityInvitePayload;
    expect(reply(accept(made, messageId, { channelId }))).toEqual({ secret: "join secret" });
  });
});

describe("asking to join", () => {
  it.each<[string, object | undefined, object | undefined]>([
    ["a party with room", PLAYING, undefined],
    ["a party without a size", { ...PLAYING, party: { id: PARTY.id } }, undefined],
    ["nothing else", { type: 0 }, refused],
  ])("%s", (_claim, activity, expected) => {
    const made = together();
    play(made, made.ada, activity);
    const sent = ask(made);
    if (expected === undefined) expect(reply(sent).activity?.type).toBe(JoinRequest);
    else expect(sent).toMatchObject(expected);
  });

  it("finds no party in a game of another publisher", () => {
    const made = together();
    play(made, made.ada, { type: 0 });
    playElsewhere(made);
    expect(ask(made)).toMatchObject(refused);
  });

  it("never reveals the secret", () => {
    const made = together();
    play(made, made.ben);
    const { id } = reply(ask(made));
    expect(accept(made, id)).toMatchObject(refused);
    expect(
      accept({ ...made, ben: made.ada }, id, { senderId: made.ben.user.id, sessionId: "s-ben" }),
    ).toMatchObject(refused);
  });
});

describe("accepting", () => {
  type Prepare = (made: Cast) => void;
  it.each<[string, Prepare, boolean]>([
    ["at the last moment", ({ world }) => world.clock.advance(ACTIVITY_INVITE_LIFE_MS - 1), true],
    ["fails after six hours", ({ world }) => world.clock.advance(ACTIVITY_INVITE_LIFE_MS), false],
    [
      "works again when the host returns",
      (made) => {
        play(made, made.ada, { type: 0 });
        play(made, made.ada);
      },
      true,
    ],
    [
      "fails after the host's session ended",
      (made) => void closeSession(made.world, sessionOf(made.ada)),
      false,
    ],
    ["fails after a block", (made) => void reply(block(made.world, made.ada, made.ben.user.id)), false],
  ])("%s", (_claim, prepare, isGood) => {
    const made = together();
    const { id } = reply(invite(made));
    prepare(made);
    const accepted = accept(made, id);
    if (isGood) expect(reply(accepted)).toEqual({ secret: "join secret" });
    else expect(accepted).toMatchObject(refused);
  });

  it("needs the invited user and every field that identifies the invite", () => {
    const made = together();
    const { id } = reply(invite(made));
    expect(accept({ ...made, ben: made.ada }, id)).toMatchObject(refused);
    for (const change of [{ messageId: "1" }, { channelId: "1" }, { senderId: "1" }, { applicationId: "1" }])
      expect(accept(made, id, change)).toMatchObject(refused);
  });

  it("notifies each of the acceptor's sessions in the game", () => {
    const made = together();
    openSession(made.world, sessionOf(made.ben, "s-ben-2"));
    const accepted = accept(made, reply(invite(made)).id);
    const told = "events" in accepted ? dispatches(accepted.events) : [];
    expect(told.map(({ t, reach }) => [t, reach])).toEqual([
      ["ACTIVITY_INVITE_CREATE", { to: "session", sessionId: "s-ben" }],
      ["ACTIVITY_INVITE_CREATE", { to: "session", sessionId: "s-ben-2" }],
    ]);
  });
});
