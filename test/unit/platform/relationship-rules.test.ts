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
  drop,
  openSession,
  renameUser,
} from "./operations.js";
import type { Settled } from "./support-operation.js";
import { cast, dispatches, reply, type Cast } from "./support-world.js";

const { None, Friend, Blocked, PendingIncoming, PendingOutgoing } = RelationshipType;

let stage: Cast;

beforeEach(() => (stage = cast()));

/** Ada's relationship to Ben, and Ben's to Ada. */
function between(): readonly [RelationshipType, RelationshipType] {
  const [ada, ben] = [stage.ada.user.id, stage.ben.user.id];
  return [typeBetween(stage.world, PLATFORM, ada, ben), typeBetween(stage.world, PLATFORM, ben, ada)];
}

const arrive = (...actors: Actor[]): void => {
  for (const { user, application } of actors)
    openSession(stage.world, { sessionId: user.id, userId: user.id, applicationId: application.id });
};

// What each operation of a player does and rejects is proved by the rows of test/e2e/operations.
describe("a request", () => {
  it("needs a confirmed email address, not that of the one who is asked", () => {
    const { world, ada, ben } = stage;
    world.users.put({ ...ben.user, isUnverified: true });
    const asker = { ...ben, user: world.users.get(ben.user.id)! };
    expect(befriend(world, asker, PLATFORM, ada.user.id)).toMatchObject({ status: 403, code: 40_002 });
    reply(befriend(world, ada, PLATFORM, ben.user.id));
    reply(befriend(world, asker, PLATFORM, ada.user.id));
    expect(between()).toEqual([Friend, Friend]);
  });

  it("is rejected for bots, for users who take none, and by a block of either", () => {
    const { world, registry, ada, ben, bot } = stage;
    const shy = registry.createUser({ username: "shy", refusesFriendRequests: true });
    for (const id of [bot.user.id, shy.id])
      expect(befriend(world, ada, PLATFORM, id)).toMatchObject({ status: 403, code: 80_000 });
    reply(block(world, ben, ada.user.id));
    for (const [asker, other] of [
      [ada, ben],
      [ben, ada],
    ] as const)
      expect(befriend(world, asker, PLATFORM, other.user.id)).toMatchObject({ status: 403, code: 80_001 });
    expect(between()).toEqual([None, Blocked]);
  });
});

describe("blocking", () => {
  it("ends all relationships between the two, in every application; unblocking restores none", () => {
    const { world, ada, ben, registry, applicationId } = stage;
    const other = registry.createApplication({ name: "Other" }).id;
    for (const realm of [PLATFORM, applicationId, other])
      reply(becomeFriends(world, ada.user.id, ben.user.id, realm));
    reply(block(world, ada, ben.user.id));
    expect(between()).toEqual([Blocked, None]);
    expect(world.relationships.all()).toHaveLength(1);
    reply(drop(world, ada, PLATFORM, ben.user.id));
    expect(world.relationships.all()).toEqual([]);
  });

  it("by both users is lifted separately by each", () => {
    const { world, ada, ben } = stage;
    reply(block(world, ada, ben.user.id));
    reply(block(world, ben, ada.user.id));
    expect(between()).toEqual([Blocked, Blocked]);
    reply(drop(world, ada, PLATFORM, ben.user.id));
    expect(between()).toEqual([None, Blocked]);
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

  it("counts requests that wait, too", () => {
    const { world, ada, ben } = stage;
    fill(PendingOutgoing, FRIENDS_MAX);
    expect(befriend(world, ada, PLATFORM, ben.user.id)).toMatchObject({ status: 400, code: 30_002 });
  });

  it(`rejects block ${BLOCKS_MAX + 1}`, () => {
    fill(Blocked, BLOCKS_MAX);
    expect(block(stage.world, stage.ada, stage.ben.user.id)).toMatchObject({ status: 400, code: 50_035 });
  });
});

describe("a game", () => {
  it("has a list of its own, and knows only users who have authorized it", () => {
    const { world, ada, ben, registry } = stage;
    registry.createUser({ username: "cyd" });
    expect(befriendByName(world, ada, stage.applicationId, "cyd")).toMatchObject({ code: 80_004 });
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
    const { world, ada, ben } = stage;
    const [a, b] = [ada.user.id, ben.user.id];
    arrive(ada, ben);
    expect(told(befriend(world, ada, PLATFORM, b))).toEqual([
      ["RELATIONSHIP_ADD", a, PendingOutgoing],
      ["RELATIONSHIP_ADD", b, PendingIncoming],
    ]);
    expect(told(befriend(world, ada, PLATFORM, b))).toEqual([]);
    expect(told(acceptRequest(world, ben, PLATFORM, a))).toEqual([
      ["RELATIONSHIP_ADD", b, Friend],
      ["RELATIONSHIP_ADD", a, Friend],
      ["PRESENCE_UPDATE", b],
      ["PRESENCE_UPDATE", a],
    ]);
    expect(told(drop(world, ada, PLATFORM, b))).toEqual([
      ["RELATIONSHIP_REMOVE", a, Friend],
      ["RELATIONSHIP_REMOVE", b, Friend],
    ]);
  });

  it("include game relationships, with user and since", () => {
    const { world, ada, ben, applicationId } = stage;
    const result = befriend(world, ada, applicationId, ben.user.id) as Settled<undefined>;
    expect(dispatches(result.events)).toMatchObject([
      { t: "GAME_RELATIONSHIP_ADD", d: { user_id: ada.user.id, user: { username: "ben" } } },
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
