import { BLOCKS_MAX, FRIENDS_MAX, RelationshipType } from "sdkpp/wire";
import { beforeEach, describe, expect, it } from "vitest";
import type { Reach } from "../../../platform/domain/reactions/events.js";
import type { Actor } from "../../../platform/domain/world/oauth2/actor.js";
import { Fault } from "../../../platform/domain/rules/outcome.js";
import {
  listFriends,
  listGameRelationships,
} from "../../../platform/domain/rules/relationship/relationships.js";
import { PLATFORM } from "../../../platform/domain/records/relationship/relationship.js";
import { typeBetween } from "../../../platform/domain/world/relationship/relationships.js";
import {
  acceptRequest,
  becomeFriends,
  befriend,
  befriendByName,
  block,
  closeSession,
  drop,
  openSession,
  renameUser,
} from "./operations.js";
import type { Settled } from "./support-operation.js";
import { cast, dispatches, reply, type Cast } from "./support-world.js";

const { None, Friend, Blocked, PendingIncoming, PendingOutgoing } = RelationshipType;
type Types = readonly [RelationshipType, RelationshipType];

let stage: Cast;

beforeEach(() => (stage = cast()));

const realms = ["platform", "game"] as const;
type Kind = (typeof realms)[number];
const realmOf = (kind: Kind): string => (kind === "platform" ? PLATFORM : stage.applicationId);

const arrive = (...actors: Actor[]): void => {
  for (const { user, application } of actors)
    openSession(stage.world, { sessionId: user.id, userId: user.id, applicationId: application.id });
};

/** Ada's relationship to Ben, and Ben's to Ada. */
function between(kind: Kind): Types {
  const [ada, ben] = [stage.ada.user.id, stage.ben.user.id];
  return [
    typeBetween(stage.world, realmOf(kind), ada, ben),
    typeBetween(stage.world, realmOf(kind), ben, ada),
  ];
}

/** Ada's actions towards Ben, and Ben's towards Ada. */
const actions = {
  ask: (kind: Kind, actor: Actor, other: Actor) => befriend(stage.world, actor, realmOf(kind), other.user.id),
  accept: (kind: Kind, actor: Actor, other: Actor) =>
    acceptRequest(stage.world, actor, realmOf(kind), other.user.id),
  drop: (kind: Kind, actor: Actor, other: Actor) => drop(stage.world, actor, realmOf(kind), other.user.id),
  block: (_kind: Kind, actor: Actor, other: Actor) => block(stage.world, actor, other.user.id),
};
type Step = readonly ["ada" | "ben", keyof typeof actions];

function act(kind: Kind, [who, what]: Step): Settled<undefined> | Fault {
  const [actor, other] = who === "ada" ? [stage.ada, stage.ben] : [stage.ben, stage.ada];
  return actions[what](kind, actor, other);
}

const adaAsks: Step = ["ada", "ask"];
const benAsks: Step = ["ben", "ask"];

