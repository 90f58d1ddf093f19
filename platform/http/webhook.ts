import { WEBHOOK_NAME_MAX, type Snowflake } from "sdkpp/wire";
import { Type } from "typebox";
import {
  deleteWebhookMessage,
  editWebhookMessage,
  executeWebhook,
  getWebhookMessage,
  type WebhookAddress,
  webhookSender,
} from "../domain/rules/webhook/messages.js";
import {
  deleteWebhookByToken,
  getWebhookByToken,
  updateWebhookByToken,
} from "../domain/rules/webhook/by-token.js";
import {
  createFollowUp,
  getResponse,
  removeResponse,
  responder,
  updateResponse,
  type ResponsePath,
} from "../domain/rules/interaction/follow-ups.js";
import { followChannel } from "../domain/rules/webhook/followers.js";
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listChannelWebhooks,
  listGuildWebhooks,
  updateWebhook,
} from "../domain/rules/webhook/webhooks.js";
import type { Fault } from "../domain/rules/outcome.js";
import type { FileSender } from "../domain/rules/posting/attachments.js";
import type { WebhookPath } from "../domain/rules/webhook-access.js";
import type { World } from "../domain/world/world.js";
import { ChannelMessageEdit, ResponseEdit, WebhookMessageBody } from "./channel-message-shapes.js";
import { MESSAGE_FORM } from "./message-form.js";
import type { QueryReader } from "./query.js";
import { PICTURE_BODY_LIMIT, route } from "./route.js";
import { maybe, SnowflakeShape } from "./shapes.js";

const NameShape = Type.String({ minLength: 1, maxLength: WEBHOOK_NAME_MAX });
const NewWebhookBody = Type.Object({ name: NameShape, avatar: maybe(Type.String()) });
const appearance = { name: maybe(NameShape), avatar: maybe(Type.String()) };
const WebhookBody = Type.Object({ ...appearance, channel_id: maybe(SnowflakeShape) });
const WebhookAppearanceBody = Type.Object(appearance);

const FollowBody = Type.Object({ webhook_channel_id: SnowflakeShape });

const BY_TOKEN = "/webhooks/{webhook.id}/{webhook.token}";
const MESSAGE = `${BY_TOKEN}/messages/{message.id}` as const;

type TokenParams = Readonly<Record<"webhook.id" | "webhook.token", string>>;

const pathOf = (params: TokenParams): WebhookPath => ({
  id: params["webhook.id"],
  token: params["webhook.token"],
});

const threadOf = (read: QueryReader): Snowflake | undefined => read.id("thread_id");

/** The webhook's address, including the thread that the query names. */
function addressOf(params: TokenParams, threadId: Snowflake | undefined): WebhookAddress {
  return { ...pathOf(params), threadId };
}

/** Whether the path is that of an interaction: applications respond as webhooks with their id. */
function isResponse(params: TokenParams, world: World): boolean {
  return world.applications.get(params["webhook.id"]) !== undefined;
}

function responseOf(params: TokenParams): ResponsePath {
  return { applicationId: params["webhook.id"], token: params["webhook.token"] };
}

function senderOf({ params }: { readonly params: TokenParams }, world: World): FileSender | Fault {
  if (isResponse(params, world)) return responder(world, responseOf(params));
  return webhookSender(world, pathOf(params));
}

const managed = [
  route("POST", "/channels/{channel.id}/followers", {
    docs: "resources/channel#follow-announcement-channel",
    auth: "bot",
    body: FollowBody,
    handle: ({ actor, params, body }, world) =>
      followChannel(world, actor, params["channel.id"], String(body.webhook_channel_id)),
  }),
  route("POST", "/channels/{channel.id}/webhooks", {
    docs: "resources/webhook#create-webhook",
    auth: "bot",
    body: NewWebhookBody,
    bodyLimit: PICTURE_BODY_LIMIT,
    handle: ({ actor, params, body }, world, { webBase }) =>
      createWebhook(world, actor, params["channel.id"], body, webBase),
  }),
  route("GET", "/channels/{channel.id}/webhooks", {
    docs: "resources/webhook#get-channel-webhooks",
    auth: "bot",
    handle: ({ actor, params }, world, { webBase }) =>
      listChannelWebhooks(world, actor, params["channel.id"], webBase),
  }),
  route("GET", "/guilds/{guild.id}/webhooks", {
    docs: "resources/webhook#get-guild-webhooks",
    auth: "bot",
    handle: ({ actor, params }, world, { webBase }) =>
      listGuildWebhooks(world, actor, params["guild.id"], webBase),
  }),
  route("GET", "/webhooks/{webhook.id}", {
    docs: "resources/webhook#get-webhook",
    auth: "bot",
    handle: ({ actor, params }, world, { webBase }) =>
      getWebhook(world, actor, params["webhook.id"], webBase),
  }),
  route("PATCH", "/webhooks/{webhook.id}", {
    docs: "resources/webhook#modify-webhook",
    auth: "bot",
    body: WebhookBody,
    bodyLimit: PICTURE_BODY_LIMIT,
    handle: ({ actor, params, body }, world, { webBase }) => {
      const { channel_id: id, ...input } = body;
      const channelId = id == null ? undefined : String(id);
      return updateWebhook(world, actor, params["webhook.id"], { ...input, channelId }, webBase);
    },
  }),
  route("DELETE", "/webhooks/{webhook.id}", {
    docs: "resources/webhook#delete-webhook",
    auth: "bot",
    handle: ({ actor, params }, world) => deleteWebhook(world, actor, params["webhook.id"]),
  }),
];

