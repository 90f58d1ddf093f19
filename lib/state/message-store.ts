import { PrivateChannelType } from "../wire/index.js";
import { Conversation } from "./conversation.js";
import type { MessageChange } from "./message-events.js";
import type { MessageFacts, MessageRecord } from "./message-records.js";
import { isDeepEqual } from "./equality.js";

/** Conversations kept; beyond it the one that was silent longest is dropped. */
export const CONVERSATIONS_MAX = 500;
/** Removed messages remembered, so that a late response does not bring one back. */
const REMOVED_MAX = 200;

/** The newest messages of each conversation. */
export class MessageStore {
  /** by lobby id, else by channel id */
  readonly #conversations = new Map<bigint, Conversation>();
  /** Every record that is referenced anywhere, kept here or not. */
  readonly #alive = new Map<bigint, WeakRef<MessageRecord>>();
  readonly #collected = new FinalizationRegistry<bigint>((id) => {
    if (this.#alive.get(id)?.deref() === undefined) this.#alive.delete(id);
  });
  readonly #removed = new Set<bigint>();

  /** The record of a message that is kept. */
  get(messageId: bigint): MessageRecord | undefined {
    const record = this.find(messageId);
    const isKept =
      record !== undefined && this.#conversations.get(conversationOf(record))?.get(messageId) === record;
    return isKept ? record : undefined;
  }

  /** The record of a message that is kept or still referenced. */
  find(messageId: bigint): MessageRecord | undefined {
    return this.#alive.get(messageId)?.deref();
  }

  /** The newest messages, newest first; undefined when memory may lack some of them. */
  newest(conversationId: bigint, limit: number): MessageRecord[] | undefined {
    return this.#conversations.get(conversationId)?.newest(limit);
  }

  clear(): void {
    this.#conversations.clear();
    this.#alive.clear();
    this.#removed.clear();
  }

  /** A new session began: messages sent meanwhile may be missing. */
  interrupt(): void {
    for (const conversation of this.#conversations.values()) conversation.interrupt();
  }

  /** Drops a conversation; records that are referenced stay usable. */
  drop(conversationId: bigint): void {
    this.#conversations.delete(conversationId);
  }

  /** Adds a message that was just sent; a repeated event only applies differences. */
  create(facts: MessageFacts): MessageChange[] {
    if (this.#removed.has(facts.id)) return [];
    if (this.find(facts.id) !== undefined) return this.edit(facts);
    const record = this.#register(recordOf(facts));
    this.#conversation(conversationOf(record)).put(record, true);
    return [{ type: "messageCreated", messageId: record.id }];
  }

  /** Reports nothing for a message that is not known. */
  edit(facts: MessageFacts): MessageChange[] {
    const record = this.find(facts.id);
    if (record === undefined || this.#removed.has(facts.id)) return [];
    return change(record, facts) ? [{ type: "messageUpdated", messageId: record.id }] : [];
  }

  /** Reports each removal once. */
  remove(messageId: bigint, channelId: bigint): MessageChange[] {
    if (this.#removed.has(messageId)) return [];
    this.#remember(messageId);
    const record = this.find(messageId);
    this.#conversations.get(record === undefined ? channelId : conversationOf(record))?.remove(messageId);
    return [{ type: "messageDeleted", messageId, channelId }];
  }

  /** Adds fetched messages, newest first. @returns updates of messages that were known before */
  putHistory(conversationId: bigint, messages: readonly MessageFacts[], isWhole: boolean): MessageChange[] {
    const present = messages.filter((facts) => !this.#removed.has(facts.id));
    const changes = present.flatMap((facts) => this.edit(facts));
    const records = present.map((facts) => this.find(facts.id) ?? this.#register(recordOf(facts)));
    this.#conversation(conversationId).putHistory(records, isWhole);
    return changes;
  }

  #register(record: MessageRecord): MessageRecord {
    this.#alive.set(record.id, new WeakRef(record));
    this.#collected.register(record, record.id);
    return record;
  }

  /** The conversation, moved to the end of the queue for dropping. */
  #conversation(id: bigint): Conversation {
    const conversation = this.#conversations.get(id) ?? new Conversation();
    this.#conversations.delete(id);
    this.#conversations.set(id, conversation);
    const [oldest] = this.#conversations.keys();
    if (this.#conversations.size > CONVERSATIONS_MAX && oldest !== undefined)
      this.#conversations.delete(oldest);
    return conversation;
  }

  #remember(messageId: bigint): void {
    this.#removed.add(messageId);
    const [oldest] = this.#removed;
    if (this.#removed.size > REMOVED_MAX && oldest !== undefined) this.#removed.delete(oldest);
  }
}

function conversationOf({ lobbyId, channelId }: Pick<MessageRecord, "lobbyId" | "channelId">): bigint {
  return lobbyId ?? channelId;
}

function recordOf(facts: MessageFacts): MessageRecord {
  const { id, metadata, moderationMetadata } = facts;
  return { id, ...fieldsOf(facts), metadata: metadata ?? {}, moderationMetadata: moderationMetadata ?? {} };
}

function fieldsOf(facts: MessageFacts): Omit<MessageRecord, "id" | "metadata" | "moderationMetadata"> {
  const { channelId, lobbyId, recipientId, content, sentAt, editedAt, applicationId } = facts;
  const { sentFromGame, additionalName, additionalContent, disclosureType } = facts;
  return {
    ...{ channelId, lobbyId, recipientId, content, sentAt, editedAt, applicationId },
    ...{ sentFromGame, additionalName, additionalContent, disclosureType },
    isStored: isStored(facts),
    authorId: facts.author.id,
    mentionedNames: new Map(facts.mentions.map((user) => [user.id, user.globalName ?? user.username])),
  };
}

/** The app shows a lobby's messages only when they are in a linked channel, whose id differs from the lobby's. */
function isStored({ lobbyId, channelId, channelType, disclosureType }: MessageFacts): boolean {
  if (disclosureType !== undefined) return false;
  return lobbyId === undefined ? channelType !== PrivateChannelType.EphemeralDm : lobbyId !== channelId;
}

/** @returns whether a visible field changed */
function change(record: MessageRecord, facts: MessageFacts): boolean {
  const before = visible(record);
  Object.assign(record, fieldsOf({ ...facts, recipientId: facts.recipientId ?? record.recipientId }));
  if (facts.metadata !== undefined) record.metadata = facts.metadata;
  if (facts.moderationMetadata !== undefined) record.moderationMetadata = facts.moderationMetadata;
  return !isDeepEqual(before, visible(record));
}

function visible({
  content,
  editedAt,
  metadata,
  moderationMetadata,
  additionalContent,
}: MessageRecord): object {
  return { content, editedAt, metadata, moderationMetadata, additionalContent };
}
