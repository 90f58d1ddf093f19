import { GatewayEvent, type Snowflake } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import { memberView } from "../../views/guild/member.js";
import { guildMessageView } from "../../views/message/guild-message.js";
import type { GuildPlace } from "../../world/message/channel-place.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";
import { toReaders } from "../guild/channel-viewers.js";

export function guildMessagePosted(
  world: World,
  { place, message }: FactOf<"guildMessagePosted">,
): Dispatch[] {
  const d = guildMessageView(world, place, message);
  return [dispatch(GatewayEvent.MessageCreate, d, toReaders(world, place))];
}

export function guildMessageEdited(
  world: World,
  { place, message }: FactOf<"guildMessageEdited">,
): Dispatch[] {
  const d = guildMessageView(world, place, message);
  return [dispatch(GatewayEvent.MessageUpdate, d, toReaders(world, place))];
}

/** One message has an event of its own; several share one. */
export function guildMessagesDeleted(
  world: World,
  { place, messages }: FactOf<"guildMessagesDeleted">,
): Dispatch[] {
  const where = { channel_id: place.channel.id, guild_id: place.guild.id };
  const ids = messages.map(({ id }) => id);
  const reach = toReaders(world, place);
  return ids.length === 1
    ? [dispatch(GatewayEvent.MessageDelete, { id: ids[0], ...where }, reach)]
    : [dispatch(GatewayEvent.MessageDeleteBulk, { ids, ...where }, reach)];
}

/** Notifies the others who see the channel. */
export function guildTypingStarted(world: World, place: GuildPlace, userId: Snowflake): Dispatch {
  const { guild, channel } = place;
  const user = world.users.get(userId);
  const d = {
    channel_id: channel.id,
    guild_id: guild.id,
    user_id: userId,
    timestamp: Math.floor(world.clock.now() / 1000),
    ...(user && { member: memberView(world, guild, user) }),
  };
  return dispatch(GatewayEvent.TypingStart, d, toReaders(world, place, userId));
}