/** Routes by token, which need no other right. */
const byToken = [
  route("GET", BY_TOKEN, {
    docs: "resources/webhook#get-webhook-with-token",
    auth: "none",
    handle: ({ params }, world, { webBase }) => getWebhookByToken(world, pathOf(params), webBase),
  }),
  route("PATCH", BY_TOKEN, {
    docs: "resources/webhook#modify-webhook-with-token",
    auth: "none",
    body: WebhookAppearanceBody,
    bodyLimit: PICTURE_BODY_LIMIT,
    handle: ({ params, body }, world, { webBase }) =>
      updateWebhookByToken(world, pathOf(params), body, webBase),
  }),
  route("DELETE", BY_TOKEN, {
    docs: "resources/webhook#delete-webhook-with-token",
    auth: "none",
    handle: ({ params }, world) => deleteWebhookByToken(world, pathOf(params)),
  }),
  route("POST", BY_TOKEN, {
    docs: "resources/webhook#execute-webhook",
    auth: "none",
    body: WebhookMessageBody,
    form: MESSAGE_FORM,
    early: senderOf,
    query: (read) => ({ threadId: threadOf(read), isAwaited: read.flag("wait") }),
    handle: ({ params, body, uploads, query: { threadId, isAwaited } }, world) =>
      isResponse(params, world)
        ? createFollowUp(world, responseOf(params), { ...body, uploads })
        : executeWebhook(world, addressOf(params, threadId), { ...body, uploads }, isAwaited),
  }),
  route("GET", MESSAGE, {
    docs: "resources/webhook#get-webhook-message",
    auth: "none",
    query: threadOf,
    handle: ({ params, query: threadId }, world) =>
      isResponse(params, world)
        ? getResponse(world, responseOf(params), params["message.id"])
        : getWebhookMessage(world, addressOf(params, threadId), params["message.id"]),
  }),
  route("PATCH", MESSAGE, {
    docs: "resources/webhook#edit-webhook-message",
    auth: "none",
    body: ChannelMessageEdit,
    unbuilt: ["poll"],
    form: MESSAGE_FORM,
    early: senderOf,
    query: threadOf,
    handle: ({ params, body, uploads, query: threadId }, world) =>
      isResponse(params, world)
        ? updateResponse(world, responseOf(params), params["message.id"], { ...body, uploads })
        : editWebhookMessage(world, addressOf(params, threadId), params["message.id"], { ...body, uploads }),
  }),
  route("DELETE", MESSAGE, {
    docs: "resources/webhook#delete-webhook-message",
    auth: "none",
    query: threadOf,
    handle: ({ params, query: threadId }, world) =>
      isResponse(params, world)
        ? removeResponse(world, responseOf(params), params["message.id"])
        : deleteWebhookMessage(world, addressOf(params, threadId), params["message.id"]),
  }),
];

const ORIGINAL = `${BY_TOKEN}/messages/@original` as const;

/** The first response to an interaction. Other webhooks have none. */
const original = [
  route("GET", ORIGINAL, {
    docs: "interactions/receiving-and-responding#get-original-interaction-response",
    auth: "none",
    handle: ({ params }, world) => getResponse(world, responseOf(params), "@original"),
  }),
  route("PATCH", ORIGINAL, {
    docs: "interactions/receiving-and-responding#edit-original-interaction-response",
    auth: "none",
    body: ResponseEdit,
    form: MESSAGE_FORM,
    early: ({ params }, world) => responder(world, responseOf(params)),
    handle: ({ params, body, uploads }, world) =>
      updateResponse(world, responseOf(params), "@original", { ...body, uploads }),
  }),
  route("DELETE", ORIGINAL, {
    docs: "interactions/receiving-and-responding#delete-original-interaction-response",
    auth: "none",
    handle: ({ params }, world) => removeResponse(world, responseOf(params), "@original"),
  }),
];

export const webhookRoutes = [...managed, ...byToken, ...original];
