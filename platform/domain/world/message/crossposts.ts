import type { Snowflake } from "sdkpp/wire";
import type { Message } from "../../records/message/message.js";
import type { GuildWorld } from "../guild/guild-world.js";
import { guildPlace, type GuildPlace } from "./channel-place.js";
import type { MessageWorld } from "./message-world.js";

/** A message, and where it is. */
export interface PlacedMessage {
  readonly place: GuildPlace;
  readonly message: Message;
}

/** The copies of a crossposted message. */
export function copiesOf(world: MessageWorld & GuildWorld, messageId: Snowflake): PlacedMessage[] {
  return world.channelMessages.listBy("crosspostOf", messageId).flatMap((message) => {
    const place = guildPlace(world, message.channelId);
    return place === undefined ? [] : [{ place, message }];
  });
}
