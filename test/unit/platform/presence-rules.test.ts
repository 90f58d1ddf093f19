import { COMMUNICATION_INTENTS, GatewayIntent, type ActivityPayload, type PresencePayload } from "sdkpp/wire";
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../../platform/domain/world/oauth2/actor.js";
import { hears } from "../../../platform/domain/reactions/audience.js";
import type { Listener } from "../../../platform/domain/world/presence/listener.js";
import type { PlatformEvent } from "../../../platform/domain/reactions/events.js";
import { maySetPresence } from "../../../platform/domain/rules/presence/presence.js";
import { PresenceWindow } from "../../../platform/domain/rules/presence/presence-window.js";
import { presenceView } from "../../../platform/domain/views/presence/presence.js";
import { PLATFORM } from "../../../platform/domain/records/relationship/relationship.js";
import { sessionsView } from "../../../platform/domain/views/presence/sessions.js";
import {
  becomeFriends,
  befriend,
  block,
  closeSession,
  createOrJoin,
  openSession,
  setPresence,
} from "./operations.js";
import type { Settled } from "./support-operation.js";
import { cast, dispatches, reply, START, type Cast } from "./support-world.js";

let stage: Cast;
beforeEach(() => (stage = cast()));

interface Session {
  sessionId: string;
  userId: string;
  applicationId: string;
}

const open = ({ user, application }: Actor, sessionId = user.id): Session => {
  const session = { sessionId, userId: user.id, applicationId: application.id };
  openSession(stage.world, session);
  return session;
};
const say = (session: Session, activities: unknown[], status = "online"): PlatformEvent[] =>
  setPresence(stage.world, session, { activities, status: status as "online" });
/** The receivers of PRESENCE_UPDATE, and its contents. */
const told = (events: readonly PlatformEvent[]) =>
  dispatches(events)
    .filter(({ t }) => t === "PRESENCE_UPDATE")
    .map(({ d, reach }) => {
      const { status, activities } = d as PresencePayload;
      const receiver = reach.to === "users" ? reach.userIds[0] : reach.to;
      return [receiver, status, activities.map(({ details, name }) => details ?? name)];
    });
const seenBy = (viewer: Actor, subject: Actor): PresencePayload =>
  presenceView(
    stage.world,
    { applicationId: viewer.application.id, userId: viewer.user.id },
    subject.user.id,
  );
const elsewhere = (actor: Actor): Actor => ({
  ...actor,
  application: stage.registry.createApplication({ name: "Other" }),
});

