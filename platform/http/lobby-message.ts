import { Scope } from "sdkpp/wire";
import {
  deleteLobbyMessage,
  editLobbyMessage,
  listLobbyMessages,
  moderateLobbyMessage,
  sendLobbyMessage,
} from "../domain/rules/message/lobby-messages.js";
import { EditBody, historyLimit, MessageBody, ModerationBody } from "./message-shapes.js";
import { route } from "./route.js";

/** Parts of other messages: players write text. */
const NOT_IN_LOBBIES = [
  "attachments",
  "components",
  "embeds",
  "enforce_nonce",
  "message_reference",
  "poll",
  "shared_client_theme",
  "sticker_ids",
  "tts",
];

export const lobbyMessageRoutes = [
  route("POST", "/lobbies/{lobby.id}/messages", {
    docs: "resources/lobby#send-lobby-message",
    auth: "bearer",
    quota: "lobbyMessage",
    scope: Scope.LobbiesWrite,
    body: MessageBody,
    unbuilt: NOT_IN_LOBBIES,
    status: 201,
    handle: ({ actor, params, body }, world) => sendLobbyMessage(world, actor, params["lobby.id"], body),
  }),
  route("GET", "/lobbies/{lobby.id}/messages", {
    docs: "resources/lobby#get-lobby-messages",
    auth: "bearer",
    scope: Scope.LobbiesWrite,
    query: historyLimit,
    handle: ({ actor, params, query: limit }, world) =>
      listLobbyMessages(world, actor, params["lobby.id"], limit),
  }),
  route("PATCH", "/lobbies/{lobby.id}/messages/{message.id}", {
    docs: "resources/message#edit-message",
    auth: "bearer",
    scope: Scope.LobbiesWrite,
    body: EditBody,
    handle: ({ actor, params, body }, world) =>
      editLobbyMessage(world, actor, params["lobby.id"], params["message.id"], body),
  }),
  route("DELETE", "/lobbies/{lobby.id}/messages/{message.id}", {
    docs: "resources/message#delete-message",
    auth: "bearer",
    scope: Scope.LobbiesWrite,
    handle: ({ actor, params }, world) =>
      deleteLobbyMessage(world, actor, params["lobby.id"], params["message.id"]),
  }),
  route("PUT", "/lobbies/{lobby.id}/messages/{message.id}/moderation-metadata", {
    docs: "resources/lobby#update-lobby-message-moderation-metadata",
    auth: "bot",
    body: ModerationBody,
    handle: ({ actor, params, body }, world) =>
      moderateLobbyMessage(world, actor, params["lobby.id"], params["message.id"], body),
  }),
];
