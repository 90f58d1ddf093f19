// Rows about scheduled events.
import { rowFor, type Row } from "./authorization-row.js";
import type { Scene } from "./authorization-scene.js";

const ofGuildBot = { by: "bot", otherBot: [404, 10_004] } as const satisfies Partial<Row>;
const PATH = "/guilds/{guild.id}/scheduled-events";

const eventsOf = (scene: Scene): string => `/guilds/${scene.guild(scene.host).id}/scheduled-events`;

/** A gathering tomorrow, outside the server. */
function gathering({ stage }: Scene) {
  const start = stage.platform.control.clock.now() + 86_400_000;
  return {
    name: "Gathering",
    privacy_level: 2,
    entity_type: 3,
    entity_metadata: { location: "The tower" },
    scheduled_start_time: new Date(start).toISOString(),
    scheduled_end_time: new Date(start + 3_600_000).toISOString(),
  };
}

/** An event of the bot. @returns its path */
async function event(scene: Scene): Promise<string> {
  const path = eventsOf(scene);
  const { id } = (await scene.must("bot", "POST", { path, body: gathering(scene) })) as { id: string };
  return `${path}/${id}`;
}

const ofEvent = (method: string, rest: string, body?: unknown): Row =>
  rowFor(ofGuildBot, `${method} ${PATH}/{event.id}${rest}`, async (scene) => ({
    path: (await event(scene)) + rest,
    body,
  }));

export const SCHEDULED_EVENT_ROWS: readonly Row[] = [
  rowFor(ofGuildBot, `GET ${PATH}`, (scene) => ({ path: eventsOf(scene) })),
  rowFor(ofGuildBot, `POST ${PATH}`, (scene) => ({ path: eventsOf(scene), body: gathering(scene) })),
  ofEvent("GET", ""),
  ofEvent("PATCH", "", { name: "Feast" }),
  ofEvent("DELETE", ""),
  ofEvent("GET", "/users"),
  ofEvent("GET", "/users/counts"),
];
