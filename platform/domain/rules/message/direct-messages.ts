import type {
  DirectMessagePayload,
  DmChannelPayload,
  MetadataMap,
  Snowflake,
  UserMessageSummaryPayload,
} from "sdkpp/wire";
import type { MessageActivity } from "../../records/message/activity-invite.js";
import { otherOf, type DmChannel } from "../../records/message/dm-channel.js";
import { edited, type Message } from "../../records/message/message.js";
import { directMessageView, ephemeralMessageView } from "../../views/message/direct-message.js";
import { dmChannelView } from "../../views/message/dm-channel.js";
import { dmChannelsOf, findDmChannel } from "../../world/message/dm-channels.js";
import {
  appendMessage,
  findMessage,
  recentMessages,
  removeMessage,
} from "../../world/message/message-log.js";
import type { ConversationWorld } from "../../world/message/conversation-world.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import { hasAuthorized } from "../../world/oauth2/grants.js";
import type { OAuth2World } from "../../world/oauth2/oauth2-world.js";
import type { ClockPort, IdsPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { Fact } from "../../facts/facts.js";
import { missingPermissions, unknownChannel } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { directPlace, type DirectPlace } from "./direct-message-access.js";
import { checkContent } from "../posting/text.js";
import { othersMessage } from "./faults.js";
import { unknownMessage } from "../posting/faults.js";
import type { MessageInput } from "./message-input.js";

/** The slices of the world that posting a direct message uses. */
type Posting = MessageWorld & UserWorld & ApplicationWorld & ClockPort & IdsPort;

/** The slices of the world that these rules use. */
type Touched = ConversationWorld & OAuth2World;

/** A checked message before it is posted. */
interface MessageDraft {
  readonly content: string;
  readonly metadata?: MetadataMap | null | undefined;
  readonly activity?: MessageActivity;
}

/** `POST /users/{user}/messages`. */
export function sendDirectMessage(
  world: Touched,
  actor: Actor,
  userId: Snowflake,
  input: MessageInput,
): Result<DirectMessagePayload> {
  const place = directPlace(world, actor, userId);
  if (place instanceof Fault) return place;
  const content = checkContent(input.content);
  if (content instanceof Fault) return content;
  return deliver(world, actor, userId, place, { content, metadata: input.metadata });
}

/** Stores a message, or only delivers it. */
export function deliver(
  world: Posting,
  actor: Actor,
  userId: Snowflake,
  place: DirectPlace,
  draft: MessageDraft,
): Result<DirectMessagePayload> {
  if (place === "stored") return sendStored(world, actor, userId, draft);
  const message = newMessage(world, actor, userId, draft);
  const { metadata } = draft;
  return done(ephemeralMessageView(world, message, userId), [
    { kind: "ephemeralMessagePosted", message, recipientId: userId, metadata },
  ]);
}

/** `GET /users/{user}/messages`: newest first; both must have agreed to the application, unless one is a bot, which cannot. */
export function listDirectMessages(
  world: Touched,
  actor: Actor,
  userId: Snowflake,
  limit: number,
): Result<DirectMessagePayload[]> {
  const { id: applicationId } = actor.application;
  const channel = findDmChannel(world, actor.user.id, userId);
  const isBot = world.users.get(userId)?.bot === true;
  if (channel === undefined || !(isBot || hasAuthorized(world, applicationId, userId)))
    return unknownChannel();
  const messages = recentMessages(world, channel.id, limit);
  return done(messages.map((message) => directMessageView(world, message, applicationId)));
}

/** `PATCH /users/{user}/messages/{message}`: by its author. */
export function editDirectMessage(
  world: Touched,
  actor: Actor,
  userId: Snowflake,
  messageId: Snowflake,
  input: MessageInput,
): Result<DirectMessagePayload> {
  const found = find(world, actor.user.id, userId, messageId);
  if (found instanceof Fault) return found;
  const { channel, message } = found;
  if (message.authorId !== actor.user.id) return othersMessage();
  if (input.content == null) return done(directMessageView(world, message, actor.application.id));
  const content = checkContent(input.content);
  if (content instanceof Fault) return content;
  const place = directPlace(world, actor, userId);
  if (place instanceof Fault) return place;
  const after = edited(message, content, world.clock.now());
  world.messages.put(after);
  const view = directMessageView(world, after, actor.application.id);
  return done(view, [{ kind: "directMessageEdited", channel, message: after }]);
}

/** `DELETE /users/{user}/messages/{message}`: by its author, also when the two are no longer friends. */
export function deleteDirectMessage(
  world: MessageWorld & ClockPort,
  actor: Actor,
  userId: Snowflake,
  messageId: Snowflake,
): Result<undefined> {
  const found = find(world, actor.user.id, userId, messageId);
  if (found instanceof Fault) return found;
  if (found.message.authorId !== actor.user.id) return missingPermissions();
  removeMessage(world, found.message);
  return done(undefined, [{ kind: "directMessageDeleted", ...found }]);
}

/** `PUT /partner-sdk/dms/{one}/{other}/messages/{message}/moderation-metadata`: of the own application's messages. */
export function moderateDirectMessage(
  world: MessageWorld & ClockPort,
  actor: Actor,
  userIds: readonly [Snowflake, Snowflake],
  messageId: Snowflake,
  moderation: MetadataMap,
): Result<undefined> {
  const found = find(world, ...userIds, messageId);
  if (found instanceof Fault) return found;
  if (found.message.applicationId !== actor.application.id) return unknownMessage();
  const after = { ...found.message, moderation };
  world.messages.put(after);
  return done(undefined, [{ kind: "directMessageModerated", channel: found.channel, message: after }]);
}

/** `GET /partner-sdk/users/@me/channels`: the users that the actor has talked to, each with the last message. */
export function summarizeDirectMessages(
  world: MessageWorld,
  actor: Actor,
): Result<UserMessageSummaryPayload[]> {
  const summaries = dmChannelsOf(world, actor.user.id).flatMap((channel) =>
    channel.lastMessageId === null
      ? []
      : { user_id: otherOf(channel, actor.user.id), last_message_id: channel.lastMessageId },
  );
  return done(summaries);
}

/** `GET /users/@me/dms/{user}`: the channel, when there is one. */
export function getDmChannel(
  world: MessageWorld & UserWorld,
  actor: Actor,
  userId: Snowflake,
): Result<DmChannelPayload> {
  const channel = findDmChannel(world, actor.user.id, userId);
  return channel === undefined ? unknownChannel() : done(dmChannelView(world, channel, actor.user.id));
}

function sendStored(
  world: Posting,
  actor: Actor,
  userId: Snowflake,
  draft: MessageDraft,
): Result<DirectMessagePayload> {
  const known = findDmChannel(world, actor.user.id, userId);
  const opened = known ?? newChannel(world, actor, userId);
  const message = newMessage(world, actor, opened.id, draft);
  const channel = { ...opened, lastMessageId: message.id };
  world.dmChannels.put(channel);
  appendMessage(world, message);
  const facts: Fact[] = known === undefined ? [{ kind: "dmChannelOpened", channel: opened }] : [];
  facts.push({ kind: "directMessagePosted", channel, message, metadata: draft.metadata });
  return done(directMessageView(world, message, actor.application.id), facts);
}

function newChannel(world: IdsPort, actor: Actor, userId: Snowflake): DmChannel {
  return { id: world.ids.next(), userIds: [actor.user.id, userId], lastMessageId: null };
}

function newMessage(
  world: ClockPort & IdsPort,
  actor: Actor,
  channelId: Snowflake,
  { content, activity }: MessageDraft,
): Message {
  return {
    id: world.ids.next(),
    channelId,
    applicationId: actor.application.id,
    authorId: actor.user.id,
    content,
    ...(activity && { activity }),
    sentAt: world.clock.now(),
    editedAt: null,
  };
}

function find(
  world: MessageWorld & ClockPort,
  left: Snowflake,
  right: Snowflake,
  messageId: Snowflake,
): { channel: DmChannel; message: Message } | Fault {
  const channel = findDmChannel(world, left, right);
  if (channel === undefined) return unknownChannel();
  const message = findMessage(world, channel.id, messageId);
  return message === undefined ? unknownMessage() : { channel, message };
}
