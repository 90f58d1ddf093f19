import { MessageFlag, MessageReferenceType, MessageType, Permission, type Snowflake } from "sdkpp/wire";
import type { Attachment } from "../../records/message/attachment.js";
import type { MessageMentions } from "../../records/message/mentions.js";
import { isOfComponents, isSystemMessage, saidIn, type Message } from "../../records/message/message.js";
import type { ExpressionWorld } from "../../world/expression/expression-world.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { findInChannel } from "../../world/message/channel-history.js";
import type { ChannelPlace } from "../../world/message/channel-place.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { SkuWorld } from "../../world/monetisation/monetisation-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ClockPort, IdsPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { invalidField, invalidForm } from "../faults.js";
import { Fault } from "../outcome.js";
import { pictureFault, type ChosenFiles } from "./attachments.js";
import { may } from "./access.js";
import type { ChannelMessageInput, ReferenceInput } from "./input.js";
import { becomesComponents, chosenComponents, type Kept } from "./components.js";
import { checkEmbeds } from "./embeds.js";
import { checkLength } from "./text.js";
import { emptyMessage, fixedPoll, noReplyWithoutHistory } from "./faults.js";
import { forwardOf } from "./forwards.js";
import { stickersOf } from "./stickers.js";
import { contradictions, mentionsIn, type AllowedMentions } from "./mentions.js";

/** Flags that an author may set, and those that an edit may set. */
const SETTABLE = MessageFlag.SuppressEmbeds | MessageFlag.SuppressNotifications | MessageFlag.IsComponentsV2;
const EDITABLE = MessageFlag.SuppressEmbeds | MessageFlag.IsComponentsV2;

/** The parts of a message that its author decides. */
export type Draft = Pick<
  Message,
  | "attachments"
  | "components"
  | "content"
  | "embeds"
  | "flags"
  | "mentions"
  | "nonce"
  | "reference"
  | "snapshots"
  | "stickers"
  | "tts"
  | "type"
>;

/** A new message as its author wants it, or what is wrong with it. */
export function draftOf(
  world: MessageWorld & GuildWorld & UserWorld & ExpressionWorld & IdsPort,
  place: ChannelPlace,
  actor: Actor,
  input: ChannelMessageInput,
  { attachments }: ChosenFiles,
): Draft | Fault {
  const { nonce, message_reference: reference } = input;
  if (reference?.type === MessageReferenceType.Forward) {
    const forward = forwardOf(world, actor, place, reference, input);
    return forward instanceof Fault || nonce == null ? forward : { ...forward, nonce };
  }
  const stickers = stickersOf(world, place, input);
  if (stickers instanceof Fault) return stickers;
  const { application } = actor;
  const text = checkText(world, input, attachments, { stickers }, application.id);
  if (text instanceof Fault) return text;
  const answered = answeredBy(world, place, actor, reference);
  if (answered instanceof Fault) return answered;
  return {
    ...text,
    type: answered === undefined ? MessageType.Default : MessageType.Reply,
    flags: (input.flags ?? 0) & SETTABLE,
    mentions: mentioned(world, place, actor, saidIn(text), input.allowed_mentions, answered?.authorId),
    tts: input.tts ?? false,
    ...(stickers.length > 0 && { stickers }),
    ...(nonce == null ? {} : { nonce }),
    ...(answered && { reference: referenceTo(place, answered) }),
  };
}

/** A message after an edit by its author: what is not given stays. */
export function editedDraft(
  world: MessageWorld & UserWorld & ExpressionWorld & ClockPort & IdsPort,
  place: ChannelPlace,
  actor: Actor,
  message: Message,
  input: ChannelMessageInput,
  { attachments }: ChosenFiles,
): Message | Fault {
  if (message.snapshots !== undefined) return fixedForward();
  if (message.hasPoll === true) return fixedPoll();
  const text = rewrittenText(world, message, input, attachments);
  if (text instanceof Fault) return text;
  const answered = findInChannel(world, place, message.reference?.messageId ?? "");
  const wasCalled = answered !== undefined && message.mentions?.userIds.includes(answered.authorId) === true;
  const answeredId = wasCalled ? answered.authorId : undefined;
  return {
    ...rewritten(message, input, text),
    mentions: mentioned(world, place, actor, saidIn(text), input.allowed_mentions, answeredId),
    editedAt: world.clock.now(),
  };
}

/** The parts of an edited message: what is not given stays. */
function rewrittenText(
  world: SkuWorld & ExpressionWorld & IdsPort,
  message: Message,
  input: ChannelMessageInput,
  attachments: readonly Attachment[],
): Text | Fault {
  const content = input.content === undefined ? message.content : input.content;
  return checkText(world, { ...input, content }, attachments, message, message.applicationId);
}

/** A message with its new parts. One that consists of components has no stickers any more. */
function rewritten(message: Message, { flags }: ChannelMessageInput, text: Text): Message {
  const { stickers, ...after } = withFlags(message, flags, EDITABLE);
  return { ...after, ...(stickers && !isOfComponents(after) && { stickers }), ...text };
}

const fixedForward = (): Fault =>
  invalidField("content", "MESSAGE_FORWARD_CANNOT_HAVE_CONTENT", "A forward has no content of its own.");

/** Whether the embeds are shown is all that can be changed later. @param editable flags that can be set */
export function withFlags(
  message: Message,
  flags: number | null | undefined,
  editable: number = MessageFlag.SuppressEmbeds,
): Message {
  if (flags == null) return message;
  const before = message.flags ?? MessageFlag.SentBySocialLayerIntegration;
  const kept = before & ~MessageFlag.SuppressEmbeds;
  return { ...message, flags: kept | (flags & editable) };
}

