import { Permission, THREAD_MEMBERS_MAX, type Snowflake } from "sdkpp/wire";
import { compareIds } from "../../records/compare-ids.js";
import { channelOf } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import type { ThreadMember } from "../../records/thread/thread-member.js";
import { isPrivate } from "../../records/thread/thread.js";
import { memberView } from "../../views/guild/member.js";
import { threadMemberView } from "../../views/thread/thread.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { PlacedThread } from "../../world/guild/placed-channel.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ClockPort } from "../../world/ports.js";
import { membersOfThread, threadMember } from "../../world/thread/threads.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { missingAccess, missingPermissions, unknownMember } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { findThread, managesThreads, threadArchived, threadFault } from "../thread-access.js";
import { tooManyThreadMembers } from "./faults.js";
import { actorOf, addThreadMember, removeThreadMember } from "./thread-changes.js";

type Touched = GuildWorld & UserWorld & ClockPort;
type View = Record<string, unknown>;

/** Which members of a thread are asked for. */
export interface ThreadMemberWindow {
  readonly after?: Snowflake | undefined;
  readonly limit: number;
}

/** `PUT /channels/{id}/thread-members/@me`; nothing happens when the actor is a member. */
export function joinThread(world: Touched, actor: Actor, threadId: Snowflake): Result<undefined> {
  const placed = findThread(world, actor, threadId);
  return placed instanceof Fault ? placed : added(world, placed, actor, actor.user.id);
}

/** `PUT /channels/{id}/thread-members/{user}`: for users who write there; nothing happens when the user is a member. */
export function addToThread(
  world: Touched,
  actor: Actor,
  threadId: Snowflake,
  userId: Snowflake,
): Result<undefined> {
  if (userId === actor.user.id) return joinThread(world, actor, threadId);
  const placed = findThread(world, actor, threadId);
  if (placed instanceof Fault) return placed;
  const { guild, channel } = placed;
  if (!mayIn(guild, channel, actor.user.id, Permission.SendMessages)) return missingPermissions();
  const isOpen = channel.thread.isInvitable || !isPrivate(channel.thread);
  if (!isOpen && !managesThreads(placed, actor)) return missingPermissions();
  if (!guild.memberIds.includes(userId)) return unknownMember();
  const parent = channelOf(guild, channel.thread.parentId);
  const sees = parent !== undefined && mayIn(guild, parent, userId, Permission.ViewChannel);
  return sees ? added(world, placed, actor, userId) : missingAccess();
}

/** `DELETE /channels/{id}/thread-members/@me`; it has no effect unless the actor is a member. */
export function leaveThread(world: Touched, actor: Actor, threadId: Snowflake): Result<undefined> {
  const placed = findThread(world, actor, threadId);
  if (placed instanceof Fault) return placed;
  const { thread } = placed.channel;
  if (thread.isArchived) return threadArchived();
  if (threadMember(world, threadId, actor.user.id) === undefined) return done(undefined);
  return done(undefined, removeThreadMember(world, placed.guild, thread, actor.user.id));
}

/** `DELETE /channels/{id}/thread-members/{user}`: for users who manage threads, and for the owner of a private one. */
export function removeFromThread(
  world: Touched,
  actor: Actor,
  threadId: Snowflake,
  userId: Snowflake,
): Result<undefined> {
  if (userId === actor.user.id) return leaveThread(world, actor, threadId);
  const placed = findThread(world, actor, threadId);
  if (placed instanceof Fault) return placed;
  const { thread } = placed.channel;
  const isHost = isPrivate(thread) && thread.ownerId === actor.user.id;
  if (!isHost && !managesThreads(placed, actor)) return missingPermissions();
  if (threadMember(world, threadId, userId) === undefined) return unknownMember();
  const fault = threadFault(placed, actor, "change");
  return fault ?? done(undefined, removeThreadMember(world, placed.guild, thread, userId, actorOf(actor)));
}

/** `GET /channels/{id}/thread-members/{user}`. @param withMember whether the answer has the member of the server as well */
export function getThreadMember(
  world: Touched,
  actor: Actor,
  threadId: Snowflake,
  userId: Snowflake,
  withMember: boolean,
): Result<View> {
  const placed = findThread(world, actor, threadId);
  if (placed instanceof Fault) return placed;
  const member = threadMember(world, threadId, userId);
  return member === undefined ? unknownMember() : done(viewOf(world, placed, member, withMember));
}

/** `GET /channels/{id}/thread-members`: all, in the order of joining; with a window, in the order of their ids. */
export function listThreadMembers(
  world: Touched,
  actor: Actor,
  threadId: Snowflake,
  window: ThreadMemberWindow | undefined,
): Result<View[]> {
  const placed = findThread(world, actor, threadId);
  if (placed instanceof Fault) return placed;
  const members = membersOfThread(world, threadId);
  const isPaged = window !== undefined;
  return done(inWindow(members, window).map((member) => viewOf(world, placed, member, isPaged)));
}

function inWindow(
  members: readonly ThreadMember[],
  window: ThreadMemberWindow | undefined,
): readonly ThreadMember[] {
  if (window === undefined) return members;
  const { after = "0", limit } = window;
  return members
    .filter(({ userId }) => BigInt(userId) > BigInt(after))
    .toSorted((left, right) => compareIds(left.userId, right.userId))
    .slice(0, limit);
}

function viewOf(world: Touched, { guild }: PlacedThread, member: ThreadMember, withMember: boolean): View {
  const view = threadMemberView(member);
  const user = withMember ? world.users.get(member.userId) : undefined;
  return user === undefined ? view : { ...view, member: memberView(world, guild, user) };
}

function added(world: Touched, placed: PlacedThread, actor: Actor, userId: Snowflake): Result<undefined> {
  const { guild, channel } = placed;
  const { thread } = channel;
  if (thread.isArchived) return threadArchived();
  if (threadMember(world, thread.id, userId) !== undefined) return done(undefined);
  if (thread.memberCount >= THREAD_MEMBERS_MAX) return tooManyThreadMembers();
  const by = userId === actor.user.id ? undefined : actorOf(actor);
  return done(undefined, addThreadMember(world, guild, thread, userId, by));
}
