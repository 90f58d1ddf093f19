// Rows about automatic moderation.
import { Permission } from "sdkpp/wire";
import { rowFor, type Row } from "./authorization-row.js";
import type { Scene } from "./authorization-scene.js";

const ofGuildBot = { by: "bot", otherBot: [404, 10_004] } as const satisfies Partial<Row>;
const PATH = "/guilds/{guild.id}/auto-moderation/rules";

/** A server that the game's bot manages. */
function rulesOf({ stage: { platform }, host, botId }: Scene): string {
  const guild = platform.control.guilds.create({
    name: "Server",
    ownerId: host.id,
    memberIds: [botId],
    channels: [{ name: "text", kind: "text" }],
    roles: [{ name: "manager", permissions: Permission.ManageGuild, memberIds: [botId] }],
  });
  return `/guilds/${guild.id}/auto-moderation/rules`;
}

const RULE = {
  name: "No cats",
  event_type: 1,
  trigger_type: 1,
  trigger_metadata: { keyword_filter: ["cat"] },
  actions: [{ type: 1 }],
};

/** A rule of the bot. @returns its path */
async function rule(scene: Scene): Promise<string> {
  const path = rulesOf(scene);
  const { id } = (await scene.must("bot", "POST", { path, body: RULE })) as { id: string };
  return `${path}/${id}`;
}

const ofRule = (method: string, body?: unknown): Row =>
  rowFor(ofGuildBot, `${method} ${PATH}/{rule.id}`, async (scene) => ({ path: await rule(scene), body }));

export const AUTO_MODERATION_ROWS: readonly Row[] = [
  rowFor(ofGuildBot, `GET ${PATH}`, (scene) => ({ path: rulesOf(scene) })),
  rowFor(ofGuildBot, `POST ${PATH}`, (scene) => ({ path: rulesOf(scene), body: RULE })),
  ofRule("GET"),
  ofRule("PATCH", { name: "No dogs" }),
  ofRule("DELETE"),
];
