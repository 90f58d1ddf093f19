// `npx sdkpp doctor bot` as developers of bots run it: a bot that is heard, and each thing that keeps one from it.
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { Permission } from "sdkpp/wire";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { root } from "../architecture/sources.js";
import { CommandsProcess, type EndedCommand } from "../support/commands-process.js";
import { RawBot } from "../support/raw-bot.js";
import { DOCTOR, runDoctor, type DoctorFinding, type DoctorSurroundings } from "../support/run-doctor.js";
import { sendRequest } from "../support/send-request.js";

const { Connect, ModerateMembers, MoveMembers, MuteMembers, RequestToSpeak, Speak, ViewChannel } = Permission;
const addon = process.env["SDKPP_ADDON"] ?? path.join(root, "build/Release/sdkpp.node");

let folder: string;
let platform: Platform;
let doctor: CommandsProcess;
let ca: string;
/** Each test has its own, which nothing has happened to. */
let bot: { readonly userId: string; readonly token: string };
let tokenFile: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "sdkpp-doctor-"));
  doctor = new CommandsProcess(DOCTOR);
  platform = await startPlatform();
  ca = path.join(folder, "ca.pem");
  writeFileSync(ca, platform.endpoints.ca);
});
afterAll(() => doctor[Symbol.asyncDispose]());
afterAll(async () => {
  await platform?.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  const { applications } = platform.control;
  bot = applications.createBot(applications.create({ name: "Singer" }).id);
  tokenFile = path.join(folder, "token");
  writeFileSync(tokenFile, `${bot.token}\n`);
});

type NewGuild = Parameters<Platform["control"]["guilds"]["create"]>[0];
type NewChannel = NonNullable<NewGuild["channels"]>[number];

interface Where {
  readonly guildId: string;
  readonly channelId: string;
}

/** A channel in a server of Ada and the bot. */
function channelOf(channel: Partial<NewChannel> = {}, guild: Partial<NewGuild> = {}): Where {
  const made = platform.control.guilds.create({
    name: "Club",
    ownerId: platform.seeded.userIds[0]!,
    memberIds: [bot.userId, platform.seeded.userIds[1]!],
    channels: [{ name: "Floor", kind: "voice", ...channel }],
    ...guild,
  });
  return { guildId: made.id, channelId: made.channels[0]!.id };
}

/** With standard input it runs in a process of its own, else in one with the others. */
async function run(
  { guildId, channelId }: Where,
  args: readonly string[] = [],
  {
    env = { SDKPP_API_BASE: platform.endpoints.apiBase, SDKPP_BOT_TOKEN: "" },
    input,
  }: DoctorSurroundings = {},
): Promise<EndedCommand> {
  const command = ["doctor", "bot", "--guild", guildId, "--channel", channelId, ...args];
  const ended = await (input === undefined ? doctor.run(command, env) : runDoctor(command, { env, input }));
  expect(ended.out + ended.err).not.toContain(bot.token);
  return ended;
}

/** The findings of a run with the bot's token in a file. */
async function findings(where: Where, ...args: string[]): Promise<readonly DoctorFinding[]> {
  const { code, out, err } = await run(where, ["--json", "--token-file", tokenFile, ...args]);
  const found = JSON.parse(out) as DoctorFinding[];
  expect([code, err]).toEqual([found.some(({ outcome }) => outcome === "failed") ? 1 : 0, ""]);
  return found;
}

/** The only finding that failed. */
async function failure(where: Where, ...args: string[]): Promise<DoctorFinding> {
  const failed = (await findings(where, ...args)).filter(({ outcome }) => outcome === "failed");
  expect(failed).toHaveLength(1);
  return failed[0]!;
}

const named = (found: readonly DoctorFinding[], name: string) => found.find(({ check }) => check === name);

describe("a bot that is heard", () => {
  it("joins, tells the states, leaves, and nothing fails", async () => {
    const where = channelOf();
    const args = ["--token-file", tokenFile, "--join", "--ca", ca, "--addon", addon];
    const { code, out } = await run(where, args, { input: "" });
    expect(out.split("\n").filter((line) => line.startsWith("failed"))).toEqual([]);
    expect(code).toBe(0);
    expect(out).toMatch(/^ok {6}token: of singer \(\d+\)$/m);
    expect(out).toMatch(/^ok {6}gateway: logged in at ws:.*, shard 0 of 1; \d+ more logins today$/m);
    expect(out).toMatch(/^ok {6}intents: GUILDS and GUILD_VOICE_STATES are accepted/m);
    expect(out).toMatch(/^ok {6}region: chosen automatically/m);
    expect(out).toMatch(/^ok {6}join: connecting, signalling, connected; the bot is heard$/m);
    expect(platform.control.voice.members(where.guildId)).toEqual([]);
    expect(platform.control.gateway.sessions(bot.userId)).toEqual([]);
  });

  it("is not joined without --join, nor taken out of a call that it is in", async () => {
    const where = channelOf();
    expect(named(await findings(where), "join")).toMatchObject({ outcome: "skipped" });
    const other = await RawBot.login(platform, bot);
    await other.askToJoin(where.guildId, where.channelId);
    expect(named(await findings(where, "--join"), "join")).toMatchObject({
      outcome: "skipped",
      found: expect.stringContaining("is in a call of this server already"),
    });
    other.close();
  });

  it.each<[string, () => [readonly string[], DoctorSurroundings]]>([
    ["on standard input", () => [["--token-file", "-"], { input: bot.token }]],
    ["in the environment", () => [[], { env: { SDKPP_BOT_TOKEN: bot.token } }]],
    ["with the word in front of it", () => [["--token-file", "-"], { input: `Bot ${bot.token}\r\n` }]],
  ])("has its token %s", async (_where, arrange) => {
    const [args, surroundings] = arrange();
    const { out } = await run(channelOf(), [...args, "--api", platform.endpoints.apiBase], surroundings);
    expect(out).toMatch(/^ok {6}token: of singer/m);
  });
});

