import type { MessageRecord } from "../../state/index.js";
import type { DisclosureTypes } from "../enums.js";
import { AdditionalContent } from "../values/additional-content.js";
import type { ChannelHandle } from "./channel-handle.js";
import { frozen, Handle, nowhere } from "./handle.js";
import type { LobbyHandle } from "./lobby-handle.js";
import { readableContent, type Names } from "./message-content.js";
import type { UserHandle } from "./user-handle.js";

/** A message with the ways to what it names. */
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
 * A message. A handle: it shows later changes, and outlives the message's removal from memory and from the
 * platform. @mirrors MessageHandle
 */
export class MessageHandle extends Handle<MessageSubject> {
  static readonly nullobj = frozen(new MessageHandle(nowhere));

  static moveFrom(other: MessageHandle): MessageHandle {
    return new MessageHandle(nowhere).moveAssign(other);
  }

  clone(): MessageHandle {
    return new MessageHandle(this.view);
  }

  /**
   * What of the message a game cannot show: the poll, voice message, thread, attachments, stickers, embeds or
   * others it carries, the first kind in this order. A new object each time.
   * @mirrors MessageHandle::AdditionalContent
   */
  get additionalContent(): AdditionalContent | undefined {
    const content = this.#record?.additionalContent;
    return content === undefined ? undefined : AdditionalContent.of(content);
  }

  /** The author's extra name in the lobby when it was sent. @mirrors MessageHandle::AdditionalName */
  get additionalName(): string | undefined {
    return this.#record?.additionalName;
  }

  /** The application that sent it; undefined for what was written elsewhere. @mirrors MessageHandle::ApplicationId */
  get applicationId(): bigint | undefined {
    return this.#record?.applicationId;
  }

  /** @mirrors MessageHandle::Author */
  get author(): UserHandle | undefined {
    const subject = this.subject;
    return subject?.userOf(subject.record.authorId);
  }

  /** @mirrors MessageHandle::AuthorId */
  get authorId(): bigint {
    return this.#record?.authorId ?? 0n;
  }

  /** Undefined where nothing is stored: exchanges of users who are no friends. @mirrors MessageHandle::Channel */
  get channel(): ChannelHandle | undefined {
    const subject = this.subject;
    return subject?.channelOf(subject.record.channelId);
  }

  /** Where nothing is stored: the other user's id. @mirrors MessageHandle::ChannelId */
  get channelId(): bigint {
    return this.#record?.channelId ?? 0n;
  }

  /** As people read it: mentions are `@name`, custom emoji `:name:`. May be "". @mirrors MessageHandle::Content */
  get content(): string {
    const subject = this.subject;
    return subject === undefined ? "" : readableContent(subject.record.content, subject.names);
  }

  /**
   * Set on the notice that the SDK itself puts after a user's first message which can be seen in the platform's own
   * app. It is in this client's memory only, in the user's own name; show it in any form, or not at all.
   * @mirrors MessageHandle::DisclosureType
   */
  get disclosureType(): DisclosureTypes | undefined {
    return this.#record?.disclosureType as DisclosureTypes | undefined;
  }

  /** Unix milliseconds; 0: never edited. @mirrors MessageHandle::EditedTimestamp */
  get editedTimestamp(): bigint {
    return BigInt(this.#record?.editedAt ?? 0);
  }

  /** @mirrors MessageHandle::Id */
  get id(): bigint {
    return this.#record?.id ?? 0n;
  }

  /** The lobby it was sent in, while the user is in it. @mirrors MessageHandle::Lobby */
  get lobby(): LobbyHandle | undefined {
    const subject = this.subject;
    const lobbyId = subject?.record.lobbyId;
    return lobbyId === undefined ? undefined : subject?.lobbyOf(lobbyId);
  }

  /** The game's own pairs, which reach connected clients only. A copy. @mirrors MessageHandle::Metadata */
  get metadata(): Record<string, string> {
    return copyOf(this.#record?.metadata);
  }

  /** What the game's server judged, for its own clients only. A copy. @mirrors MessageHandle::ModerationMetadata */
  get moderationMetadata(): Record<string, string> {
    return copyOf(this.#record?.moderationMetadata);
  }

  /** With markup, as it was sent. @mirrors MessageHandle::RawContent */
  get rawContent(): string {
    return this.#record?.content ?? "";
  }

  /** The other user of a direct message. @mirrors MessageHandle::Recipient */
  get recipient(): UserHandle | undefined {
    return this.recipientId === 0n ? undefined : this.subject?.userOf(this.recipientId);
  }

  /** The other user of a direct message; 0 in lobbies. @mirrors MessageHandle::RecipientId */
  get recipientId(): bigint {
    return this.subject?.recipientId ?? 0n;
  }

  /** False: written in the platform's own app. @mirrors MessageHandle::SentFromGame */
  get sentFromGame(): boolean {
    return this.#record?.sentFromGame ?? false;
  }

  /** Unix milliseconds. @mirrors MessageHandle::SentTimestamp */
  get sentTimestamp(): bigint {
    return BigInt(this.#record?.sentAt ?? 0);
  }

  get #record(): MessageRecord | undefined {
    return this.subject?.record;
  }
}

/** Without prototype. */
function copyOf(pairs: Record<string, string> | undefined): Record<string, string> {
  return Object.assign(Object.create(null) as Record<string, string>, pairs);
}