describe("rich presence", () => {
  it("is sent to friends with the fields that the platform adds", () => {
    const { world, ada, ben, applicationId } = stage;
    reply(becomeFriends(world, ada.user.id, ben.user.id, PLATFORM));
    const [session] = [open(ada, "s-ada"), open(ben)];
    const events = say(session, [{ type: 0, details: "Level 1", secrets: { join: "secret" } }]);
    expect(dispatches(events)[0]).toMatchObject({
      t: "PRESENCE_UPDATE",
      reach: { to: "users", applicationId, userIds: [ben.user.id] },
      d: {
        user: { id: ada.user.id, username: "ada", discriminator: "0", avatar: null },
        status: "online",
        client_status: { embedded: "online" },
        has_played_game: true,
        activities: [
          {
            name: "Game",
            type: 0,
            details: "Level 1",
            application_id: applicationId,
            id: expect.stringMatching(/^[0-9a-f]{16}$/),
            created_at: START,
            session_id: "s-ada",
            platform: "embedded",
            flags: 0,
          },
        ],
      },
    });
    expect(JSON.stringify(events)).not.toContain("secret");
  });

  it("is sent once when repeated, and keeps its start time", () => {
    const { world, ada, ben } = stage;
    reply(becomeFriends(world, ada.user.id, ben.user.id, PLATFORM));
    const session = open(ada);
    open(ben);
    say(session, [{ type: 0, details: "Level 1" }]);
    world.clock.advance(1000);
    expect(say(session, [{ type: 0, details: "Level 1" }])).toEqual([]);
    expect(seenBy(ben, ada).activities[0]?.created_at).toBe(START);
  });

  it("drops an invalid activity and keeps the rest", () => {
    const { ada, ben, world } = stage;
    reply(becomeFriends(world, ada.user.id, ben.user.id, PLATFORM));
    say(open(ada), [{ type: 9 }, "x", { type: 0, details: "Level 1" }, null]);
    expect(seenBy(ben, ada).activities).toMatchObject([{ details: "Level 1" }]);
  });

  it("shows only the name of a game that never set an activity, and nothing once a game cleared it", () => {
    const { world, ada, ben } = stage;
    reply(becomeFriends(world, ada.user.id, ben.user.id, PLATFORM));
    const session = open(ada);
    expect(seenBy(ben, ada).activities).toMatchObject([{ name: "Game", type: 0 }]);
    say(session, [], "idle");
    expect(seenBy(ben, ada)).toMatchObject({ status: "idle", activities: [{ name: "Game" }] });
    say(session, [{ type: 0, details: "Level 1" }]);
    say(session, []);
    expect(seenBy(ben, ada)).toMatchObject({ status: "online", activities: [] });
  });

  it("needs a scope, except for bots", () => {
    const may = (isBot: boolean, ...scopes: string[]) => maySetPresence({ isBot, scopes: new Set(scopes) });
    expect([may(true), may(false), may(false, "activities.read")]).toEqual([true, false, false]);
    expect([may(false, "activities.write"), may(false, "presences.write")]).toEqual([true, true]);
  });

  it("is ignored after its session has ended", () => {
    const session = open(stage.ada);
    closeSession(stage.world, session);
    expect(say(session, [{ type: 0 }])).toEqual([]);
    expect(seenBy(stage.ben, stage.ada).status).toBe("offline");
  });

  it.each(["invisible", "offline"])("%s appears offline, without activities, and stays so", (status) => {
    const { world, ada, ben } = stage;
    reply(becomeFriends(world, ada.user.id, ben.user.id, PLATFORM));
    const session = open(ada);
    open(ben);
    expect(told(say(session, [{ type: 0, details: "Level 1" }], status))).toEqual([
      [ben.user.id, "offline", []],
    ]);
    expect(told(say(session, [{ type: 0, details: "Level 2" }], status))).toEqual([]);
    expect(told(closeSession(world, session))).toEqual([]);
  });

  it("becoming a friend does not reveal an invisible user", () => {
    const { world, ada, ben } = stage;
    say(open(ada), [], "invisible");
    open(ben);
    const made = becomeFriends(world, ada.user.id, ben.user.id, PLATFORM) as Settled<undefined>;
    expect(told(made.events).map(([receiver]) => receiver)).toEqual([ada.user.id]);
  });
});

it("game friends see each other in all games of the publisher, named with its parent application", () => {
  const { world, registry, ada, ben } = stage;
  const games = ["Chess", "Go", "Foreign"].map((name) => {
    const made = { ...registry.createApplication({ name }), parentId: name === "Foreign" ? "8" : "7" };
    world.applications.put(made);
    return made;
  });
  reply(becomeFriends(world, ada.user.id, ben.user.id, "7"));
  const sessions = games.map((application) => open({ ...ada, application }, `ada-${application.name}`));
  say(sessions[1]!, [{ type: 0, details: "Level 9" }]);
  const viewer = { applicationId: games[0]!.id, userId: ben.user.id };
  expect(presenceView(world, viewer, ada.user.id).activities).toMatchObject([
    { details: "Level 9", application_id: games[1]!.id, parent_application_id: "7" },
    { name: "Chess", application_id: games[0]!.id, parent_application_id: "7" },
  ]);
});

