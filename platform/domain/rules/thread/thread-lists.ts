import { Permission, type Snowflake } from "sdkpp/wire";
import { mayIn } from "../../records/guild/permissions.js";
import { endKey } from "../../records/end-key.js";
import { membershipKey } from "../../records/thread/thread-member.js";
import { archiveKey, isPrivate, type ArchiveKind, type Thread } from "../../records/thread/thread.js";
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
  { before, limit }: { readonly before?: Snowflake | undefined; readonly limit: number },
): Result<View> {
  const fault = readingFault(world, actor, channelId, 0n);
  if (fault !== undefined) return fault;
  const found = joined(world, channelId, actor.user.id)
    .filter((thread) => thread.isArchived && isPrivate(thread))
    .filter(({ id }) => before === undefined || BigInt(id) < BigInt(before));
  return done(pageOf(world, actor, newestFirst(found), limit));
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

function joined(world: ThreadWorld, channelId: Snowflake, userId: Snowflake): Thread[] {
  const memberships = world.threadMembers.listBy("joined", membershipKey(channelId, userId));
  return memberships.flatMap(({ threadId }) => world.threads.get(threadId) ?? []);
}

function newestFirst(threads: readonly Thread[]): Thread[] {
  return threads.toSorted((left, right) => (BigInt(left.id) < BigInt(right.id) ? 1 : -1));
}

/** @param found one more than the limit, if there are so many */
function pageOf(world: Touched, { user }: Actor, found: readonly Thread[], limit: number): View {
  return { ...threadListView(world, found.slice(0, limit), user.id), has_more: found.length > limit };
}
