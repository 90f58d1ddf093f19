// The examples of @discordjs/voice, by its authors, without a changed line.
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { tone, toneShare } from "../../support/tone.js";
import { wavOf } from "../../support/wav.js";
import { BotPlace } from "./bot-place.js";
import { hasFfmpeg } from "./ffmpeg.js";
import { findSource } from "./sources.mjs";
import { startSite } from "./stand-in-site.js";
import { workplaceOf } from "./workplace.mjs";

const HZ = 440;
const RATE = 48_000;
const RAW_OUTPUT = ["-f", "s16le", "-ar", String(RATE), "-ac", "2", "-"];
const SITE = "www.soundhelix.com";
const REDIRECT_HOSTS = fileURLToPath(new URL("redirect-hosts.mjs", import.meta.url));
const { missing } = findSource("voice-examples");

describe.skipIf(missing !== undefined)(`upstream's examples (${missing ?? "8f54e83"})`, () => {
  let examples: string;
  let place: BotPlace;

  beforeAll(async () => {
    examples = join(await workplaceOf("voice-examples"), "examples");
  }, 300_000);
  beforeEach(async () => {
    place = await BotPlace.start();
  });
  afterEach(() => place.end());

  it("basic plays the song of a web site", async () => {
    const site = await startSite(SITE, wavOf(tone(HZ, RATE * 20)), "audio/wav");
    place.undo(() => site.stop());
    const bot = await place.startBot({
      cwd: join(examples, "basic"),
      args: ["dist/index.js"],
      preloads: [REDIRECT_HOSTS],
      trusts: site.certificate,
      env: { SDKPP_HOSTS: JSON.stringify({ [SITE]: site.port }) },
    });
    await bot.says("Ready!");
    place.personEnters();
    const heard = await place.listen();
    place.say(`<@${place.platform.seeded.botUserId}> join`);
    await bot.until("the tone", () => heard.of(HZ) > 50);
    expect(bot.output).not.toContain("rror");
  });

  it.skipIf(!hasFfmpeg)("radio-bot plays what its ffmpeg records (needs ffmpeg)", async () => {
    const bot = await place.startBot({
      cwd: join(examples, "radio-bot"),
      args: ["dist/index.js"],
      env: { PATH: `${await soundCard(place)}:${process.env["PATH"] ?? ""}` },
    });
    await bot.says("Attached recorder");
    place.personEnters();
    const heard = await place.listen();
    place.say(`<@${place.platform.seeded.botUserId}> join`);
    await bot.until("the tone", () => heard.of(HZ) > 50);
    expect(bot.output).not.toContain("rror");
  });

  it.skipIf(!hasFfmpeg)("recorder writes what a person says (needs ffmpeg)", async () => {
    const cwd = join(examples, "recorder");
    const recordings = join(cwd, "recordings");
    for (const old of await readdir(recordings)) await rm(join(recordings, old));
    const { seeded } = place.platform;
    const deploy = await place.startBot({
      cwd,
      args: ["dist/util/deploy.js"],
      env: { APPLICATION_ID: seeded.applicationId, GUILD_ID: place.guildId },
    });
    await deploy.says("Successfully deployed 3 commands");
    const bot = await place.startBot({ cwd, args: ["dist/index.js"] });
    await bot.says("Ready!");
    const person = await place.personSpeaks(HZ);
    await place.use("join");
    await place.untilBotIsIn();
    await place.use("record", { speaker: place.personId });
    await person.speak(3);
    await bot.says("Recorded");
    const [file] = await readdir(recordings);
    const samples = decode(join(recordings, file!));
    expect(samples.length / 2 / RATE).toBeGreaterThan(2);
    expect(toneShare(samples.subarray(RATE, RATE * 3), HZ)).toBeGreaterThan(0.5);
  });
});

/** A folder with an ffmpeg that has a sound card, whose microphone hears a tone; else it is the one of this machine. */
async function soundCard(place: BotPlace): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sdkpp-ffmpeg-"));
  place.undo(() => rm(folder, { recursive: true }));
  const ffmpeg = spawnSync("which", ["ffmpeg"], { encoding: "utf8" }).stdout.trim();
  const program = `#!/bin/sh
for word; do
  shift
  case "$word" in
    pulse) set -- "$@" lavfi ;;
    audio_hw_device_id) set -- "$@" "sine=${String(HZ)}:sample_rate=48000,arealtime" ;;
    *) set -- "$@" "$word" ;;
  esac
done
exec ${ffmpeg} "$@"
`;
  await writeFile(join(folder, "ffmpeg"), program, { mode: 0o755 });
  return folder;
}

function decode(file: string): Int16Array {
  const done = spawnSync("ffmpeg", ["-loglevel", "error", "-i", file, ...RAW_OUTPUT], { maxBuffer: 1 << 26 });
  expect(done.stderr.toString()).toBe("");
  return new Int16Array(done.stdout.buffer, done.stdout.byteOffset, done.stdout.length >> 1);
}
