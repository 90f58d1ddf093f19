// Channels of announcements: who follows them, and what is published in them.
import { Permission } from "sdkpp/wire";
import type { Row } from "./authorization-row.js";
import type { Scene } from "./authorization-scene.js";

/** A channel of announcements in a server of the host, in which the game's bot may do everything. @returns its path */
function news({ stage, host, botId }: Scene): string {
  const guild = stage.platform.control.guilds.create({
    name: "Newsroom",
    ownerId: host.id,
    memberIds: [botId],
    channels: [{ name: "news", kind: "announcement" }],
    roles: [{ name: "Bot", permissions: Permission.Administrator, memberIds: [botId] }],
  });
  return `/channels/${guild.channels[0]?.id ?? ""}`;
}

/** Followers, and published messages. */
export const ANNOUNCEMENT_ROWS: readonly Row[] = [
  {
    route: "POST /channels/{channel.id}/followers",
    by: "bot",
    otherBot: [403, 50_001],
    ask: (scene) => ({
      path: `${news(scene)}/followers`,
      body: { webhook_channel_id: scene.guild(scene.host).channelId },
    }),
  },
  {
    route: "POST /channels/{channel.id}/messages/{message.id}/crosspost",
    by: "bot",
    otherBot: [403, 50_001],
    ask: async (scene) => {
      const path = `${news(scene)}/messages`;
      const said = await scene.must("bot", "POST", { path, body: { content: "hear ye" } });
      return { path: `${path}/${(said as { id: string }).id}/crosspost` };
    },
  },
];
