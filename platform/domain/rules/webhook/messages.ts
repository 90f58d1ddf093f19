import { fileBytesMax } from "../../records/guild/file-limits.js";
import type { MessagePayload, Snowflake } from "sdkpp/wire";
import type { Message } from "../../records/message/message.js";
import { isAllowedWebhookName, type Webhook } from "../../records/webhook/webhook.js";
import { messageView } from "../../views/message/message.js";
import type { ExpressionWorld } from "../../world/expression/expression-world.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { placedThread } from "../../world/guild/placed-channel.js";
import { findInChannel } from "../../world/message/channel-history.js";
import type { GuildPlace } from "../../world/message/channel-place.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { ClockPort, DigestPort, IdsPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { WebhookWorld } from "../../world/webhook/webhook-world.js";
import { invalidField, unknownChannel } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { writingFault } from "../thread-access.js";
import { webhookByToken, type WebhookPath } from "../webhook-access.js";
import type { FileSender } from "../posting/attachments.js";
import { compose, keepParts, recompose } from "../posting/compose.js";
import { deleteMessage, editMessage, postMessage } from "../posting/changes.js";
import { editedUnbound, unboundDraft } from "../posting/draft.js";
import { unbuiltPart, type ChannelMessageInput } from "../posting/input.js";
import { unknownMessage } from "../posting/faults.js";

/** The slices of the world that these rules use. */
type Touched = WebhookWorld &
  GuildWorld &
  MessageWorld &
  UserWorld &
  ExpressionWorld &
  ApplicationWorld &
  ClockPort &
  DigestPort &
  IdsPort;

/** A webhook, and where its messages are. */
export interface WebhookAddress extends WebhookPath {
  /** The thread of the channel that is meant. */
  readonly threadId?: Snowflake | undefined;
}

/** A message as others send it through a webhook. */
export interface WebhookMessageInput extends ChannelMessageInput {
  /** Shown instead of the webhook's name. */
  readonly username?: string | null | undefined;
  /** Shown instead of its picture. */
  readonly avatar_url?: string | null | undefined;
  readonly thread_name?: string | null | undefined;
  readonly applied_tags?: readonly unknown[] | null | undefined;
}

/** The sender of a post with files, before its body is read. */
export function webhookSender(world: Touched, path: WebhookPath): FileSender | Fault {
  const found = find(world, path);
  return found instanceof Fault ? found : senderOf(found.place, found.webhook.applicationId);
}

/** `POST /webhooks/{id}/{token}`. @param isAwaited whether the reply is the message */
export function executeWebhook(
  world: Touched,
  address: WebhookAddress,
  input: WebhookMessageInput,
  isAwaited: boolean,
): Result<MessagePayload | undefined> {
  const found = find(world, address);
  if (found instanceof Fault) return found;
  const { webhook, place } = found;
  const fault = inputFault(input) ?? writingFault(world, place);
  if (fault !== undefined) return fault;
  const sender = senderOf(place, webhook.applicationId);
  const composed = compose(world, sender, input, (files) =>
    unboundDraft(world, place, input, files, webhook.applicationId),
  );
  if (composed instanceof Fault) return composed;
  const message: Message = {
    ...composed.draft,
    id: world.ids.next(),
    channelId: place.channel.id,
    applicationId: webhook.applicationId,
    authorId: webhook.id,
    webhook: authorOf(world, webhook, input),
    sentAt: world.clock.now(),
    editedAt: null,
  };
  keepParts(world, message, composed);
  const facts = postMessage(world, place, message);
  return done(isAwaited ? messageView(world, message) : undefined, facts);
}

/** `GET /webhooks/{id}/{token}/messages/{message}`. */
export function getWebhookMessage(
  world: Touched,
  address: WebhookAddress,
  messageId: Snowflake,
): Result<MessagePayload> {
  const found = findMessage(world, address, messageId);
  return found instanceof Fault ? found : done(messageView(world, found.message));
}

