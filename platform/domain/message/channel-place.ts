import { Permission, type Snowflake } from "sdkpp/wire";
import type { Actor } from "../actor.js";
import type { DmChannel } from "./dm-channel.js";
import { missingAccess } from "../faults.js";
import { mayIn } from "../guild/guild-permissions.js";
import { ChannelType, holdsCalls } from "../guild/guild.js";
import { placedChannel, type PlacedChannel } from "../guild/placed-channel.js";
import { missingPermissions, unknownChannel } from "./message-faults.js";
import type { Fault } from "../outcome.js";
import type { World } from "../world.js";

export interface GuildPlace extends PlacedChannel {
  readonly kind: "guild";
}

export interface DmPlace {
  readonly kind: "dm";
  readonly channel: DmChannel;
}

/** Where `/channels/{id}` leads: into a guild, or into a conversation of two. */
export type ChannelPlace = GuildPlace | DmPlace;

/** A channel that the actor may look into. What is written in a voice channel is for those who may enter it. */
export function findPlace(world: World, actor: Actor, channelId: Snowflake): ChannelPlace | Fault {
  const place = placeOf(world, channelId);
  if (place === undefined) return unknownChannel();
  return canSee(place, actor) ? place : missingAccess();
}

export function guildPlace(world: World, channelId: Snowflake): GuildPlace | undefined {
  const placed = placedChannel(world, channelId);
  return placed && { kind: "guild", ...placed };
}

/** Why the actor may not do all of these here; two who write to each other may do everything. */
export function refusalOf(place: ChannelPlace, actor: Actor, permissions: bigint): Fault | undefined {
  return may(place, actor, permissions) ? undefined : missingPermissions();
}

export function may(place: ChannelPlace, actor: Actor, permissions: bigint): boolean {
  return place.kind === "dm" || mayIn(place.guild, place.channel, actor.user.id, permissions);
}

/** Whether messages can stand here. */
export function holdsText(place: ChannelPlace): boolean {
  return place.kind === "dm" || place.channel.type !== ChannelType.GuildCategory;
}

function placeOf(world: World, channelId: Snowflake): ChannelPlace | undefined {
  const channel = world.dmChannels.get(channelId);
  return channel === undefined ? guildPlace(world, channelId) : { kind: "dm", channel };
}

/** No scope lets an OAuth session into a guild's channel. */
function canSee(place: ChannelPlace, actor: Actor): boolean {
  if (place.kind === "dm") return place.channel.userIds.includes(actor.user.id);
  const needed = Permission.ViewChannel | (holdsCalls(place.channel) ? Permission.Connect : 0n);
  return actor.kind === "bot" && mayIn(place.guild, place.channel, actor.user.id, needed);
}