describe.each(realms)("a %s relationship", (kind) => {
  it.each<[string, Step[], Types]>([
    ["asked for", [adaAsks], [PendingOutgoing, PendingIncoming]],
    ["asked for twice", [adaAsks, adaAsks], [PendingOutgoing, PendingIncoming]],
    ["accepted", [adaAsks, ["ben", "accept"]], [Friend, Friend]],
    ["asked for by both", [adaAsks, benAsks], [Friend, Friend]],
    ["cancelled", [adaAsks, ["ada", "drop"]], [None, None]],
    ["rejected", [adaAsks, ["ben", "drop"]], [None, None]],
    ["ended", [adaAsks, benAsks, ["ben", "drop"]], [None, None]],
    ["removed where there is none", [["ada", "drop"]], [None, None]],
  ])("%s", (_claim, steps, expected) => {
    for (const step of steps) reply(act(kind, step));
    expect(between(kind)).toEqual(expected);
  });

  it.each<[string, Step[], Step, object]>([
    ["asking a friend", [adaAsks, benAsks], adaAsks, { status: 400, code: 80_007 }],
    ["accepting a friend", [adaAsks, benAsks], ["ada", "accept"], { status: 400, code: 80_007 }],
    ["accepting nothing", [], ["ada", "accept"], { status: 404, code: 10_013 }],
    ["accepting one's own request", [adaAsks], ["ada", "accept"], { status: 404, code: 10_013 }],
    ["asking a user who has blocked the asker", [["ben", "block"]], adaAsks, { status: 403, code: 80_001 }],
    ["asking a blocked user", [["ada", "block"]], adaAsks, { status: 403, code: 80_001 }],
  ])("rejects %s and changes nothing", (_claim, steps, last, expected) => {
    for (const step of steps) reply(act(kind, step));
    const before = between(kind);
    expect(act(kind, last)).toMatchObject(expected);
    expect(between(kind)).toEqual(before);
  });

  it.each(["ask", "accept", "drop"] as const)("refuses oneself and nobody: %s", (what) => {
    const { ada, world } = stage;
    expect(actions[what](kind, ada, ada)).toMatchObject({ status: 400, code: 80_003 });
    const nobody = { ...ada, user: { ...ada.user, id: "1" } };
    expect(actions[what](kind, ada, nobody)).toMatchObject({ status: 404, code: 10_013 });
    expect(world.relationships.all()).toEqual([]);
  });

  it("is rejected for bots and for users who reject requests", () => {
    const { world, registry, ada, bot, applicationId } = stage;
    const shy = registry.createUser({ username: "shy", refusesFriendRequests: true });
    // In a game, only users who have authorized it can be asked.
    for (const userId of [bot.user.id, shy.id])
      world.tokens.put({ hash: userId, kind: "refresh", applicationId, userId, scope: "", expiresAt: null });
    for (const id of [bot.user.id, shy.id])
      expect(befriend(world, ada, realmOf(kind), id)).toMatchObject({ status: 403, code: 80_000 });
  });

  it("finds users by name, case-insensitively", () => {
    reply(befriendByName(stage.world, stage.ada, realmOf(kind), "BEN"));
    expect(between(kind)).toEqual([PendingOutgoing, PendingIncoming]);
    expect(befriendByName(stage.world, stage.ada, realmOf(kind), "nobody")).toMatchObject({
      status: 400,
      code: 80_004,
    });
    expect(befriendByName(stage.world, stage.ada, realmOf(kind), "ada")).toMatchObject({ code: 80_003 });
  });
});

describe("blocking", () => {
  it("ends all relationships between the two, in every application; unblocking restores none", () => {
    const { world, ada, ben, registry, applicationId } = stage;
    const other = registry.createApplication({ name: "Other" }).id;
    for (const realm of [PLATFORM, applicationId, other])
      reply(becomeFriends(world, ada.user.id, ben.user.id, realm));
    reply(block(world, ada, ben.user.id));
    expect(between("platform")).toEqual([Blocked, None]);
    expect(world.relationships.all()).toHaveLength(1);
    reply(drop(world, ada, PLATFORM, ben.user.id));
    expect(world.relationships.all()).toEqual([]);
  });

  it("by both users is lifted separately by each", () => {
    for (const who of ["ada", "ben"] as const) reply(act("platform", [who, "block"]));
    expect(between("platform")).toEqual([Blocked, Blocked]);
    reply(act("platform", ["ada", "drop"]));
    expect(between("platform")).toEqual([None, Blocked]);
  });

  it("does not notify a blocked stranger, and happens once", () => {
    const { world, ada, ben } = stage;
    for (const actor of [ada, ben]) arrive(actor);
    const told = dispatches((block(world, ada, ben.user.id) as Settled<undefined>).events);
    expect(told.map(({ t, reach }) => [t, reach])).toEqual([
      ["RELATIONSHIP_ADD", { to: "users", applicationId: stage.applicationId, userIds: [ada.user.id] }],
    ]);
    expect(block(world, ada, ben.user.id)).toEqual({ reply: undefined, events: [] });
  });
});