describe("what keeps a bot from being heard is named with its remedy:", () => {
  it("a token that is none any more", async () => {
    const where = channelOf();
    writeFileSync(tokenFile, `${bot.token}x`);
    const found = await findings(where);
    expect(found[0]).toEqual({
      check: "token",
      outcome: "failed",
      found: "the API refuses it (401)",
      remedy: expect.stringContaining("again"),
    });
    expect(found.slice(1).every(({ outcome }) => outcome === "skipped")).toBe(true);
  });

  it("an API that is not there", async () => {
    const args = ["--api", "http://127.0.0.1:9/api"];
    expect(await failure(channelOf(), ...args)).toMatchObject({ check: "token", remedy: expect.any(String) });
  });

  it("an API that sends the token back, which is not printed", async () => {
    const echo = createServer(({ headers }, response) =>
      response
        .writeHead(500)
        .end(JSON.stringify({ message: `no route for ${headers.authorization}`, code: 0 })),
    ).listen(0, "127.0.0.1");
    await once(echo, "listening");
    const { port } = echo.address() as { port: number };
    // `run` looks for the token in all that is printed.
    const { found } = await failure(channelOf(), "--api", `http://127.0.0.1:${port}/api`);
    echo.close();
    expect(found).toBe("the API: 500 no route for Bot [secret]");
  });

  it("a server that the bot is not in", async () => {
    const where = channelOf({}, { memberIds: [] });
    expect(await failure(where)).toMatchObject({
      check: "guild",
      found: expect.stringContaining(`is not in the server ${where.guildId}`),
      remedy: expect.stringContaining("invite it"),
    });
  });

  it("a channel that is not there, is another server's, or has no calls", async () => {
    const { guildId } = channelOf();
    expect(await failure({ guildId, channelId: "5" })).toMatchObject({ found: "there is no channel 5" });
    const other = channelOf();
    expect(await failure({ guildId, channelId: other.channelId })).toMatchObject({
      found: `${other.channelId} is not a channel of Club`,
    });
    expect(await failure(channelOf({ kind: "text" }))).toMatchObject({
      check: "channel",
      found: expect.stringContaining("neither a voice nor a stage channel"),
      remedy: "name one of these as --channel",
    });
  });

  it.each([
    ["VIEW_CHANNEL", ViewChannel],
    ["CONNECT", Connect],
    ["SPEAK", Speak],
    ["CONNECT, SPEAK", Connect | Speak],
  ])("%s that the channel denies", async (names, deny) => {
    const where = channelOf({ overwrites: [{ for: "@everyone", deny }] });
    expect(await failure(where)).toMatchObject({
      check: "permissions",
      found: `the bot lacks ${names} in the channel`,
      remedy: `allow ${names} to it, or to a role of it, in the channel`,
    });
  });

  it("nothing that a role of the bot or the channel gives back to it", async () => {
    const denied = { for: "@everyone", deny: Connect | Speak } as const;
    const roles = [{ name: "singers", permissions: 0n, memberIds: [bot.userId] }];
    const byRole = { for: { role: "singers" }, allow: Connect } as const;
    const byName = { for: { userId: bot.userId }, allow: Speak } as const;
    const found = await findings(channelOf({ overwrites: [denied, byRole, byName] }, { roles }));
    expect(named(found, "permissions")).toMatchObject({ outcome: "ok" });
    const everything = [{ name: "all", permissions: Permission.Administrator, memberIds: [bot.userId] }];
    const master = await findings(channelOf({ overwrites: [denied] }, { roles: everything }));
    expect(named(master, "permissions")).toMatchObject({ outcome: "ok" });
  });

  it("a full channel, and the permission that a full channel needs", async () => {
    const where = channelOf({ userLimit: 1 });
    expect(named(await findings(where), "room")).toMatchObject({
      outcome: "ok",
      found: "0 of 1 in the channel",
    });
    platform.control.as(platform.seeded.userIds[1]!).enterCall(where.channelId);
    expect(await failure(where)).toMatchObject({
      check: "room",
      found: "the channel is full: 1 of 1",
      remedy: expect.stringContaining("MOVE_MEMBERS"),
    });
    const roles = [{ name: "movers", permissions: MoveMembers, memberIds: [bot.userId] }];
    const again = channelOf({ userLimit: 1 }, { roles });
    platform.control.as(platform.seeded.userIds[1]!).enterCall(again.channelId);
    const found = await findings(again, "--join", "--ca", ca, "--addon", addon);
    expect(["room", "join"].map((name) => named(found, name))).toMatchObject([
      { outcome: "ok" },
      { outcome: "ok" },
    ]);
  });

  it("a stage, on which bots enter suppressed", async () => {
    const stage = channelOf({ kind: "stage" });
    expect(await failure(stage)).toMatchObject({
      check: "stage",
      found: "the bot enters suppressed, and lacks MUTE_MEMBERS to let itself speak",
      remedy: expect.stringMatching(/allow MUTE_MEMBERS .*"suppress": false .*or let it ask with/),
    });
    const mute = channelOf({ kind: "stage", overwrites: [{ for: "@everyone", deny: RequestToSpeak }] });
    expect((await failure(mute)).remedy).toContain("let a moderator invite it to speak");
    const roles = [{ name: "moderators", permissions: MuteMembers, memberIds: [bot.userId] }];
    const found = await findings(
      channelOf({ kind: "stage" }, { roles }),
      "--join",
      "--ca",
      ca,
      "--addon",
      addon,
    );
    expect(named(found, "stage")).toMatchObject({
      outcome: "ok",
      found: expect.stringContaining("may let itself"),
    });
    expect(named(found, "join")?.found).toMatch(/connected; nobody hears the bot: it is suppressed$/);
  });

  it("a time-out, and the switches of moderators", async () => {
    const { seeded, control } = platform;
    const permissions = ModerateMembers | MuteMembers;
    const roles = [{ name: "moderators", permissions, memberIds: [seeded.botUserId] }];
    const where = channelOf({}, { roles, memberIds: [bot.userId, seeded.botUserId] });
    const moderate = async (change: object) => {
      const member = `/guilds/${where.guildId}/members/${bot.userId}`;
      const { status } = await sendRequest(platform, `Bot ${seeded.botToken}`, "PATCH", member, change);
      expect(status).toBe(200);
    };
    const caller = await RawBot.login(platform, bot);
    await caller.askToJoin(where.guildId, where.channelId);
    await moderate({ mute: true });
    caller.close();
    expect(await failure(where)).toMatchObject({
      check: "switches of moderators",
      found: "moderators have muted the bot in this server",
      remedy: expect.stringContaining("take that back"),
    });
    const until = new Date(control.clock.now() + 3_600_000).toISOString();
    await moderate({ communication_disabled_until: until });
    expect(named(await findings(where), "time-out")).toEqual({
      check: "time-out",
      outcome: "failed",
      found: `the bot is timed out until ${until}`,
      remedy: "wait for that, or let a moderator end it",
    });
  });

  it("a join that the service does not let through", async () => {
    const where = channelOf();
    expect(await failure(where, "--join", "--addon", addon)).toMatchObject({
      check: "join",
      found: expect.stringMatching(/certificate/),
      remedy: expect.any(String),
    });
  });
});

