import type { Snowflake } from "sdkpp/wire";
import type { MessageMentions } from "../../records/message/mentions.js";
import type { Message, MessageEmbed, MessageReference } from "../../records/message/message.js";
import type { ChannelPlace } from "../../world/message/channel-place.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { ClockPort, IdsPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { Fact } from "../../facts/facts.js";
import { postMessage } from "./changes.js";

/** A message by the platform itself. */
export interface SystemNotice {
  /** A value of `MessageType`. */
  readonly type: number;
  /** The user whose action it reports. */
  readonly authorId: Snowflake;
  readonly applicationId: Snowflake;
  readonly content?: string;
  /** The message that it is about. */
  readonly reference?: MessageReference;
  readonly mentions?: MessageMentions;
  readonly embeds?: readonly MessageEmbed[];
}

/** Posts a message of the platform itself in a channel, for example that it was linked to a lobby. */
export function postSystemMessage(
  world: MessageWorld & UserWorld & ClockPort & IdsPort,
  place: ChannelPlace,
  notice: SystemNotice,
): Fact[] {
  const { content = "", ...what } = notice;
  const message: Message = {
    ...what,
    id: world.ids.next(),
    channelId: place.channel.id,
    content,
    flags: 0,
    sentAt: world.clock.now(),
    editedAt: null,
  };
  return postMessage(world, place, message);
}
