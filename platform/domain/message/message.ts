import { MessageFlag, MessageType, type MessagePayload, type MetadataMap, type Snowflake } from "sdkpp/wire";
import { messageActivityView, type MessageActivity } from "../presence/activity-invite.js";
import { inviteApplicationView } from "../application.js";
import type { MessageEmbed } from "./message-embeds.js";
import { usersNamed, type MessageMentions } from "./message-mentions.js";
import { deletedUser, userView, type User } from "../user/user.js";
import type { World } from "../world.js";

/** Something that was written: in a lobby, to another user, or in a guild's channel. */
export interface Message {
  readonly id: Snowflake;
  /** The lobby, the direct channel, or the guild's. */
  readonly channelId: Snowflake;
  readonly applicationId: Snowflake;
  readonly authorId: Snowflake;
  readonly content: string;
  /** Of an invite or a join request. */
  readonly activity?: MessageActivity;
  /** Unix milliseconds */
  readonly sentAt: number;
  /** Unix milliseconds; null: never */
  readonly editedAt: number | null;
  /** Of a lobby's message: the channel of a guild in which it stands, too. */
  readonly linkedChannelId?: Snowflake;
  /** In lobbies, as it was when the message was sent. */
  readonly additionalName?: string;
  /** What the application's server judged. */
  readonly moderation?: MetadataMap;
  /** Of `MessageType`; ordinary unless given. */
  readonly type?: number;
  /** Bits of `MessageFlag`; those of what players write in the game unless given. */
  readonly flags?: number;
  readonly embeds?: readonly MessageEmbed[];
  /** What its author calls it. */
  readonly nonce?: string | number;
  readonly tts?: boolean;
  /** What a reply answers; it stands in the same channel. */
  readonly reference?: MessageReference;
  /** Whom it calls; all users that the text names unless given. */
  readonly mentions?: MessageMentions;
}

export interface MessageReference {
  readonly messageId: Snowflake;
  readonly guildId?: Snowflake;
}

/** What is written: text, and what only those who are there now get to see. */
export interface MessageInput {
  readonly content?: string | null | undefined;
  readonly metadata?: MetadataMap | null | undefined;
}

/** A message without what belongs to its place. */
export function messageView(world: World, message: Message): MessagePayload {
  const view = plainView(world, message);
  const { reference, channelId } = message;
  if (reference === undefined) return view;
  const { messageId, guildId } = reference;
  const answered = world.channelMessages.get(messageId) ?? world.messages.get(messageId);
  return {
    ...view,
    message_reference: {
      type: 0,
      channel_id: channelId,
      message_id: messageId,
      ...(guildId === undefined ? {} : { guild_id: guildId }),
    },
    referenced_message: answered?.channelId === channelId ? plainView(world, answered) : null,
  };
}

/** Without what it answers: a reply to a reply shows the one before it only. */
function plainView(world: World, message: Message): MessagePayload {
  const { id, content, applicationId, channelId, sentAt, editedAt, activity, nonce } = message;
  const flags = message.flags ?? MessageFlag.SentBySocialLayerIntegration;
  const isOfGame = (flags & MessageFlag.SentBySocialLayerIntegration) !== 0;
  return {
    id,
    type: message.type ?? MessageType.Default,
    content,
    channel_id: channelId,
    author: userView(authorOf(world, message)),
    flags,
    timestamp: new Date(sentAt).toISOString(),
    edited_timestamp: editedAt === null ? null : new Date(editedAt).toISOString(),
    ...(isOfGame ? { application_id: applicationId } : {}),
    attachments: [],
    components: [],
    embeds: (flags & MessageFlag.SuppressEmbeds) === 0 ? [...(message.embeds ?? [])] : [],
    mentions: mentionsOf(world, message),
    mention_everyone: message.mentions?.everyone ?? false,
    mention_roles: [...(message.mentions?.roleIds ?? [])],
    pinned: false,
    tts: message.tts ?? false,
    ...(nonce === undefined ? {} : { nonce }),
    ...(activity && {
      activity: messageActivityView(activity),
      application: inviteApplicationView(world, applicationId),
    }),
  };
}

/** As the owning application sees it in events: an empty map says that there is none any more. */
export function withModeration<T extends MessagePayload>(payload: T, message: Message): T {
  return { ...payload, moderation_metadata: message.moderation ?? {} };
}

/** A message whose text was changed: what was judged was another text. */
export function edited({ moderation: _judged, ...message }: Message, content: string, now: number): Message {
  return { ...message, content, editedAt: now };
}

/** An author whose account is gone must not make the whole history unreadable. */
function authorOf(world: World, { authorId }: Message): User {
  return world.users.get(authorId) ?? deletedUser(authorId);
}

function mentionsOf(world: World, { content, mentions }: Message): MessagePayload["mentions"] {
  const ids = mentions?.userIds ?? usersNamed(content);
  return ids.flatMap((id) => world.users.get(id) ?? []).map(userView);
}
