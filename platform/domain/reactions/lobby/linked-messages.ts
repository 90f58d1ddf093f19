import { MessageType, type Snowflake } from "sdkpp/wire";
import type { Message } from "../../records/message/message.js";
import type { Fact, FactOf } from "../../facts/facts.js";
import { moderate } from "../../rules/posting/auto-moderation.js";
import { lobbyLinkedTo } from "../../world/lobby/linked-lobbies.js";
import {
  appendToChannel,
  findInChannel,
  removeFromChannel,
  replaceInChannel,
} from "../../world/message/channel-history.js";
import { linkedPlace } from "../../world/message/channel-place.js";
import { appendMessage, findMessage, removeMessage } from "../../world/message/message-log.js";
import type { World } from "../../world/world.js";

// A lobby and its linked channel each store a record of every message, under the same id, and keep both in step while the
// link lasts. Messages from before the link, and changes after it, stay where they were made.

/** Types that are copied to the lobby: messages of the platform itself are not. */
const MIRRORED_TYPES: ReadonlySet<number> = new Set([MessageType.Default, MessageType.Reply]);

/** Copies a new message of a lobby to its channel, unless a rule of the server blocks it there. */
export function mirrorToChannel(
  world: World,
  { lobby, message, isMirrored }: FactOf<"lobbyMessagePosted">,
): Fact[] {
  const place = linkedPlace(world, lobby);
  if (place === undefined || isMirrored) return [];
  const copy = channelCopy(message, place.channel.id);
  const { isBlocked, facts } = moderate(world, place, copy);
  if (isBlocked) return [...facts];
  appendToChannel(world, place, copy);
  return [{ kind: "guildMessagePosted", place, message: copy, isMirrored: true }, ...facts];
}

/** Copies the new text of a lobby's message to its channel; when a rule of the server blocks it, the old one stays there. */
export function mirrorEditToChannel(
  world: World,
  { lobby, message, isMirrored }: FactOf<"lobbyMessageEdited">,
): Fact[] {
  const place = linkedPlace(world, lobby);
  const copy = place && findInChannel(world, place, message.id);
  if (place === undefined || copy === undefined || isMirrored) return [];
  const after = { ...copy, content: message.content, editedAt: message.editedAt };
  const { isBlocked, facts } = moderate(world, place, after);
  if (isBlocked) return [...facts];
  replaceInChannel(world, place, after);
  return [{ kind: "guildMessageEdited", place, message: after, isMirrored: true }, ...facts];
}

/** Deletes the channel's copy of a deleted lobby message. */
export function mirrorDeletionToChannel(
  world: World,
  { lobby, messageId, isMirrored }: FactOf<"lobbyMessageDeleted">,
): Fact[] {
  const place = linkedPlace(world, lobby);
  const copy = place && findInChannel(world, place, messageId);
  if (place === undefined || copy === undefined || isMirrored) return [];
  removeFromChannel(world, place, copy);
  return [{ kind: "guildMessagesDeleted", place, messages: [copy], isMirrored: true }];
}

/** Copies a new message of a guild's channel to the lobby that is linked to it. */
export function mirrorToLobby(
  world: World,
  { place, message, isMirrored }: FactOf<"guildMessagePosted">,
): Fact[] {
  const lobby = lobbyLinkedTo(world, place.channel.id);
  const isCopied = MIRRORED_TYPES.has(message.type ?? MessageType.Default) && !isMirrored;
  if (lobby === undefined || !isCopied) return [];
  const copy = lobbyCopy(message, lobby.id);
  appendMessage(world, copy);
  return [{ kind: "lobbyMessagePosted", lobby, message: copy, isMirrored: true }];
}

/** Copies a changed message of a channel to the lobby; a new text loses the moderation of the old one. */
export function mirrorEditToLobby(
  world: World,
  { place, message, isMirrored }: FactOf<"guildMessageEdited">,
): Fact[] {
  const lobby = lobbyLinkedTo(world, place.channel.id);
  const before = lobby && findMessage(world, lobby.id, message.id);
  if (lobby === undefined || before === undefined || isMirrored) return [];
  const copy = lobbyCopy(message, lobby.id);
  const { additionalName, moderation } = before;
  const kept = {
    ...(additionalName === undefined ? {} : { additionalName }),
    ...(moderation === undefined || copy.content !== before.content ? {} : { moderation }),
  };
  const after: Message = { ...copy, ...kept };
  world.messages.put(after);
  return [{ kind: "lobbyMessageEdited", lobby, message: after, isMirrored: true }];
}

/** Deletes the lobby's copies of deleted channel messages. */
export function mirrorDeletionToLobby(
  world: World,
  { place, messages, isMirrored }: FactOf<"guildMessagesDeleted">,
): Fact[] {
  const lobby = lobbyLinkedTo(world, place.channel.id);
  if (lobby === undefined || isMirrored) return [];
  const copies = messages.flatMap(({ id }) => findMessage(world, lobby.id, id) ?? []);
  for (const copy of copies) removeMessage(world, copy);
  return copies.map(({ id }) => ({ kind: "lobbyMessageDeleted", lobby, messageId: id, isMirrored: true }));
}

/** The message without the fields that belong to the lobby only. */
function channelCopy(message: Message, channelId: Snowflake): Message {
  const { id, applicationId, authorId, content, sentAt, editedAt } = message;
  return { id, channelId, applicationId, authorId, content, sentAt, editedAt };
}

/** The message without its nonce, which belongs to the author in the original channel. */
function lobbyCopy({ nonce: _nonce, ...said }: Message, lobbyId: Snowflake): Message {
  return { ...said, channelId: lobbyId, linkedChannelId: said.channelId };
}
