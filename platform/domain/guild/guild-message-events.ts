import {
  GatewayEvent,
  Permission,
  type GuildMessagePayload,
  type MessagePayload,
  type Snowflake,
} from "sdkpp/wire";
import type { GuildPlace } from "../message/channel-place.js";
import { dispatch, type Dispatch, type Reach } from "../events.js";
import { mayIn } from "./guild-permissions.js";
import { memberSince, memberView } from "./guild-views.js";
import { holdsCalls } from "./guild.js";
import { messageView, type Message } from "../message/message.js";
import type { World } from "../world.js";

export function guildMessageCreated(world: World, place: GuildPlace, message: Message): Dispatch {
  return dispatch(GatewayEvent.MessageCreate, told(world, place, message), viewers(world, place));
}

export function guildMessageUpdated(world: World, place: GuildPlace, message: Message): Dispatch {
  return dispatch(GatewayEvent.MessageUpdate, told(world, place, message), viewers(world, place));
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

function told(world: World, { guild, channel }: GuildPlace, message: Message): GuildMessagePayload {
  const view = messageView(world, message);
  const member = memberPart(world, guild, message.authorId);
  const mentions = view.mentions.map((user) => ({ ...user, member: memberPart(world, guild, user.id) }));
  return {
    ...view,
    mentions: mentions as MessagePayload["mentions"],
    guild_id: guild.id,
    channel_type: channel.type,
    ...(member && { member }),
  };
}

/** A member as it stands beside a user. */
function memberPart(world: World, guild: GuildPlace["guild"], userId: Snowflake) {
  const user = guild.memberIds.includes(userId) ? world.users.get(userId) : undefined;
  if (user === undefined) return undefined;
  return withoutUser(memberView(guild, user, memberSince(guild)));
}

function withoutUser({ user: _user, ...member }: Record<string, unknown>): Record<string, unknown> {
  return member;
}

/** Whoever sees the channel and is there to hear it: in a large guild those are few. */
function viewers(world: World, { guild, channel }: GuildPlace, except?: Snowflake): Reach {
  const needed = Permission.ViewChannel | (holdsCalls(channel) ? Permission.Connect : 0n);
  const userIds = guild.memberIds.filter(
    (id) => id !== except && world.live.applicationsOf(id).length > 0 && mayIn(guild, channel, id, needed),
  );
  return { to: "guild", guildId: guild.id, only: userIds };
}
