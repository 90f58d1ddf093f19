import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { blocksOf } from "../architecture/guide-blocks.js";
import { EXAMPLES, fileOf, README, ROOT, run, runBot, STORY } from "./support-examples.js";

it.each([
  "console",
  "guest",
  "banned",
  "shared-session",
  "friends",
  "presence",
  "desktop-presence",
  "launched",
  "invite",
  "chat",
  "lobby-voice",
  "push-to-talk",
  "voice-filter",
  "linked-channel",
  "bot-direct-messages",
  "bot-command",
  "encrypted-call",
  "voice-worker",
  "activity",
  "shop",
  "voice-test",
])("the page of examples names %s", (name) => expect(EXAMPLES).toContain(`examples/${name}/main.mjs`));

it("the README begins with the program that says hello, as it is", () =>
  expect(README.split("\n## ")[1]).toContain(readFileSync(fileOf("hello"), "utf8")));

/** Another test runs those that need a platform. */
const alone = blocksOf("platform/README.md").filter(({ runBy }) => runBy === "test/e2e/examples.test.ts");

it.each(alone.map(({ code }) => [code.split("\n")[2]!, code]))(
  "the platform's page has a program that runs: %s",
  async (_line, code) => {
    const { stderr } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", code], {
      cwd: ROOT,
    });
    expect(stderr).toBe("");
  },
);

it.concurrent("the program that says hello runs", STORY, async () => {
  expect(await run("hello")).toEqual(["Ada: Hello!"]);
});

it.concurrent(
  "the console runs: signed in by a code, still so at the second start, then removed",
  STORY,
  async () => {
    expect(await run("console")).toEqual([
      "go to /activate and type a code of 8 characters",
      "the code is gone",
      "welcome, Ada",
      "welcome, Ada",
      "the player has removed the game from the account",
      "please sign in again",
    ]);
  },
);

it.concurrent("the guest runs: makes a friend in a lobby, links an account, keeps both", STORY, async () => {
  expect(await run("guest")).toEqual([
    "playing as a guest: Gwen",
    "friends: Ben; in the lobby: Ben, Gwen",
    "playing with an account: Gwen of the Lake",
    "friends: Ben; in the lobby: Ben, Gwen of the Lake",
  ]);
});

it.concurrent(
  "the banned player is told, plays as a guest, and links again after the ban",
  STORY,
  async () => {
    expect(await run("banned")).toEqual([
      "playing with an account: gwen",
      "your account can no longer play this game",
      "playing as a guest: true",
      "your account is banned: you can link another one when the ban ends",
      "linked",
      "playing with an account: gwen2",
    ]);
  },
);

it.concurrent(
  "the launcher without a login shows presence, through a restart of the desktop app",
  STORY,
  async () => {
    expect(await run("desktop-presence")).toEqual([
      "signed in to the desktop app: Ada",
      "the desktop app shows the presence",
      "Ben sees: Capture the flag",
      'joins with the secret "open sesame"',
      "Ben sees: nothing",
      "Ben sees: Capture the flag",
      "the player wants to link the account",
      "Ben sees: Capture the flag",
      "linked: Ada",
    ]);
  },
);

const onLinux = process.platform === "linux" ? it.concurrent : it.skip;
onLinux(
  "the game is launched for a party (Linux; elsewhere it would change this machine)",
  STORY,
  async () => {
    expect(await run("launched")).toEqual([
      "started for: the player",
      "registered: applications, mimeapps.list",
      "started for: join",
      'joins with the secret "open sesame"',
    ]);
  },
);

it.concurrent("the launcher and the game share a session, and one of them refreshes it", STORY, async () => {
  const [signedIn, ...rest] = await run("shared-session");
  const refreshed = rest.pop();
  expect([signedIn, rest.sort(), refreshed]).toEqual([
    "signed in: Ada",
    ["game: welcome, Ada", "launcher: welcome, Ada"],
    "refreshed: true",
  ]);
});

