// Rows about custom emojis.
import { rowFor, type Row, type Verdict } from "./authorization-row.js";
import type { Scene } from "./authorization-scene.js";

const ofGuildBot = { by: "bot", otherBot: [404, 10_004] } as const satisfies Partial<Row>;
const unauthorizedApplication: Verdict = [404, 10_002];
const ofOwnBot = { by: "bot", otherBot: unauthorizedApplication } as const;

const image = `data:image/png;base64,${Buffer.from("\x89PNG\r\n\x1a\nx", "latin1").toString("base64")}`;
const NEW_EMOJI = { name: "sword", image };

type Home = (scene: Scene) => string;
const ofGuild: Home = (scene) => `/guilds/${scene.guild(scene.host).id}/emojis`;
const ofApplication: Home = ({ applicationId }) => `/applications/${applicationId}/emojis`;

/** An emoji of the bot. @returns its path */
async function emoji(scene: Scene, home: Home): Promise<string> {
  const path = home(scene);
  const { id } = (await scene.must("bot", "POST", { path, body: NEW_EMOJI })) as { id: string };
  return `${path}/${id}`;
}

const rowsOf = (path: string, home: Home, who: typeof ofGuildBot | typeof ofOwnBot): Row[] => [
  rowFor(who, `GET ${path}`, (scene) => ({ path: home(scene) })),
  rowFor(who, `POST ${path}`, (scene) => ({ path: home(scene), body: NEW_EMOJI })),
  rowFor(who, `GET ${path}/{emoji.id}`, async (scene) => ({ path: await emoji(scene, home) })),
  rowFor(who, `PATCH ${path}/{emoji.id}`, async (scene) => ({
    path: await emoji(scene, home),
    body: { name: "shield" },
  })),
  rowFor(who, `DELETE ${path}/{emoji.id}`, async (scene) => ({ path: await emoji(scene, home) })),
];

export const EXPRESSION_ROWS: readonly Row[] = [
  ...rowsOf("/guilds/{guild.id}/emojis", ofGuild, ofGuildBot),
  ...rowsOf("/applications/{application.id}/emojis", ofApplication, ofOwnBot),
];
