import { AuditLogEvent, Permission, type Snowflake } from "sdkpp/wire";
import { mayIn } from "../../records/guild/permissions.js";
import { isPrivate, withArchived, withThread, type Thread } from "../../records/thread/thread.js";
import { threadSettings, threadViewFor } from "../../views/thread/thread.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { hasRoom, type PlacedThread } from "../../world/guild/placed-channel.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ClockPort } from "../../world/ports.js";
import { removeThread } from "../../world/thread/threads.js";
import { auditChanges, audited } from "../audit.js";
import { missingPermissions } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { findThread, managesThreads, threadArchived, tooManyThreads } from "../thread-access.js";
import { notPrivate } from "./faults.js";
import { actorOf, writeThread } from "./thread-changes.js";

type Touched = GuildWorld & MessageWorld & ClockPort;
type View = Record<string, unknown>;

/** The settings of a thread in a request; undefined leaves as it is. */
export interface ThreadSettings {
  readonly name?: string | undefined;
  readonly isArchived?: boolean | undefined;
  readonly isLocked?: boolean | undefined;
  readonly isInvitable?: boolean | undefined;
  readonly autoArchiveMinutes?: number | undefined;
  /** Seconds. */
  readonly rateLimitPerUser?: number | undefined;
}

/**
 * `PATCH /channels/{id}` of a thread: for users who manage threads. Its owner changes it as well, except for the lock and slow
 * mode, while it is not locked; everybody who writes there takes it out of the archive.
 */
export function updateThread(
  world: Touched,
  actor: Actor,
  threadId: Snowflake,
  settings: ThreadSettings,
): Result<View> {
  const placed = findThread(world, actor, threadId);
  if (placed instanceof Fault) return placed;
  const { guild, channel } = placed;
  const before = channel.thread;
  if (!mayChange(placed, actor, settings)) return missingPermissions();
  const fault = stateFault(world, before, settings);
  if (fault !== undefined) return fault;
  const after = withSettings(before, settings, world.clock.now());
  const renamedBy = after.name === before.name ? undefined : actorOf(actor);
  const facts = writeThread(world, guild, before, after, renamedBy);
  const changes = auditChanges(threadSettings(before), threadSettings(after));
  const action = AuditLogEvent.ThreadUpdate;
  const entry = audited(actor, { guildId: guild.id, action, targetId: threadId, changes });
  const view = threadViewFor(world, after, actor.user.id);
  return done(view, changes.length === 0 ? facts : [...facts, entry]);
}

/** `DELETE /channels/{id}` of a thread: for users who manage threads. */
export function deleteThread(world: Touched, actor: Actor, threadId: Snowflake): Result<View> {
  const placed = findThread(world, actor, threadId);
  if (placed instanceof Fault) return placed;
  if (!managesThreads(placed, actor)) return missingPermissions();
  const { guild, channel } = placed;
  const view = threadViewFor(world, channel.thread, actor.user.id);
  removeThread(world, channel.thread);
  const source = world.channelMessages.get(threadId);
  if (source?.channelId === channel.thread.parentId) world.channelMessages.put(withThread(source, false));
  const changes = auditChanges(threadSettings(channel.thread), {});
  const action = AuditLogEvent.ThreadDelete;
  const entry = audited(actor, { guildId: guild.id, action, targetId: threadId, changes });
  return done(view, [{ kind: "threadDeleted", placed }, entry]);
}

function mayChange(placed: PlacedThread, actor: Actor, settings: ThreadSettings): boolean {
  if (managesThreads(placed, actor)) return true;
  const { thread } = placed.channel;
  if (thread.isLocked) return false;
  if (settings.isLocked !== undefined || settings.rateLimitPerUser !== undefined) return false;
  if (thread.ownerId === actor.user.id) return true;
  const given = Object.values(settings).filter((value) => value !== undefined);
  const onlyOpens = settings.isArchived === false && given.length === 1;
  return onlyOpens && mayIn(placed.guild, placed.channel, actor.user.id, Permission.SendMessages);
}

/** An archived thread does not change, except that it becomes active. */
function stateFault(
  world: GuildWorld,
  thread: Thread,
  { isArchived, isInvitable }: ThreadSettings,
): Fault | undefined {
  if (thread.isArchived && isArchived !== false) return threadArchived();
  if (isInvitable === false && !isPrivate(thread)) return notPrivate();
  const hasPlace = !thread.isArchived || hasRoom(world, thread.guildId, thread.type);
  return hasPlace ? undefined : tooManyThreads(thread.type);
}

function withSettings(before: Thread, settings: ThreadSettings, now: number): Thread {
  const { autoArchiveMinutes = before.autoArchiveMinutes, isArchived = before.isArchived } = settings;
  const hasOtherTime = autoArchiveMinutes !== before.autoArchiveMinutes;
  const settled: Thread = {
    ...before,
    name: settings.name ?? before.name,
    isLocked: settings.isLocked ?? before.isLocked,
    isInvitable: settings.isInvitable ?? before.isInvitable,
    rateLimitPerUser: settings.rateLimitPerUser ?? before.rateLimitPerUser,
    autoArchiveMinutes,
    ...(hasOtherTime && { archiveChangedAt: now, activeAt: now }),
  };
  return withArchived(settled, isArchived, now);
}
