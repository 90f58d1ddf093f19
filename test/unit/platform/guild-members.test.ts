import { GatewayIntent } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { botActor } from "../../../platform/domain/world/oauth2/actor.js";
import type { Guild } from "../../../platform/domain/records/guild/guild.js";
import { type MemberRequest, requestMembers } from "../../../platform/domain/rules/guild/member-requests.js";
import { PLATFORM } from "../../../platform/domain/records/relationship/relationship.js";
import {
  becomeFriends,
  countRoleMembers,
  createOrJoin,
  getGuild,
  getMember,
  getRole,
  getUser,
  listMembers,
  listRoles,
  openSession,
  searchMembers,
  sendDirectMessage,
} from "./operations.js";
import { cast, reply, type Cast } from "./support-world.js";

const ids = (members: Record<string, unknown>[]) => members.map(({ user }) => (user as { id: string }).id);

/** A guild with the bot, Ada and further members, without Ben. */
function town(more = 3) {
  const made = cast();
  const { registry, ada, bot } = made;
  const crowd = Array.from(
    { length: more },
    (_, at) => registry.createUser({ username: `user${at}`, globalName: `N${at}` }).id,
  );
  const guild = registry.createGuild({
    name: "G",
    ownerId: ada.user.id,
    memberIds: [...crowd.toReversed(), bot.user.id],
    roles: [{ name: "R", permissions: 0n, memberIds: crowd.slice(0, 2) }],
  });
  return { ...made, crowd, guild };
}

describe("a guild that a bot requests", () => {
  it("has its settings, with counts on request", () => {
    const { world, bot, guild } = town();
    openSession(world, {
      sessionId: "s",
      userId: bot.user.id,
      applicationId: bot.application.id,
      isBot: true,
    });
    expect(reply(getGuild(world, bot, guild.id, false))).not.toHaveProperty("approximate_member_count");
    expect(reply(getGuild(world, bot, guild.id, true))).toMatchObject({
      name: "G",
      approximate_member_count: 5,
      approximate_presence_count: 1,
    });
  });

  it("lists members by id, after a given one", () => {
    const { world, bot, guild, crowd } = town();
    const list = (after: string, limit: number) =>
      ids(reply(listMembers(world, bot, guild.id, { after, limit })));
    expect(list(crowd[0]!, 5)).toEqual(crowd.slice(1));
    expect(list(crowd[0]!, 1)).toEqual([crowd[1]]);
    expect(list("0", 2)).toEqual([bot.user.id, guild.ownerId]);
    expect(list(crowd[2]!, 5)).toEqual([]);
  });

  it("does not list members for an application without the privilege", () => {
    const { world, registry, guild } = town();
    const application = registry.createApplication({ name: "Blind", privileges: ["presences"] });
    const blind = botActor(world, registry.createBot(application.id).token)!;
    world.guilds.put({ ...guild, memberIds: [...guild.memberIds, blind.user.id] });
    expect(listMembers(world, blind, guild.id, { after: "0", limit: 1 })).toMatchObject({
      status: 403,
      code: 50_001,
    });
    expect(ids([reply(getMember(world, blind, guild.id, guild.ownerId))])).toEqual([guild.ownerId]);
  });

  it("finds members by both names and roles by id, and counts the members of a role", () => {
    const { world, bot, guild, crowd } = town();
    const search = (query: string, limit = 10) =>
      ids(reply(searchMembers(world, bot, guild.id, { query, limit })));
    expect(search("USER")).toEqual(crowd);
    expect(search("n1")).toEqual([crowd[1]]);
    expect(search("ser")).toEqual([]);
    expect(search("user", 2)).toHaveLength(2);
    const roleId = guild.roles![0]!.id;
    expect(reply(listRoles(world, bot, guild.id)).map(({ name }) => name)).toEqual(["@everyone", "R"]);
    expect(reply(getRole(world, bot, guild.id, roleId))).toMatchObject({ name: "R" });
    expect(reply(countRoleMembers(world, bot, guild.id))).toEqual({ [roleId]: 2 });
    expect(getRole(world, bot, guild.id, "5")).toMatchObject({ status: 404, code: 10_011 });
    expect(getMember(world, bot, guild.id, "5")).toMatchObject({ status: 404, code: 10_007 });
  });

  it("does not exist for a bot that is not a member", () => {
    const { world, ben, guild } = town();
    const page = { after: "0", limit: 1, query: "x" };
    const asked = [
      getGuild(world, ben, guild.id, false),
      listMembers(world, ben, guild.id, page),
      getMember(world, ben, guild.id, guild.ownerId),
      searchMembers(world, ben, guild.id, page),
      listRoles(world, ben, guild.id),
      getRole(world, ben, guild.id, guild.id),
      countRoleMembers(world, ben, guild.id),
      getGuild(world, ben, "5", false),
    ];
    for (const one of asked) expect(one).toMatchObject({ status: 404, code: 10_004 });
  });
});

