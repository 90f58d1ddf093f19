// A music bot with slash commands, without a changed line.
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BotPlace } from "./bot-place.js";
import { hasFfmpeg } from "./ffmpeg.js";
import { findSource } from "./sources.mjs";
import { workplaceOf } from "./workplace.mjs";

const HZ = 440;
const OTHER_HZ = 1000;
const videoOf = (hz: number): { song: string } => ({ song: `https://www.youtube.com/watch?v=${String(hz)}` });
const COMMANDS = ["play", "pause", "volume", "resume", "skip", "stop"];
const { missing = hasFfmpeg ? undefined : "needs ffmpeg" } = findSource("evobot");

describe.skipIf(missing !== undefined)(`evobot (${missing ?? "d785326"})`, () => {
  let place: BotPlace;
  let program: string;
  let videos: string;

  beforeAll(async () => {
    program = await workplaceOf("evobot");
    place = await BotPlace.start();
    videos = await mkdtemp(join(tmpdir(), "sdkpp-evobot-"));
    place.undo(() => rm(videos, { recursive: true }));
    for (const hz of [HZ, OTHER_HZ]) makeVideo(hz, join(videos, `${String(hz)}.webm`));
  }, 300_000);
  afterAll(() => place.end());

  it("plays, pauses, resumes, changes volume, skips and stops", async () => {
    const bot = await place.startBot({
      cwd: program,
      args: ["dist/index.js"],
      env: { SDKPP_VIDEOS: videos },
    });
    await place.untilOnline(COMMANDS);
    place.personEnters();
    const heard = await place.listen();
    await place.use("play", videoOf(HZ));
    await bot.until("the tone", () => heard.of(HZ) > 50);
    const loud = heard.peak;
    await place.use("pause");
    await bot.until("silence", () => heard.isQuiet);
    heard.forget();
    await place.use("resume");
    // Its play command rests for three seconds.
    await bot.until("the tone again", () => heard.of(HZ) > 150);
    await place.use("volume", { volume: 50 });
    await bot.until("a quiet tone", () => heard.peak < loud / 2);
    await place.use("play", videoOf(OTHER_HZ));
    await place.use("skip");
    await bot.until("the second song", () => heard.of(OTHER_HZ) > 25);
    await place.use("stop");
    await bot.until("silence at the end", () => heard.isQuiet);
    expect(bot.output).not.toMatch(/error/i);
  });
});

function makeVideo(hz: number, file: string): void {
  const sine = `sine=${String(hz)}:sample_rate=48000:duration=20`;
  const done = spawnSync("ffmpeg", ["-f", "lavfi", "-i", sine, "-af", "volume=4", "-c:a", "libopus", file]);
  expect(done.status).toBe(0);
}
