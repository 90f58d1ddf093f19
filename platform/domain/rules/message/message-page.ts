import type { Snowflake } from "sdkpp/wire";
import type { Message } from "../../records/message/message.js";
import { deletedUser, type User } from "../../records/user/user.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { placeOf } from "../../world/message/channel-place.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { Fault } from "../outcome.js";
import { unknownMessage } from "../posting/faults.js";

/** The content of a message's page. */
export interface MessageOnPage {
  readonly message: Message;
  readonly author: User;
  /** Name of the server's channel; undefined for a lobby and for a conversation. */
  readonly channelName: string | undefined;
}

/** A message by the address of its page. */
export function messageOnPage(
  world: MessageWorld & GuildWorld & UserWorld,
  channelId: Snowflake,
  messageId: Snowflake,
): MessageOnPage | Fault {
  const message = world.channelMessages.get(messageId) ?? world.messages.get(messageId);
  if (message?.channelId !== channelId) return unknownMessage();
  const place = placeOf(world, channelId);
  const channelName = place?.kind === "guild" ? place.channel.name : undefined;
  return { message, author: world.users.get(message.authorId) ?? deletedUser(message.authorId), channelName };
}
