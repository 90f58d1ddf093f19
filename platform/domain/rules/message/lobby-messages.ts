import type { LobbyMessagePayload, MetadataMap, Snowflake } from "sdkpp/wire";
import { memberOf, type Lobby, type LobbyMember } from "../../records/lobby/lobby.js";
import { edited, type Message } from "../../records/message/message.js";
import { lobbyMessageView } from "../../views/message/lobby-message.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { lobbyOf } from "../../world/lobby/lobbies.js";
import type { LobbyWorld } from "../../world/lobby/lobby-world.js";
import { linkedPlace } from "../../world/message/channel-place.js";
import {
  appendMessage,
  findMessage,
  recentMessages,
  removeMessage,
} from "../../world/message/message-log.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { ClockPort, IdsPort, RollbackPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { missingAccess, missingPermissions, unknownLobby } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { checkContent } from "../posting/text.js";
import { othersMessage } from "./faults.js";
import { unknownMessage } from "../posting/faults.js";
import type { MessageInput } from "./message-input.js";
import { takeSlowMode } from "../posting/slow-mode.js";

/** The slices of the world that these rules use. */
type Touched = LobbyWorld &
  MessageWorld &
  GuildWorld &
  UserWorld &
  ApplicationWorld &
  ClockPort &
  IdsPort &
  RollbackPort;

/** `POST /lobbies/{id}/messages`: by a member, to all members. The slow mode of a linked channel counts here, too. */
export function sendLobbyMessage(
  world: Touched,
  actor: Actor,
  lobbyId: Snowflake,
  input: MessageInput,
): Result<LobbyMessagePayload> {
  const place = enter(world, actor, lobbyId);
  if (place instanceof Fault) return place;
  const content = checkContent(input.content);
  if (content instanceof Fault) return content;
  const { lobby, member } = place;
  const linked = linkedPlace(world, lobby);
  const fault = linked && takeSlowMode(world, linked, actor.user.id);
  if (fault !== undefined) return fault;
  const message = newMessage(world, actor, lobby, member, content);
  appendMessage(world, message);
  const { metadata } = input;
  return done(lobbyMessageView(world, message), [{ kind: "lobbyMessagePosted", lobby, message, metadata }]);
}

/** `GET /lobbies/{id}/messages`: newest first, for members, whenever they joined. */
export function listLobbyMessages(
  world: Touched,
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
  world: Touched,
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
  const fact = { kind: "lobbyMessageEdited", lobby: place.lobby, message: after } as const;
  return done(lobbyMessageView(world, after), [fact]);
}

/** `DELETE /lobbies/{id}/messages/{message}`: by its author. */
export function deleteLobbyMessage(
  world: LobbyWorld & MessageWorld & ClockPort,
  actor: Actor,
  lobbyId: Snowflake,
  messageId: Snowflake,
): Result<undefined> {
  const place = enter(world, actor, lobbyId);
  if (place instanceof Fault) return place;
  const message = findMessage(world, lobbyId, messageId);
  if (message === undefined) return unknownMessage();
  if (message.authorId !== actor.user.id) return missingPermissions();
  removeMessage(world, message);
  return done(undefined, [{ kind: "lobbyMessageDeleted", lobby: place.lobby, messageId: message.id }]);
}

/** `PUT /lobbies/{id}/messages/{message}/moderation-metadata`: replaces an earlier judgement. */
export function moderateLobbyMessage(
  world: LobbyWorld & MessageWorld & ClockPort,
  actor: Actor,
  lobbyId: Snowflake,
  messageId: Snowflake,
  moderation: MetadataMap,
): Result<undefined> {
  const lobby = lobbyOf(world, actor.application.id, lobbyId);
  if (lobby === undefined) return unknownLobby();
  const message = findMessage(world, lobbyId, messageId);
  if (message === undefined) return unknownMessage();
  const after = { ...message, moderation };
  world.messages.put(after);
  return done(undefined, [{ kind: "lobbyMessageModerated", lobby, message: after }]);
}

/** The lobby, for a member of it. */
function enter(
  world: LobbyWorld,
  actor: Actor,
  lobbyId: Snowflake,
): { lobby: Lobby; member: LobbyMember } | Fault {
  const lobby = lobbyOf(world, actor.application.id, lobbyId);
  if (lobby === undefined) return unknownLobby();
  const member = memberOf(lobby, actor.user.id);
  return member === undefined ? missingAccess() : { lobby, member };
}

function newMessage(
  world: GuildWorld & ClockPort & IdsPort,
  actor: Actor,
  lobby: Lobby,
  member: LobbyMember,
  content: string,
): Message {
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
