// A recorder with a file for each speaker, without a changed line.
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toneShare } from "../../support/tone.js";
import { BotPlace } from "./bot-place.js";
import { findSource } from "./sources.mjs";
import { workplaceOf } from "./workplace.mjs";

const HZ = 440;
const { missing } = findSource("discordrecordbot");

describe.skipIf(missing !== undefined)(`discordrecordbot (${missing ?? "f31aa9d"})`, () => {
  let place: BotPlace;
  let program: string;
  let home: string;

  beforeAll(async () => {
    program = await workplaceOf("discordrecordbot");
    home = await mkdtemp(join(tmpdir(), "sdkpp-recordbot-"));
    place = await BotPlace.start();
    await writeFile(join(home, "done.sh"), "#!/bin/sh\necho done\n", { mode: 0o755 });
    const settings = [
      `token = "${place.platform.seeded.botToken}"`,
      `recordpath = "${join(home, "recordings")}"`,
      `postprocessorpath = "${join(home, "done.sh")}"`,
    ];
    await writeFile(join(home, ".recordbot"), `${settings.join("\n")}\n`);
  }, 300_000);
  afterAll(async () => {
    await place.end();
    await rm(home, { recursive: true });
  });

  it("records what a person says", async () => {
    const bot = await place.startBot({ cwd: program, args: ["recordbot.js"], env: { HOME: home } });
    await bot.says("Logged in");
    const person = await place.personSpeaks(HZ);
    place.say("!start");
    await bot.says("Recording started");
    await place.untilBotIsIn();
    await person.speak(3);
    place.say("!stop");
    const loud = (): number =>
      recorded(join(home, "recordings")).filter((each) => toneShare(each, HZ) > 0.5).length;
    await bot.until("three seconds in its file", () => loud() > 140);
    expect(bot.output).not.toMatch(/error/i);
  });
});

/** The blocks of sound of all its files; blob.txt of its source tells the format. */
function recorded(folder: string): Int16Array[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".drb"))
    .flatMap((name) => soundIn(readFileSync(join(folder, name))));
}

function soundIn(file: Buffer): Int16Array[] {
  const blocks: Int16Array[] = [];
  for (let at = 0, size: number; at + 8 <= file.length; at += 8 + size) {
    size = file.readInt32BE(at + 4);
    const data = file.subarray(at + 8, at + 8 + size);
    if (file.toString("latin1", at, at + 4) === "PCM0")
      blocks.push(new Int16Array(Uint8Array.from(data).buffer));
  }
  return blocks;
}
