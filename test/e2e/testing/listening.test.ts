// Somebody listens to a bot for some seconds and measures what comes; sound runs in real time.
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { NotHeardError } from "@sdkpp/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { wavOf } from "../../../packages/testing/sound/sound.js";
import { writeWav } from "../../../packages/testing/sound/wav.js";
import { waitFor } from "../../support/wait-for.js";
import { folderPerTest } from "../platform/support-folder.js";
import { ROOT } from "../support-examples.js";
import { botIn } from "./support-bot.js";
import { meetInLobby, twoPeople } from "./support-two-people.js";

const at = folderPerTest();
const tone = (seconds: number) => wavOf({ hz: 440, seconds }, () => 0.5);
const silence = writeWav({ sampleRate: 48_000, data: new Float32Array(48_000) });

describe("who listens to a bot", () => {
  it("is told how soon there is sound, for how long and how loud, and can still hear it", async () => {
    const { platform, ada } = await twoPeople();
    const bot = await botIn(platform);
    const { voiceChannelId, botUserId } = platform.seeded;
    await ada.joinVoice(voiceChannelId);
    const listening = ada.listenTo(botUserId, { seconds: 4 });
    for (const file of [await tone(1), await tone(0.5)]) {
      // A pause of the bot, in which it sends nothing.
      await sleep(500);
      await bot.play({ type: "wav", file }).ended;
    }
    const figures = await listening;
    expect(figures.firstSoundMs).toBeGreaterThanOrEqual(500);
    expect(figures.seconds).toBeGreaterThan(1.2);
    expect(figures.seconds).toBeLessThan(1.8);
    // A sine of a quarter of full scale, which begins and ends in the middle of blocks.
    expect(Math.abs(figures.levelDbfs + 15)).toBeLessThan(1);
    expect(Math.abs(figures.peakDbfs + 12)).toBeLessThan(1);
    expect(figures.decodedSeconds).toBeGreaterThan(figures.seconds);
    expect(figures).toMatchObject({ packetsSent: undefined, undecryptable: 0, packetsLost: 0 });
    expect(figures.longestGapMs).toBeLessThan(500);
    await ada.heard(botUserId, { of: { hz: 440 }, within: 0, atLeast: { seconds: 0.5 } });
  });

  it("is told of a hole in the sound, and of the packets that it cost", async () => {
    const { platform, ada } = await twoPeople();
    const bot = await botIn(platform);
    const { voiceChannelId, botUserId: userId } = platform.seeded;
    await ada.joinVoice(voiceChannelId);
    bot.play({ type: "wav", file: await tone(10) });
    await ada.heard(userId, { atLeast: { seconds: 0.3 } });
    const listening = ada.listenTo(userId, { seconds: 3 });
    await platform.control.faults.impair({ seed: 1, loss: 1, direction: "in", userId });
    const { packetsSent } = bot.getStats();
    await waitFor("a third of a second", () => bot.getStats().packetsSent >= packetsSent + 17);
    await platform.control.faults.clearImpairments();
    const figures = await listening;
    expect(figures.gaps).toBeGreaterThanOrEqual(1);
    expect(figures.longestGapMs).toBeGreaterThan(300);
    expect(figures.packetsLost).toBeGreaterThan(0);
    // It spoke when the listening began.
    expect(figures.firstSoundMs).toBeLessThan(1000);
  });

  it.each([
    ["plays silence", silence, "SILENT", " s of silence arrived"],
    ["plays nothing", undefined, "NOT_SPEAKING", "does not speak; play something"],
  ])("is told when it %s", async (_what, file, cause, words) => {
    const { platform, ada } = await twoPeople();
    const bot = await botIn(platform);
    await ada.joinVoice(platform.seeded.voiceChannelId);
    const listening = ada
      .listenTo(platform.seeded.botUserId, { seconds: 2 })
      .catch((error: unknown) => error);
    if (file !== undefined) bot.play({ type: "wav", file });
    const why = await listening;
    expect(why).toBeInstanceOf(NotHeardError);
    expect(why).toMatchObject({ code: "NOT_HEARD", cause, message: expect.stringContaining(words) });
  });

  it("has to be in a call, for a time that is possible", async () => {
    const { platform, ada } = await twoPeople();
    await expect(ada.listenTo("5")).rejects.toMatchObject({ code: "NOT_IN_CALL" });
    await ada.joinVoice(platform.seeded.voiceChannelId);
    await expect(ada.listenTo("5", { seconds: 0.9 })).rejects.toThrow("seconds: expected 1 to 60");
    await expect(ada.listenTo("zoe")).rejects.toThrow("somebody: expected");
    await expect(ada.listenTo("5", { seconds: 1 })).rejects.toMatchObject({ cause: "NOT_IN_CALL" });
  });
});

