import { Permission, type Snowflake } from "sdkpp/wire";
import { ChannelType, holdsCalls } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import type { Message } from "../../records/message/message.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { findInChannel } from "../../world/message/channel-history.js";
import { placeOf, type ChannelPlace } from "../../world/message/channel-place.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import { missingAccess, missingPermissions, unknownChannel, wrongChannelType } from "../faults.js";
import { Fault } from "../outcome.js";
import { threadFault, type ThreadDeed } from "../thread-access.js";
import { unknownMessage } from "./faults.js";

/** A channel whose messages the actor may read. Messages of a voice channel are for users who may enter it. */
export function findPlace(
  world: MessageWorld & GuildWorld,
  actor: Actor,
  channelId: Snowflake,
): ChannelPlace | Fault {
  const place = placeOf(world, channelId);
  if (place === undefined) return unknownChannel();
  return canSee(place, actor) ? place : missingAccess();
}

/** A channel with messages that the actor may look into. */
export function findTextPlace(
  world: MessageWorld & GuildWorld,
  actor: Actor,
  channelId: Snowflake,
): ChannelPlace | Fault {
  const place = findPlace(world, actor, channelId);
  if (place instanceof Fault) return place;
  return holdsText(place) ? place : wrongChannelType();
}

/** A message of a channel that the actor may look into. */
export function findMessage(
  world: MessageWorld & GuildWorld,
  actor: Actor,
  channelId: Snowflake,
  messageId: Snowflake,
): { place: ChannelPlace; message: Message } | Fault {
  const place = findTextPlace(world, actor, channelId);
  if (place instanceof Fault) return place;
  const message = findInChannel(world, place, messageId);
  return message === undefined ? unknownMessage() : { place, message };
}

/** Why the actor may not do all of these here; two who write to each other may do everything. */
export function permissionFault(place: ChannelPlace, actor: Actor, permissions: bigint): Fault | undefined {
  return may(place, actor, permissions) ? undefined : missingPermissions();
}

/** Why the actor may not do this because the place is a thread that is archived or locked. */
export function closedFault(place: ChannelPlace, actor: Actor, deed: ThreadDeed): Fault | undefined {
  return place.kind === "dm" ? undefined : threadFault(place, actor, deed);
}

export function may(place: ChannelPlace, actor: Actor, permissions: bigint): boolean {
  return place.kind === "dm" || mayIn(place.guild, place.channel, actor.user.id, permissions);
}

/** Whether the channel can have messages. */
export function holdsText(place: ChannelPlace): boolean {
  return place.kind === "dm" || place.channel.type !== ChannelType.GuildCategory;
}

/** No scope lets a game's session into a guild's channel: only bots are there, and users in the platform's own app. */
function canSee(place: ChannelPlace, actor: Actor): boolean {
  if (place.kind === "dm") return place.channel.userIds.includes(actor.user.id);
  const needed = Permission.ViewChannel | (holdsCalls(place.channel) ? Permission.Connect : 0n);
  return actor.kind !== "bearer" && mayIn(place.guild, place.channel, actor.user.id, needed);
}
