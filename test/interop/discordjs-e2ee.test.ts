import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { makeBotGuild, type Account, type BotGuild } from "../support/raw-bot.js";
import { installStrangers } from "../support/strangers.mjs";
import { Stranger } from "./stranger.js";

const TONES_HZ = [440, 1000, 1700];
/** 20 ms each */
const SECOND = 50;

let platform: Platform;
let guild: BotGuild;
const bots: Stranger[] = [];

beforeAll(async () => {
  await installStrangers();
}, 120_000);

beforeEach(async () => {
  platform = await startPlatform({ e2ee: "required" });
  guild = makeBotGuild(platform, TONES_HZ.length);
});

afterEach(async () => {
  await Promise.all(bots.splice(0).map((bot) => bot.end()));
  await platform.stop();
});

function start(at: number, more: { hasE2ee?: boolean; patienceMs?: number } = {}): Promise<Stranger> {
  const { guildId, channelIds, accounts } = guild;
  const others = accounts.flatMap(({ userId }, other): [string, number][] =>
    other === at ? [] : [[userId, TONES_HZ[other]!]],
  );
  return Stranger.start("discordjs-e2ee.mjs", platform, {
    token: accounts[at]!.token,
    guildId,
    channelId: channelIds[0],
    playHz: TONES_HZ[at]!,
    hear: Object.fromEntries(others),
    hasE2ee: true,
    patienceMs: 10_000,
    ...more,
  });
}

async function join(at: number): Promise<Stranger> {
  const bot = await start(at);
  bots.push(bot);
  return bot;
}

const account = (bot: Stranger): Account => guild.accounts[bots.indexOf(bot)]!;

/** All have the same privacy code, another than before, and hear a second of each other's tones from here on. */
async function talk(before: string | undefined, ...present: Stranger[]): Promise<string> {
  const [first] = present as [Stranger];
  await first.until("one privacy code", () => {
    const codes = new Set(present.map((bot) => bot.privacyCode));
    return codes.size === 1 && !codes.has(undefined) && !codes.has(before);
  });
  const pairs = present.flatMap((hearer) =>
    present.filter((one) => one !== hearer).map((speaker) => ({ hearer, userId: account(speaker).userId })),
  );
  const tones = pairs.map(
    ({ hearer, userId }) =>
      () =>
        hearer.heardOf[userId]?.tone ?? 0,
  );
  const goals = tones.map((tone) => tone() + SECOND);
  await first.until("all to hear each other", () => tones.every((tone, at) => tone() >= goals[at]!));
  return first.privacyCode!;
}

test(
  "discord.js bots with encryption on find one group, hear each other, come, go, return and are cut",
  { timeout: 60_000 },
  async () => {
    const [ada, ben] = [await join(0), await join(1)];
    const two = await talk(undefined, ada, ben);
    const cem = await join(2);
    const three = await talk(two, ada, ben, cem);

    const states = ben.states.length;
    platform.control.voice.close(account(ben).userId, 4015);
    await ben.until("the resume", () => ben.states.length > states + 1 && ben.states.at(-1) === "ready");
    expect(await talk(undefined, ada, ben, cem)).toBe(three);

    cem.send("away");
    const again = await talk(three, ada, ben);
    cem.send("back");
    await talk(again, ada, ben, cem);

    expect(bots.flatMap((bot) => bot.errors)).toEqual([]);
    expect(platform.control.voice.e2eeStats()).toMatchObject({
      failures: 0,
      asked: 0,
      restarts: 0,
      epochs: 4,
    });
    const { counters } = await platform.control.voice.stats();
    // Ada talked into an empty room, and newcomers before they were in the group: none of it was passed on.
    expect(counters.e2eeClear).toBeGreaterThan(0);
    await Promise.all(bots.map((bot) => bot.leave()));
  },
);

test("a discord.js bot with encryption off is rejected with 4017", { timeout: 30_000 }, async () => {
  await expect(start(0, { hasE2ee: false, patienceMs: 1500 })).rejects.toThrow(/closed with 4017/);
});
