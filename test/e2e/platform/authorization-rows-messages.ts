import { rowFor, type Row, type Verdict } from "./authorization-row.js";
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
  rowFor(ofChannelBot, `PUT ${MESSAGE}/reactions/{emoji}/@me`, async (scene) => ({
    path: `${(await scene.channelMessage()).message}/reactions/${FIRE}/@me`,
  })),
  rowFor(
    ofChannelBot,
    `DELETE ${MESSAGE}/reactions/{emoji}/@me`,
    reacted(() => `/${FIRE}/@me`),
  ),
  rowFor(
    ofChannelBot,
    `DELETE ${MESSAGE}/reactions/{emoji}/{user.id}`,
    reacted(({ botId }) => `/${FIRE}/${botId}`),
  ),
  rowFor(
    ofChannelBot,
    `GET ${MESSAGE}/reactions/{emoji}`,
    reacted(() => `/${FIRE}`),
  ),
  rowFor(
    ofChannelBot,
    `DELETE ${MESSAGE}/reactions/{emoji}`,
    reacted(() => `/${FIRE}`),
  ),
  rowFor(
    ofChannelBot,
    `DELETE ${MESSAGE}/reactions`,
    reacted(() => ""),
  ),
  rowFor(ofChannelBot, "GET /channels/{channel.id}/messages/pins", pinned("/messages/pins")),
  rowFor(
    ofChannelBot,
    "PUT /channels/{channel.id}/messages/pins/{message.id}",
    unpinned("/messages/pins/{id}"),
  ),
  rowFor(
    ofChannelBot,
    "DELETE /channels/{channel.id}/messages/pins/{message.id}",
    pinned("/messages/pins/{id}"),
  ),
  rowFor(ofChannelBot, "GET /channels/{channel.id}/pins", pinned("/pins")),
  rowFor(ofChannelBot, "PUT /channels/{channel.id}/pins/{message.id}", unpinned("/pins/{id}")),
  rowFor(ofChannelBot, "DELETE /channels/{channel.id}/pins/{message.id}", pinned("/pins/{id}")),
  rowFor(
    ofChannelBot,
    "GET /channels/{channel.id}/polls/{message.id}/answers/{answer.id}",
    poll("/answers/1"),
  ),
  rowFor(ofChannelBot, "POST /channels/{channel.id}/polls/{message.id}/expire", poll("/expire")),
  {
    route: "GET /guilds/{guild.id}/messages/search",
    by: "bot",
    otherBot: [404, 10_004],
    ask: (scene) => {
      const { id } = scene.guild(scene.host);
      scene.stage.platform.control.guilds.indexMessages(id);
      return { path: `/guilds/${id}/messages/search` };
    },
  },
];