/** `PATCH /webhooks/{id}/{token}/messages/{message}`. */
export function editWebhookMessage(
  world: Touched,
  address: WebhookAddress,
  messageId: Snowflake,
  input: ChannelMessageInput,
): Result<MessagePayload> {
  const found = findMessage(world, address, messageId);
  if (found instanceof Fault) return found;
  const { place, message } = found;
  const fault = unbuiltPart(input) ?? writingFault(world, place);
  if (fault !== undefined) return fault;
  const sender = senderOf(place, message.applicationId);
  const composed = recompose(world, sender, input, message.attachments, (files) =>
    editedUnbound(world, place, message, input, files),
  );
  if (composed instanceof Fault) return composed;
  const { after } = composed;
  keepParts(world, after, composed);
  const facts = editMessage(world, place, after);
  return done(messageView(world, after), facts);
}

/** `DELETE /webhooks/{id}/{token}/messages/{message}`. */
export function deleteWebhookMessage(
  world: Touched,
  address: WebhookAddress,
  messageId: Snowflake,
): Result<undefined> {
  const found = findMessage(world, address, messageId);
  if (found instanceof Fault) return found;
  return done(undefined, deleteMessage(world, found.place, found.message));
}

function find(
  world: WebhookWorld & GuildWorld & DigestPort,
  address: WebhookAddress,
): { webhook: Webhook; place: GuildPlace } | Fault {
  const found = webhookByToken(world, address);
  if (found instanceof Fault) return found;
  const { webhook, placed } = found;
  const { threadId } = address;
  const meant = threadId === undefined ? placed : placedThread(world, threadId);
  // Threads of other channels do not exist for this webhook.
  const isWithin = meant === placed || meant?.channel.parentId === placed.channel.id;
  return meant === undefined || !isWithin
    ? unknownChannel()
    : { webhook, place: { kind: "guild", ...meant } };
}

/** A message that this webhook has sent. */
function findMessage(
  world: Touched,
  address: WebhookAddress,
  messageId: Snowflake,
): { place: GuildPlace; message: Message } | Fault {
  const found = find(world, address);
  if (found instanceof Fault) return found;
  const message = findInChannel(world, found.place, messageId);
  return message?.authorId === address.id ? { place: found.place, message } : unknownMessage();
}

function inputFault(input: WebhookMessageInput): Fault | undefined {
  return unbuiltPart(input) ?? threadPart(input) ?? nameFault(input.username);
}

/** Only forums have threads that a webhook starts, and there are no forums. */
function threadPart({ thread_name: name, applied_tags: tags }: WebhookMessageInput): Fault | undefined {
  const field = name != null ? "thread_name" : tags != null && tags.length > 0 ? "applied_tags" : undefined;
  if (field === undefined) return undefined;
  return invalidField(field, "NOT_EMULATED", `This platform does not emulate this value of ${field}.`);
}

function nameFault(name: string | null | undefined): Fault | undefined {
  if (name == null || isAllowedWebhookName(name)) return undefined;
  return invalidField(
    "username",
    "USERNAME_INVALID_CONTAINS",
    'Username cannot contain "clyde" or "discord"',
  );
}

/** The picture of an address is not fetched; its hash only tells it from others. */
function authorOf(
  world: DigestPort,
  { name, avatar }: Webhook,
  { username, avatar_url: url }: WebhookMessageInput,
): NonNullable<Message["webhook"]> {
  const hash =
    url == null
      ? avatar
      : Buffer.from(world.digest.sha256(url), "base64url").toString("hex").slice(0, HASH_LENGTH);
  return { name: username ?? name, ...(hash === undefined ? {} : { avatar: hash }) };
}

/** Hexadecimal digits of the hash of a picture. */
const HASH_LENGTH = 32;

/** A webhook has no subscription: the server decides how large its files may be. */
function senderOf({ guild }: Pick<GuildPlace, "guild">, applicationId: Snowflake): FileSender {
  return { applicationId, bytesMax: fileBytesMax(guild, undefined) };
}
