import type { MessagePayload } from "sdkpp/wire";
import { usersNamed } from "../../records/message/mentions.js";
import type { Message } from "../../records/message/message.js";
import { ApplicationFlag, hasPrivilege } from "../../records/oauth2/application.js";
import type { Actor } from "../../world/oauth2/actor.js";

/**
 * A guild's message for a bot without access to message content: emptied. Its own messages and
 * those that mention it are whole (G§4); of a reply, each of the two for itself.
 */
export function withoutContent<T extends MessagePayload>(message: T, botUserId: string): T {
  const { referenced_message: answered } = message;
  const seen = (concerns(message, botUserId) ? message : emptied(message)) as T;
  return answered == null ? seen : { ...seen, referenced_message: withoutContent(answered, botUserId) };
}

/** Whether an application may read what a guild's message says. */
export function mayRead({ application, user }: Actor, { authorId, content, mentions }: Message): boolean {
  if (hasPrivilege(application, ApplicationFlag.GatewayMessageContent) || authorId === user.id) return true;
  return (mentions?.userIds ?? usersNamed(content)).includes(user.id);
}

function emptied<T extends MessagePayload>({ poll: _poll, ...message }: T) {
  const none = { content: "", attachments: [], components: [], embeds: [] };
  const { message_snapshots: snapshots } = message;
  const carried = snapshots?.map((one) => ({ message: { ...one.message, ...none } }));
  return { ...message, ...none, ...(carried && { message_snapshots: carried }) };
}

function concerns({ author, mentions }: MessagePayload, userId: string): boolean {
  return author.id === userId || mentions.some((user) => user.id === userId);
}
