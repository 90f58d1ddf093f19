import { GatewayEvent, Permission, type Snowflake } from "sdkpp/wire";
import { holdsCalls } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import type { Message } from "../../records/message/message.js";
import { memberSince, memberView } from "../../views/guild/member.js";
import { guildMessageView } from "../../views/message/guild-message.js";
import type { GuildPlace } from "../../world/message/channel-place.js";
import type { World } from "../../world/world.js";
import { type Dispatch, dispatch, type Reach } from "../events.js";

export function guildMessageCreated(world: World, place: GuildPlace, message: Message): Dispatch {
  return dispatch(GatewayEvent.MessageCreate, guildMessageView(world, place, message), viewers(world, place));
}

export function guildMessageUpdated(world: World, place: GuildPlace, message: Message): Dispatch {
  return dispatch(GatewayEvent.MessageUpdate, guildMessageView(world, place, message), viewers(world, place));
}

export function guildMessageDeleted(world: World, place: GuildPlace, messageId: Snowflake): Dispatch {
  const gone = { id: messageId, channel_id: place.channel.id, guild_id: place.guild.id };
  return dispatch(GatewayEvent.MessageDelete, gone, viewers(world, place));
}

export function guildMessagesDeleted(
  world: World,
  place: GuildPlace,
  messageIds: readonly Snowflake[],
): Dispatch {
  const gone = { ids: messageIds, channel_id: place.channel.id, guild_id: place.guild.id };
  return dispatch(GatewayEvent.MessageDeleteBulk, gone, viewers(world, place));
}

/** To everybody else who sees the channel. */
export function guildTypingStarted(world: World, place: GuildPlace, userId: Snowflake): Dispatch {
  const { guild, channel } = place;
  const user = world.users.get(userId);
  const d = {
    channel_id: channel.id,
    guild_id: guild.id,
    user_id: userId,
    timestamp: Math.floor(world.clock.now() / 1000),
    ...(user && { member: memberView(guild, user, memberSince(guild)) }),
  };
  return dispatch(GatewayEvent.TypingStart, d, viewers(world, place, userId));
}

/** Whoever sees the channel and is there to hear it: in a large guild those are few. */
function viewers(world: World, { guild, channel }: GuildPlace, except?: Snowflake): Reach {
  const needed = Permission.ViewChannel | (holdsCalls(channel) ? Permission.Connect : 0n);
  const userIds = guild.memberIds.filter(
    (id) => id !== except && world.live.applicationsOf(id).length > 0 && mayIn(guild, channel, id, needed),
  );
  return { to: "guild", guildId: guild.id, only: userIds };
}
