import { MessageFlag, USER_INSTALL_FOLLOW_UPS_MAX, type MessagePayload, type Snowflake } from "sdkpp/wire";
import { isUserInstallOnly, type Interaction } from "../../records/interaction/interaction.js";
import type { Message } from "../../records/message/message.js";
import { messageView } from "../../views/message/message.js";
import { interactionByToken, messageAt } from "../../world/interaction/interactions.js";
import type { Fact } from "../../facts/facts.js";
import { invalidWebhookToken } from "../faults.js";
import type { ChannelMessageInput } from "../posting/input.js";
import { done, Fault, type Result } from "../outcome.js";
import { tooManyFollowUps } from "./faults.js";
import type { FileSender } from "../posting/attachments.js";
import { unknownMessage } from "../posting/faults.js";
import {
  deleteResponse,
  editResponse,
  postResponse,
  replyTo,
  responseForm,
  usedMessageId,
  type Responded,
  type ResponseWorld,
  senderOf,
} from "./responses.js";

/** Application and token in a path of a webhook. */
export interface ResponsePath {
  readonly applicationId: Snowflake;
  readonly token: string;
}

/** The first response, or the id of any of them. */
export type ResponseName = "@original" | Snowflake;

/** Follow-ups whose ids are kept. */
const FOLLOW_UPS_KEPT = 100;

/** `POST /webhooks/{application}/{token}`. After a deferred response it edits that one. */
export function createFollowUp(
  world: ResponseWorld,
  path: ResponsePath,
  input: ChannelMessageInput,
): Result<MessagePayload> {
  const interaction = findInteraction(world, path);
  if (interaction instanceof Fault) return interaction;
  const original = originalOf(world, interaction);
  if (original !== undefined && isLoading(original))
    return answered(world, interaction, editResponse(world, interaction, original, input));
  if (isUserInstallOnly(interaction) && interaction.followUpIds.length >= USER_INSTALL_FOLLOW_UPS_MAX)
    return tooManyFollowUps();
  const { channelId, guildId } = interaction;
  const form =
    original === undefined
      ? responseForm(interaction)
      : { ...replyTo(channelId, guildId, original.id), originalResponseId: original.id };
  const posted = postResponse(world, interaction, input, form);
  if (posted instanceof Fault) return posted;
  const followUpIds = [...interaction.followUpIds, posted.message.id].slice(-FOLLOW_UPS_KEPT);
  world.interactions.put({ ...interaction, followUpIds });
  return answered(world, interaction, posted);
}

/** `GET /webhooks/{application}/{token}/messages/{message}`. */
export function getResponse(
  world: ResponseWorld,
  path: ResponsePath,
  name: ResponseName,
): Result<MessagePayload> {
  const found = findResponse(world, path, name);
  return found instanceof Fault ? found : done(messageView(world, found.message));
}

/** `PATCH /webhooks/{application}/{token}/messages/{message}`. */
export function updateResponse(
  world: ResponseWorld,
  path: ResponsePath,
  name: ResponseName,
  input: ChannelMessageInput,
): Result<MessagePayload> {
  const found = findResponse(world, path, name);
  if (found instanceof Fault) return found;
  return answered(world, found.interaction, editResponse(world, found.interaction, found.message, input));
}

/** `DELETE /webhooks/{application}/{token}/messages/{message}`. */
export function removeResponse(
  world: ResponseWorld,
  path: ResponsePath,
  name: ResponseName,
): Result<undefined> {
  const found = findResponse(world, path, name);
  if (found instanceof Fault) return found;
  return done(undefined, [...deleteResponse(world, found.message), changed(found.interaction)]);
}

/** The sender of an answer with files, before its body is read. */
export function responder(world: ResponseWorld, path: ResponsePath): FileSender | Fault {
  const found = findInteraction(world, path);
  return found instanceof Fault ? found : senderOf(world, found);
}

function findInteraction(world: ResponseWorld, { applicationId, token }: ResponsePath): Interaction | Fault {
  return interactionByToken(world, applicationId, token) ?? invalidWebhookToken();
}

function findResponse(
  world: ResponseWorld,
  path: ResponsePath,
  name: ResponseName,
): { interaction: Interaction; message: Message } | Fault {
  const interaction = findInteraction(world, path);
  if (interaction instanceof Fault) return interaction;
  const message =
    name === "@original" ? originalOf(world, interaction) : messageAt(world, interaction.channelId, name);
  return message !== undefined && isOf(interaction, message) ? { interaction, message } : unknownMessage();
}

function originalOf(world: ResponseWorld, { channelId, response }: Interaction): Message | undefined {
  return response?.messageId === undefined ? undefined : messageAt(world, channelId, response.messageId);
}

/**
 * The first response, the follow-ups, and, once there is a response, the message whose component was used: these the token of an
 * interaction reaches.
 */
function isOf(interaction: Interaction, message: Message): boolean {
  const { id, response } = interaction;
  if (message.id === response?.messageId) return true;
  if (response !== undefined && message.id === usedMessageId(interaction)) return true;
  return message.interaction?.id === id;
}

function isLoading({ flags = 0 }: Message): boolean {
  return (flags & MessageFlag.Loading) !== 0;
}

function answered(
  world: ResponseWorld,
  interaction: Interaction,
  responded: Responded | Fault,
): Result<MessagePayload> {
  if (responded instanceof Fault) return responded;
  const { message, facts } = responded;
  return done(messageView(world, message), [...facts, changed(interaction)]);
}

function changed({ id }: Interaction): Fact {
  return { kind: "interactionAnswered", interactionId: id };
}
