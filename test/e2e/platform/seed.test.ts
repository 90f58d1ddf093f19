// A platform that begins with a seed, gets one while it runs, and writes one.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startPlatform } from "@sdkpp/platform";
import { connectControl } from "@sdkpp/platform/control";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { folderPerTest } from "./support-folder.js";

const PROGRAM = new URL("../../../platform/dist/bundle/cli.js", import.meta.url).pathname;
const at = folderPerTest();

const SEED = `users:
  - { username: eve, globalName: Eve, email: eve@example.com, premiumType: 2 }
  - username: fay
applications:
  - name: Duel
    description: Two play.
    owner: eve
    redirectUris: ["http://127.0.0.1/back"]
    skus: [{ name: Gold, kind: durable }, { name: Club, kind: userSubscription, isAvailable: false }]
  - { name: Tool, bot: false }
friends: [[eve, fay]]
guilds:
  - name: Home
    owner: eve
    members: [fay]
    bots: [Duel]
    everyone: [ViewChannel, SendMessages]
    roles: [{ name: judge, permissions: [KickMembers], members: [fay], bots: [Duel] }]
    channels:
      - { name: games, kind: category }
      - { name: chat, kind: text, category: games, topic: news, nsfw: true }
      - { name: talk, kind: voice, userLimit: 4 }
      - name: bench
        kind: text
        overwrites:
          - { role: "@everyone", deny: [ViewChannel] }
          - { role: judge, allow: [ViewChannel] }
          - { member: fay, deny: [SendMessages] }
          - { bot: Duel, allow: [ViewChannel, ManageMessages] }
lobbies: [{ application: Duel, secret: m1, members: [eve, fay], metadata: { map: north } }]
`;

function run(args: readonly string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [PROGRAM, ...args],
      { env: { ...process.env, ...env } },
      (_error, out, err) => resolve({ code: child.exitCode, out, err }),
    );
  });
}

it("begins with it instead of the usual records, and its bot logs in", async () => {
  writeFileSync(at("seed.yaml"), SEED);
  await using platform = await startPlatform({ seed: at("seed.yaml") });
  const { control, seeded, endpoints } = platform;
  const people = control.users.list().filter(({ bot }) => !bot);
  expect(people.map(({ username }) => username)).toEqual(["eve", "fay"]);
  expect(seeded.userIds).toEqual(people.map(({ id }) => id));
  const [guild] = control.guilds.list();
  expect(seeded.guildId).toBe(guild?.id);
  expect(seeded.names[seeded.textChannelId]).toBe("chat");
  expect(seeded.names[seeded.voiceChannelId]).toBe("talk");
  const headers = { authorization: `Bot ${seeded.botToken}` };
  const me = await fetch(`${endpoints.apiBase}/v10/users/@me`, { headers });
  expect(await me.json()).toMatchObject({ id: seeded.botUserId, bot: true });
});

it("is a file of the examples, which editors check by the schema beside the platform", async () => {
  const example = new URL("../../../examples/testing/seed.yaml", import.meta.url);
  await using platform = await startPlatform({ seed: fileURLToPath(example) });
  expect(platform.seeded.names[platform.seeded.textChannelId]).toBe("chat");
  const text = readFileSync(example, "utf8");
  const [, schema = ""] = /\$schema=(.*)/.exec(text) ?? [];
  const check = new Ajv2020({ strict: false, validateFormats: false }).compile(
    JSON.parse(readFileSync(new URL(schema, example), "utf8")) as object,
  );
  expect([check(parse(text)), check({ foes: [] })]).toEqual([true, false]);
});

it("comes back from what it wrote, on an empty platform", async () => {
  await using first = await startPlatform({ seed: {} });
  expect(first.control.users.list()).toEqual([]);
  const { made, ids } = await first.control.seed.import(SEED);
  expect(made).toBe(14);
  expect(ids["guilds/Home/channels/talk"]).toMatch(/^\d+$/);
  const written = await first.control.seed.export();
  expect(written).toMatch(/^# yaml-language-server: \$schema=/);
  expect(parse(written)).toMatchObject({ guilds: [(parse(SEED) as { guilds: object[] }).guilds[0]] });
  await using second = await startPlatform({ seed: {} });
  await second.control.seed.import(written);
  expect(await second.control.seed.export()).toBe(written);
});

it("is added to a data folder that is in use, whose bot keeps its token", async () => {
  const token = await (async () => {
    await using platform = await startPlatform({
      dataDir: at("data"),
      seed: { applications: [{ name: "Duel" }] },
    });
    return platform.seeded.botToken;
  })();
  await using platform = await startPlatform({ dataDir: at("data"), seed: { users: [{ username: "eve" }] } });
  expect(platform.seeded.botToken).toBe(token);
  expect(platform.control.users.list().map(({ username }) => username)).toEqual(["duel", "eve"]);
  expect([platform.seeded.guildId, platform.seeded.userIds]).toEqual(["", ["", ""]]);
});

it("is told to members who are connected", async () => {
  await using platform = await startPlatform({ controlApi: {} });
  const remote = connectControl(platform.controlApi!);
  const { seeded } = platform;
  const { ids } = await remote.seed.import(
    "guilds: [{ name: Late, owner: ada, channels: [{ name: x, kind: text }] }]",
  );
  const read = platform.control.as(seeded.userIds[0]).read(ids["guilds/Late/channels/x"] ?? "");
  expect(read).toEqual([]);
});

it.each<[string, object, RegExp]>([
  [
    "a file that is not there",
    { seed: "/none/seed.yaml" },
    /^Could not read the seed \/none\/seed.yaml \(.*\): name another file\.$/,
  ],
  ["a folder", { seed: "/" }, /^Could not read the seed \/ \(it is a folder\)/],
  ["a number", { seed: 7 }, /^seed: expected a path, or an object, received 7$/],
  ["a wrong member", { seed: { users: [{ name: "a" }] } }, /^seed: users\[0\]: expected a member username/],
])("refuses %s at the start", async (_claim, options, words) => {
  await expect(startPlatform(options)).rejects.toThrow(words);
});

it("is a file on the command line, in errors too, from start to export", async () => {
  writeFileSync(at("bad.yaml"), "users:\n  - username: ada\n  - username: 7\n");
  const started = await run(["exec", "--seed", at("bad.yaml"), "--", "true"]);
  expect(started).toMatchObject({
    code: 1,
    out: "",
    err: "bad.yaml:3: users[1].username: expected a text, received 7\n",
  });
  await using platform = await startPlatform({ seed: {}, controlApi: {} });
  const env = { SDKPP_CONTROL: platform.controlApi!.url, SDKPP_CONTROL_TOKEN: platform.controlApi!.token };
  const refused = await run(["seed", "import", "--yaml", at("bad.yaml")], env);
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toContain("bad.yaml:3: users[1].username");
  writeFileSync(at("good.yaml"), SEED);
  expect(await run(["seed", "import", "--yaml", at("good.yaml"), "--json"], env)).toMatchObject({
    code: 0,
    err: "",
  });
  const exported = await run(["seed", "export"], env);
  expect(exported.out).toContain("- username: eve");
});