describe("op 8", () => {
  const all: MemberRequest = { query: "", limit: 0, withPresences: false };
  const intents = GatewayIntent.Guilds | GatewayIntent.GuildMembers | GatewayIntent.GuildPresences;
  interface Chunk {
    members: Record<string, unknown>[];
    presences?: { user: { id: string } }[];
    [field: string]: unknown;
  }
  const ask = ({ world, bot }: Cast, guild: Guild, request: Partial<MemberRequest>, wanted = intents) =>
    Array.from(
      requestMembers(world, { userId: bot.user.id, intents: wanted }, guild, { ...all, ...request }),
      ({ t, d }) => ({ t, d: d as unknown as Chunk }),
    );

  it("answers in chunks of 1000, numbered", () => {
    const made = town(2400);
    const chunks = ask(made, made.guild, { nonce: "n" });
    expect(
      chunks.map(({ t, d }) => [t, d.members.length, d["chunk_index"], d["chunk_count"], d["nonce"]]),
    ).toEqual([
      ["GUILD_MEMBERS_CHUNK", 1000, 0, 3, "n"],
      ["GUILD_MEMBERS_CHUNK", 1000, 1, 3, "n"],
      ["GUILD_MEMBERS_CHUNK", 402, 2, 3, "n"],
    ]);
    expect(new Set(chunks.flatMap(({ d }) => ids(d.members)))).toEqual(new Set(made.guild.memberIds));
  });

  it("shows members as they are when their chunk is sent, and ends when the asker leaves", () => {
    const made = town(2400);
    const { world, bot, crowd } = made;
    const guild = () => world.guilds.get(made.guild.id)!;
    const leave = (...ids: string[]) =>
      world.guilds.put({ ...guild(), memberIds: guild().memberIds.filter((id) => !ids.includes(id)) });
    const asker = { userId: bot.user.id, intents };
    const chunks = requestMembers(world, asker, guild(), all)[Symbol.iterator]();
    const next = () => (chunks.next().value as { d: Chunk } | undefined)?.d.members;
    expect(next()).toHaveLength(1000);
    const renamed = crowd[1500]!;
    world.users.put({ ...world.users.get(renamed)!, username: "renamed" });
    leave(crowd[1501]!);
    const second = next()!;
    expect(second).toHaveLength(999);
    expect(second).toContainEqual(
      expect.objectContaining({ user: expect.objectContaining({ id: renamed, username: "renamed" }) }),
    );
    leave(bot.user.id);
    expect(next()).toBeUndefined();
  });

  it.each<[string, Partial<MemberRequest>, number]>([
    ["a beginning", { query: "user1", limit: 3 }, 3],
    ["at most 100 by name", { query: "u", limit: 200 }, 100],
    ["also without a limit", { query: "u" }, 100],
    ["any members, up to a limit", { limit: 7 }, 7],
    ["nobody", { query: "zz", limit: 5 }, 0],
  ])("finds by name: %s", (_what, request, count) => {
    const made = town(150);
    expect(ask(made, made.guild, request).map(({ d }) => [d.members.length, d["chunk_count"]])).toEqual([
      [count, 1],
    ]);
  });

  it("reports users that are not members, and presences that are not offline", () => {
    const made = town();
    const { world, ada, ben, crowd, guild } = made;
    openSession(world, { sessionId: "s", userId: ada.user.id, applicationId: made.applicationId });
    const request = { userIds: [ada.user.id, crowd[1]!, ben.user.id, "5"], withPresences: true };
    const [chunk] = ask(made, guild, request);
    expect(ids(chunk!.d.members)).toEqual([ada.user.id, crowd[1]]);
    expect(chunk!.d["not_found"]).toEqual([ben.user.id, "5"]);
    expect(chunk!.d.presences?.map(({ user }) => user.id)).toEqual([ada.user.id]);
    expect(ask(made, guild, request, GatewayIntent.GuildMembers)[0]!.d).not.toHaveProperty("presences");
  });

  it("returns all members once per 30 s, bot and guild; other requests are not limited", () => {
    const made = town();
    const { world, registry, bot, guild } = made;
    const second = registry.createGuild({ name: "H", ownerId: bot.user.id });
    const names = (request: Partial<MemberRequest>, of = guild) => ask(made, of, request).map(({ t }) => t);
    expect(names({})).toEqual(["GUILD_MEMBERS_CHUNK"]);
    world.clock.advance(10_000);
    const [limited] = ask(made, guild, { nonce: "n" });
    expect(limited).toEqual({
      t: "RATE_LIMITED",
      d: { opcode: 8, retry_after: 20, meta: { guild_id: guild.id, nonce: "n" } },
    });
    expect(names({ query: "u", limit: 1 })).toEqual(["GUILD_MEMBERS_CHUNK"]);
    expect(names({ userIds: [] })).toEqual(["GUILD_MEMBERS_CHUNK"]);
    expect(names({}, second)).toEqual(["GUILD_MEMBERS_CHUNK"]);
    world.clock.advance(19_999);
    expect(names({})).toEqual(["RATE_LIMITED"]);
    world.clock.advance(1);
    expect(names({})).toEqual(["GUILD_MEMBERS_CHUNK"]);
  });

  it("returns no members without the intent, and then does not count towards the limit", () => {
    const made = town();
    for (let at = 0; at < 2; at += 1) {
      const [chunk] = ask(made, made.guild, {}, GatewayIntent.Guilds);
      expect([chunk!.t, chunk!.d.members]).toEqual(["GUILD_MEMBERS_CHUNK", []]);
    }
  });

  it.each([
    ["x".repeat(32), true],
    ["x".repeat(33), false],
    ["é".repeat(17), false],
  ])("echoes a nonce of at most 32 bytes: %s", (nonce, isBack) => {
    const made = town();
    expect(ask(made, made.guild, { nonce })[0]!.d["nonce"]).toBe(isBack ? nonce : undefined);
  });
});

