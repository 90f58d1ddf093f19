import { Scope } from "sdkpp/wire";
import {
  deleteDirectMessage,
  editDirectMessage,
  getDmChannel,
  listDirectMessages,
  moderateDirectMessage,
  sendDirectMessage,
  summarizeDirectMessages,
} from "../domain/direct-messages.js";
import { Fault } from "../domain/outcome.js";
import { EditBody, historyLimit, MessageBody, ModerationBody } from "./message-shapes.js";
import { route } from "./route.js";

export const directMessageRoutes = [
  route("POST", "/users/{user.id}/messages", {
    docs: "resources/message#create-message",
    auth: "bearer",
    scope: Scope.DmChannelsMessagesWrite,
    body: MessageBody,
    handle: ({ actor, params, body }, world) => sendDirectMessage(world, actor, params["user.id"], body),
  }),
  route("GET", "/users/{user.id}/messages", {
    docs: "resources/message#get-channel-messages",
    auth: "bearer",
    scope: Scope.DmChannelsMessagesRead,
    handle: ({ actor, params, query }, world) => {
      const limit = historyLimit(query);
      return limit instanceof Fault ? limit : listDirectMessages(world, actor, params["user.id"], limit);
    },
  }),
  route("PATCH", "/users/{user.id}/messages/{message.id}", {
    docs: "resources/message#edit-message",
    auth: "bearer",
    scope: Scope.DmChannelsMessagesWrite,
    body: EditBody,
    handle: ({ actor, params, body }, world) =>
      editDirectMessage(world, actor, params["user.id"], params["message.id"], body),
  }),
  route("DELETE", "/users/{user.id}/messages/{message.id}", {
    docs: "resources/message#delete-message",
    auth: "bearer",
    scope: Scope.DmChannelsMessagesWrite,
    handle: ({ actor, params }, world) =>
      deleteDirectMessage(world, actor, params["user.id"], params["message.id"]),
  }),
  route("GET", "/partner-sdk/users/@me/channels", {
    docs: "resources/user#get-current-user-dm-channels",
    auth: "bearer",
    scope: Scope.DmChannelsRead,
    handle: ({ actor }, world) => summarizeDirectMessages(world, actor),
  }),
  route("GET", "/users/@me/dms/{user.id}", {
    docs: "resources/user#get-dm-channel",
    auth: "any",
    scope: Scope.DmChannelsRead,
    handle: ({ actor, params }, world) => getDmChannel(world, actor, params["user.id"]),
  }),
  route("PUT", "/partner-sdk/dms/{first.id}/{second.id}/messages/{message.id}/moderation-metadata", {
    docs: "resources/message#update-user-message-moderation-metadata",
    auth: "bot",
    body: ModerationBody,
    handle: ({ actor, params, body }, world) =>
      moderateDirectMessage(
        world,
        actor,
        [params["first.id"], params["second.id"]],
        params["message.id"],
        body,
      ),
  }),
];