describe("wrong arguments end with code 2 and one sentence, without the token:", () => {
  const api = "http://127.0.0.1:9/api";
  it.each<[string, () => readonly string[], RegExp]>([
    [
      "a token as an argument",
      () => ["--token", bot.token],
      /^--token: expected no token .* every user .* can read/,
    ],
    ["a token behind =", () => [`--token=${bot.token}`], /^--token: expected no token/],
    ["a token as a word", () => [bot.token], /^doctor bot: expected options only/],
    ["no token", () => ["--api", api], /^--token-file: expected a file .*, received none/],
    [
      "a file that is not there",
      () => ["--api", api, "--token-file", "/nowhere"],
      /received \/nowhere \(ENOENT/,
    ],
    ["no API", () => ["--token-file", tokenFile, "--api", ""], /^--api: expected the address of an API/],
    [
      "an API to which the token would go in clear text",
      () => ["--token-file", tokenFile, "--api", "http://service.example/api"],
      /^--api: .*https, or http on this machine/,
    ],
    ["no id", () => ["--token-file", tokenFile, "--guild", "x"], /^--guild: expected an id/],
    ["an unknown option", () => ["--nonsense"], /^error: unknown option '--nonsense'\n$/],
    ["an unknown option with a value", () => [`--tokn=${bot.token}`], /^error: unknown option '--tokn'\n$/],
    ["no value", () => ["--api", "--json"], /^error: option '--api <url>' argument missing\n$/],
  ])("%s", async (_what, args, words) => {
    const { code, out, err } = await run({ guildId: "1", channelId: "1" }, args());
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(words);
    expect(err).not.toMatch(/^\s+at /m);
  });

  it("a token of two lines", async () => {
    const args = ["--token-file", "-", "--api", api];
    const { code, err } = await run({ guildId: "1", channelId: "1" }, args, { input: `${bot.token}\nx` });
    expect(code).toBe(2);
    expect(err).toMatch(/other characters than a token has/);
  });
});
