import type { GuildMessagePayload, MessagePayload } from "sdkpp/wire";
import type { Message } from "../../records/message/message.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { GuildPlace } from "../../world/message/channel-place.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { messageMemberView } from "../guild/member.js";
import { messageView } from "./message.js";

export function guildMessageView(
  world: MessageWorld & GuildWorld & UserWorld & ApplicationWorld,
  { guild, channel }: GuildPlace,
  message: Message,
): GuildMessagePayload {
  const view = messageView(world, message);
  const member = messageMemberView(world, guild, message.authorId);
  const mentions = view.mentions.map((user) => ({
    ...user,
    member: messageMemberView(world, guild, user.id),
  }));
  return {
    ...view,
    mentions: mentions as MessagePayload["mentions"],
    guild_id: guild.id,
    channel_type: channel.type,
    ...(member && { member }),
  };
}
