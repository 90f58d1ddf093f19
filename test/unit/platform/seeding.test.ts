// What is wrong with a seed, where, and that nothing of it is made.
import { describe, expect, it } from "vitest";
import { importSeed } from "../../../platform/control/seeding/importer.js";
import { seedOfText, seedOfValue } from "../../../platform/control/seeding/source.js";
import { testWorld } from "./support-world.js";

const WHOLE = `
users:
  - username: ada
    globalName: Ada
  - username: ben
applications:
  - name: Duel
    owner: ada
    skus:
      - { name: Gold, kind: durable }
friends:
  - [ada, ben]
guilds:
  - name: Home
    owner: ada
    members: [ben]
    bots: [Duel]
    everyone: [ViewChannel, Connect, Speak]
    roles:
      - name: judge
        permissions: [KickMembers, BanMembers]
        members: [ben]
    channels:
      - { name: games, kind: category }
      - { name: talk, kind: voice, category: games, userLimit: 4 }
      - name: bench
        kind: text
        overwrites:
          - { role: "@everyone", deny: [ViewChannel] }
          - { role: judge, allow: [ViewChannel, SendMessages] }
          - { member: ben, deny: [SendMessages] }
          - { bot: Duel, allow: [ViewChannel] }
lobbies:
  - { application: Duel, secret: match-42, members: [ada, ben], metadata: { map: north } }
`;

async function run(text: string, world = testWorld()) {
  const source = await seedOfText("seed.yaml", text);
  return { world, ...world.store.transaction(() => importSeed(world, source)) };
}

const stateOf = ({ store }: Awaited<ReturnType<typeof run>>["world"]) => [...store.records()];

describe("a seed", () => {
  it("is made once, however often it is imported", async () => {
    const { world, made, ids } = await run(WHOLE);
    expect(made).toBe(11);
    expect(Object.keys(ids)).toEqual([
      "users/ada",
      "users/ben",
      "applications/Duel",
      "applications/Duel/skus/Gold",
      "guilds/Home",
      "guilds/Home/roles/judge",
      "guilds/Home/channels/games",
      "guilds/Home/channels/talk",
      "guilds/Home/channels/bench",
      "lobbies/match-42",
    ]);
    const before = stateOf(world);
    const again = await run(WHOLE, world);
    expect([again.made, again.ids, again.facts]).toEqual([0, ids, []]);
    expect(stateOf(world)).toEqual(before);
  });

  it("adds what is missing to what exists", async () => {
    const { world } = await run(WHOLE);
    const more = await run(
      `
users: [{ username: cyd }]
guilds:
  - name: Home
    owner: ada
    members: [cyd]
    roles: [{ name: judge, members: [cyd] }]
    channels: [{ name: chat, kind: text, category: games }]
`,
      world,
    );
    expect(more.made).toBe(2);
    expect(more.facts.map(({ kind }) => kind)).toEqual([
      "guildMemberAdded",
      "guildMemberUpdated",
      "guildChannelCreated",
    ]);
    const guild = world.guilds.get(more.ids["guilds/Home"] ?? "");
    expect(guild?.memberIds.length).toBe(4);
    expect(guild?.roles?.[0]?.memberIds.length).toBe(2);
    expect(guild?.channels.map(({ name }) => name)).toEqual(["games", "talk", "bench", "chat"]);
  });
});

