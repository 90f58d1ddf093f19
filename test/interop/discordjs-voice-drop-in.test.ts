// @sdkpp/discordjs-voice beside the package that it stands in for: the same names, and for each close code the same states.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startPlatform } from "@sdkpp/platform";
import { Permission } from "sdkpp/wire";
import { joinVoiceChannel, type GuildVoiceConnection } from "sdkpp/voice";
import { guildOfBoth, RawBot } from "../support/raw-bot.js";
import { asBot } from "../support/as-bot.js";
import { installStrangers } from "../support/strangers.mjs";
import { tone, toneShare } from "../support/tone.js";
import { waitFor } from "../support/wait-for.js";
import { Stranger } from "./stranger.js";

const OURS = resolve(import.meta.dirname, "../../packages/discordjs-voice");
const OUR_FILE = join(OURS, "dist/bundle/index.js");
const OUR_HZ = 440;
const THEIR_HZ = 1000;

let strangers: string;
let folder: string;

beforeAll(async () => {
  strangers = await installStrangers();
  folder = mkdtempSync(join(tmpdir(), "sdkpp-drop-in-"));
  mkdirSync(join(folder, "node_modules/@discordjs"), { recursive: true });
  symlinkSync(OURS, join(folder, "node_modules/@discordjs/voice"), "junction");
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the names", () => {
  const original = (): Record<string, unknown> =>
    createRequire(pathToFileURL(`${strangers}/package.json`))("@discordjs/voice") as Record<string, unknown>;

  it("are those of @discordjs/voice, and of the same kinds", async () => {
    const ours = (await import(OUR_FILE)) as Record<string, unknown>;
    const kinds = (all: Record<string, unknown>) =>
      Object.keys(all)
        .sort()
        .map((name) => `${name} ${typeof all[name]}`);
    expect(kinds(ours)).toEqual(kinds(original()));
    expect(Object.keys(ours)).toHaveLength(35);
  });

  it("of enums have the same members, numbers both ways", async () => {
    const ours = (await import(OUR_FILE)) as Record<string, unknown>;
    const enums = Object.entries(original()).filter(([, value]) => typeof value === "object");
    expect(enums.length).toBeGreaterThan(6);
    for (const [name, value] of enums) expect([name, ours[name]]).toEqual([name, value]);
    for (const name of ["RTP_OPUS_PAYLOAD_TYPE", "version"]) expect(ours[name]).toBe(original()[name]);
  });

  it("are one set of classes and one registry, imported and required", () => {
    const program = `
      import { createRequire } from "node:module";
      const required = createRequire(import.meta.url)("@discordjs/voice");
      const imported = await import("@discordjs/voice");
      const differ = Object.keys(imported).filter((name) => imported[name] !== required[name]);
      console.log(JSON.stringify([differ, imported.getGroups() === required.getGroups(), required.version]));`;
    const done = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
      cwd: folder,
      encoding: "utf8",
    });
    expect([done.stdout.trim(), done.stderr]).toEqual(['[[],true,"0.19.2"]', ""]);
  });
});

