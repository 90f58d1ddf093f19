import { MessageType, type Snowflake } from "sdkpp/wire";
import type { Lobby } from "../../records/lobby/lobby.js";
import type { Message } from "../../records/message/message.js";
import { lobbyLinkedTo } from "../../world/lobby/linked-lobbies.js";
import {
  appendToChannel,
  findInChannel,
  removeFromChannel,
  replaceInChannel,
} from "../../world/message/channel-history.js";
import { type GuildPlace, guildPlace } from "../../world/message/channel-place.js";
import { appendMessage, findMessage, removeMessage } from "../../world/message/message-log.js";
import type { World } from "../../world/world.js";
import type { Dispatch } from "../events.js";
import {
  guildMessageCreated,
  guildMessageDeleted,
  guildMessageUpdated,
} from "../message/guild-message-events.js";
import {
  lobbyMessageCreated,
  lobbyMessageDeleted,
  lobbyMessageUpdated,
} from "../message/lobby-message-events.js";

// What is said in a lobby stands in its linked channel too, and the other way round, under the same id: one record in
// either place, kept in step while the link lasts. What was said before a link, or is changed after it, stays where it is.

/** What the members of a linked lobby hear of: not what the platform itself says. */
const MIRRORED_TYPES: ReadonlySet<number> = new Set([MessageType.Default, MessageType.Reply]);

/** Where a lobby's messages stand as well; undefined for a lobby without a link, and when its channel is gone. */
export function linkedPlace(world: World, { link }: Lobby): GuildPlace | undefined {
  return link === undefined ? undefined : guildPlace(world, link.channelId);
}

/** Something was said in a lobby: the channel gets it as well. */
export function mirrorToChannel(world: World, lobby: Lobby, message: Message): Dispatch[] {
  const place = linkedPlace(world, lobby);
  if (place === undefined) return [];
  const copy = channelCopy(message, place.channel.id);
  appendToChannel(world, place, copy);
  return [guildMessageCreated(world, place, copy)];
}

/** A lobby's message has another text. */
export function mirrorEditToChannel(world: World, lobby: Lobby, message: Message): Dispatch[] {
  const place = linkedPlace(world, lobby);
  const copy = place && findInChannel(world, place, message.id);
  if (place === undefined || copy === undefined) return [];
  const after = { ...copy, content: message.content, editedAt: message.editedAt };
  replaceInChannel(world, place, after);
  return [guildMessageUpdated(world, place, after)];
}

/** A lobby's message is gone. */
export function mirrorRemovalToChannel(world: World, lobby: Lobby, messageId: Snowflake): Dispatch[] {
  const place = linkedPlace(world, lobby);
  const copy = place && findInChannel(world, place, messageId);
  if (place === undefined || copy === undefined) return [];
  removeFromChannel(world, place, copy);
  return [guildMessageDeleted(world, place, messageId)];
}

/** Something was said in a guild's channel: the lobby that is linked to it gets it as well. */
export function mirrorToLobby(world: World, place: GuildPlace, message: Message): Dispatch[] {
  const lobby = lobbyLinkedTo(world, place.channel.id);
  if (lobby === undefined || !MIRRORED_TYPES.has(message.type ?? MessageType.Default)) return [];
  const copy = lobbyCopy(message, lobby.id);
  appendMessage(world, copy);
  return [lobbyMessageCreated(world, lobby, copy)];
}

/** A channel's message was changed; where its text is another one, what was judged of it counts no more. */
export function mirrorEditToLobby(world: World, place: GuildPlace, message: Message): Dispatch[] {
  const lobby = lobbyLinkedTo(world, place.channel.id);
  const before = lobby && findMessage(world, lobby.id, message.id);
  if (lobby === undefined || before === undefined) return [];
  const copy = lobbyCopy(message, lobby.id);
  const { additionalName, moderation } = before;
  const kept = {
    ...(additionalName === undefined ? {} : { additionalName }),
    ...(moderation === undefined || copy.content !== before.content ? {} : { moderation }),
  };
  const after: Message = { ...copy, ...kept };
  world.messages.put(after);
  return [lobbyMessageUpdated(world, lobby, after)];
}

/** Messages of a channel are gone. */
export function mirrorRemovalToLobby(
  world: World,
  place: GuildPlace,
  messages: readonly Message[],
): Dispatch[] {
  const lobby = lobbyLinkedTo(world, place.channel.id);
  if (lobby === undefined) return [];
  const copies = messages.flatMap(({ id }) => findMessage(world, lobby.id, id) ?? []);
  for (const copy of copies) removeMessage(world, copy);
  return copies.map(({ id }) => lobbyMessageDeleted(lobby, id));
}

/** What was said, and nothing of what belongs to the lobby. */
function channelCopy(message: Message, channelId: Snowflake): Message {
  const { id, applicationId, authorId, content, sentAt, editedAt } = message;
  return { id, channelId, applicationId, authorId, content, sentAt, editedAt };
}

/** A nonce is its author's, in the channel where it was sent. */
function lobbyCopy({ nonce: _nonce, ...said }: Message, lobbyId: Snowflake): Message {
  return { ...said, channelId: lobbyId, linkedChannelId: said.channelId };
}
