// Rows about stickers.
import { STANDARD_PACK } from "../../../platform/domain/records/expression/standard-stickers.js";
import { stickerForm } from "../../support/sticker-form.js";
import { rowFor, type Row } from "./authorization-row.js";
import type { Scene } from "./authorization-scene.js";

const ofGuildBot = { by: "bot", otherBot: [404, 10_004] } as const satisfies Partial<Row>;
const ALL = "/guilds/{guild.id}/stickers";

const all = (scene: Scene): string => `/guilds/${scene.guild(scene.host).id}/stickers`;

/** A sticker of the bot. @returns its id, and the path of all */
async function sticker(scene: Scene): Promise<{ id: string; path: string }> {
  const path = all(scene);
  const { id } = (await scene.must("bot", "POST", { path, body: stickerForm() })) as { id: string };
  return { id, path };
}

const one = async (scene: Scene): Promise<string> => {
  const { id, path } = await sticker(scene);
  return `${path}/${id}`;
};

export const STICKER_ROWS: readonly Row[] = [
  rowFor(ofGuildBot, `GET ${ALL}`, (scene) => ({ path: all(scene) })),
  rowFor(ofGuildBot, `POST ${ALL}`, (scene) => ({ path: all(scene), body: stickerForm() })),
  rowFor(ofGuildBot, `GET ${ALL}/{sticker.id}`, async (scene) => ({ path: await one(scene) })),
  rowFor(ofGuildBot, `PATCH ${ALL}/{sticker.id}`, async (scene) => ({
    path: await one(scene),
    body: { name: "shield" },
  })),
  rowFor(ofGuildBot, `DELETE ${ALL}/{sticker.id}`, async (scene) => ({ path: await one(scene) })),
  {
    route: "GET /stickers/{sticker.id}",
    by: "bot",
    otherBot: "allowed",
    ask: async (scene) => ({ path: `/stickers/${(await sticker(scene)).id}` }),
  },
  { route: "GET /sticker-packs", by: "nobody", ask: () => ({ path: "/sticker-packs" }) },
  {
    route: "GET /sticker-packs/{pack.id}",
    by: "bot",
    otherBot: "allowed",
    ask: () => ({ path: `/sticker-packs/${STANDARD_PACK.id}` }),
  },
];
