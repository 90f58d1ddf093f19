import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, it, type TestContext } from "vitest";
import { installStrangers } from "../support/strangers.mjs";
import { toneWav } from "../support/tone-wav.mjs";

const ROOT = join(import.meta.dirname, "../..");
const fileOf = (name: string): string => join(ROOT, "examples", name, "main.mjs");
const README = readFileSync(join(ROOT, "README.md"), "utf8");
/** Some install packages first, and all run at once. */
const STORY = { timeout: 180_000 };
/** What the README promises. */
const LINES = 25;

/** Runs an example to its end. @returns what it prints, line by line */
async function run(name: string): Promise<string[]> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [fileOf(name)], { timeout: 60_000 });
  expect(stderr).toBe("");
  return stdout.trim().split("\n");
}

/** A folder whose programs can import these packages, until the test ends. */
async function projectWith(
  { onTestFinished }: TestContext,
  packages: Record<string, string>,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "sdkpp-project-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, target] of Object.entries(packages)) {
    const link = join(folder, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    symlinkSync(target, link, "junction");
  }
  return folder;
}

it.concurrent("the quick start runs, and Ben hears Ada", STORY, async () => {
  const [line] = await run("quick-start");
  const seconds = /^Ben heard Ada speak for (\d+\.\d) s$/.exec(line!)?.[1];
  expect(Number(seconds), line).toBeGreaterThan(1);
});

it("the quick start fits on the README's page, which shows it as it is", () => {
  const text = readFileSync(fileOf("quick-start"), "utf8");
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("//"));
  expect(lines.length).toBeLessThanOrEqual(LINES);
  expect(README).toContain(text);
});

it.each(["friends", "presence", "invite", "chat", "voice-filter", "linked-channel", "bot-direct-messages"])(
  "the README names the story of %s",
  (name) => expect(README).toContain(`examples/${name}/main.mjs`),
);

it.concurrent(
  "the filter runs: its failure is reported, and the guide shows it as it is",
  STORY,
  async () => {
    expect(await run("voice-filter")).toEqual([
      "received: 1 block not filtered: the filter has a bug",
      "1 of many blocks failed",
    ]);
    const guide = readFileSync(join(ROOT, "docs/guides/editing-audio-safely.md"), "utf8");
    const [shown] = /(?<=```js\n).+?(?=```)/s.exec(guide) ?? [""];
    expect(shown).toContain("setAudioCallbackPolicy");
    expect(readFileSync(fileOf("voice-filter"), "utf8")).toContain(shown);
  },
);

it.concurrent("the friends list runs, and shows each change", STORY, async () => {
  // A new friend is offline for the moment until the platform has told more.
  const shown = (await run("friends")).filter((line) => !line.endsWith("offline: Ada"));
  expect(shown).toEqual([
    "in the game: – | online: – | offline: – | asking: Ada",
    "in the game: Ada | online: – | offline: –",
    "in the game: Ada | online: – | offline: cyd",
    "in the game: Ada | online: cyd | offline: –",
    "in the game: Countess | online: cyd | offline: –",
    "in the game: – | online: cyd | offline: Countess",
    "in the game: – | online: cyd | offline: –",
    "in the game: – | online: – | offline: –",
  ]);
});

it.concurrent(
  "the chat runs: a lobby with its history, and a direct message that is edited and taken back",
  STORY,
  async () => {
    expect(await run("chat")).toEqual([
      "lobby | Ada: Ready, @Ben? :)",
      "history | Where did you go?",
      "history | Ready, @Ben? :)",
      "direct | Ada: I have the kee",
      "direct | Ada: I have the key",
      "deleted | gone",
    ]);
  },
);

it.concurrent("a bot of discord.js and a player write to each other", STORY, async () => {
  await installStrangers();
  expect(await run("bot-direct-messages")).toEqual([
    "Ada | seeded_game: How was your game?",
    "bot | Ada: We won.",
    "Ada | seeded_game: 7 points",
    'bot | "We won." is now "We lost."',
    'bot | "We lost." is gone',
    "history | 7 points < How was your game?",
  ]);
});

it.concurrent("the README's bot is a whole program: it joins, speaks and leaves", STORY, async (context) => {
  expect(README).toContain(readFileSync(fileOf("voice-bot"), "utf8"));
  const folder = await projectWith(context, {
    sdkpp: ROOT,
    "@sdkpp/platform": join(ROOT, "platform"),
    "discord.js": join(await installStrangers(), "node_modules/discord.js"),
  });
  const program = join(folder, "main.mjs");
  copyFileSync(fileOf("voice-bot"), program);
  const speech = join(folder, "tone.wav");
  writeFileSync(speech, toneWav());
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, speech], {
    timeout: 60_000,
  });
  expect([stdout, stderr]).toEqual(["speaking: finished\n", ""]);
});

it.concurrent("rich presence runs: seen live, again after a lost session, cleared", STORY, async () => {
  expect(await run("presence")).toEqual([
    "Ada: Online",
    "Ada: Online | Capture the flag | 1 of 4",
    "Ada: Dnd | Capture the flag | 1 of 4",
    "Ada: Offline",
    // The new session, before it says anything.
    "Ada: Online",
    "Ada: Dnd | Capture the flag | 1 of 4",
    "Ada: Dnd",
    "Ada: Offline",
  ]);
});

it.concurrent(
  "the invite runs: accepted, asked for, both in the same lobby, and no good when the host is gone",
  STORY,
  async () => {
    expect(await run("invite")).toEqual([
      "Ben | Ada invites you: Are you coming?",
      "Ben | in the same lobby: true",
      "Ada | Cyd would like to join",
      "Cyd | in the same lobby: true",
      "Ada | Ada, Ben, Cyd",
      "Ben | the invite is still good: false",
    ]);
  },
);

it.concurrent(
  "the linked channel runs: looked for, linked, talked through, followed into its server, unlinked",
  STORY,
  async () => {
    const shown = (await run("linked-channel")).map((line) => line.replace(/127\.0\.0\.1:\d+/, "HOST"));
    expect(shown).toEqual([
      "servers | Seeded Server, Raiders",
      "channel | # rules (linkable)",
      "channel | # late-night",
      "channel | > Lounge",
      "channel | PARTIES",
      "channel |   # party-chat (linkable)",
      "channel |   > party-talk",
      "lobby | linked to party-chat",
      "lobby | Supper at eight.",
      "history | Cyd: I bring bread.",
      "history | seeded_game: Supper at eight.",
      "Cyd's browser opens http://HOST/invite/CODE",
      "Cyd's servers | Raiders",
      "lobby | linked to nothing",
    ]);
  },
);
