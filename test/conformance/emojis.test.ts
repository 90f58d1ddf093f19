// Custom emojis of applications and servers: who may create them, and how many.
import { Permission } from "sdkpp/wire";
import { expect } from "vitest";
import { drop, set } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene();
const image = `data:image/gif;base64,${Buffer.from("GIF89a moving").toString("base64")}`;
const own = (): string => `/applications/${at.platform.seeded.applicationId}/emojis`;
const create = (path: string, name: string) =>
  at.ask<{ id: string; code?: number }>(at.bot, `POST ${path}`, { name, image });

row(61, set("lib/wire/permissions.ts", "Permission.CreateGuildExpressions", 0n), async () => {
  const statusOf = async (permissions: bigint): Promise<number> => {
    const roles = [{ name: "artist", permissions, memberIds: [at.platform.seeded.botUserId] }];
    const { id } = at.guild({ name: "Server", roles });
    return (await create(`/guilds/${id}/emojis`, "sword")).status;
  };
  expect(await statusOf(1n << 43n)).toBe(201);
  // Since 2026-02-23 managing emojis does not include creating them.
  expect(await statusOf(Permission.ManageGuildExpressions)).toBe(403);
  const { clock } = at.platform.control;
  const today = clock.now();
  await clock.set(Date.UTC(2026, 1, 22));
  expect(await statusOf(Permission.ManageGuildExpressions)).toBe(201);
  await clock.set(today);
});

row(110, drop("platform/domain/rules/expression/emojis.ts", "createEmoji", "keepPicture"), async () => {
  const made = await create(own(), "dance");
  expect(made).toMatchObject({ status: 201, body: { name: "dance", animated: true } });
  const one = `${own()}/${made.body.id}`;
  const picture = await fetch(`${at.platform.endpoints.webBase}/cdn/emojis/${made.body.id}.gif`);
  expect([picture.status, await picture.text()]).toEqual([200, "GIF89a moving"]);
  expect(await at.ask(at.bot, `PATCH ${one}`, { name: "jump" })).toMatchObject({
    status: 200,
    body: { name: "jump" },
  });
  expect(await at.ask(at.bot, `GET ${own()}`)).toMatchObject({ body: { items: [{ name: "jump" }] } });
  const { control } = at.platform;
  const stranger = control.applications.createBot(control.applications.create({ name: "Other Game" }).id);
  const asked = async (who: string) => (await at.ask(who, `GET ${own()}`)).status;
  expect([await asked(at.user("ada").authorization), await asked(`Bot ${stranger.token}`)]).toEqual([
    403, 404,
  ]);
  expect((await at.ask(at.bot, `DELETE ${one}`)).status).toBe(204);
  expect(await at.ask(at.bot, `GET ${own()}`)).toMatchObject({ body: { items: [] } });
});

row(160, set("lib/wire/limits.ts", "APPLICATION_EMOJIS_MAX", 2001), async () => {
  const statuses = new Set<number>();
  // Twenty at a time: a busy machine finishes 2,000 requests in seconds.
  for (let count = 0; count < 2000; count += 20) {
    const names = Array.from({ length: 20 }, (_, index) => `emoji_${String(count + index)}`);
    for (const { status } of await Promise.all(names.map((name) => create(own(), name))))
      statuses.add(status);
  }
  expect([...statuses]).toEqual([201]);
  expect(await create(own(), "one_more")).toMatchObject({ status: 400, body: { code: 30_008 } });
  // Another application has as many of its own.
  const { control } = at.platform;
  const other = control.applications.create({ name: "Other Game" }).id;
  const { token } = control.applications.createBot(other);
  const line = `POST /applications/${other}/emojis`;
  expect((await at.ask(`Bot ${token}`, line, { name: "first", image })).status).toBe(201);
});
