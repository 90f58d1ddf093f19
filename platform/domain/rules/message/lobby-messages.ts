import type { LobbyMessagePayload, MetadataMap, Snowflake } from "sdkpp/wire";
import {
  linkedPlace,
  mirrorEditToChannel,
  mirrorRemovalToChannel,
  mirrorToChannel,
} from "../../reactions/lobby/linked-messages.js";
import {
  lobbyMessageCreated,
  lobbyMessageDeleted,
  lobbyMessageUpdated,
} from "../../reactions/message/lobby-message-events.js";
import { type Lobby, type LobbyMember, memberOf } from "../../records/lobby/lobby.js";
import { edited, type Message } from "../../records/message/message.js";
import { lobbyMessageView } from "../../views/message/lobby-message.js";
import {
  appendMessage,
  findMessage,
  recentMessages,
  removeMessage,
} from "../../world/message/message-log.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { World } from "../../world/world.js";
import { missingAccess, missingPermissions } from "../faults.js";
import { findLobby } from "../lobby/membership.js";
import { done, Fault, type Result } from "../outcome.js";
import { checkContent, othersMessage, unknownMessage } from "./faults.js";
import type { MessageInput } from "./message-input.js";

/** `POST /lobbies/{id}/messages`: by a member, to all members. */
export function sendLobbyMessage(
  world: World,
  actor: Actor,
  lobbyId: Snowflake,
  input: MessageInput,
): Result<LobbyMessagePayload> {
  const place = enter(world, actor, lobbyId);
  if (place instanceof Fault) return place;
  const content = checkContent(input.content);
  if (content instanceof Fault) return content;
  const { lobby, member } = place;
  const message = newMessage(world, actor, lobby, member, content);
  const inChannel = world.store.transaction(() => {
    appendMessage(world, message);
    return mirrorToChannel(world, lobby, message);
  });
  const told = lobbyMessageCreated(world, lobby, message, input.metadata);
  return done(lobbyMessageView(world, message), [told, ...inChannel]);
}

/** `GET /lobbies/{id}/messages`: newest first, for members, whenever they joined. */
export function listLobbyMessages(
  world: World,
  actor: Actor,
  lobbyId: Snowflake,
  limit: number,
): Result<LobbyMessagePayload[]> {
  const place = enter(world, actor, lobbyId);
  if (place instanceof Fault) return place;
  return done(recentMessages(world, lobbyId, limit).map((message) => lobbyMessageView(world, message)));
}

/** `PATCH /lobbies/{id}/messages/{message}`: by its author. */
export function editLobbyMessage(
  world: World,
  actor: Actor,
  lobbyId: Snowflake,
  messageId: Snowflake,
  input: MessageInput,
): Result<LobbyMessagePayload> {
  const place = enter(world, actor, lobbyId);
  if (place instanceof Fault) return place;
  const message = findMessage(world, lobbyId, messageId);
  if (message === undefined) return unknownMessage();
  if (message.authorId !== actor.user.id) return othersMessage();
  if (input.content == null) return done(lobbyMessageView(world, message));
  const content = checkContent(input.content);
  if (content instanceof Fault) return content;
  const after = edited(message, content, world.clock.now());
  const inChannel = world.store.transaction(() => {
    world.messages.put(after);
    return mirrorEditToChannel(world, place.lobby, after);
  });
  const told = lobbyMessageUpdated(world, place.lobby, after);
  return done(lobbyMessageView(world, after), [told, ...inChannel]);
}

/** `DELETE /lobbies/{id}/messages/{message}`: by its author. */
export function deleteLobbyMessage(
  world: World,
  actor: Actor,
  lobbyId: Snowflake,
  messageId: Snowflake,
): Result<undefined> {
  const place = enter(world, actor, lobbyId);
  if (place instanceof Fault) return place;
  const message = findMessage(world, lobbyId, messageId);
  if (message === undefined) return unknownMessage();
  if (message.authorId !== actor.user.id) return missingPermissions();
  const inChannel = world.store.transaction(() => {
    removeMessage(world, message);
    return mirrorRemovalToChannel(world, place.lobby, message.id);
  });
  return done(undefined, [lobbyMessageDeleted(place.lobby, message.id), ...inChannel]);
}

/** `PUT /lobbies/{id}/messages/{message}/moderation-metadata`: replaces what was judged before. */
export function moderateLobbyMessage(
  world: World,
  actor: Actor,
  lobbyId: Snowflake,
  messageId: Snowflake,
  moderation: MetadataMap,
): Result<undefined> {
  const lobby = findLobby(world, actor, lobbyId);
  if (lobby instanceof Fault) return lobby;
  const message = findMessage(world, lobbyId, messageId);
  if (message === undefined) return unknownMessage();
  const after = { ...message, moderation };
  world.messages.put(after);
  return done(undefined, [lobbyMessageUpdated(world, lobby, after)]);
}

/** The lobby, for a member of it. */
function enter(
  world: World,
  actor: Actor,
  lobbyId: Snowflake,
): { lobby: Lobby; member: LobbyMember } | Fault {
  const lobby = findLobby(world, actor, lobbyId);
  if (lobby instanceof Fault) return lobby;
  const member = memberOf(lobby, actor.user.id);
  return member === undefined ? missingAccess() : { lobby, member };
}

function newMessage(world: World, actor: Actor, lobby: Lobby, member: LobbyMember, content: string): Message {
  const { additionalName } = member;
  const place = linkedPlace(world, lobby);
  return {
    id: world.ids.next(),
    channelId: lobby.id,
    applicationId: actor.application.id,
    authorId: actor.user.id,
    content,
    sentAt: world.clock.now(),
    editedAt: null,
    ...(additionalName === undefined ? {} : { additionalName }),
    ...(place === undefined ? {} : { linkedChannelId: place.channel.id }),
  };
}
