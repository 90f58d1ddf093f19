// Rows about stages.
import { Permission } from "sdkpp/wire";
import { rowFor, type Row } from "./authorization-row.js";
import type { Scene } from "./authorization-scene.js";

const ofStageBot = { by: "bot", otherBot: [403, 50_001] } as const satisfies Partial<Row>;
const PATH = "/stage-instances";
const ONE = `${PATH}/{channel.id}`;

/** A stage channel in a server in which the bot may do everything. @returns its id */
function stageChannel({ stage, host, botId }: Scene): string {
  const guild = stage.platform.control.guilds.create({
    name: "Theatre",
    ownerId: host.id,
    memberIds: [botId],
    channels: [{ name: "stage", kind: "stage" }],
    roles: [{ name: "Bot", permissions: Permission.Administrator, memberIds: [botId] }],
  });
  return guild.channels[0]?.id ?? "";
}

/** A stage that the bot has opened. @returns its path */
async function open(scene: Scene): Promise<string> {
  const channel_id = stageChannel(scene);
  await scene.must("bot", "POST", { path: PATH, body: { channel_id, topic: "Hamlet" } });
  return `${PATH}/${channel_id}`;
}

const ofOpen = (method: string, body?: unknown): Row =>
  rowFor(ofStageBot, `${method} ${ONE}`, async (scene) => ({ path: await open(scene), body }));

export const STAGE_INSTANCE_ROWS: readonly Row[] = [
  rowFor(ofStageBot, `POST ${PATH}`, (scene) => ({
    path: PATH,
    body: { channel_id: stageChannel(scene), topic: "Hamlet" },
  })),
  ofOpen("GET"),
  ofOpen("PATCH", { topic: "Macbeth" }),
  ofOpen("DELETE"),
];
