import { ACTIVE_THREADS_MAX, MessageFlag, MessageType, type Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";
import { endKey } from "../end-key.js";
import { isSystemMessage, type Message } from "../message/message.js";

export const ThreadType = { Announcement: 10, Public: 11, Private: 12 } as const;

/** After how many minutes without activity a new thread is archived unless something else is asked for. */
export const DEFAULT_AUTO_ARCHIVE_MINUTES = 1440;

/** A conversation inside a channel of a server. It has messages as a channel does, and lives beside the server's record. */
export interface Thread {
  /** Id of the message from which it was started, if there is one. */
  readonly id: Snowflake;
  readonly guildId: Snowflake;
  /** The channel in which it is. */
  readonly parentId: Snowflake;
  /** A value of {@link ThreadType}. */
  readonly type: number;
  readonly name: string;
  readonly ownerId: Snowflake;
  /** Unix milliseconds */
  readonly createdAt: number;
  /** When somebody last wrote, took it out of the archive, or set its time. */
  readonly activeAt: number;
  readonly autoArchiveMinutes: number;
  readonly isArchived: boolean;
  /** When it was made, archived or taken out of the archive, or its time was set. */
  readonly archiveChangedAt: number;
  /** Whether only users who manage threads write in it and change it. */
  readonly isLocked: boolean;
  /** Whether all members of a private thread may add others. */
  readonly isInvitable: boolean;
  /** Slow mode: seconds between two messages of a user. */
  readonly rateLimitPerUser: number;
  readonly memberCount: number;
  /** Messages that are in it, and that were ever sent. */
  readonly messageCount: number;
  readonly sentCount: number;
}

/** Names of the lists of archived threads of a channel. */
export type ArchiveKind = "public" | "private";

/** The start of the index values of one list of archived threads; the time follows. */
export function archiveKey(parentId: Snowflake, kind: ArchiveKind): string {
  return `${parentId}:${kind}:`;
}

export function threadIndex(thread: Thread): IndexValues {
  const { guildId, parentId, isArchived, archiveChangedAt } = thread;
  const all = { guild: guildId, parent: parentId };
  if (!isArchived) return { ...all, active: guildId, due: endKey(dueAt(thread)) };
  const kind = isPrivate(thread) ? "private" : "public";
  return { ...all, archived: archiveKey(parentId, kind) + endKey(archiveChangedAt) };
}

export function isPrivate({ type }: Thread): boolean {
  return type === ThreadType.Private;
}

/** When it is archived unless somebody writes, Unix milliseconds. */
function dueAt({ activeAt, autoArchiveMinutes }: Thread): number {
  return activeAt + autoArchiveMinutes * 60_000;
}

/** Archived, or active again. @param now Unix milliseconds */
export function withArchived(thread: Thread, isArchived: boolean, now: number): Thread {
  if (thread.isArchived === isArchived) return thread;
  const times = isArchived ? { archiveChangedAt: now } : { archiveChangedAt: now, activeAt: now };
  return { ...thread, isArchived, ...times };
}

/** Whether as many threads of its kind are active as can be. @param active all active ones of the server */
export function isCrowded(active: readonly Thread[], type: number): boolean {
  const isOfKind = (one: number): boolean => one === ThreadType.Announcement;
  return active.filter((one) => isOfKind(one.type) === isOfKind(type)).length >= ACTIVE_THREADS_MAX;
}

/** Whether a message counts: the one from which the thread was started does not. */
export function counts({ type }: Message): boolean {
  return type !== MessageType.ThreadStarterMessage;
}

/** Whether a message keeps its thread active and makes its author a member: a user wrote it. */
export function isWritten(message: Message): boolean {
  return message.webhook === undefined && !isSystemMessage(message);
}

/** A message from which a thread was started, or of which the thread is gone. */
export function withThread(message: Message, hasThread: boolean): Message {
  const before = message.flags ?? MessageFlag.SentBySocialLayerIntegration;
  const flags = hasThread ? before | MessageFlag.HasThread : before & ~MessageFlag.HasThread;
  return { ...message, flags };
}

export function hasThread({ flags = 0 }: Message): boolean {
  return (flags & MessageFlag.HasThread) !== 0;
}
