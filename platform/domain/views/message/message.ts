import {
  MessageFlag,
  MessageReferenceType,
  MessageType,
  type MessageActivityPayload,
  type MessagePayload,
  type MessageReferencePayload,
  type MessageSnapshotPayload,
  type Snowflake,
  type StickerItemPayload,
} from "sdkpp/wire";
import type { StickerItem } from "../../records/expression/sticker.js";
import type { MessageActivity } from "../../records/message/activity-invite.js";
import { usersNamed } from "../../records/message/mentions.js";
import type { Message, MessageReference, MessageSnapshot } from "../../records/message/message.js";
import { deletedUser, type User } from "../../records/user/user.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import { isPinned } from "../../world/message/pins.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { hasThread } from "../../records/thread/thread.js";
import { inviteApplicationView } from "../oauth2/application.js";
import { threadView } from "../thread/thread.js";
import { userView } from "../user/user.js";
import { componentsView, withoutShown } from "../component/components.js";
import { attachmentView, embedView, filesByName } from "./attachment.js";
import { interactionPart } from "./message-interaction.js";
import { pollView } from "./poll.js";

/** A message without what belongs to its place. */
export function messageView(
  world: MessageWorld & UserWorld & ApplicationWorld,
  message: Message,
): MessagePayload {
  const view = plainView(world, message);
  const { reference, channelId } = message;
  if (reference === undefined) return view;
  const message_reference = referenceView(reference, channelId);
  if (message.type === undefined || !SHOWS_REFERENCED.has(message.type))
    return { ...view, message_reference };
  const messageId = reference.messageId ?? "";
  const shown = world.channelMessages.get(messageId) ?? world.messages.get(messageId);
  const isMeant = shown?.channelId === (reference.channelId ?? channelId);
  return { ...view, message_reference, referenced_message: isMeant ? plainView(world, shown) : null };
}

const SHOWS_REFERENCED: ReadonlySet<number> = new Set([MessageType.Reply, MessageType.ThreadStarterMessage]);

function referenceView(
  { type, messageId, guildId, ...of }: MessageReference,
  channelId: Snowflake,
): MessageReferencePayload {
  return {
    type: type === "forward" ? MessageReferenceType.Forward : MessageReferenceType.Default,
    channel_id: of.channelId ?? channelId,
    ...(messageId === undefined ? {} : { message_id: messageId }),
    ...(guildId === undefined ? {} : { guild_id: guildId }),
  };
}

/** A message without the answered one: a reply to a reply shows only the one before it. */
function plainView(world: MessageWorld & UserWorld & ApplicationWorld, message: Message): MessagePayload {
  const { id, applicationId, channelId, activity, nonce } = message;
  const flags = message.flags ?? MessageFlag.SentBySocialLayerIntegration;
  const isOfGame = (flags & MessageFlag.SentBySocialLayerIntegration) !== 0;
  return {
    id,
    channel_id: channelId,
    ...contentView(world, message, channelId, flags),
    ...authorView(world, message),
    ...(isOfGame ? { application_id: applicationId } : {}),
    ...interactionPart(world, message),
    mention_everyone: message.mentions?.everyone ?? false,
    pinned: isPinned(world, message),
    tts: message.tts ?? false,
    ...(message.snapshots && {
      message_snapshots: message.snapshots.map((one) => snapshotView(world, one, channelId)),
    }),
    ...pollPart(world, message, undefined),
    ...threadPart(world, message),
    ...(nonce === undefined ? {} : { nonce }),
    ...(activity && {
      activity: messageActivityView(activity),
      application: inviteApplicationView(world, applicationId),
    }),
  };
}

/** The content of a message, and its times. */
function contentView(
  world: MessageWorld & UserWorld,
  message: Pick<Message, keyof MessageSnapshot>,
  channelId: Snowflake,
  flags: number,
): MessageSnapshotPayload["message"] {
  const { type = MessageType.Default, content, sentAt, editedAt, mentions } = message;
  const { attachments = [], components = [], embeds = [] } = message;
  const shown = (flags & MessageFlag.SuppressEmbeds) === 0 ? embeds : [];
  return {
    type,
    content,
    flags,
    timestamp: new Date(sentAt).toISOString(),
    edited_timestamp: editedAt === null ? null : new Date(editedAt).toISOString(),
    attachments: withoutShown(attachments, components).map((one) => attachmentView(world, channelId, one)),
    components: componentsView(components, filesByName(world, channelId, attachments)),
    embeds: shown.map((embed) => embedView(world, channelId, attachments, embed)),
    mentions: mentionsOf(world, message),
    mention_roles: [...(mentions?.roleIds ?? [])],
    ...(message.stickers && { sticker_items: message.stickers.map(stickerItemView) }),
  };
}

function stickerItemView({ id, name, format }: StickerItem): StickerItemPayload {
  return { id, name, format_type: format };
}

/** @param channelId of the forward, to which copies of the files belong */
function snapshotView(
  world: MessageWorld & UserWorld,
  snapshot: MessageSnapshot,
  channelId: Snowflake,
): MessageSnapshotPayload {
  return { message: contentView(world, snapshot, channelId, snapshot.flags) };
}

/** Absent without a poll. @param viewerId whose votes are marked */
export function pollPart(
  world: MessageWorld,
  { id, hasPoll }: Message,
  viewerId: Snowflake | undefined,
): Pick<MessagePayload, "poll"> {
  const poll = hasPoll === true ? world.polls.get(id) : undefined;
  return poll === undefined ? {} : { poll: pollView(world, poll, viewerId) };
}

/** Absent without a thread. */
function threadPart(world: MessageWorld, message: Message): Pick<MessagePayload, "thread"> {
  const thread = hasThread(message) ? world.threads.get(message.id) : undefined;
  return thread === undefined ? {} : { thread: threadView(world, thread) };
}

/** A message as the owning application sees it in events: an empty map when its moderation was removed. */
export function withModeration<T extends MessagePayload>(payload: T, message: Message): T {
  return { ...payload, moderation_metadata: message.moderation ?? {} };
}

function authorView(world: UserWorld, message: Message): Pick<MessagePayload, "author"> {
  const { webhook, authorId } = message;
  if (webhook === undefined) return { author: userView(authorOf(world, message)) };
  const { name: username, avatar } = webhook;
  const user = { id: authorId, username, globalName: null, bot: true };
  const author = { ...userView({ ...user, ...(avatar && { avatar }) }), discriminator: "0000" };
  return { author, webhook_id: authorId } as Pick<MessagePayload, "author">;
}

/** The history stays readable when an author's account is deleted. */
function authorOf(world: UserWorld, { authorId }: Message): User {
  return world.users.get(authorId) ?? deletedUser(authorId);
}

function mentionsOf(
  world: UserWorld,
  { content, mentions }: Pick<Message, "content" | "mentions">,
): MessagePayload["mentions"] {
  const ids = mentions?.userIds ?? usersNamed(content);
  return ids.flatMap((id) => world.users.get(id) ?? []).map(userView);
}

export function messageActivityView({ type, partyId, sessionId }: MessageActivity): MessageActivityPayload {
  return { type, party_id: partyId, session_id: sessionId };
}