/** The visible parts of a message, as its author writes them. */
type Text = Required<Pick<Message, "attachments" | "components" | "content" | "embeds">>;

/** @param applicationId whose SKUs premium buttons sell */
function checkText(
  world: SkuWorld & ExpressionWorld & IdsPort,
  input: ChannelMessageInput,
  attachments: readonly Attachment[],
  kept: Kept,
  applicationId: Snowflake,
): Text | Fault {
  const { content, embeds: inputs, allowed_mentions: allowed, poll } = input;
  const { embeds: keptEmbeds = [], stickers = [] } = kept;
  const text = checkLength(content);
  if (text instanceof Fault) return text;
  const components = chosenComponents(world, input, attachments, kept, applicationId);
  if (components instanceof Fault) return components;
  if (components.length === 0 && becomesComponents(input, kept)) return emptyMessage();
  const hasPoll = poll != null;
  const embeds = inputs === undefined ? keptEmbeds : checkEmbeds(inputs);
  if (embeds instanceof Fault) return embeds;
  const parts = [embeds, attachments, stickers, components];
  if (text === "" && parts.every((part) => part.length === 0) && !hasPoll) return emptyMessage();
  const [kind] = contradictions(allowed);
  if (kind !== undefined) return exclusive(kind);
  return pictureFault(embeds, attachments) ?? { attachments, components, content: text, embeds };
}

function exclusive(kind: "users" | "roles"): Fault {
  const message = `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`;
  const leaf = { code: "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message };
  return invalidForm({ allowed_mentions: { _errors: [leaf] } });
}

/** The message that a reply answers: undefined without a reply, and where it is deleted and need not exist. */
function answeredBy(
  world: MessageWorld,
  place: ChannelPlace,
  actor: Actor,
  reference: ReferenceInput | null | undefined,
): Message | undefined | Fault {
  if (reference == null) return undefined;
  if (!may(place, actor, Permission.ReadMessageHistory)) return noReplyWithoutHistory();
  const isHere = reference.channel_id == null || String(reference.channel_id) === place.channel.id;
  const answered = isHere ? findInChannel(world, place, String(reference.message_id)) : undefined;
  if (answered !== undefined)
    return isSystemMessage(answered)
      ? badReference("CANNOT_REPLY_TO_SYSTEM_MESSAGE", "Cannot reply to a system message")
      : answered;
  return reference.fail_if_not_exists === false
    ? undefined
    : badReference("UNKNOWN_MESSAGE", "Unknown message");
}

const badReference = (code: string, message: string): Fault =>
  invalidField("message_reference", `REPLIES_${code}`, message);

function referenceTo(place: ChannelPlace, { id }: Message): { messageId: Snowflake; guildId?: Snowflake } {
  return place.kind === "guild" ? { messageId: id, guildId: place.guild.id } : { messageId: id };
}

function mentioned(
  world: UserWorld,
  place: ChannelPlace,
  actor: Actor,
  content: string,
  allowed: AllowedMentions | null | undefined,
  answeredId: Snowflake | undefined,
): MessageMentions {
  const mayCallAll = place.kind === "guild" && may(place, actor, Permission.MentionEveryone);
  return mentionsIn(content, allowed, {
    // No role can be made mentionable yet.
    roleIds: mayCallAll ? (place.guild.roles ?? []).map((role) => role.id) : [],
    mayCallEveryone: mayCallAll,
    isUser: (id) => world.users.get(id) !== undefined,
    answeredId: answeredId === actor.user.id ? undefined : answeredId,
  });
}

/**
 * A new message of somebody who may call everybody and answers nothing, such as a webhook.
 * @param applicationId whose SKUs premium buttons sell
 */
export function unboundDraft(
  world: UserWorld & SkuWorld & ExpressionWorld & IdsPort,
  place: ChannelPlace,
  input: ChannelMessageInput,
  { attachments }: ChosenFiles,
  applicationId: Snowflake,
): Draft | Fault {
  const text = checkText(world, input, attachments, {}, applicationId);
  if (text instanceof Fault) return text;
  return {
    ...text,
    type: MessageType.Default,
    flags: (input.flags ?? 0) & SETTABLE,
    mentions: mentionedByAnyone(world, place, saidIn(text), input.allowed_mentions),
    tts: input.tts ?? false,
  };
}

/** Such a message after an edit: what is not given stays. */
export function editedUnbound(
  world: UserWorld & SkuWorld & ExpressionWorld & ClockPort & IdsPort,
  place: ChannelPlace,
  message: Message,
  input: ChannelMessageInput,
  { attachments }: ChosenFiles,
): Message | Fault {
  if (message.hasPoll === true) return fixedPoll();
  const text = rewrittenText(world, message, input, attachments);
  if (text instanceof Fault) return text;
  return {
    ...rewritten(message, input, text),
    mentions: mentionedByAnyone(world, place, saidIn(text), input.allowed_mentions),
    editedAt: world.clock.now(),
  };
}

function mentionedByAnyone(
  world: UserWorld,
  place: ChannelPlace,
  content: string,
  allowed: AllowedMentions | null | undefined,
): MessageMentions {
  const roles = place.kind === "guild" ? (place.guild.roles ?? []) : [];
  return mentionsIn(content, allowed, {
    roleIds: roles.map((role) => role.id),
    mayCallEveryone: true,
    isUser: (id) => world.users.get(id) !== undefined,
  });
}
