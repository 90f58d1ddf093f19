// A music bot of DisTube, unmodified, on the drop-in: what it is told to play is heard.
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { joinVoiceChannel } from "sdkpp/voice";
import { guildOfBoth, RawBot } from "../support/raw-bot.js";
import { installStrangers } from "../support/strangers.mjs";
import { tone, toneShare } from "../support/tone.js";
import { waitFor } from "../support/wait-for.js";
import { wavFile } from "../e2e/bot/support-voice-bots.js";
import { TextPeer } from "./text-peer.js";

const VOICE = resolve(import.meta.dirname, "../../packages/discordjs-voice/dist/bundle/index.js");
const HZ = 440;
/** What its filter "nightcore" makes of the tone: 1.25 times as high. */
const HIGH_HZ = 550;
const SECONDS = 20;
const PATIENCE_MS = 15_000;
const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;

describe.skipIf(!hasFfmpeg)("DisTube 5.2.3 on the drop-in (needs ffmpeg)", () => {
  const undo: (() => void | Promise<void>)[] = [];
  let platform: Platform;
  let modules: string;
  let song: string;

  beforeAll(async () => {
    modules = await installStrangers({ distube: "5.2.3" });
    const folder = await mkdtemp(join(tmpdir(), "sdkpp-distube-"));
    undo.push(() => rm(folder, { recursive: true }));
    song = join(folder, "tone.wav");
    await writeFile(song, wavFile(tone(HZ, 48_000 * SECONDS)));
    platform = await startPlatform();
    undo.push(() => platform.stop());
  }, 180_000);

  afterAll(async () => {
    for (let step = undo.pop(); step !== undefined; step = undo.pop()) await step();
  });

  /** Blocks of 20 ms since the last reset, and the loudest sample of the newest. */
  async function listen(given: ReturnType<typeof guildOfBoth>) {
    const raw = await RawBot.login(platform, given.account);
    undo.push(() => raw.close());
    const { guildId, channelId } = given;
    const { ca } = platform.endpoints;
    const voice = joinVoiceChannel({
      guildId,
      channelId,
      adapterCreator: raw.adapterCreator,
      ca,
      selfDeaf: false,
    });
    undo.push(() => voice.destroy());
    await voice.ready();
    const heard = { low: 0, high: 0, peak: 0, isQuiet: true };
    voice.on("speaking", (_userId, speaking) => (heard.isQuiet = !speaking));
    void (async () => {
      for await (const { data } of voice.receiver.subscribe(platform.seeded.botUserId, { format: "pcm" })) {
        heard.peak = data.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
        if (toneShare(data, HZ) > 0.5) heard.low += 1;
        if (toneShare(data, HIGH_HZ) > 0.5) heard.high += 1;
      }
    })();
    return heard;
  }

  it("plays, changes volume, pauses, filters, seeks, skips and leaves", { timeout: 120_000 }, async () => {
    const given = guildOfBoth(platform);
    const heard = await listen(given);
    const { guildId, channelId } = given;
    const bot = await TextPeer.start("distube.mjs", platform, {
      modules,
      voice: VOICE,
      token: platform.seeded.botToken,
      guildId,
      channelId,
    });
    undo.push(() => bot.end());
    const until = (what: string, holds: () => boolean) => waitFor(what, holds, PATIENCE_MS);

    await bot.ask("play", song);
    await until("the tone", () => heard.low > 25);
    expect(await bot.ask("isOurs")).toBe(true);
    const loud = heard.peak;
    await bot.ask("volume", 10);
    await until("the quiet tone", () => heard.peak < loud / 3);
    await bot.ask("volume", 50);
    await bot.ask("pause");
    await until("silence", () => heard.isQuiet);
    heard.low = 0;
    await bot.ask("resume");
    await until("the tone again", () => heard.low > 25);
    await bot.ask("filter", "nightcore");
    await until("the higher tone", () => heard.high > 25);
    heard.high = 0;
    await bot.ask("seek", 5);
    await until("the higher tone from another place", () => heard.high > 25);
    await bot.ask("play", song);
    await bot.ask("skip");
    heard.high = 0;
    await until("the second song", () => heard.high > 25);
    await bot.ask("leave");
    await until("silence at the end", () => heard.isQuiet);
    expect(bot.errors).toEqual([]);
  });
});
