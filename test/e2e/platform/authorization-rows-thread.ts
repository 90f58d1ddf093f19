// Threads of channels.
import { rowFor, type Row } from "./authorization-row.js";
import type { Scene } from "./authorization-scene.js";

const PUBLIC = 11;
const PRIVATE = 12;
const ofChannelBot = { by: "bot", otherBot: [403, 50_001] } as const satisfies Partial<Row>;

const channelOf = (scene: Scene): string => `/channels/${scene.guild(scene.host, [scene.ben]).channelId}`;

async function started(scene: Scene, channel: string, type: number): Promise<string> {
  const asked = { path: `${channel}/threads`, body: { name: "talk", type } };
  return `/channels/${((await scene.must("bot", "POST", asked)) as { id: string }).id}`;
}

/** A thread of the bot in a server of the host and Ben. @returns its path */
export function thread(scene: Scene, type = PUBLIC): Promise<string> {
  return started(scene, channelOf(scene), type);
}

const ofThread = (method: string, rest: string, ask: (scene: Scene) => string | Promise<string>): Row =>
  rowFor(ofChannelBot, `${method} /channels/{channel.id}/thread-members${rest}`, async (scene) => ({
    path: await ask(scene),
  }));

async function withBen(scene: Scene): Promise<string> {
  const path = `${await thread(scene)}/thread-members/${scene.ben.id}`;
  await scene.must("bot", "PUT", { path });
  return path;
}

async function left(scene: Scene): Promise<string> {
  const path = `${await thread(scene)}/thread-members/@me`;
  await scene.must("bot", "DELETE", { path });
  return path;
}

export const THREAD_ROWS: readonly Row[] = [
  rowFor(ofChannelBot, "POST /channels/{channel.id}/messages/{message.id}/threads", async (scene) => ({
    path: `${(await scene.channelMessage()).message}/threads`,
    body: { name: "talk" },
  })),
  rowFor(ofChannelBot, "POST /channels/{channel.id}/threads", (scene) => ({
    path: `${channelOf(scene)}/threads`,
    body: { name: "talk", type: PRIVATE },
  })),
  ofThread("PUT", "/@me", left),
  ofThread("DELETE", "/@me", async (scene) => `${await thread(scene)}/thread-members/@me`),
  ofThread("PUT", "/{user.id}", async (scene) => `${await thread(scene)}/thread-members/${scene.ben.id}`),
  ofThread("DELETE", "/{user.id}", withBen),
  ofThread("GET", "/{user.id}", withBen),
  ofThread("GET", "", async (scene) => `${await thread(scene)}/thread-members`),
  ...["/threads/archived/public", "/threads/archived/private", "/users/@me/threads/archived/private"].map(
    (rest): Row =>
      rowFor(ofChannelBot, `GET /channels/{channel.id}${rest}`, (scene) => ({
        path: channelOf(scene) + rest,
      })),
  ),
  {
    route: "GET /guilds/{guild.id}/threads/active",
    by: "bot",
    otherBot: [404, 10_004],
    ask: (scene) => ({ path: `/guilds/${scene.guild(scene.host).id}/threads/active` }),
  },
  {
    route: "PATCH /channels/{channel.id}",
    claim: "a thread",
    ...ofChannelBot,
    ask: async (scene) => ({ path: await thread(scene), body: { name: "chatter" } }),
  },
  {
    route: "DELETE /channels/{channel.id}",
    claim: "a thread",
    ...ofChannelBot,
    ask: async (scene) => ({ path: await thread(scene) }),
  },
];