describe("the audience", () => {
  const level = { type: 0, details: "Level 1" };
  const cases: [string, (ada: Actor, ben: Actor) => Actor, boolean][] = [
    ["a stranger", (_ada, ben) => ben, false],
    ["a friend", (ada, ben) => (friends(ada, ben, PLATFORM), ben), true],
    ["a friend in another game", (ada, ben) => (friends(ada, ben, PLATFORM), elsewhere(ben)), true],
    ["a game friend", (ada, ben) => (friends(ada, ben, stage.applicationId), ben), true],
    [
      "a game friend in another game",
      (ada, ben) => (friends(ada, ben, stage.applicationId), elsewhere(ben)),
      false,
    ],
    ["a user with a request", (ada, ben) => (ask(ada, ben), ben), false],
    ["a member of the same lobby", (ada, ben) => (meet(ada, ben), ben), false],
    ["such a member with a request", (ada, ben) => (ask(ada, ben), meet(ada, ben), ben), true],
    ["such a member in another game", (ada, ben) => (ask(ada, ben), meet(ada, ben), elsewhere(ben)), false],
    [
      "a friend that the user has blocked",
      (ada, ben) => (friends(ada, ben, PLATFORM), cut(ada, ben), ben),
      false,
    ],
    [
      "a friend who has blocked the user",
      (ada, ben) => (friends(ada, ben, PLATFORM), cut(ben, ada), ben),
      false,
    ],
    ["a blocked member of the lobby", (ada, ben) => (cut(ada, ben), meet(ada, ben), ben), false],
    ["a blocking member of the lobby", (ada, ben) => (cut(ben, ada), meet(ada, ben), ben), false],
  ];
  const friends = (one: Actor, other: Actor, realm: string) =>
    reply(becomeFriends(stage.world, one.user.id, other.user.id, realm));
  const ask = (one: Actor, other: Actor) => reply(befriend(stage.world, one, PLATFORM, other.user.id));
  const cut = (one: Actor, other: Actor) => reply(block(stage.world, one, other.user.id));
  const meet = (...actors: Actor[]) => {
    for (const actor of actors) reply(createOrJoin(stage.world, actor, { secret: "room" }));
  };

  it.each(cases)("%s", (_name, prepare, isTold) => {
    const { ada, ben } = stage;
    const session = open(ada);
    const viewer = prepare(ada, ben);
    open(viewer);
    expect(told(say(session, [level]))).toEqual(isTold ? [[ben.user.id, "online", ["Level 1"]]] : []);
    expect(seenBy(viewer, ada).activities.length).toBe(isTold ? 1 : 0);
  });

  it("excludes the user", () => {
    const { ada } = stage;
    const [first] = [open(ada, "a"), open(ada, "b")];
    expect(told(say(first, [level]))).toEqual([]);
  });

  it("includes bots of a shared guild with the intent, but no players through the guild", () => {
    const { world, registry, ada, bot } = stage;
    const guild = registry.createGuild({
      name: "Guild",
      ownerId: ada.user.id,
      memberIds: [ada.user.id, bot.user.id],
      channels: [],
    });
    const session = open(ada);
    const [event] = dispatches(say(session, [level]));
    expect(event).toMatchObject({ d: { guild_id: guild.id, activities: [{ details: "Level 1" }] } });
    const listener: Listener = {
      sessionId: "bot",
      userId: bot.user.id,
      applicationId: bot.application.id,
      isBot: true,
      intents: GatewayIntent.GuildPresences,
      scopes: new Set(),
      guildIds: new Set([guild.id]),
    };
    expect(hears(listener, event!)).toBe(true);
    expect(hears({ ...listener, userId: ada.user.id }, event!)).toBe(false);
    expect(hears({ ...listener, intents: GatewayIntent.Guilds }, event!)).toBe(false);
    const player = { ...listener, isBot: false, scopes: new Set(["guilds", "activities.read"]) };
    expect(hears({ ...player, intents: undefined }, event!)).toBe(false);
    expect(hears({ ...player, intents: COMMUNICATION_INTENTS }, event!)).toBe(false);
    expect(world.presences.of(ada.user.id)).toHaveLength(1);
  });
});

