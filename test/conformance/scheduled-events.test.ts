// Scheduled events: who may create them.
import { Permission } from "sdkpp/wire";
import { expect } from "vitest";
import { set } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene();

row(62, set("lib/wire/permissions.ts", "Permission.CreateEvents", 0n), async () => {
  const { clock } = at.platform.control;
  const statusOf = async (permissions: bigint): Promise<number> => {
    const roles = [{ name: "planner", permissions, memberIds: [at.platform.seeded.botUserId] }];
    const { id } = at.guild({ name: "Server", roles });
    const body = {
      name: "Gathering",
      privacy_level: 2,
      entity_type: 3,
      entity_metadata: { location: "The tower" },
      scheduled_start_time: new Date(clock.now() + 60_000).toISOString(),
      scheduled_end_time: new Date(clock.now() + 120_000).toISOString(),
    };
    return (await at.ask(at.bot, `POST /guilds/${id}/scheduled-events`, body)).status;
  };
  expect(await statusOf(1n << 44n)).toBe(200);
  // Since 2026-02-23 managing events does not include creating them.
  expect(await statusOf(Permission.ManageEvents)).toBe(403);
  const today = clock.now();
  await clock.set(Date.UTC(2026, 1, 22));
  expect(await statusOf(Permission.ManageEvents)).toBe(200);
  await clock.set(today);
});
