import { MessageFlag, MessageType, type MessageActivityPayload, type MessagePayload } from "sdkpp/wire";
import type { MessageActivity } from "../../records/message/activity-invite.js";
import { usersNamed } from "../../records/message/mentions.js";
import type { Message } from "../../records/message/message.js";
import { deletedUser, type User } from "../../records/user/user.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import { isPinned } from "../../world/message/pins.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { inviteApplicationView } from "../oauth2/application.js";
import { userView } from "../user/user.js";

/** A message without what belongs to its place. */
export function messageView(
  world: MessageWorld & UserWorld & ApplicationWorld,
  message: Message,
): MessagePayload {
  const view = plainView(world, message);
  const { reference, channelId } = message;
  if (reference === undefined) return view;
  const { messageId, guildId } = reference;
  const message_reference = {
    type: 0,
    channel_id: channelId,
    message_id: messageId,
    ...(guildId === undefined ? {} : { guild_id: guildId }),
  };
  if (message.type !== MessageType.Reply) return { ...view, message_reference };
  const answered = world.channelMessages.get(messageId) ?? world.messages.get(messageId);
  return {
    ...view,
    message_reference,
    referenced_message: answered?.channelId === channelId ? plainView(world, answered) : null,
  };
}

/** Without what it answers: a reply to a reply shows the one before it only. */
function plainView(world: MessageWorld & UserWorld & ApplicationWorld, message: Message): MessagePayload {
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
    pinned: isPinned(world, message),
    tts: message.tts ?? false,
    ...(nonce === undefined ? {} : { nonce }),
    ...(activity && {
      activity: messageActivityView(activity),
      application: inviteApplicationView(world, applicationId),
    }),
  };
}

/** As the owning application sees it in events: an empty map when there is no moderation any more. */
export function withModeration<T extends MessagePayload>(payload: T, message: Message): T {
  return { ...payload, moderation_metadata: message.moderation ?? {} };
}

/** The history stays readable when an author's account is deleted. */
function authorOf(world: UserWorld, { authorId }: Message): User {
  return world.users.get(authorId) ?? deletedUser(authorId);
}

function mentionsOf(world: UserWorld, { content, mentions }: Message): MessagePayload["mentions"] {
  const ids = mentions?.userIds ?? usersNamed(content);
  return ids.flatMap((id) => world.users.get(id) ?? []).map(userView);
}

export function messageActivityView({ type, partyId, sessionId }: MessageActivity): MessageActivityPayload {
  return { type, party_id: partyId, session_id: sessionId };
}
