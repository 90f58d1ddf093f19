import {
  BULK_DELETE_AGE_MS,
  Permission,
  snowflakeTimestamp,
  type MessagePayload,
  type Snowflake,
} from "sdkpp/wire";
import { otherOf } from "../../records/message/dm-channel.js";
import { fileBytesMax } from "../../records/guild/file-limits.js";
import { isOfComponents, isSystemMessage, type Message } from "../../records/message/message.js";
import { channelMessageView } from "../../views/message/channel-message.js";
import type { AutoModerationWorld } from "../../world/auto-moderation/auto-moderation-world.js";
import type { ExpressionWorld } from "../../world/expression/expression-world.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import {
  findByNonce,
  findInChannel,
  history,
  type HistoryWindow,
} from "../../world/message/channel-history.js";
import type { ChannelPlace, GuildPlace } from "../../world/message/channel-place.js";
import type { ConversationWorld } from "../../world/message/conversation-world.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ClockPort, RollbackPort } from "../../world/ports.js";
import { invalidField } from "../faults.js";
import { done, Fault, FaultWithFacts, type Result } from "../outcome.js";
import { crowdFault } from "../thread-access.js";
import type { FileSender } from "../posting/attachments.js";
import { compose, keepParts, recompose, type Recomposed } from "../posting/compose.js";
import { moderate, type Verdict } from "../posting/auto-moderation.js";
import {
  closedFault,
  findMessage,
  findPlace,
  findTextPlace,
  holdsText,
  may,
  permissionFault,
} from "../posting/access.js";
import { deleteGuildMessages, deleteMessage, editMessage, postMessage } from "../posting/changes.js";
import { draftOf, editedDraft, withFlags } from "../posting/draft.js";
import { unbuiltPart, type ChannelMessageInput } from "../posting/input.js";
import { becomesComponents } from "../posting/components.js";
import { stickerEditFault } from "../posting/stickers.js";
import { holdsPolls } from "./polls.js";
import { conversationFault } from "./direct-message-access.js";
import { takeSlowMode } from "../posting/slow-mode.js";
import {
  cannotExecuteOnDm,
  messageBlocked,
  noPollHere,
  nonTextChannel,
  othersMessage,
  systemMessage,
  tooOldToBulkDelete,
} from "./faults.js";

/** `POST /channels/{id}/messages`. A nonce that must be unique and was used recently replies with the message of then. */
export function sendChannelMessage(
  world: ConversationWorld & AutoModerationWorld & ExpressionWorld & RollbackPort,
  actor: Actor,
  channelId: Snowflake,
  input: ChannelMessageInput,
): Result<MessagePayload> {
  const place = findPlace(world, actor, channelId);
  if (place instanceof Fault) return place;
  const fault = unbuiltPart(input) ?? sendingFault(world, place, actor, input);
  if (fault !== undefined) return fault;
  const { nonce, enforce_nonce: isUnique } = input;
  const sent = isUnique === true && nonce != null && findByNonce(world, place, actor.user.id, nonce);
  if (sent) return done(channelMessageView(world, place, actor, sent));
  const composed = compose(world, senderOf(place, actor), input, (files) =>
    draftOf(world, place, actor, input, files),
  );
  if (composed instanceof Fault) return composed;
  const message: Message = {
    ...composed.draft,
    id: world.ids.next(),
    channelId,
    applicationId: actor.application.id,
    authorId: actor.user.id,
    sentAt: world.clock.now(),
    editedAt: null,
  };
  const tooSoon = isSlowed(place, actor) ? takeSlowMode(world, place, actor.user.id) : undefined;
  if (tooSoon !== undefined) return tooSoon;
  const { isBlocked, facts } = moderate(world, place, message);
  if (isBlocked) return new FaultWithFacts(messageBlocked(), facts);
  keepParts(world, message, composed);
  const posted = postMessage(world, place, message);
  return done(channelMessageView(world, place, actor, message), [...posted, ...facts]);
}

