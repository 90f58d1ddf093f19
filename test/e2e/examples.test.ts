import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { installStrangers } from "../support/strangers.mjs";

const ROOT = join(import.meta.dirname, "../..");
const BOT = join(ROOT, "examples/bot-direct-messages/main.mjs");
const CHAT = join(ROOT, "examples/chat/main.mjs");
const FRIENDS = join(ROOT, "examples/friends/main.mjs");
const LINKED_CHANNEL = join(ROOT, "examples/linked-channel/main.mjs");
const PRESENCE = join(ROOT, "examples/presence/main.mjs");
const FILE = join(ROOT, "examples/quick-start/main.mjs");
/** What the README promises. */
const LINES = 25;

it("the quick start runs, and Ben hears Ada", async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [FILE], { timeout: 25_000 });
  expect(stderr).toBe("");
  const seconds = /^Ben heard Ada speak for (\d+\.\d) s\n$/.exec(stdout)?.[1];
  expect(Number(seconds), stdout).toBeGreaterThan(1);
});

it("the quick start fits on the README's page", () => {
  const lines = readFileSync(FILE, "utf8").split("\n");
  expect(lines.filter((line) => line.trim() !== "" && !line.startsWith("//")).length).toBeLessThanOrEqual(
    LINES,
  );
});

it("the README shows the quick start as it is", () => {
  expect(readFileSync(join(ROOT, "README.md"), "utf8")).toContain(readFileSync(FILE, "utf8"));
});

it("the friends list runs, and shows each change", async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [FRIENDS], { timeout: 25_000 });
  expect(stderr).toBe("");
  // A new friend is offline for the moment until the platform has told more.
  const shown = stdout
    .trim()
    .split("\n")
    .filter((line) => !line.endsWith("offline: Ada"));
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

it("the chat runs: a lobby with its history, and a direct message that is edited and taken back", async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [CHAT], { timeout: 25_000 });
  expect(stderr).toBe("");
  expect(stdout.trim().split("\n")).toEqual([
    "lobby | Ada: Ready, @Ben? :)",
    "history | Where did you go?",
    "history | Ready, @Ben? :)",
    "direct | Ada: I have the kee",
    "direct | Ada: I have the key",
    "deleted | gone",
  ]);
});

it("a bot of discord.js and a player write to each other", { timeout: 180_000 }, async () => {
  await installStrangers();
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [BOT], { timeout: 25_000 });
  expect(stderr).toBe("");
  expect(stdout.trim().split("\n")).toEqual([
    "Ada | seeded_game: How was your game?",
    "bot | Ada: We won.",
    "Ada | seeded_game: 7 points",
    'bot | "We won." is now "We lost."',
    'bot | "We lost." is gone',
    "history | 7 points < How was your game?",
  ]);
});

it("rich presence runs: seen live, again after a lost session, cleared", async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [PRESENCE], { timeout: 25_000 });
  expect(stderr).toBe("");
  expect(stdout.trim().split("\n")).toEqual([
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

it("the linked channel runs: looked for, linked, talked through, followed into its server, unlinked", async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [LINKED_CHANNEL], {
    timeout: 25_000,
  });
  expect(stderr).toBe("");
  expect(
    stdout
      .replace(/127\.0\.0\.1:\d+/, "HOST")
      .trim()
      .split("\n"),
  ).toEqual([
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
});
