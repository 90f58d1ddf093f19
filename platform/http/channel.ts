import { Scope, VOICE_STATUS_MAX } from "sdkpp/wire";
import { Type } from "typebox";
import { getChannel, openConversation } from "../domain/rules/message/conversations.js";
import {
  bulkDeleteMessages,
  channelEditor,
  channelSender,
  deleteChannelMessage,
  editChannelMessage,
  getChannelMessage,
  listChannelMessages,
  sendChannelMessage,
  startTyping,
} from "../domain/rules/message/channel-messages.js";
import { crosspostMessage } from "../domain/rules/message/crossposts.js";
import { setVoiceStatus } from "../domain/rules/voice/channel-status.js";
import {
  BulkDeleteBody,
  ChannelMessageBody,
  ChannelMessageEdit,
  ConversationBody,
  historyWindow,
} from "./channel-message-shapes.js";
import { MESSAGE_FORM } from "./message-form.js";
import { route } from "./route.js";
import { maybe } from "./shapes.js";

const VoiceStatusBody = Type.Object({ status: maybe(Type.String({ maxLength: VOICE_STATUS_MAX })) });

/** Message routes for bots; players use those of lobbies and users. */
export const channelRoutes = [
  route("POST", "/users/@me/channels", {
    docs: "resources/user#create-dm",
    auth: "bot",
    body: ConversationBody,
    unbuilt: ["access_tokens", "nicks"],
    handle: ({ actor, body }, world) => openConversation(world, actor, String(body.recipient_id)),
  }),
  route("GET", "/channels/{channel.id}", {
    docs: "resources/channel#get-channel",
    auth: "bot",
    handle: ({ actor, params }, world) => getChannel(world, actor, params["channel.id"]),
  }),
  route("POST", "/channels/{channel.id}/messages", {
    docs: "resources/message#create-message",
    auth: "bot",
    body: ChannelMessageBody,
    unbuilt: ["shared_client_theme"],
    form: MESSAGE_FORM,
    early: ({ actor, params }, world) => channelSender(world, actor, params["channel.id"]),
    handle: ({ actor, params, body, uploads }, world) =>
      sendChannelMessage(world, actor, params["channel.id"], { ...body, uploads }),
  }),
  route("GET", "/channels/{channel.id}/messages", {
    docs: "resources/message#get-channel-messages",
    auth: "bot",
    query: historyWindow,
    handle: ({ actor, params, query: window }, world) =>
      listChannelMessages(world, actor, params["channel.id"], window),
  }),
  route("GET", "/channels/{channel.id}/messages/{message.id}", {
    docs: "resources/message#get-channel-message",
    auth: "bot",
    handle: ({ actor, params }, world) =>
      getChannelMessage(world, actor, params["channel.id"], params["message.id"]),
  }),
  route("PATCH", "/channels/{channel.id}/messages/{message.id}", {
    docs: "resources/message#edit-message",
    auth: "bot",
    body: ChannelMessageEdit,
    form: MESSAGE_FORM,
    early: ({ actor, params }, world) =>
      channelEditor(world, actor, params["channel.id"], params["message.id"]),
    handle: ({ actor, params, body, uploads }, world) =>
      editChannelMessage(world, actor, params["channel.id"], params["message.id"], { ...body, uploads }),
  }),
  route("DELETE", "/channels/{channel.id}/messages/{message.id}", {
    docs: "resources/message#delete-message",
    auth: "bot",
    handle: ({ actor, params }, world) =>
      deleteChannelMessage(world, actor, params["channel.id"], params["message.id"]),
  }),
  route("POST", "/channels/{channel.id}/messages/bulk-delete", {
    docs: "resources/message#bulk-delete-messages",
    auth: "bot",
    body: BulkDeleteBody,
    handle: ({ actor, params, body }, world) =>
      bulkDeleteMessages(world, actor, params["channel.id"], body.messages.map(String)),
  }),
  route("POST", "/channels/{channel.id}/messages/{message.id}/crosspost", {
    docs: "resources/message#crosspost-message",
    auth: "bot",
    quota: "crosspost",
    handle: ({ actor, params }, world) =>
      crosspostMessage(world, actor, params["channel.id"], params["message.id"]),
  }),
  route("PUT", "/channels/{channel.id}/voice-status", {
    docs: "resources/channel#set-voice-channel-status",
    auth: "bot",
    body: VoiceStatusBody,
    handle: ({ actor, params, body }, world) =>
      setVoiceStatus(world, actor, params["channel.id"], body.status ?? null),
  }),
  route("POST", "/channels/{channel.id}/typing", {
    docs: "resources/channel#trigger-typing-indicator",
    auth: "any",
    scope: Scope.DmChannelsMessagesWrite,
    handle: ({ actor, params }, world) => startTyping(world, actor, params["channel.id"]),
  }),
];