/** The sender of a post with files, before its body is read. */
export function channelSender(
  world: ConversationWorld,
  actor: Actor,
  channelId: Snowflake,
): FileSender | Fault {
  const place = findPlace(world, actor, channelId);
  if (place instanceof Fault) return place;
  return sendingFault(world, place, actor, {}) ?? senderOf(place, actor);
}

/** The sender of an edit with files, before its body is read. */
export function channelEditor(
  world: ConversationWorld,
  actor: Actor,
  channelId: Snowflake,
  messageId: Snowflake,
): FileSender | Fault {
  const found = findMessage(world, actor, channelId, messageId);
  return found instanceof Fault ? found : senderOf(found.place, actor);
}

/** `GET /channels/{id}/messages`: newest first; empty for an actor who may not read the history. */
export function listChannelMessages(
  world: ConversationWorld,
  actor: Actor,
  channelId: Snowflake,
  window: HistoryWindow,
): Result<MessagePayload[]> {
  const place = findTextPlace(world, actor, channelId);
  if (place instanceof Fault) return place;
  if (!may(place, actor, Permission.ReadMessageHistory)) return done([]);
  const messages = history(world, place, window);
  return done(messages.map((message) => channelMessageView(world, place, actor, message)));
}

/** `GET /channels/{id}/messages/{message}`. */
export function getChannelMessage(
  world: ConversationWorld,
  actor: Actor,
  channelId: Snowflake,
  messageId: Snowflake,
): Result<MessagePayload> {
  const found = findMessage(world, actor, channelId, messageId);
  if (found instanceof Fault) return found;
  const fault = permissionFault(found.place, actor, Permission.ReadMessageHistory);
  return fault ?? done(channelMessageView(world, found.place, actor, found.message));
}

/** `PATCH /channels/{id}/messages/{message}`: by its author; a member who manages messages may hide the embeds of others. */
export function editChannelMessage(
  world: ConversationWorld & AutoModerationWorld,
  actor: Actor,
  channelId: Snowflake,
  messageId: Snowflake,
  input: ChannelMessageInput,
): Result<MessagePayload> {
  const found = findMessage(world, actor, channelId, messageId);
  if (found instanceof Fault) return found;
  const { place, message } = found;
  const fault =
    unbuiltPart(input) ??
    stickerEditFault(input, message.stickers) ??
    (isSystemMessage(message) ? systemMessage() : undefined) ??
    closedFault(place, actor, "change");
  if (fault !== undefined) return fault;
  const change = changed(world, place, actor, message, input);
  if (change instanceof Fault) return change;
  const { after } = change;
  const isSaidAnew = input.content != null || input.components != null;
  const checked = isSaidAnew ? moderate(world, place, after) : UNCHECKED;
  if (checked.isBlocked) return new FaultWithFacts(messageBlocked(), checked.facts);
  if ("files" in change) keepParts(world, after, change);
  const edited = after === message ? [] : editMessage(world, place, after);
  return done(channelMessageView(world, place, actor, after), [...edited, ...checked.facts]);
}

/** `DELETE /channels/{id}/messages/{message}`: the actor's own, or any by a member who manages messages. */
export function deleteChannelMessage(
  world: MessageWorld & GuildWorld,
  actor: Actor,
  channelId: Snowflake,
  messageId: Snowflake,
): Result<undefined> {
  const found = findMessage(world, actor, channelId, messageId);
  if (found instanceof Fault) return found;
  const { place, message } = found;
  const isOwn = message.authorId === actor.user.id && !isSystemMessage(message);
  if (!isOwn && place.kind === "dm") return cannotExecuteOnDm();
  const fault = isOwn ? undefined : permissionFault(place, actor, Permission.ManageMessages);
  return (
    fault ?? closedFault(place, actor, "delete") ?? done(undefined, deleteMessage(world, place, message))
  );
}

/**
 * `POST /channels/{id}/messages/bulk-delete`: in a guild, by a member who manages messages.
 * @param ids unknown ones are ignored
 */
