import type { Snowflake } from "sdkpp/wire";
import type { Dispatch } from "../../reactions/events.js";
import type { Message } from "../../records/message/message.js";
import type { GuildPlace } from "../../world/message/channel-place.js";
import type { World } from "../../world/world.js";
import { postGuildMessage } from "./channel-message-changes.js";

// The one place where messages of guilds' channels are written, and told. Whether they may be is asked before.

/** What the platform itself says in a channel. */
export interface SystemNotice {
  /** Of `MessageType`. */
  readonly type: number;
  /** Who did what is told of. */
  readonly authorId: Snowflake;
  readonly applicationId: Snowflake;
  readonly content?: string;
}

/** Lets the platform say something in a guild's channel, such as that it was linked to a lobby. */
export function postSystemMessage(world: World, place: GuildPlace, notice: SystemNotice): Dispatch[] {
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
  return postGuildMessage(world, place, message);
}
