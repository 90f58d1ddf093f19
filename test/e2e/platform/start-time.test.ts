// A platform that begins on a date, whose clock stands, and on a network that people have.
import { snowflakeTimestamp } from "sdkpp/wire";
import { startPlatform } from "@sdkpp/platform";
import { expect, it } from "vitest";
import { folderPerTest } from "./support-folder.js";

const at = folderPerTest();
const BEGIN = "2026-03-29T01:59:50Z";
const BEGIN_MS = Date.parse(BEGIN);
const LATER_MS = Date.parse("2040-01-01");

it("begins on its date, and its first records too", async () => {
  await using platform = await startPlatform({ asOf: BEGIN });
  const { control, seeded } = platform;
  await control.clock.freeze();
  expect(control.clock.now() - BEGIN_MS).toBeGreaterThanOrEqual(0);
  expect(snowflakeTimestamp(BigInt(seeded.guildId)) - BEGIN_MS).toBeGreaterThanOrEqual(0);
  expect(snowflakeTimestamp(BigInt(seeded.guildId))).toBeLessThanOrEqual(control.clock.now());
});

it("stands from the start, so that the same steps get the same ids", async () => {
  const ids = async (): Promise<string[]> => {
    await using platform = await startPlatform({ asOf: BEGIN, frozen: true });
    const { control, seeded } = platform;
    expect([control.clock.now(), control.clock.isFrozen()]).toEqual([BEGIN_MS, true]);
    const ownerId = control.users.create({ username: "cyd" }).id;
    const channels = [{ name: "c", kind: "text" } as const];
    const guild = control.guilds.create({ name: "G", ownerId, channels });
    const { userIds, guildId, textChannelId, applicationId, botUserId } = seeded;
    const usual = [...userIds, guildId, textChannelId, applicationId, botUserId];
    return [...usual, ownerId, guild.id, ...guild.channels.map(({ id }) => id)];
  };
  expect(await ids()).toEqual(await ids());
});

it("gives no id again that a data folder has, begun on the same date", async () => {
  const seen = new Set<string>();
  const options = { dataDir: at("data"), asOf: BEGIN };
  for (let round = 0; round < 2; round += 1) {
    await using platform = await startPlatform(options);
    const { control, seeded } = platform;
    await control.clock.freeze();
    await control.clock.set(BEGIN_MS);
    const owner = control.users.create({ username: `round-${round}` }).id;
    const guild = control.guilds.create({
      name: "G",
      ownerId: owner,
      channels: [{ name: "c", kind: "text" }],
    });
    const made = [owner, guild.id, ...guild.channels.map(({ id }) => id)];
    expect(made.filter((id) => seen.has(id) || id === seeded.guildId)).toEqual([]);
    for (const id of made) seen.add(id);
  }
});

it("stands still, moves when told, and goes on", async () => {
  await using platform = await startPlatform();
  const { clock, users } = platform.control;
  await clock.freeze();
  await clock.set(LATER_MS);
  const made = [users.create({ username: "cyd" }), users.create({ username: "dan" })];
  // Ids are unique although time stands.
  expect(made.map(({ id }) => snowflakeTimestamp(BigInt(id)))).toEqual([LATER_MS, LATER_MS]);
  expect(made[0]?.id).not.toBe(made[1]?.id);
  await clock.set("2039-12-31T12:00:00+12:00");
  expect(clock.now()).toBe(LATER_MS - 86_400_000);
  await clock.set("2040-01-01");
  expect(() => clock.set("2040-02-30")).toThrow(
    /^time: expected a date of ISO 8601 .* received '2040-02-30'$/,
  );
  await clock.advance(86_400_000);
  expect([clock.now(), clock.isFrozen()]).toEqual([LATER_MS + 86_400_000, true]);
  await clock.resume();
  expect(clock.isFrozen()).toBe(false);
});

it("starts on a network that people have", async () => {
  await using platform = await startPlatform({ impair: "mobile" });
  expect(platform.control.faults.list().network).toMatchObject([{ loss: 0.03, delayMs: 60 }]);
});
