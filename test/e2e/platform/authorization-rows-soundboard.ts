// Rows about the soundboard.
import { MP3, soundUri } from "../../support/sounds.js";
import { rowFor, type Row } from "./authorization-row.js";
import type { Scene } from "./authorization-scene.js";

const ofGuildBot = { by: "bot", otherBot: [404, 10_004] } as const satisfies Partial<Row>;
const ALL = "/guilds/{guild.id}/soundboard-sounds";
const ONE = `${ALL}/{sound.id}`;
const horn = { name: "horn", sound: soundUri(MP3) };

const all = (scene: Scene): string => `/guilds/${scene.guild(scene.host).id}/soundboard-sounds`;

/** A sound of the bot. @returns its path */
async function one(scene: Scene): Promise<string> {
  const path = all(scene);
  const { sound_id } = (await scene.must("bot", "POST", { path, body: horn })) as { sound_id: string };
  return `${path}/${sound_id}`;
}

const ofSound = (method: string, body?: unknown): Row =>
  rowFor(ofGuildBot, `${method} ${ONE}`, async (scene) => ({ path: await one(scene), body }));

export const SOUNDBOARD_ROWS: readonly Row[] = [
  {
    route: "POST /channels/{channel.id}/send-soundboard-sound",
    by: "bot",
    otherBot: [403, 50_001],
    ask: async (scene) => {
      const { id, voiceId } = scene.guild(scene.host);
      const socket = await scene.stage.botSession(scene.stage.bot);
      socket.send(4, { guild_id: id, channel_id: voiceId });
      await socket.event("VOICE_SERVER_UPDATE");
      return { path: `/channels/${voiceId}/send-soundboard-sound`, body: { sound_id: "1" } };
    },
  },
  {
    route: "GET /soundboard-default-sounds",
    by: "bot",
    otherBot: "allowed",
    ask: () => ({ path: "/soundboard-default-sounds" }),
  },
  rowFor(ofGuildBot, `GET ${ALL}`, (scene) => ({ path: all(scene) })),
  rowFor(ofGuildBot, `POST ${ALL}`, (scene) => ({ path: all(scene), body: horn })),
  ofSound("GET"),
  ofSound("PATCH", { name: "trumpet" }),
  ofSound("DELETE"),
];