it.concurrent("the friends list runs, shows each change, and explains refusals", STORY, async () => {
  // A new friend is offline for the moment until the platform has told more.
  const shown = (await run("friends")).filter((line) => !line.endsWith("offline: Ada"));
  expect(shown).toEqual([
    "Ada reads: nobody has this name",
    "in the game: – | online: – | offline: – | asking: Ada",
    "in the game: Ada | online: – | offline: –",
    "in the game: Ada | online: – | offline: cyd",
    "in the game: Ada | online: cyd | offline: –",
    "in the game: Countess | online: cyd | offline: –",
    "found: Countess",
    "in the game: – | online: cyd | offline: Countess",
    "in the game: – | online: cyd | offline: –",
    "in the game: – | online: – | offline: –",
    "blocked: cyd",
    "cyd reads: you cannot ask this player",
    "blocked: –",
  ]);
});

it.concurrent(
  "the chat runs: a lobby with its history, and a direct message that is edited and taken back",
  STORY,
  async () => {
    expect(await run("chat")).toEqual([
      "lobby | Ada (eager): Ready, @Ben? :)",
      "history | Where did you go?",
      "history | Ready, @Ben? :)",
      "direct | Ada: I have the kee",
      "edited | I have the key",
      "deleted | gone",
    ]);
  },
);

it.concurrent("the lobby runs: settings of a match, push to talk, and who is muted", STORY, async () => {
  expect(await run("lobby-voice")).toEqual([
    "lobby | harbour: Ada (red), Ben (blue)",
    "lobby | castle",
    "call | Ada",
    "call | Ada speaks",
    "call | Ada is silent",
    "call | Ada is muted: true",
    "call | Ben",
  ]);
});

it.concurrent("a bot of discord.js and a player write to each other", STORY, async (context) => {
  expect(await runBot(context, "bot-direct-messages")).toEqual([
    "Ada | seeded_game: How was your game?",
    "bot | Ada: We won.",
    "Ada | seeded_game: 7 points",
    'bot | "We won." is now "We lost."',
    'bot | "We lost." is gone',
    "history | 7 points < How was your game?",
  ]);
});

it.concurrent("a bot of discord.js answers a command with a picture", STORY, async (context) => {
  expect(await runBot(context, "bot-command")).toEqual(["answered: # Harbour, 1 picture"]);
});

it.concurrent("an activity's servers are reached through the proxy", STORY, async () => {
  expect(await run("activity")).toEqual([
    "<!doctype html><title>Scores</title>",
    "you asked for /scores/best?of=today",
  ]);
});

it.concurrent("a subscription lasts until its period ends", STORY, async () => {
  expect(await run("shop")).toEqual([
    "after the cancellation: 1 entitlement",
    "after the period: 0 entitlements",
  ]);
});

it.concurrent("rich presence runs: seen live, again after a lost session, cleared", STORY, async () => {
  expect(await run("presence")).toEqual([
    "Ada: Online",
    "Ada: Online | Capture the flag | 1 of 4 | [Rules]",
    "Ada: Dnd | Capture the flag | 1 of 4 | [Rules]",
    "Ada: Offline",
    // The new session, before it says anything.
    "Ada: Online",
    "Ada: Dnd | Capture the flag | 1 of 4 | [Rules]",
    "Ada: Dnd",
    "Ada: Offline",
  ]);
});

it.concurrent(
  "the invite runs: accepted, asked for, both in the same lobby, and no good when the party has ended",
  STORY,
  async () => {
    expect(await run("invite")).toEqual([
      "Ben | Ada invites you: Are you coming?",
      "Ben | in the same lobby: true",
      "Ada | Cyd would like to join",
      "Cyd | in the same lobby: true",
      "Ada | Ada, Ben, Cyd",
      "Ben | the invite is still good: false",
      "Ben | this party has ended",
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
      "channel | # officers (linkable, not for everybody)",
      "channel | > Lounge",
      "channel | PARTIES",
      "channel |   # party-chat (linkable)",
      "channel |   > party-talk",
      "Ada | this channel is age-restricted, or linked to another lobby",
      "Ada | linked to party-chat",
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
