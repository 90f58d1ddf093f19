import type { MessageRecord } from "../../state/index.js";
import { DisclosureTypes } from "../../enums/index.js";
import { type AdditionalContent, additionalContentOf } from "../values/additional-content.js";
import type { ChannelHandle } from "./channel-handle.js";
import { showAs, wordsOf } from "../shown.js";
import { Handle, handleTo, nullHandle, viewOf, type Look } from "./handle.js";
import type { LobbyHandle } from "./lobby-handle.js";
import { readableContent, type Names } from "./message-content.js";
import type { UserHandle } from "./user-handle.js";

/** A message, and access to the objects that it refers to. */
export interface MessageSubject {
  record: MessageRecord;
  names: Names;
  /** 0: none, as in lobbies */
  recipientId: bigint;
  userOf: (userId: bigint) => UserHandle | undefined;
  lobbyOf: (lobbyId: bigint) => LobbyHandle | undefined;
  channelOf: (channelId: bigint) => ChannelHandle | undefined;
}

/**
 * A message. A handle: it shows later changes, and stays valid after the message is removed from memory or from the
 * platform. @mirrors MessageHandle
 */
export class MessageHandle extends Handle {
  static readonly nullobj: MessageHandle = nullHandle(MessageHandle);

  /**
   * Content that a game cannot show: the first kind of poll, voice message, thread, attachments, stickers, embeds and
   * other content that the message has. A new object at each access.
   * @mirrors MessageHandle::AdditionalContent
   */
  get additionalContent(): AdditionalContent | undefined {
    const content = this.#record?.additionalContent;
    return content === undefined ? undefined : additionalContentOf(content);
  }

  /** The author's additional name in the lobby at the time of sending. @mirrors MessageHandle::AdditionalName */
  get additionalName(): string | undefined {
    return this.#record?.additionalName;
  }

  /** The application that sent the message; undefined when it was not sent by an application. @mirrors MessageHandle::ApplicationId */
  get applicationId(): bigint | undefined {
    return this.#record?.applicationId;
  }

  /** The author; undefined when the client does not know the user. @mirrors MessageHandle::Author */
  get author(): UserHandle | undefined {
    const subject = this.#subject;
    return subject?.userOf(subject.record.authorId);
  }

  /** The author's user id. @mirrors MessageHandle::AuthorId */
  get authorId(): bigint {
    return this.#record?.authorId ?? 0n;
  }

  /** The channel; undefined for conversations that are not stored, such as those between non-friends. @mirrors MessageHandle::Channel */
  get channel(): ChannelHandle | undefined {
    const subject = this.#subject;
    return subject?.channelOf(subject.record.channelId);
  }

  /** The channel's id; in a conversation that is not stored, the other user's id. @mirrors MessageHandle::ChannelId */
  get channelId(): bigint {
    return this.#record?.channelId ?? 0n;
  }

  /** The readable text: mentions appear as `@name`, custom emoji as `:name:`. May be "". @mirrors MessageHandle::Content */
  get content(): string {
    const subject = this.#subject;
    return subject === undefined ? "" : readableContent(subject.record.content, subject.names);
  }

  /**
   * Set on the notice that the SDK adds after the player's first message that is visible in the platform's own app. The
   * notice exists only in this client's memory and has the player as author; games may show it in any form, or hide it.
   * @mirrors MessageHandle::DisclosureType
   */
  get disclosureType(): DisclosureTypes | undefined {
    return this.#record?.disclosureType as DisclosureTypes | undefined;
  }

  /** Time of the last edit, Unix milliseconds; 0: never edited. @mirrors MessageHandle::EditedTimestamp */
  get editedTimestamp(): bigint {
    return BigInt(this.#record?.editedAt ?? 0);
  }

  /** The message's id. @mirrors MessageHandle::Id */
  get id(): bigint {
    return this.#record?.id ?? 0n;
  }

  /** The lobby that the message was sent in, while the player is in it. @mirrors MessageHandle::Lobby */
  get lobby(): LobbyHandle | undefined {
    const subject = this.#subject;
    const lobbyId = subject?.record.lobbyId;
    return lobbyId === undefined ? undefined : subject?.lobbyOf(lobbyId);
  }

  /** The game's key-value pairs, which only connected clients receive; a copy. @mirrors MessageHandle::Metadata */
  get metadata(): Record<string, string> {
    return copyOf(this.#record?.metadata);
  }

  /** Moderation results of the game's server, which only the game's clients receive; a copy. @mirrors MessageHandle::ModerationMetadata */
  get moderationMetadata(): Record<string, string> {
    return copyOf(this.#record?.moderationMetadata);
  }

  /** The text with its markup, as sent. @mirrors MessageHandle::RawContent */
  get rawContent(): string {
    return this.#record?.content ?? "";
  }

  /** The other user of a direct message; undefined in lobbies. @mirrors MessageHandle::Recipient */
  get recipient(): UserHandle | undefined {
    return this.recipientId === 0n ? undefined : this.#subject?.userOf(this.recipientId);
  }

  /** Id of the other user of a direct message; 0 in lobbies. @mirrors MessageHandle::RecipientId */
  get recipientId(): bigint {
    return this.#subject?.recipientId ?? 0n;
  }

  /** Whether the message was sent from a game; false when it was written in the platform's own app. @mirrors MessageHandle::SentFromGame */
  get sentFromGame(): boolean {
    return this.#record?.sentFromGame ?? false;
  }

  /** Time of sending, Unix milliseconds. @mirrors MessageHandle::SentTimestamp */
  get sentTimestamp(): bigint {
    return BigInt(this.#record?.sentAt ?? 0);
  }

  get #record(): MessageRecord | undefined {
    return this.#subject?.record;
  }

  get #subject(): MessageSubject | undefined {
    return viewOf<MessageSubject>(this)();
  }
}

showAs(MessageHandle, { words: { disclosureType: wordsOf(DisclosureTypes) } });

/** Makes a handle to what `look` gives. */
export function messageHandle(look: Look<MessageSubject>): MessageHandle {
  return handleTo(MessageHandle, look);
}

/** A copy without a prototype. */
function copyOf(pairs: Record<string, string> | undefined): Record<string, string> {
  return Object.assign(Object.create(null) as Record<string, string>, pairs);
}