describe("a bot of discord.js without a changed line", () => {
  const undo: (() => void | Promise<void>)[] = [];

  afterEach(async () => {
    for (let step = undo.pop(); step !== undefined; step = undo.pop()) await step();
  });

  /** Each bot is on a platform of its own, so that ours and the original run at once. */
  async function start(voice?: string, script = "discordjs-voice.mjs") {
    const platform = await startPlatform({ e2ee: "off" });
    undo.push(() => platform.stop());
    const { account, guildId, channelId, otherId } = guildOfBoth(platform, [
      { name: "Bot", permissions: Permission.Administrator, memberIds: [platform.seeded.botUserId] },
    ]);
    const bot = await Stranger.start(script, platform, {
      token: platform.seeded.botToken,
      guildId,
      channelId,
      listenTo: account.userId,
      playHz: THEIR_HZ,
      hearHz: OUR_HZ,
      ...(voice === undefined ? {} : { voice }),
    });
    undo.push(() => bot.end());
    return { platform, bot, account, guildId, channelId, otherId };
  }

  /** What ours does, and what the original does. */
  const ofBoth = <T>(story: (voice?: string) => Promise<T>): Promise<[ours: T, original: T]> =>
    Promise.all([story(OUR_FILE), story()]);

  async function listener(given: Awaited<ReturnType<typeof start>>): Promise<GuildVoiceConnection> {
    const { platform } = given;
    const raw = await RawBot.login(platform, given.account);
    undo.push(() => raw.close());
    const { adapterCreator } = raw;
    const voice = joinVoiceChannel({
      guildId: given.guildId,
      channelId: given.channelId,
      adapterCreator,
      ca: platform.endpoints.ca,
      selfDeaf: false,
    });
    undo.push(() => voice.destroy());
    await voice.ready();
    return voice;
  }

  it("hears, and is heard, before and after another voice session", async () => {
    const given = await start(OUR_FILE);
    const { bot, platform } = given;
    const voice = await listener(given);
    voice.play({ type: "pcm", samples: tonePieces(), sampleRate: 48_000, channels: 2 });
    bot.send("play");
    let heard = 0;
    void (async () => {
      for await (const { data } of voice.receiver.subscribe(platform.seeded.botUserId, { format: "pcm" }))
        if (toneShare(data, THEIR_HZ) > 0.5) heard += 1;
    })();
    await bot.until("both to hear the other", () => heard > 25 && bot.heard.tone > 25);
    platform.control.voice.close(platform.seeded.botUserId, 4006);
    await bot.until("another session", () => bot.states.length > 4 && bot.states.at(-1) === "ready");
    const before = { ours: heard, theirs: bot.heard.tone };
    await bot.until(
      "both to hear the other again",
      () => heard > before.ours + 25 && bot.heard.tone > before.theirs + 25,
    );
    expect(bot.errors).toEqual([]);
    const gone: bigint[] = [];
    voice.on("participant", (userId, added) => !added && gone.push(userId));
    await bot.leave();
    await waitFor("it to be gone", () => gone.includes(BigInt(platform.seeded.botUserId)));
  });

  /** Final until the bot rejoins. */
  const FINAL = 4014;

  /** By code, the states that the bot tells; 0 is the rejoin after the final one. */
  async function statesOf(codes: readonly number[], voice?: string): Promise<Record<number, string[]>> {
    const { bot, platform } = await start(voice);
    const states: Record<number, string[]> = {};
    const until = async (code: number, last: string, act: () => void): Promise<void> => {
      const from = bot.states.length;
      act();
      const said = (): string[] => bot.states.slice(from);
      await bot.until(`${last} after ${String(code)}`, () => said().length > 1 && said().at(-1) === last);
      states[code] = said();
    };
    for (const code of codes)
      await until(code, "ready", () => platform.control.voice.close(platform.seeded.botUserId, code));
    const from = bot.states.length;
    platform.control.voice.close(platform.seeded.botUserId, FINAL);
    await bot.until("the disconnect", () => bot.states.length > from);
    states[FINAL] = bot.states.slice(from);
    await until(0, "ready", () => bot.send("rejoin"));
    await bot.end();
    return states;
  }

  it("is in the states of the original after each close code", { timeout: 120_000 }, async () => {
    const codes = [4015, 4006, 4011, 4001, 4016, 4009];
    const [ours, original] = await ofBoth((voice) => statesOf(codes, voice));
    expect(ours[4015]).toEqual(["connecting", "ready"]);
    expect(ours).toEqual(original);
  });

  type Bot = Awaited<ReturnType<typeof start>>;
  const put = ({ platform, guildId }: Bot, channelId: string | null) =>
    asBot(platform, `PATCH /guilds/${guildId}/members/${platform.seeded.botUserId}`, {
      channel_id: channelId,
    });

  /** What moderators and the service do, and the state that the bot ends in. */
  const MOVES: [string, string, (given: Bot) => unknown][] = [
    ["moved", "ready", (given) => put(given, given.otherId)],
    ["removed", "disconnected", (given) => put(given, null)],
    [
      "given another voice server",
      "ready",
      ({ platform, guildId }) => {
        platform.control.voice.beginRegionMove(guildId);
        platform.control.voice.finishRegionMove(guildId);
      },
    ],
  ];

  it.each(MOVES)("is %s as the original is", { timeout: 120_000 }, async (_what, last, act) => {
    const [ours, original] = await ofBoth(async (voice) => {
      const given = await start(voice);
      const from = given.bot.states.length;
      const said = (): string[] => given.bot.states.slice(from);
      await act(given);
      await given.bot.until(last, () => said().length > 0 && said().at(-1) === last);
      await given.bot.end();
      return said();
    });
    expect(ours).toEqual(original);
  });

  async function storyOf(voice?: string): Promise<Record<string, unknown[]>> {
    const { bot } = await start(voice, "discordjs-player.mjs");
    bot.send("play");
    await bot.until("the story", () => bot.story !== undefined, 60_000);
    await bot.end();
    return bot.story ?? {};
  }

  it("has players in the states of the original, step by step", { timeout: 150_000 }, async () => {
    const [ours, original] = await ofBoth(storyOf);
    expect(Object.keys(ours).length).toBeGreaterThan(8);
    expect(ours).toEqual(original);
  });

  /** After these the platform accepts one join a while. */
  it.each([4021, 4022])("joins once more after %i, as the original does", async (code) => {
    const [ours, original] = await ofBoth(async (voice) => {
      const { bot, platform } = await start(voice);
      const from = bot.states.length;
      platform.control.voice.close(platform.seeded.botUserId, code);
      await bot.until("ready", () => bot.states.length > from + 1 && bot.states.at(-1) === "ready");
      return bot.states.slice(from);
    });
    expect(ours).toEqual(original);
  });
});

function* tonePieces(): Generator<Int16Array> {
  for (let at = 0; ; at += 1) {
    const mono = tone(OUR_HZ, 960, at * 960);
    yield Int16Array.from({ length: 1920 }, (_, value) => mono[value >> 1] ?? 0);
  }
}