describe("limits", () => {
  /** Fills Ada's list without going through the rules. */
  const fill = (type: RelationshipType, count: number): void => {
    const { world, ada } = stage;
    world.store.transaction(() => {
      for (let n = 1; n <= count; n += 1)
        world.relationships.put({
          realm: PLATFORM,
          ownerId: ada.user.id,
          otherId: String(n),
          type,
          since: 0,
        });
    });
  };

  it(`rejects friend ${FRIENDS_MAX + 1} on either side; game friends do not count`, () => {
    const { world, ada, ben } = stage;
    reply(befriend(world, ben, PLATFORM, ada.user.id));
    fill(Friend, FRIENDS_MAX);
    expect(acceptRequest(world, ada, PLATFORM, ben.user.id)).toMatchObject({ status: 400, code: 30_002 });
    const cyd = stage.registry.createUser({ username: "cyd" });
    expect(befriend(world, ada, PLATFORM, cyd.id)).toMatchObject({ status: 400, code: 30_002 });
    reply(befriend(world, ada, stage.applicationId, ben.user.id));
  });

  it(`rejects block ${BLOCKS_MAX + 1}`, () => {
    fill(Blocked, BLOCKS_MAX);
    expect(block(stage.world, stage.ada, stage.ben.user.id)).toMatchObject({ status: 400, code: 50_035 });
  });
});

describe("a game", () => {
  it("can find only users who have authorized it", () => {
    const { world, registry, ada } = stage;
    const cyd = registry.createUser({ username: "cyd" });
    expect(befriend(world, ada, stage.applicationId, cyd.id)).toMatchObject({ code: 10_013 });
    expect(befriendByName(world, ada, stage.applicationId, "cyd")).toMatchObject({ code: 80_004 });
    reply(befriendByName(world, ada, PLATFORM, "cyd"));
  });

  it("has a list of its own", () => {
    const { world, ada, ben, registry } = stage;
    reply(befriend(world, ada, stage.applicationId, ben.user.id));
    expect(listGameRelationships(world, ada)).toMatchObject([
      { id: ben.user.id, application_id: stage.applicationId, type: PendingOutgoing, dm_access_type: 0 },
    ]);
    const elsewhere = { ...ada, application: registry.createApplication({ name: "Other" }) };
    expect(listGameRelationships(world, elsewhere)).toEqual([]);
  });
});

/** The first of the users that an event reaches. */
function firstOf(reach: Reach): string | undefined {
  return "userIds" in reach ? reach.userIds[0] : undefined;
}