describe("what is wrong has its line and its place", () => {
  it.each<[string, string, string]>([
    ["no YAML", "users:\n  - username: [ada", "seed.yaml:2: "],
    ["a member twice", "users: []\nusers: []", "seed.yaml:2: "],
    ["an alias", "users: &all\n  - username: a\nfriends: *all", "seed.yaml:3: aliases (*name) have no place"],
    ["a list", "- users", "seed.yaml:1: expected members, such as `name: …`, received"],
    [
      "an unknown member",
      "users: []\nfoes: []",
      "seed.yaml:2: foes: expected no such member, but users, applications",
    ],
    ["a prototype", "users: []\n__proto__: {}", "seed.yaml:2: __proto__: expected no such member"],
    [
      "a constructor",
      "users:\n  - username: a\n    constructor: x",
      "seed.yaml:3: users[0].constructor: expected no such",
    ],
    [
      "a missing member",
      "users:\n  - username: a\n  - email: b",
      "seed.yaml:3: users[1]: expected a member username, received none",
    ],
    [
      "another type",
      "users:\n  - username: 7",
      "seed.yaml:2: users[0].username: expected a text, received 7",
    ],
    ["nothing", "users:\n  - username:", "seed.yaml:2: users[0].username: expected a text, received null"],
    [
      "an empty name",
      'users:\n  - username: ""',
      "seed.yaml:2: users[0].username: expected 1 to 1024 characters",
    ],
    ["no list", "users: ada", "seed.yaml:1: users: expected a list, received 'ada'"],
    [
      "an unknown kind",
      `${WHOLE.replace("kind: voice", "kind: video")}`,
      "seed.yaml:25: guilds[0].channels[1].kind: expected text, voice, stage",
    ],
    [
      "an unknown permission",
      WHOLE.replace("BanMembers", "Ban"),
      "seed.yaml:21: guilds[0].roles[0].permissions[1]: expected one of",
    ],
    [
      "a name twice",
      "users:\n  - username: ada\n  - username: Ada",
      "seed.yaml:3: users[1]: expected each name once, received ada again",
    ],
    [
      "a name twice inside of something",
      WHOLE.replace("name: talk", "name: games"),
      "seed.yaml:25: guilds[0].channels[1]: expected each name once, received games again",
    ],
    [
      "an unknown owner",
      WHOLE.replace("    owner: ada\n    members", "    owner: eve\n    members"),
      'seed.yaml:15: guilds[0].owner: expected the name of a user, received "eve"',
    ],
    [
      "an unknown bot",
      WHOLE.replace("bots: [Duel]", "bots: [Duet]"),
      'seed.yaml:17: guilds[0].bots[0]: expected the name of an application with a bot, received "Duet"',
    ],
    [
      "a category that comes later",
      WHOLE.replace("category: games", "category: later"),
      'seed.yaml:25: guilds[0].channels[1]: There is no category "later"',
    ],
    [
      "a role of a stranger",
      WHOLE.replace("    members: [ben]\n    bots", "    bots"),
      "seed.yaml:19: guilds[0].roles[0]: expected members of Home, received ben",
    ],
    [
      "an overwrite for two",
      WHOLE.replace("{ member: ben, deny", "{ member: ben, bot: Duel, deny"),
      "seed.yaml:31: guilds[0].channels[2].overwrites[2]: expected one of role, member and bot",
    ],
    [
      "an overwrite for a role that is not there",
      WHOLE.replace("{ role: judge, allow", "{ role: jury, allow"),
      'seed.yaml:26: guilds[0].channels[2]: The guild has no role "jury"',
    ],
    [
      "a friend of oneself",
      "users: [{ username: a }]\nfriends:\n  - [a, a]",
      "seed.yaml:3: friends[0]: expected two user names",
    ],
    [
      "three friends",
      "users: [{ username: a }]\nfriends:\n  - [a, b, c]",
      'seed.yaml:3: friends[0][1]: expected the name of a user, received "b"',
    ],
    [
      "a limit of a rule",
      WHOLE.replace("match-42", "x".repeat(251)),
      "seed.yaml:34: lobbies[0]: secret: expected a string of 1 to 250",
    ],
    [
      "a SKU with a long name",
      WHOLE.replace("Gold", "x".repeat(81)),
      "seed.yaml:10: applications[0].skus[0]: ",
    ],
    [
      "too many entries",
      `friends:\n${"  - [a]\n".repeat(10_001)}`,
      "friends: expected at most 10000 entries",
    ],
    ["too deep a list", `users: ${"[".repeat(50_000)}`, "seed.yaml: it is nested too deeply"],
    ["too much", `# ${"x".repeat(1 << 20)}`, "seed.yaml: expected at most 1048576 characters"],
  ])("%s", async (_claim, text, words) => {
    const world = testWorld();
    const before = stateOf(world);
    const failure = await run(text, world).then(
      () => "made",
      (error: Error) => error,
    );
    expect(failure).toBeInstanceOf(RangeError);
    expect((failure as Error).message).toContain(words);
    expect(stateOf(world)).toEqual(before);
  });

  it.each<[string, string, string]>([
    [
      "a name that a user does not have",
      "users:\n  - username: ada\n    globalName: Eve",
      'seed.yaml:3: users[0].globalName: expected "Ada", as it exists, received "Eve"',
    ],
    [
      "another owner",
      "guilds:\n  - name: Home\n    owner: ben",
      "seed.yaml:3: guilds[0].owner: expected the owner that it has, received ben",
    ],
    [
      "another kind",
      "guilds:\n  - name: Home\n    owner: ada\n    channels:\n      - name: talk\n        kind: text",
      "seed.yaml:6: guilds[0].channels[0].kind: expected the kind that it has, received text",
    ],
    [
      "other permissions",
      "guilds:\n  - name: Home\n    owner: ada\n    roles:\n      - name: judge\n        permissions: [Speak]",
      "seed.yaml:6: guilds[0].roles[0].permissions: expected those that it has",
    ],
    [
      "other permissions of all",
      "guilds:\n  - name: Home\n    owner: ada\n    everyone: [Speak]",
      "seed.yaml:4: guilds[0].everyone: expected those that it has",
    ],
    [
      "other overwrites",
      "guilds:\n  - name: Home\n    owner: ada\n    channels:\n      - { name: bench, kind: text, overwrites: [] }",
      "seed.yaml:5: guilds[0].channels[0].overwrites: expected those that it has",
    ],
  ])("%s, against what exists", async (_claim, text, words) => {
    const { world } = await run(WHOLE);
    const before = stateOf(world);
    await expect(run(`${text}\n`, world)).rejects.toThrow(words);
    expect(stateOf(world)).toEqual(before);
  });

  it("has its place alone when it is from no file", () => {
    const source = seedOfValue("seed", { users: [{ username: 7 }] });
    expect(() => importSeed(testWorld(), source)).toThrow(
      "seed: users[0].username: expected a text, received 7",
    );
  });
});
