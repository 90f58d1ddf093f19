import { Scope } from "sdkpp/wire";
import { sendActivityInvite } from "../domain/rules/message/activity-invites.js";
import {
  deleteDirectMessage,
  editDirectMessage,
  getDmChannel,
  listDirectMessages,
  moderateDirectMessage,
  sendDirectMessage,
  summarizeDirectMessages,
} from "../domain/rules/message/direct-messages.js";
import { missingScope } from "../domain/rules/faults.js";
import { DirectMessageBody, EditBody, historyLimit, ModerationBody } from "./message-shapes.js";
import { route } from "./route.js";

export const directMessageRoutes = [
  route("POST", "/users/{user.id}/messages", {
    docs: "resources/message#create-message",
    auth: "bearer",
    quota: "directMessage",
    scope: [Scope.DmChannelsMessagesWrite, Scope.ActivitiesInvitesWrite],
    body: DirectMessageBody,
    handle: ({ actor, params, body }, world) => {
      const { activity, content } = body;
      if (activity != null) return sendActivityInvite(world, actor, params["user.id"], { content, activity });
      return actor.scopes.has(Scope.DmChannelsMessagesWrite)
        ? sendDirectMessage(world, actor, params["user.id"], body)
        : missingScope(Scope.DmChannelsMessagesWrite);
    },
  }),
  route("GET", "/users/{user.id}/messages", {
    docs: "resources/message#get-channel-messages",
    auth: "bearer",
    scope: Scope.DmChannelsMessagesRead,
    query: historyLimit,
    handle: ({ actor, params, query: limit }, world) =>
      listDirectMessages(world, actor, params["user.id"], limit),
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
