import {
  GatewayEvent,
  type LobbyMessageDeletePayload,
  type LobbyMessagePayload,
  type MetadataMap,
  type Snowflake,
} from "sdkpp/wire";
import type { Actor } from "./actor.js";
import { dispatch, type Dispatch } from "./events.js";
import { missingAccess } from "./faults.js";
import { findLobby } from "./lobby-rules.js";
import { memberIds, memberOf, type Lobby, type LobbyMember } from "./lobby.js";
import { checkContent, missingPermissions, othersMessage, unknownMessage } from "./message-faults.js";
import { appendMessage, findMessage, recentMessages, removeMessage } from "./message-log.js";
import { edited, messageView, withModeration, type Message, type MessageInput } from "./message.js";
import { done, Fault, type Result } from "./outcome.js";
import type { World } from "./world.js";

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
  world.store.transaction(() => appendMessage(world, message));
  const view = lobbyMessageView(world, message);
  const told = input.metadata == null ? view : { ...view, metadata: input.metadata };
  return done(view, [toMembers(lobby, GatewayEvent.LobbyMessageCreate, told)]);
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
  world.messages.put(after);
  return done(lobbyMessageView(world, after), [updated(world, place.lobby, after)]);
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
  world.store.transaction(() => removeMessage(world, message));
  const gone: LobbyMessageDeletePayload = { id: message.id, lobby_id: lobbyId };
  return done(undefined, [toMembers(place.lobby, GatewayEvent.LobbyMessageDelete, gone)]);
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
  return done(undefined, [updated(world, lobby, after)]);
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
  const message = {
    id: world.ids.next(),
    channelId: lobby.id,
    applicationId: actor.application.id,
    authorId: actor.user.id,
    content,
    sentAt: world.clock.now(),
    editedAt: null,
  };
  return member.additionalName === undefined
    ? message
    : { ...message, additionalName: member.additionalName };
}

function lobbyMessageView(world: World, message: Message): LobbyMessagePayload {
  const { additionalName, moderation } = message;
  return {
    ...messageView(world, message),
    lobby_id: message.channelId,
    ...(additionalName === undefined ? {} : { lobby_member: { additional_name: additionalName } }),
    ...(moderation === undefined ? {} : { moderation_metadata: moderation }),
  };
}

function updated(world: World, lobby: Lobby, message: Message): Dispatch {
  const view = withModeration(lobbyMessageView(world, message), message);
  return toMembers(lobby, GatewayEvent.LobbyMessageUpdate, view);
}

/** To all members, the author included. */
function toMembers(lobby: Lobby, t: string, d: object): Dispatch {
  return dispatch(t, d, { to: "users", applicationId: lobby.applicationId, userIds: memberIds(lobby) });
}
