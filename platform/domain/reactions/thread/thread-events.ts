import { GatewayEvent, Permission, type Snowflake } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import { memberView } from "../../views/guild/member.js";
import { guildPresenceView } from "../../views/presence/presence.js";
import { shownMemberCount, threadMemberView, threadView, threadViewFor } from "../../views/thread/thread.js";
import type { ThreadMember } from "../../records/thread/thread-member.js";
import type { PlacedThread } from "../../world/guild/placed-channel.js";
import { guildPlace } from "../../world/message/channel-place.js";
import { membersOfThread } from "../../world/thread/threads.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch, type GuildReach } from "../events.js";
import { toViewers } from "../guild/channel-viewers.js";
import { messageUpdate } from "../message/message-update.js";

/** Notifies users who see it; the message that it was started from shows it from now on. */
export function threadCreated(
  world: World,
  { placed, parent, member, source }: FactOf<"threadCreated">,
): Dispatch[] {
  const d = { ...threadView(world, placed.channel.thread), newly_created: true };
  return [
    dispatch(GatewayEvent.ThreadCreate, d, toSeeing(world, placed)),
    ...(source === undefined ? [] : [messageUpdate(world, { kind: "guild", ...parent }, source)]),
    ...membersUpdate(world, placed, [member], []),
  ];
}

/** Members of a thread that is active again may not know it any more. */
export function threadUpdated(world: World, { placed, isUnarchived }: FactOf<"threadUpdated">): Dispatch[] {
  const { guild, channel } = placed;
  const d = threadView(world, channel.thread);
  const members = isUnarchived ? membersOfThread(world, channel.id) : [];
  return [
    dispatch(GatewayEvent.ThreadUpdate, d, toSeeing(world, placed)),
    ...members
      .filter(({ userId }) => world.live.applicationsOf(userId).length > 0)
      .map((member) => {
        const own = { ...threadMemberView(member), guild_id: guild.id };
        return dispatch(GatewayEvent.ThreadMemberUpdate, own, toOnly(guild.id, [member.userId]));
      }),
  ];
}

/** Notifies users who saw it; the message that it was started from does not show it any more. */
export function threadDeleted(world: World, { placed }: FactOf<"threadDeleted">): Dispatch[] {
  const { id, guildId, parentId, type } = placed.channel.thread;
  const d = { id, guild_id: guildId, parent_id: parentId, type };
  const place = guildPlace(world, parentId);
  const source = world.channelMessages.get(id);
  const deleted = dispatch(GatewayEvent.ThreadDelete, d, toSeeing(world, placed));
  return place === undefined || source?.channelId !== parentId
    ? [deleted]
    : [deleted, messageUpdate(world, place, source)];
}

/** New members get the thread, which they may not know; then they get the change of members, as the others do. */
export function threadMembersChanged(
  world: World,
  { placed, added, removedIds }: FactOf<"threadMembersChanged">,
): Dispatch[] {
  const { guild, channel } = placed;
  const creations = added.map(({ userId }) => {
    const d = threadViewFor(world, channel.thread, userId);
    return dispatch(GatewayEvent.ThreadCreate, d, toOnly(guild.id, [userId]));
  });
  return [...creations, ...membersUpdate(world, placed, added, removedIds)];
}

/** Notifies the added and removed members, and users who see the thread and follow members. */
function membersUpdate(
  world: World,
  placed: PlacedThread,
  added: readonly ThreadMember[],
  removedIds: readonly Snowflake[],
): Dispatch[] {
  const { guild, channel } = placed;
  const d = {
    id: channel.id,
    guild_id: guild.id,
    member_count: shownMemberCount(channel.thread),
    ...(added.length > 0 && { added_members: added.map((member) => wholeMember(world, placed, member)) }),
    ...(removedIds.length > 0 && { removed_member_ids: removedIds }),
  };
  const meant = [...added.map(({ userId }) => userId), ...removedIds];
  const others = toSeeing(world, placed);
  const rest = others.only?.filter((id) => !meant.includes(id)) ?? [];
  return [
    dispatch(GatewayEvent.ThreadMembersUpdate, d, { ...toOnly(guild.id, meant), isOwn: true }),
    dispatch(GatewayEvent.ThreadMembersUpdate, d, toOnly(guild.id, rest)),
  ];
}

function wholeMember(world: World, { guild }: PlacedThread, member: ThreadMember): Record<string, unknown> {
  const user = world.users.get(member.userId);
  const presence = guildPresenceView(world, guild.id, member.userId);
  return {
    ...threadMemberView(member),
    ...(user && { member: memberView(world, guild, user) }),
    presence: presence.status === "offline" ? null : presence,
  };
}

function toSeeing(world: World, placed: PlacedThread): GuildReach {
  return toViewers(world, placed, Permission.ViewChannel);
}

function toOnly(guildId: Snowflake, only: readonly Snowflake[]): GuildReach {
  return { to: "guild", guildId, only };
}
