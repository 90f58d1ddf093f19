import type { Row, Verdict } from "./authorization-row.js";
import type { Asked, Scene } from "./authorization-scene.js";

const missingAccess: Verdict = [403, 50_001];
const ofChannelBot = { by: "bot", otherBot: missingAccess } as const;

const MESSAGE = "/channels/{channel.id}/messages/{message.id}";
const FIRE = encodeURIComponent("🔥");

/** A message to which the bot has reacted. */
const reacted =
  (rest: (scene: Scene) => string) =>
  async (scene: Scene): Promise<Asked> => {
    const { message } = await scene.channelMessage();
    await scene.must("bot", "PUT", { path: `${message}/reactions/${FIRE}/@me` });
    return { path: `${message}/reactions${rest(scene)}` };
  };

/** A pinned message. */
const pinned =
  (rest: string) =>
  async (scene: Scene): Promise<Asked> => {
    const { channel, id } = await scene.channelMessage();
    await scene.must("bot", "PUT", { path: `${channel}/messages/pins/${id}` });
    return { path: channel + rest.replace("{id}", id) };
  };
/** A message that is not pinned. */
const unpinned =
  (rest: string) =>
  async (scene: Scene): Promise<Asked> => {
    const { channel, id } = await scene.channelMessage();
    return { path: channel + rest.replace("{id}", id) };
  };

/** A poll of the bot. */
const poll =
  (rest: string) =>
  async (scene: Scene): Promise<Asked> => {
    const { channel, messages } = await scene.channelMessage();
    const answers = [{ poll_media: { text: "yes" } }];
    const body = { poll: { question: { text: "Raid?" }, answers } };
    const { id } = (await scene.must("bot", "POST", { path: messages, body })) as { id: string };
    return { path: `${channel}/polls/${id}${rest}` };
  };

/** Reactions, pins, threads, polls and files of messages. */
export const MESSAGE_ROWS: readonly Row[] = [
  {
    route: `PUT ${MESSAGE}/reactions/{emoji}/@me`,
    ...ofChannelBot,
    ask: async (scene) => ({ path: `${(await scene.channelMessage()).message}/reactions/${FIRE}/@me` }),
  },
  {
    route: `DELETE ${MESSAGE}/reactions/{emoji}/@me`,
    ...ofChannelBot,
    ask: reacted(() => `/${FIRE}/@me`),
  },
  {
    route: `DELETE ${MESSAGE}/reactions/{emoji}/{user.id}`,
    ...ofChannelBot,
    ask: reacted(({ botId }) => `/${FIRE}/${botId}`),
  },
  { route: `GET ${MESSAGE}/reactions/{emoji}`, ...ofChannelBot, ask: reacted(() => `/${FIRE}`) },
  { route: `DELETE ${MESSAGE}/reactions/{emoji}`, ...ofChannelBot, ask: reacted(() => `/${FIRE}`) },
  { route: `DELETE ${MESSAGE}/reactions`, ...ofChannelBot, ask: reacted(() => "") },
  { route: "GET /channels/{channel.id}/messages/pins", ...ofChannelBot, ask: pinned("/messages/pins") },
  {
    route: "PUT /channels/{channel.id}/messages/pins/{message.id}",
    ...ofChannelBot,
    ask: unpinned("/messages/pins/{id}"),
  },
  {
    route: "DELETE /channels/{channel.id}/messages/pins/{message.id}",
    ...ofChannelBot,
    ask: pinned("/messages/pins/{id}"),
  },
  { route: "GET /channels/{channel.id}/pins", ...ofChannelBot, ask: pinned("/pins") },
  { route: "PUT /channels/{channel.id}/pins/{message.id}", ...ofChannelBot, ask: unpinned("/pins/{id}") },
  { route: "DELETE /channels/{channel.id}/pins/{message.id}", ...ofChannelBot, ask: pinned("/pins/{id}") },
  {
    route: "GET /channels/{channel.id}/polls/{message.id}/answers/{answer.id}",
    ...ofChannelBot,
    ask: poll("/answers/1"),
  },
  { route: "POST /channels/{channel.id}/polls/{message.id}/expire", ...ofChannelBot, ask: poll("/expire") },
  {
    route: "GET /guilds/{guild.id}/messages/search",
    by: "bot",
    otherBot: [404, 10_004],
    ask: (scene) => {
      const { id } = scene.guild(scene.host);
      scene.stage.platform.control.indexMessages(id);
      return { path: `/guilds/${id}/messages/search` };
    },
  },
];
