// A data folder in which a file is damaged: the platform says so in a sentence, or starts with everything that it had.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPlatform, StartError, type Platform } from "@sdkpp/platform";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSentence } from "./support-folder.js";

let base: string;
let platform: Platform;
let eve: string;
const killed = () => join(base, "killed");
const early = () => join(base, "early");
const other = () => join(base, "other");
const work = () => join(base, "work");

/** Folders as processes leave them that were killed: copies while the platform runs. */
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), "sdkpp-damage-"));
  await using stranger = await startPlatform({ dataDir: join(base, "stranger") });
  cpSync(join(base, "stranger"), other(), { recursive: true });
  expect(stranger.seeded.userIds).toHaveLength(2);
  platform = await startPlatform({ dataDir: join(base, "live") });
  cpSync(join(base, "live"), early(), { recursive: true });
  eve = platform.control.users.create({ username: "eve" }).id;
  // Time for a checkpoint; what follows is in the write-ahead log only.
  await platform.control.clock.advance(10_000);
  platform.control.users.create({ username: "zoe" });
  cpSync(join(base, "live"), killed(), { recursive: true });
  await platform.stop();
});
afterAll(() => rmSync(base, { recursive: true }));

const half = (file: string) => truncateSync(file, Math.floor(readFileSync(file).length / 2));
const flip = (file: string) => {
  const bytes = readFileSync(file);
  const at = Math.floor(bytes.length / 2);
  bytes.fill(0xff, at, Math.min(at + 64, bytes.length));
  writeFileSync(file, bytes);
};
const replace = (file: string, make: () => void) => (rmSync(file), make());

const DAMAGES: readonly (readonly [string, (file: string, name: string) => void])[] = [
  ["gone", (file) => rmSync(file)],
  ["empty", (file) => truncateSync(file, 0)],
  ["cut in half", half],
  ["overwritten in the middle", flip],
  ["garbage", (file) => writeFileSync(file, "garbage ".repeat(1000))],
  ["a folder", (file) => replace(file, () => mkdirSync(file))],
  ["a link to nothing", (file) => replace(file, () => symlinkSync(join(base, "nothing"), file))],
  ["that of another folder", (file, name) => cpSync(join(other(), name), file)],
];

/** Starts in a copy of a folder after `damage`. @returns the error, or whether eve is known */
async function outcome(
  folder: string,
  damage: () => void,
): Promise<StartError | "eve is known" | "eve is lost"> {
  rmSync(work(), { recursive: true, force: true });
  cpSync(folder, work(), { recursive: true });
  damage();
  try {
    await using again = await startPlatform({ dataDir: work() });
    expect(again.seeded.applicationId).toBe(platform.seeded.applicationId);
    const headers = { authorization: `Bot ${again.seeded.botToken}` };
    const found = await fetch(`${again.endpoints.apiBase}/v10/users/${eve}`, { headers });
    return found.status === 200 ? "eve is known" : "eve is lost";
  } catch (error) {
    if (error instanceof StartError) return error;
    throw error;
  }
}

describe.each(["bot-token", "ca.pem", "ca-key.pem", "platform.db", "platform.db-wal", "platform.lock"])(
  "%s",
  (name) => {
    it.each(DAMAGES)("that is %s is reported, or costs nothing", async (_what, damage) => {
      const found = await outcome(killed(), () => damage(join(work(), name), name));
      if (found instanceof StartError) expectSentence(found.message, work());
      else expect(found).toBe("eve is known");
    });
  },
);

it("a log that was all there was of the world is missed", async () => {
  const found = await outcome(early(), () => truncateSync(join(work(), "platform.db-wal"), 0));
  expect(found).toMatchObject({ code: "DATABASE_DAMAGED" });
  expect((found as StartError).message).toContain("is empty, though");
});

it("a new token for the bot is kept", async () => {
  cpSync(killed(), work(), { recursive: true });
  const first = await startPlatform({ dataDir: work() });
  const { token } = first.control.applications.createBot(first.seeded.applicationId);
  await first.stop();
  await using again = await startPlatform({ dataDir: work() });
  expect(again.seeded.botToken).toBe(token);
});
