import { Permission } from "sdkpp/wire";
import type { Scene } from "../../e2e/platform/authorization-scene.js";

/**
 * A server of the host with Ada, Ben and both bots; the game's bot may do everything in it.
 * @returns ids, and the paths of its channels; only the game's bot and the host see `staff`
 */
export function server({ stage, host, ada, ben, botId }: Scene) {
  const guild = stage.platform.control.guilds.create({
    name: "Server",
    ownerId: host.id,
    memberIds: [ada.id, ben.id, botId, stage.otherBotId],
    roles: [{ name: "Bot", permissions: Permission.Administrator, memberIds: [botId] }],
    channels: [
      { name: "text", kind: "text" },
      { name: "staff", kind: "text", overwrites: [{ for: "@everyone", deny: Permission.ViewChannel }] },
      { name: "topics", kind: "category" },
      { name: "call", kind: "voice" },
      {
        name: "arrivals",
        kind: "text",
        overwrites: [{ for: "@everyone", deny: Permission.ReadMessageHistory }],
      },
      // Everybody reads along, and only the game's bot writes or knows what was written before.
      {
        name: "news",
        kind: "text",
        overwrites: [{ for: "@everyone", deny: Permission.SendMessages | Permission.ReadMessageHistory }],
      },
    ],
  });
  const [text = "", staff = "", category = "", voice = "", arrivals = "", news = ""] = guild.channels.map(
    ({ id }) => `/channels/${id}`,
  );
  return { id: guild.id, roleId: guild.roles?.[0]?.id ?? "", text, staff, category, voice, arrivals, news };
}

export const idOf = (path: string): string => path.split("/").at(-1) ?? "";