export function bulkDeleteMessages(
  world: MessageWorld & GuildWorld & ClockPort,
  actor: Actor,
  channelId: Snowflake,
  ids: readonly Snowflake[],
): Result<undefined> {
  const place = findTextPlace(world, actor, channelId);
  if (place instanceof Fault) return place;
  if (place.kind === "dm") return cannotExecuteOnDm();
  const fault = permissionFault(place, actor, Permission.ManageMessages);
  if (fault !== undefined) return fault;
  if (new Set(ids).size < ids.length)
    return invalidField("messages", "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value");
  const oldest = world.clock.now() - BULK_DELETE_AGE_MS;
  if (ids.some((id) => snowflakeTimestamp(BigInt(id)) < oldest)) return tooOldToBulkDelete();
  const messages = ids.flatMap((id) => findInChannel(world, place, id) ?? []);
  return done(undefined, deleteGuildMessages(world, place, messages));
}

/** `POST /channels/{id}/typing`. */
export function startTyping(world: ConversationWorld, actor: Actor, channelId: Snowflake): Result<undefined> {
  const place = findPlace(world, actor, channelId);
  if (place instanceof Fault) return place;
  const fault = sendingFault(world, place, actor, {});
  if (fault !== undefined) return fault;
  return done(undefined, [{ kind: "typingStarted", place, userId: actor.user.id }]);
}

/** Why the actor may not write this here. */
function sendingFault(
  world: ConversationWorld,
  place: ChannelPlace,
  actor: Actor,
  { embeds, tts, uploads, poll }: ChannelMessageInput,
): Fault | undefined {
  if (!holdsText(place)) return nonTextChannel();
  if (poll != null && !holdsPolls(place)) return noPollHere();
  if (place.kind === "dm") return conversationFault(world, actor, otherOf(place.channel, actor.user.id));
  const needed =
    Permission.SendMessages |
    ((embeds?.length ?? 0) > 0 ? Permission.EmbedLinks : 0n) |
    attaching(uploads) |
    (poll == null ? 0n : Permission.SendPolls) |
    (tts === true ? Permission.SendTtsMessages : 0n);
  return (
    permissionFault(place, actor, needed) ??
    closedFault(place, actor, "write") ??
    crowdFault(world, place.channel)
  );
}

function senderOf(place: ChannelPlace, { user, application }: Actor): FileSender {
  const bytesMax = fileBytesMax(place.kind === "guild" ? place.guild : undefined, user);
  return { applicationId: application.id, bytesMax };
}

/** Slow mode is for people: bots are exempt. */
function isSlowed(place: ChannelPlace, actor: Actor): place is GuildPlace {
  return place.kind === "guild" && actor.kind !== "bot";
}

function attaching(uploads: ChannelMessageInput["uploads"] = []): bigint {
  return uploads.length > 0 ? Permission.AttachFiles : 0n;
}

/** Verdict on an edit that leaves the text as it is. */
const UNCHECKED: Verdict = { isBlocked: false, facts: [] };

/** Applies an edit; returns the same message when it changes nothing. */
function changed(
  world: ConversationWorld,
  place: ChannelPlace,
  actor: Actor,
  message: Message,
  input: ChannelMessageInput,
): Recomposed | { readonly after: Message } | Fault {
  const { content, embeds, components, allowed_mentions: allowed, attachments, uploads = [], flags } = input;
  const changesText =
    uploads.length > 0 ||
    [content, embeds, components, allowed, attachments].some((part) => part !== undefined);
  if (message.authorId === actor.user.id)
    return changesText || (becomesComponents(input, message) && !isOfComponents(message))
      ? rewritten(world, place, actor, message, input)
      : { after: withFlags(message, flags) };
  const mayHide = place.kind === "guild" && may(place, actor, Permission.ManageMessages);
  return changesText || !mayHide ? othersMessage() : { after: withFlags(message, flags) };
}

/** The message with its new text. */
function rewritten(
  world: ConversationWorld,
  place: ChannelPlace,
  actor: Actor,
  message: Message,
  input: ChannelMessageInput,
): Recomposed | Fault {
  const fault = permissionFault(place, actor, attaching(input.uploads));
  if (fault !== undefined) return fault;
  return recompose(world, senderOf(place, actor), input, message.attachments, (files) =>
    editedDraft(world, place, actor, message, input, files),
  );
}
