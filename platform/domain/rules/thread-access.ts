import { ACTIVE_THREADS_MAX, JsonErrorCode, Permission, type Snowflake } from "sdkpp/wire";
import type { Channel } from "../records/guild/guild.js";
import { mayIn } from "../records/guild/permissions.js";
import { isThread } from "../records/guild/thread-channel.js";
import { ThreadType } from "../records/thread/thread.js";
import type { GuildWorld } from "../world/guild/guild-world.js";
import {
  placedChannel,
  placedThread,
  type PlacedChannel,
  type PlacedThread,
  hasRoom,
} from "../world/guild/placed-channel.js";
import type { Actor } from "../world/oauth2/actor.js";
import { missingAccess, unknownChannel, wrongChannelType } from "./faults.js";
import { Fault } from "./outcome.js";

/** Actions in a thread, from the least restricted to the most. */
export type ThreadDeed = "delete" | "react" | "write" | "change";

/** A thread that the actor sees. */
export function findThread(world: GuildWorld, actor: Actor, threadId: Snowflake): PlacedThread | Fault {
  const placed = placedThread(world, threadId);
  const found: PlacedChannel | undefined = placed ?? placedChannel(world, threadId);
  if (found === undefined) return unknownChannel();
  if (!mayIn(found.guild, found.channel, actor.user.id, Permission.ViewChannel)) return missingAccess();
  return placed ?? wrongChannelType();
}

export function managesThreads({ guild, channel }: PlacedChannel, { user }: Actor): boolean {
  return mayIn(guild, channel, user.id, Permission.ManageThreads);
}

/**
 * Why something cannot be done in a channel because it is a thread that is archived or locked. Writing takes a thread out of the
 * archive, and a locked one is for users who manage threads.
 */
export function threadFault(placed: PlacedChannel, actor: Actor, deed: ThreadDeed): Fault | undefined {
  const { channel } = placed;
  if (!isThread(channel)) return undefined;
  const { isArchived, isLocked } = channel.thread;
  const isBarred = deed === "write" || deed === "change" || isArchived;
  if (isLocked && isBarred && !managesThreads(placed, actor)) return threadLocked();
  const isFrozen = isArchived && (deed === "react" || deed === "change");
  return isFrozen ? threadArchived() : undefined;
}

/** Why something cannot be written there without being a member, such as through a webhook. */
export function writingFault(world: GuildWorld, { channel }: PlacedChannel): Fault | undefined {
  if (!isThread(channel)) return undefined;
  return channel.thread.isLocked ? threadLocked() : crowdFault(world, channel);
}

/** A message takes a thread out of the archive, for which there must be room. */
export function crowdFault(world: GuildWorld, channel: Channel): Fault | undefined {
  if (!isThread(channel) || !channel.thread.isArchived) return undefined;
  const { guildId, type } = channel.thread;
  return hasRoom(world, guildId, type) ? undefined : tooManyThreads(type);
}

export const threadArchived = (): Fault => new Fault(400, JsonErrorCode.ThreadArchived, "Thread is archived");

export const threadLocked = (): Fault => new Fault(403, JsonErrorCode.ThreadLocked, "Thread is locked");

/** @param type of the thread that cannot become active */
export function tooManyThreads(type: number): Fault {
  const [code, kind] =
    type === ThreadType.Announcement
      ? [JsonErrorCode.AnnouncementThreadLimitReached, "active announcement threads"]
      : [JsonErrorCode.ThreadLimitReached, "active threads"];
  return new Fault(400, code, `Maximum number of ${kind} reached (${String(ACTIVE_THREADS_MAX)})`);
}
