// A soundboard whose users write the names of sounds, without a changed line.
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tone } from "../../support/tone.js";
import { wavOf } from "../../support/wav.js";
import { BotPlace } from "./bot-place.js";
import { findSource } from "./sources.mjs";
import { nodeOf, workplaceOf } from "./workplace.mjs";

const RATE = 48_000;
const SOUNDS = { low: 440, high: 1000 };
const { missing } = findSource("discord-soundbot");

describe.skipIf(missing !== undefined)(`discord-soundbot (${missing ?? "ed4a557"})`, () => {
  let place: BotPlace;
  let program: string;
  let home: string;

  beforeAll(async () => {
    program = await workplaceOf("discord-soundbot");
    home = await mkdtemp(join(tmpdir(), "sdkpp-soundbot-"));
    await mkdir(join(home, "sounds"));
    for (const [name, hz] of Object.entries(SOUNDS))
      await writeFile(join(home, `sounds/${name}.wav`), wavOf(tone(hz, RATE * 2)));
    for (const each of ["node_modules", "package.json", "dist"])
      await symlink(join(program, each), join(home, each));
    place = await BotPlace.start();
    const { applicationId: clientId, botToken: token } = place.platform.seeded;
    await mkdir(join(home, "config"));
    await writeFile(join(home, "config/config.json"), JSON.stringify({ clientId, token }));
  }, 300_000);
  afterAll(async () => {
    await place.end();
    await rm(home, { recursive: true });
  });

  it("plays a sound that is named, others after it, and leaves", async () => {
    const bot = await place.startBot({
      node: nodeOf("discord-soundbot"),
      cwd: home,
      args: ["-r", "module-alias/register", "dist/bin/soundbot.js"],
    });
    await place.untilOnline();
    place.personEnters();
    const heard = await place.listen();
    place.say("!low");
    await bot.until("the low sound", () => heard.of(SOUNDS.low) > 50);
    place.say("!combo high low high");
    await bot.until("the high sound", () => heard.of(SOUNDS.high) > 50);
    heard.forget();
    await bot.until("the low sound again", () => heard.of(SOUNDS.low) > 50);
    await bot.until("the last sound", () => heard.of(SOUNDS.high) > 50);
    await bot.until("silence", () => heard.isQuiet);
    expect(bot.output).not.toMatch(/error/i);
  });
});
