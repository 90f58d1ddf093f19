import { Permission, type Snowflake } from "sdkpp/wire";
import { compareIds } from "../../records/compare-ids.js";
import { mayIn } from "../../records/guild/permissions.js";
import { endKey } from "../../records/end-key.js";
import { keyOfThreadMember, membershipKey, threadMemberKey } from "../../records/thread/thread-member.js";
import { archiveKey, type ArchiveKind, type Thread } from "../../records/thread/thread.js";
import { threadListView } from "../../views/thread/thread.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { activeThreadsIn } from "../../world/guild/placed-channel.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ThreadWorld } from "../../world/thread/thread-world.js";
import { missingPermissions } from "../faults.js";
import { findChannel, findGuild } from "../guild-access.js";
import { done, Fault, type Result } from "../outcome.js";

type Touched = GuildWorld & MessageWorld;
type View = Record<string, unknown>;

/** Which archived threads are asked for. */
export interface ArchiveWindow {
  /** Archived earlier, Unix milliseconds. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** The same of joined ones. */
export interface JoinedWindow {
  /** Older than this thread. */
  readonly before?: Snowflake | undefined;
  readonly limit: number;
}

/** `GET /guilds/{id}/threads/active`: those that the actor sees, newest first. */
export function listActiveThreads(world: Touched, actor: Actor, guildId: Snowflake): Result<View> {
  const guild = findGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  const seen = activeThreadsIn(world, guild)
    .filter(({ channel }) => mayIn(guild, channel, actor.user.id, Permission.ViewChannel))
    .map(({ channel }) => channel.thread);
  return done({ ...threadListView(world, newestFirst(seen), actor.user.id), has_more: false });
}

/** `GET /channels/{id}/threads/archived/public` and `…/private`: those archived last come first. */
export function listArchivedThreads(
  world: Touched,
  actor: Actor,
  channelId: Snowflake,
  kind: ArchiveKind,
  { before, limit }: ArchiveWindow,
): Result<View> {
  const fault = readingFault(world, actor, channelId, kind === "private" ? Permission.ManageThreads : 0n);
  if (fault !== undefined) return fault;
  const start = archiveKey(channelId, kind);
  // Index values end with a time in digits.
  const end = start + (before === undefined ? AFTER_DIGITS : endKey(before));
  const found = world.threads.listDown("archived", start, end, limit + 1);
  return done(pageOf(world, actor, found, limit));
}

/** `GET /channels/{id}/users/@me/threads/archived/private`: those of which the actor is a member, newest first. */
export function listJoinedArchivedThreads(
  world: Touched,
  actor: Actor,
  channelId: Snowflake,
  window: JoinedWindow,
): Result<View> {
  const fault = readingFault(world, actor, channelId, 0n);
  if (fault !== undefined) return fault;
  return done(pageOf(world, actor, joinedArchive(world, channelId, actor.user.id, window), window.limit));
}

const AFTER_DIGITS = ":";

function readingFault(
  world: GuildWorld,
  actor: Actor,
  channelId: Snowflake,
  more: bigint,
): Fault | undefined {
  const placed = findChannel(world, actor, channelId);
  if (placed instanceof Fault) return placed;
  const needed = Permission.ReadMessageHistory | more;
  return mayIn(placed.guild, placed.channel, actor.user.id, needed) ? undefined : missingPermissions();
}

/** Greater than every id. */
const AFTER_IDS = "9".repeat(20);

/** Memberships that are read at once. */
const STEP = 100;

/**
 * Archived private threads of which a user is a member, newest first: as many as asked for and at least one more, if there
 * are so many. Memberships are read step by step; those of active threads are looked at in vain, and a server has 1,000 at most.
 */
function joinedArchive(
  world: ThreadWorld,
  channelId: Snowflake,
  userId: Snowflake,
  { before = AFTER_IDS, limit }: JoinedWindow,
): Thread[] {
  const found: Thread[] = [];
  let end = threadMemberKey(before, userId);
  while (found.length <= limit) {
    const step = world.threadMembers.page("private", membershipKey(channelId, userId), {
      limit: STEP,
      before: end,
    });
    const threads = step.flatMap(({ threadId }) => world.threads.get(threadId) ?? []);
    found.push(...threads.filter(({ isArchived }) => isArchived));
    const last = step.at(-1);
    if (last === undefined || step.length < STEP) break;
    end = keyOfThreadMember(last);
  }
  return found;
}

function newestFirst(threads: readonly Thread[]): Thread[] {
  return threads.toSorted((left, right) => compareIds(right.id, left.id));
}

/** @param found one more than the limit, if there are so many */
function pageOf(world: Touched, { user }: Actor, found: readonly Thread[], limit: number): View {
  return { ...threadListView(world, found.slice(0, limit), user.id), has_more: found.length > limit };
}