describe("visibility of users by id", () => {
  it.each<[string, (made: Cast) => void, boolean]>([
    ["a stranger is not", () => undefined, false],
    [
      "a friend is",
      ({ world, ada, ben }) => void reply(becomeFriends(world, ada.user.id, ben.user.id, PLATFORM)),
      true,
    ],
    [
      "the partner of a conversation is",
      ({ world, ada, ben }) => {
        reply(becomeFriends(world, ada.user.id, ben.user.id, PLATFORM));
        reply(sendDirectMessage(world, ada, ben.user.id, { content: "x" }));
        for (const one of world.relationships.all())
          world.relationships.delete(`${one.realm}:${one.ownerId}:${one.otherId}`);
      },
      true,
    ],
    [
      "a member of the same lobby is",
      ({ world, ada, ben }) => [ada, ben].forEach((one) => reply(createOrJoin(world, one, { secret: "s" }))),
      true,
    ],
  ])("%s", (_claim, prepare, isSeen) => {
    const made = cast();
    prepare(made);
    const { world, ada, ben, bot } = made;
    const seen = getUser(world, ada, ben.user.id);
    expect(seen).toMatchObject(isSeen ? { reply: { username: "ben" } } : { status: 404, code: 10_013 });
    expect(reply(getUser(world, ada, ada.user.id)).id).toBe(ada.user.id);
    expect(reply(getUser(world, bot, ben.user.id)).id).toBe(ben.user.id);
    expect(getUser(world, bot, "5")).toMatchObject({ code: 10_013 });
  });
});