it("in the call of a lobby the same is told, but for gaps", async () => {
  const people = await twoPeople();
  await meetInLobby(people);
  await people.ada.speak({ hz: 440 });
  const figures = await people.ben.listenTo(people.ada, { seconds: 2 });
  expect(figures).toMatchObject({ firstSoundMs: expect.any(Number), packetsSent: expect.any(Number) });
  expect(figures.seconds).toBeGreaterThan(0.5);
  expect([figures.gaps, figures.longestGapMs]).toEqual([undefined, undefined]);
});

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

describe("the command `call` with a speaker", () => {
  let platform: Platform;
  let env: NodeJS.ProcessEnv;
  const run = (program: string, args: string[], more: NodeJS.ProcessEnv = {}): Promise<Ended> =>
    new Promise((resolve) => {
      const child = execFile(program, args, { env: { ...env, ...more } }, (_error, out, err) =>
        resolve({ code: child.exitCode ?? -1, out, err }),
      );
    });
  const call = (...args: string[]): Promise<Ended> =>
    run(process.execPath, [path.join(ROOT, "platform/dist/bundle/cli.js"), "call", ...args]);

  beforeAll(async () => {
    platform = await startPlatform({ controlApi: {} });
    const { url, token } = platform.controlApi!;
    env = { ...process.env, SDKPP_CONTROL: url, SDKPP_CONTROL_TOKEN: token };
  });
  afterAll(() => platform.stop());

  it("finds the bot, by its name or its id, and prints what is heard of it", async () => {
    const bot = await botIn(platform);
    bot.play({ type: "wav", file: await tone(30) });
    const { botUserId, voiceChannelId, guildId } = platform.seeded;
    const { username } = platform.control.users.get(botUserId);
    const lines = await call(username, "--seconds", "1");
    expect(lines).toMatchObject({ code: 0, err: "" });
    for (const name of ["firstSoundMs", "seconds", "gaps", "longestGapMs", "levelDbfs", "packetsLost"])
      expect(lines.out).toMatch(new RegExp(`^${name}: -?\\d`, "m"));
    const there = await call(botUserId, "--in", voiceChannelId, "--seconds", "1");
    expect(there).toMatchObject({ code: 0, err: "" });
    expect(platform.control.voice.members(guildId).map(({ userId }) => userId)).toEqual([botUserId]);
  });

  it("prints JSON, as the page of the package shows", async () => {
    const bot = await botIn(platform);
    bot.play({ type: "wav", file: await tone(30) });
    const page = fs.readFileSync(path.join(ROOT, "packages/testing/README.md"), "utf8");
    const [, block = ""] = /listening\.test\.ts -->\n\n```sh\n([^]*?)```/.exec(page) ?? [];
    const program = path.join(ROOT, "packages/testing/dist/bundle/cli.js");
    fs.writeFileSync(at("npx"), `#!/bin/sh\nshift\nexec "${process.execPath}" "${program}" "$@"\n`, {
      mode: 0o755,
    });
    const PATH = `${at("")}${path.delimiter}${process.env["PATH"] ?? ""}`;
    const { code, out } = await run("sh", ["-euc", block], { PATH, BOT: platform.seeded.botUserId });
    expect({ code, figures: JSON.parse(out) as object }).toEqual({
      code: 0,
      figures: expect.objectContaining({ undecryptable: 0, gaps: expect.any(Number) }),
    });
  });

  it("says why a bot is not heard, also as JSON", async () => {
    await botIn(platform);
    const { botUserId, guildId } = platform.seeded;
    platform.control.voice.setServerFlags(guildId, botUserId, { mute: true, deaf: false });
    const { code, out, err } = await call(botUserId, "--seconds", "1", "--json");
    platform.control.voice.setServerFlags(guildId, botUserId, { mute: false, deaf: false });
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect((JSON.parse(err) as { error: object }).error).toMatchObject({
      name: "NotHeardError",
      code: "NOT_HEARD",
      message: expect.stringMatching(/^test-caller does not hear .* muted by the server/),
      details: { cause: "SILENCED", figures: { decodedSeconds: 0 } },
    });
  });

  it.each<[string[], number, string]>([
    [["zoe"], 2, "SPEAKER: expected the name of a user or bot of the platform, or its id, received zoe"],
    [["ada"], 1, "ada is not in the call of any server; let it join one, or say with --in"],
    [["ada", "--in", "voice", "--seconds", "1"], 1, "test-caller does not hear ada: ada is not in the call"],
    [["ada", "--in", "5"], 1, "Unknown Channel"],
    [["ada", "--in", "voice", "--seconds", "61"], 2, "--seconds: expected 1 to 60, received 61"],
    [["ada", "ben"], 2, "too many arguments"],
  ])("%j fails with a sentence", async (given, expected, sentence) => {
    const { voiceChannelId } = platform.seeded;
    const { code, out, err } = await call(...given.map((word) => (word === "voice" ? voiceChannelId : word)));
    expect({ code, out, err }).toEqual({ code: expected, out: "", err: expect.stringContaining(sentence) });
  });
});