describe("events", () => {
  /** Names and receivers of the events of an outcome. */
  const told = (result: Settled<undefined> | Fault) =>
    result instanceof Fault
      ? []
      : dispatches(result.events).map(({ t, d, reach }) => {
          const { type } = d as { type?: number };
          return [t, firstOf(reach), ...(type === undefined ? [] : [type])];
        });

  it("notify both sides of each step", () => {
    const { ada, ben } = stage;
    const [a, b] = [ada.user.id, ben.user.id];
    arrive(ada, ben);
    expect(told(act("platform", adaAsks))).toEqual([
      ["RELATIONSHIP_ADD", a, PendingOutgoing],
      ["RELATIONSHIP_ADD", b, PendingIncoming],
    ]);
    expect(told(act("platform", adaAsks))).toEqual([]);
    expect(told(act("platform", ["ben", "accept"]))).toEqual([
      ["RELATIONSHIP_ADD", b, Friend],
      ["RELATIONSHIP_ADD", a, Friend],
      ["PRESENCE_UPDATE", b],
      ["PRESENCE_UPDATE", a],
    ]);
    expect(told(act("platform", ["ada", "drop"]))).toEqual([
      ["RELATIONSHIP_REMOVE", a, Friend],
      ["RELATIONSHIP_REMOVE", b, Friend],
    ]);
  });

  it("include game relationships, with user and since", () => {
    const result = act("game", adaAsks) as Settled<undefined>;
    expect(dispatches(result.events)).toMatchObject([
      { t: "GAME_RELATIONSHIP_ADD", d: { user_id: stage.ada.user.id, user: { username: "ben" } } },
      { t: "GAME_RELATIONSHIP_ADD", d: { since: "2026-01-01T00:00:00.000Z", type: PendingIncoming } },
    ]);
  });

  it("carry the note and spam flag of a request to its receiver only", () => {
    const { world, registry, ben, ada } = stage;
    const spammer = { ...ada, user: registry.createUser({ username: "mal", spammer: true }) };
    arrive(spammer, ben);
    const result = befriend(world, spammer, PLATFORM, ben.user.id, "hello") as Settled<undefined>;
    const [out, incoming] = dispatches(result.events).map(({ d }) => d as Record<string, unknown>);
    expect(out).toMatchObject({ is_spam_request: false, should_notify: false });
    expect(out).not.toHaveProperty("note");
    expect(incoming).toMatchObject({ is_spam_request: true, should_notify: true, note: "hello" });
  });

  it("show presence to friends everywhere, to game friends in their game only", () => {
    const { world, registry, ada, ben } = stage;
    const cyd = { ...ben, user: registry.createUser({ username: "cyd" }) };
    const cydElsewhere = { ...cyd, application: registry.createApplication({ name: "Third" }) };
    const other = registry.createApplication({ name: "Other" });
    reply(becomeFriends(world, ada.user.id, ben.user.id, PLATFORM));
    reply(becomeFriends(world, ada.user.id, cyd.user.id, stage.applicationId));
    arrive(ben, cyd);
    arrive(cydElsewhere);
    const elsewhere = { applicationId: other.id, userId: ada.user.id, sessionId: "elsewhere" };
    const here = { ...elsewhere, applicationId: stage.applicationId, sessionId: "here" };
    const receivers = (events: ReturnType<typeof openSession>) =>
      dispatches(events)
        .filter(({ t }) => t === "PRESENCE_UPDATE")
        .map(({ d, reach }) => [firstOf(reach), (d as { status: string }).status]);
    expect(receivers(openSession(world, elsewhere))).toEqual([[ben.user.id, "online"]]);
    expect(receivers(openSession(world, here))).toEqual([
      [ben.user.id, "online"],
      [cyd.user.id, "online"],
    ]);
    expect(receivers(closeSession(world, here))).toEqual([
      [ben.user.id, "online"],
      [cyd.user.id, "offline"],
    ]);
  });

  it("send a new name to the user and to friends", () => {
    const { world, ada, ben } = stage;
    reply(becomeFriends(world, ada.user.id, ben.user.id, stage.applicationId));
    arrive(ada, ben);
    expect(dispatches(renameUser(world, ada.user.id, "Countess"))).toMatchObject([
      { t: "USER_UPDATE", reach: { userIds: [ada.user.id] }, d: { global_name: "Countess" } },
      { t: "PRESENCE_UPDATE", reach: { userIds: [ben.user.id] }, d: { user: { global_name: "Countess" } } },
    ]);
    expect(renameUser(world, "1", "Nobody")).toEqual([]);
  });

  it("the HTTP list contains only friends", () => {
    const { world, ada, ben, registry } = stage;
    reply(becomeFriends(world, ada.user.id, ben.user.id, PLATFORM));
    reply(befriend(world, ada, PLATFORM, registry.createUser({ username: "cyd" }).id));
    expect(listFriends(world, ada)).toMatchObject([{ id: ben.user.id, type: Friend, has_played_game: true }]);
  });
});
