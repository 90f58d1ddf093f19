import type { Snowflake } from "sdkpp/wire";
import { channelPermissions } from "../../records/guild/permissions.js";
import { isThread } from "../../records/guild/thread-channel.js";
import type { Attachment } from "../../records/message/attachment.js";
import type { Message } from "../../records/message/message.js";
import type { Application } from "../../records/oauth2/application.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { guildPlace, type ChannelPlace, type GuildPlace } from "../../world/message/channel-place.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { channelEnds } from "../channel-ends.js";
import { roleViewOf } from "../guild/guild.js";
import { messageMemberView } from "../guild/member.js";
import { attachmentView } from "../message/attachment.js";
import { messageView } from "../message/message.js";
import { threadView } from "../thread/thread.js";
import { userView } from "../user/user.js";

type View = Record<string, unknown>;
type Touched = GuildWorld & MessageWorld & UserWorld & ApplicationWorld;

/** The ids that an interaction names, by kind. */
export interface Named {
  readonly userIds?: readonly Snowflake[];
  readonly roleIds?: readonly Snowflake[];
  readonly channelIds?: readonly Snowflake[];
  readonly messages?: readonly Message[];
  readonly attachments?: readonly Attachment[];
}

/** The user of an interaction, where it is, and the application that hears of it. */
export interface Viewers {
  readonly application: Application;
  readonly place: ChannelPlace;
  readonly userId: Snowflake;
}

/** `resolved` of an interaction's data; undefined when there is nothing to resolve. */
export function resolvedView(world: Touched, viewers: Viewers, named: Named): View | undefined {
  const { place } = viewers;
  const { userIds = [], roleIds = [], channelIds = [], messages = [], attachments = [] } = named;
  const parts: [string, View][] = [
    ["users", byId(userIds, (id) => resolvedUser(world, id))],
    ["members", byId(userIds, (id) => partialMember(world, place, id))],
    ["roles", byId(roleIds, (id) => (place.kind === "guild" ? roleViewOf(place.guild, id) : undefined))],
    ["channels", byId(channelIds, (id) => resolvedChannel(world, viewers, id))],
    ["messages", Object.fromEntries(messages.map((one) => [one.id, messageView(world, one)]))],
    [
      "attachments",
      Object.fromEntries(attachments.map((one) => [one.id, attachmentView(world, place.channel.id, one)])),
    ],
  ];
  const present = parts.filter(([, view]) => Object.keys(view).length > 0);
  return present.length === 0 ? undefined : Object.fromEntries(present);
}

function byId(ids: readonly Snowflake[], view: (id: Snowflake) => View | undefined): View {
  return Object.fromEntries(ids.map((id) => [id, view(id)] as const).filter(([, one]) => one !== undefined));
}

function resolvedUser(world: UserWorld, id: Snowflake): View | undefined {
  const user = world.users.get(id);
  return user && { ...userView(user) };
}

/** A member without its user and its voice switches, with its permissions in the channel. */
function partialMember(world: Touched, place: ChannelPlace, userId: Snowflake): View | undefined {
  if (place.kind !== "guild") return undefined;
  const member = messageMemberView(world, place.guild, userId);
  if (member === undefined) return undefined;
  return {
    ...withoutHearing(member),
    permissions: String(channelPermissions(place.guild, place.channel, userId)),
  };
}

function withoutHearing({ deaf: _deaf, mute: _mute, ...member }: View): View {
  return member;
}

/** A channel of a guild; undefined when it is gone. */
function resolvedChannel(world: Touched, viewers: Viewers, channelId: Snowflake): View | undefined {
  const found = guildPlace(world, channelId);
  return found && partialChannel(world, viewers, found);
}

/** A channel with what the user may do there, and what the bot may when it is in the server. */
export function partialChannel(
  world: MessageWorld,
  { application, userId }: Viewers,
  { guild, channel }: GuildPlace,
): View {
  const { botUserId } = application;
  const hasBot = botUserId !== undefined && guild.memberIds.includes(botUserId);
  return {
    id: channel.id,
    name: channel.name,
    type: channel.type,
    guild_id: guild.id,
    parent_id: channel.parentId ?? null,
    position: channel.position,
    nsfw: channel.nsfw ?? false,
    flags: 0,
    topic: channel.topic ?? null,
    rate_limit_per_user: channel.rateLimitPerUser ?? 0,
    ...channelEnds(world, channel.id),
    permissions: String(channelPermissions(guild, channel, userId)),
    ...(hasBot ? { app_permissions: String(channelPermissions(guild, channel, botUserId)) } : {}),
    ...(isThread(channel) ? { thread_metadata: threadView(world, channel.thread)["thread_metadata"] } : {}),
  };
}
