import { AuditLogEvent, Permission, type Snowflake } from "sdkpp/wire";
import { ChannelType } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import { isSystemMessage, type Message } from "../../records/message/message.js";
import {
  DEFAULT_AUTO_ARCHIVE_MINUTES,
  hasThread,
  ThreadType,
  withThread,
  type Thread,
} from "../../records/thread/thread.js";
import { threadSettings, threadViewFor } from "../../views/thread/thread.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { hasRoom, threadIn, type PlacedChannel } from "../../world/guild/placed-channel.js";
import { findInChannel, replaceInChannel } from "../../world/message/channel-history.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ClockPort, IdsPort } from "../../world/ports.js";
import { enterThread } from "../../world/thread/threads.js";
import { auditChanges, audited } from "../audit.js";
import type { Fact } from "../../facts/facts.js";
import { missingPermissions, unknownChannel, wrongChannelType } from "../faults.js";
import { findChannel } from "../guild-access.js";
import { tooManyThreads } from "../thread-access.js";
import { done, Fault, type Result } from "../outcome.js";
import { noSourceMessage, notPrivate, systemSource, threadExists } from "./faults.js";
import { actorOf } from "./thread-changes.js";

type Touched = GuildWorld & MessageWorld & ClockPort & IdsPort;
type View = Record<string, unknown>;

/** The settings of a new thread in a request. */
export interface NewThread {
  readonly name: string;
  readonly autoArchiveMinutes?: number | undefined;
  /** Seconds. */
  readonly rateLimitPerUser?: number | undefined;
}

/** A new thread without a message. */
export interface NewFreeThread extends NewThread {
  /** A value of `ThreadType`. */
  readonly type: number;
  readonly isInvitable?: boolean | undefined;
}

/** `POST /channels/{id}/messages/{message}/threads`: the thread has the id of the message. */
export function createThreadFromMessage(
  world: Touched,
  actor: Actor,
  channelId: Snowflake,
  messageId: Snowflake,
  input: NewThread,
): Result<View> {
  const parent = findParent(world, actor, channelId);
  if (parent instanceof Fault) return parent;
  const place = { kind: "guild", ...parent } as const;
  const source = findInChannel(world, place, messageId);
  if (source === undefined) return noSourceMessage();
  if (isSystemMessage(source)) return systemSource();
  const type = publicType(parent);
  const fault = creationFault(world, parent, actor, type);
  if (fault !== undefined) return fault;
  if (hasThread(source) || world.threads.get(messageId) !== undefined) return threadExists();
  const message = withThread(source, true);
  replaceInChannel(world, place, message);
  return started(world, actor, parent, { ...input, id: messageId, type }, message);
}

/** `POST /channels/{id}/threads`. */
export function createThread(
  world: Touched,
  actor: Actor,
  channelId: Snowflake,
  input: NewFreeThread,
): Result<View> {
  const parent = findParent(world, actor, channelId);
  if (parent instanceof Fault) return parent;
  const { type, isInvitable } = input;
  const isPossible = type === publicType(parent) || (type === ThreadType.Private && isText(parent));
  if (!isPossible) return wrongChannelType();
  const fault = creationFault(world, parent, actor, type);
  if (fault !== undefined) return fault;
  // Everybody can invite to a public thread: `true` asks for nothing, and clients send it unasked.
  if (isInvitable === false && type !== ThreadType.Private) return notPrivate();
  return started(world, actor, parent, { ...input, id: world.ids.next() });
}

const PARENT_TYPES: ReadonlySet<number> = new Set([ChannelType.GuildText, ChannelType.GuildAnnouncement]);

/** A channel that the actor sees and that can have threads. */
function findParent(world: GuildWorld, actor: Actor, channelId: Snowflake): PlacedChannel | Fault {
  const parent = findChannel(world, actor, channelId);
  if (parent instanceof Fault) return parent;
  return PARENT_TYPES.has(parent.channel.type) ? parent : wrongChannelType();
}

function isText({ channel }: PlacedChannel): boolean {
  return channel.type === ChannelType.GuildText;
}

function publicType(parent: PlacedChannel): number {
  return isText(parent) ? ThreadType.Public : ThreadType.Announcement;
}

function creationFault(
  world: GuildWorld,
  { guild, channel }: PlacedChannel,
  { user }: Actor,
  type: number,
): Fault | undefined {
  const { CreatePrivateThreads, CreatePublicThreads } = Permission;
  const needed = type === ThreadType.Private ? CreatePrivateThreads : CreatePublicThreads;
  if (!mayIn(guild, channel, user.id, needed)) return missingPermissions();
  return hasRoom(world, guild.id, type) ? undefined : tooManyThreads(type);
}

/** Makes the thread, of which its owner is the first member. */
function started(
  world: Touched,
  actor: Actor,
  parent: PlacedChannel,
  input: NewFreeThread & { readonly id: Snowflake },
  source?: Message,
): Result<View> {
  const { guild, channel } = parent;
  const now = world.clock.now();
  const made: Thread = {
    id: input.id,
    guildId: guild.id,
    parentId: channel.id,
    type: input.type,
    name: input.name,
    ownerId: actor.user.id,
    createdAt: now,
    activeAt: now,
    archiveChangedAt: now,
    autoArchiveMinutes:
      input.autoArchiveMinutes ?? channel.autoArchiveMinutes ?? DEFAULT_AUTO_ARCHIVE_MINUTES,
    isArchived: false,
    isLocked: false,
    isInvitable: input.isInvitable ?? true,
    rateLimitPerUser: input.rateLimitPerUser ?? channel.threadRateLimitPerUser ?? 0,
    memberCount: 0,
    messageCount: 0,
    sentCount: 0,
  };
  const { thread, member } = enterThread(world, made, actor.user.id);
  const placed = threadIn(world, guild, thread);
  if (placed === undefined) return unknownChannel();
  const changes = auditChanges({}, threadSettings(thread));
  const action = AuditLogEvent.ThreadCreate;
  const facts: Fact[] = [
    { kind: "threadCreated", placed, parent, actor: actorOf(actor), member, ...(source && { source }) },
    audited(actor, { guildId: guild.id, action, targetId: thread.id, changes }),
  ];
  return done(threadViewFor(world, thread, actor.user.id), facts);
}
