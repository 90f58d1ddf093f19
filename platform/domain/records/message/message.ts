import { MessageFlag, MessageType, type MetadataMap, type Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";
import type { MessageActivity } from "./activity-invite.js";
import type { MessageComponent } from "../component/component.js";
import { textOf } from "../component/tree.js";
import type { StickerItem } from "../expression/sticker.js";
import type { Attachment } from "./attachment.js";
import type { MessageMentions } from "./mentions.js";
import type { MessageInteraction } from "./message-interaction.js";

/** Something that was written: in a lobby, to another user, or in a guild's channel. */
export interface Message {
  readonly id: Snowflake;
  /** The lobby, the direct channel, or the guild's. */
  readonly channelId: Snowflake;
  readonly applicationId: Snowflake;
  readonly authorId: Snowflake;
  readonly content: string;
  /** Activity of an invite or a join request. */
  readonly activity?: MessageActivity;
  /** Unix milliseconds */
  readonly sentAt: number;
  /** Unix milliseconds; null: never */
  readonly editedAt: number | null;
  /** The guild's channel with a copy of a lobby's message. */
  readonly linkedChannelId?: Snowflake;
  /** The author's name in a lobby when the message was sent. */
  readonly additionalName?: string;
  /** The verdict of the application's server. */
  readonly moderation?: MetadataMap;
  /** A value of `MessageType`; ordinary unless given. */
  readonly type?: number;
  /** Bits of `MessageFlag`; those of what players write in the game unless given. */
  readonly flags?: number;
  readonly embeds?: readonly MessageEmbed[];
  readonly attachments?: readonly Attachment[];
  readonly components?: readonly MessageComponent[];
  readonly stickers?: readonly StickerItem[];
  /** Whether it asks a question, which is a record of its own. */
  readonly hasPoll?: true;
  /** The author's nonce. */
  readonly nonce?: string | number;
  readonly tts?: boolean;
  /** The message that a reply answers, that a forward carries, or that the platform reports. */
  readonly reference?: MessageReference;
  /** The name and picture of a webhook's message; `authorId` is the webhook. */
  readonly webhook?: WebhookAuthor;
  /** The interaction that its application responds to with it. */
  readonly interaction?: MessageInteraction;
  /** The forwarded content, as it was at that time. */
  readonly snapshots?: readonly MessageSnapshot[];
  /** The mentions; all users that the text names unless given. */
  readonly mentions?: MessageMentions;
}

/** A webhook as it looked when it posted. */
export interface WebhookAuthor {
  readonly name: string;
  /** Hash of its picture. */
  readonly avatar?: string;
}

export interface MessageReference {
  /** A message of the same channel unless given. */
  readonly type?: "forward";
  /** A whole thread is meant unless given. */
  readonly messageId?: Snowflake;
  /** The channel of a message elsewhere. */
  readonly channelId?: Snowflake;
  readonly guildId?: Snowflake;
}

/** The parts of a message that a forward keeps. */
export type MessageSnapshot = Required<
  Pick<Message, "content" | "sentAt" | "editedAt" | "type" | "flags" | "embeds">
> &
  Pick<Message, "attachments" | "components" | "mentions" | "stickers">;

/** An embed as stored and shown: without unset fields. */
export type MessageEmbed = Readonly<Record<string, unknown>>;

/** Whether it consists of components alone; their ids are their own. */
export function isOfComponents({ flags = 0 }: Pick<Message, "flags">): boolean {
  return (flags & MessageFlag.IsComponentsV2) !== 0;
}

/** All that a message says: its text, or those of its components. */
export function saidIn({ content, components = [] }: Pick<Message, "components" | "content">): string {
  return components.length === 0 ? content : [content, textOf(components)].filter(Boolean).join("\n");
}

/** Index values of a message with a nonce. */
export function nonceIndex({ channelId, authorId, nonce }: Message): IndexValues {
  return nonce === undefined ? {} : { nonce: nonceKey(channelId, authorId, nonce) };
}

export function nonceKey(channelId: Snowflake, authorId: Snowflake, nonce: string | number): string {
  return `${channelId}:${authorId}:${nonce}`;
}

/** A message whose text was changed: what was judged was another text. */
export function edited({ moderation: _judged, ...message }: Message, content: string, now: number): Message {
  return { ...message, content, editedAt: now };
}

/** Types that users and bots send; the platform sends all others. */
const WRITTEN: ReadonlySet<number> = new Set([
  MessageType.Default,
  MessageType.Reply,
  MessageType.ChatInputCommand,
  MessageType.ContextMenuCommand,
]);

export function isSystemMessage({ type = MessageType.Default }: Message): boolean {
  return !WRITTEN.has(type);
}

/** Index values of a message in a guild's channel, where all messages are stored. */
export function channelMessageIndex(message: Message): IndexValues {
  const { channelId, reference } = message;
  const isCopyOf = isCrosspost(message) ? reference?.messageId : undefined;
  return {
    channel: channelId,
    ...nonceIndex(message),
    ...(isCopyOf === undefined ? {} : { crosspostOf: isCopyOf }),
  };
}

/** Whether it is the copy of a message that is crossposted; `reference` names that one. */
export function isCrosspost({ flags = 0 }: Message): boolean {
  return (flags & MessageFlag.IsCrosspost) !== 0;
}

/** Whether channels that follow its channel have copies of it. */
export function isCrossposted({ flags = 0 }: Message): boolean {
  return (flags & MessageFlag.Crossposted) !== 0;
}