describe("several sessions of one user", () => {
  it("combine to the most restrictive status, with all activities, newest first, of one millisecond too", () => {
    const { world, ada, ben } = stage;
    reply(becomeFriends(world, ada.user.id, ben.user.id, PLATFORM));
    const [here, there] = [open(ada, "here"), open(elsewhere(ada), "there")];
    say(here, [{ type: 0, details: "Level 1" }], "idle");
    const song = { type: 2, details: "A song" };
    say(there, [song, { type: 3, details: "A film" }]);
    expect(seenBy(ben, ada)).toMatchObject({
      status: "online",
      activities: [{ details: "A song" }, { details: "A film" }, { details: "Level 1" }],
    });
    say(there, [song]);
    say(here, [{ type: 0, details: "Level 1" }], "dnd");
    expect(seenBy(ben, ada).status).toBe("dnd");
    say(here, [{ type: 0, details: "Level 1" }], "invisible");
    expect(seenBy(ben, ada)).toMatchObject({ status: "online", activities: [{ details: "A song" }] });
  });

  it("send a change to a game friend that other friends do not see", () => {
    const { world, ada, ben } = stage;
    reply(becomeFriends(world, ada.user.id, ben.user.id, stage.applicationId));
    open(ben);
    open(elsewhere(ada), "there");
    expect(told(say(open(ada, "here"), [], "idle"))).toEqual([[ben.user.id, "idle", ["Game"]]]);
  });

  it("each receive the list of all and the combined presence, but at most fifteen", () => {
    const { ada } = stage;
    const first = open(ada, "first");
    expect(sessionsView(stage.world, ada.user.id, "first")).toMatchObject([
      { session_id: "first", status: "online", active: true },
    ]);
    open(ada, "second");
    const events = dispatches(say(first, [{ type: 0, details: "Level 1" }], "idle"));
    expect(events.map(({ t, reach }) => [t, reach])).toEqual([
      ["SESSIONS_REPLACE", { to: "session", sessionId: "first" }],
      ["SESSIONS_REPLACE", { to: "session", sessionId: "second" }],
    ]);
    expect(events[1]?.d).toMatchObject([
      { session_id: "first", status: "idle", activities: [{ details: "Level 1" }], active: false },
      { session_id: "second", status: "online", active: true },
      { session_id: "all", status: "online", activities: [{ details: "Level 1" }] },
    ]);
    for (let at = 0; at < 20; at += 1) open(ada, `more${at}`);
    const ids = (sessionsView(stage.world, ada.user.id, "first") as { session_id: string }[]).map(
      ({ session_id }) => session_id,
    );
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([16, "first", "all"]);
  });

  it("keep the presence of the remaining one when one ends", () => {
    const { world, ada, ben } = stage;
    reply(becomeFriends(world, ada.user.id, ben.user.id, PLATFORM));
    open(ben);
    const [first, second] = [open(ada, "a"), open(ada, "b")];
    say(first, [{ type: 0, details: "Level 1" }]);
    say(second, [{ type: 0, details: "Level 2" }]);
    expect(told(closeSession(world, second))).toEqual([[ben.user.id, "online", ["Level 1"]]]);
    expect(told(closeSession(world, first))).toEqual([[ben.user.id, "offline", []]]);
  });

  it("do not attribute a bot's activity to its application", () => {
    const { world, bot } = stage;
    const session = { sessionId: "b", userId: bot.user.id, applicationId: bot.application.id };
    openSession(world, { ...session, isBot: true });
    expect(dispatches(say(session, [{ type: 0, name: "Chess" }]))).toEqual([]);
    const [view] = sessionsView(world, bot.user.id, "b") as { activities: ActivityPayload[] }[];
    expect(view?.activities[0]).not.toHaveProperty("application_id");
  });
});

describe("the rate limit of presence updates", () => {
  it("admits five updates in twenty seconds and returns the wait for the next", () => {
    const window = new PresenceWindow();
    for (const now of [0, 1, 2, 3, 4]) {
      expect(window.wait(now)).toBe(0);
      window.count(now);
    }
    expect([window.wait(5), window.wait(19_999), window.wait(20_000)]).toEqual([19_995, 1, 0]);
    window.count(20_000);
    expect(window.wait(20_000)).toBe(1);
  });

  it("tolerates a clock that is set back", () => {
    const window = new PresenceWindow();
    for (let at = 0; at < 5; at += 1) window.count(1_000_000);
    expect(window.wait(5)).toBe(0);
  });
});
