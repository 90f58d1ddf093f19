import {
  InteractionCallback,
  InteractionType,
  MessageFlag,
  MessageType,
  type MessagePayload,
  type Snowflake,
} from "sdkpp/wire";
import type { Interaction, InteractionResponse } from "../../records/interaction/interaction.js";
import type { Message } from "../../records/message/message.js";
import { messageView } from "../../views/message/message.js";
import { hasEnded, messageAt } from "../../world/interaction/interactions.js";
import { launchActivity } from "../activity/activities.js";
import { modalFrom } from "../component/modal.js";
import { invalidField } from "../faults.js";
import type { Fact } from "../../facts/facts.js";
import type { ChannelMessageInput } from "../posting/input.js";
import { done, Fault, type Result } from "../outcome.js";
import { choicesOf, type ChoiceInput } from "./choices.js";
import { alreadyAcknowledged, unknownInteraction, wrongCallback } from "./faults.js";
import type { FileSender } from "../posting/attachments.js";
import { unknownMessage } from "../posting/faults.js";
import {
  editResponse,
  isHidden,
  postLoading,
  postResponse,
  responseForm,
  usedMessageId,
  type Responded,
  type ResponseWorld,
  senderOf,
} from "./responses.js";

/** Id and token of an interaction in a path; they suffice to respond. */
export interface InteractionPath {
  readonly id: Snowflake;
  readonly token: string;
}

/** An application's response: the fields of a message, choices, or a modal. */
export interface ResponseData extends ChannelMessageInput {
  readonly choices?: readonly ChoiceInput[] | null | undefined;
  readonly custom_id?: string | null | undefined;
  readonly title?: string | null | undefined;
}

export interface ResponseInput {
  readonly type: number;
  readonly data?: ResponseData | null | undefined;
  readonly uploads?: ChannelMessageInput["uploads"];
}

/** The effect of a response. */
interface Effect {
  readonly response: Omit<InteractionResponse, "callback">;
  readonly message?: Message;
  readonly facts: readonly Fact[];
}

type Callback = (world: ResponseWorld, interaction: Interaction, data: ResponseData) => Effect | Fault;

/**
 * `POST /interactions/{id}/{token}/callback`: the first response, once and in time.
 * @param isWanted whether the reply describes it
 */
export function respond(
  world: ResponseWorld,
  path: InteractionPath,
  input: ResponseInput,
  isWanted: boolean,
): Result<Record<string, unknown> | undefined> {
  const interaction = waitingInteraction(world, path);
  if (interaction instanceof Fault) return interaction;
  const { type, data, uploads } = input;
  const rule = CALLBACKS.get(type);
  if (rule === undefined || !rule.suits(interaction)) return wrongCallback(whyNot(interaction, type));
  const effect = rule.run(world, interaction, { ...data, uploads });
  if (effect instanceof Fault) return effect;
  world.interactions.put({ ...interaction, response: { callback: type, ...effect.response } });
  const facts: Fact[] = [...effect.facts, { kind: "interactionAnswered", interactionId: interaction.id }];
  return done(isWanted ? callbackView(world, interaction, type, effect) : undefined, facts);
}

/** An interaction that waits for its first response. */
function waitingInteraction(world: ResponseWorld, { id, token }: InteractionPath): Interaction | Fault {
  const interaction = world.interactions.get(id);
  const isKnown =
    interaction !== undefined && world.digest.equal(interaction.tokenHash, world.digest.sha256(token));
  if (!isKnown || hasEnded(world, interaction)) return unknownInteraction();
  return interaction.response === undefined ? interaction : alreadyAcknowledged();
}

/** The sender of an answer with files, before its body is read. */
export function responderTo(world: ResponseWorld, path: InteractionPath): FileSender | Fault {
  const open = waitingInteraction(world, path);
  return open instanceof Fault ? open : senderOf(world, open);
}

/** There will be no response. Has no effect when there is one. */
export function fail(world: ResponseWorld, id: Snowflake, problem: string): Fact[] {
  const interaction = world.interactions.get(id);
  if (interaction === undefined || interaction.response !== undefined) return [];
  world.interactions.put({ ...interaction, problem });
  return [{ kind: "interactionAnswered", interactionId: id }];
}

interface CallbackRule {
  suits(interaction: Interaction): boolean;
  readonly run: Callback;
}

const isCommand = ({ source }: Interaction): boolean => source.type === InteractionType.ApplicationCommand;
const isComponent = ({ source }: Interaction): boolean => source.type === InteractionType.MessageComponent;
const isModal = ({ source }: Interaction): boolean => source.type === InteractionType.ModalSubmit;
const isAutocomplete = ({ source }: Interaction): boolean => source.type === InteractionType.Autocomplete;
const hasMessage = (interaction: Interaction): boolean => usedMessageId(interaction) !== undefined;

const CALLBACKS: ReadonlyMap<number, CallbackRule> = new Map([
  [InteractionCallback.ChannelMessage, { suits: (one) => !isAutocomplete(one), run: sendMessage }],
  [InteractionCallback.DeferredChannelMessage, { suits: (one) => !isAutocomplete(one), run: deferMessage }],
  [InteractionCallback.DeferredUpdateMessage, { suits: hasMessage, run: deferUpdate }],
  [InteractionCallback.UpdateMessage, { suits: hasMessage, run: updateMessage }],
  [InteractionCallback.AutocompleteResult, { suits: isAutocomplete, run: suggest }],
  [InteractionCallback.Modal, { suits: (one) => isCommand(one) || isComponent(one), run: openModal }],
  [InteractionCallback.LaunchActivity, { suits: (one) => !isAutocomplete(one), run: launch }],
  [InteractionCallback.PremiumRequired, { suits: (one) => !isAutocomplete(one), run: requirePremium }],
] satisfies [number, CallbackRule][]);

function whyNot(interaction: Interaction, type: number): string {
  const { source } = interaction;
  return `An interaction of type ${String(source.type)} has no response of type ${String(type)}${
    isModal(interaction) && !hasMessage(interaction) ? " unless a component has opened its modal" : ""
  }.`;
}

function sendMessage(world: ResponseWorld, interaction: Interaction, data: ResponseData): Effect | Fault {
  return asEffect(postResponse(world, interaction, data, responseForm(interaction)));
}

function deferMessage(
  world: ResponseWorld,
  interaction: Interaction,
  { flags }: ResponseData,
): Effect | Fault {
  if (((flags ?? 0) & ~MessageFlag.Ephemeral) !== 0)
    return invalidField("data", "BASE_TYPE_CHOICES", "A deferred response has no flag but EPHEMERAL (64).");
  return asEffect(postLoading(world, interaction, flags ?? 0, responseForm(interaction)));
}

function deferUpdate(world: ResponseWorld, interaction: Interaction): Effect | Fault {
  const message = usedMessage(world, interaction);
  return message instanceof Fault ? message : { response: { messageId: message.id }, facts: [] };
}

function updateMessage(world: ResponseWorld, interaction: Interaction, data: ResponseData): Effect | Fault {
  const message = usedMessage(world, interaction);
  return message instanceof Fault ? message : asEffect(editResponse(world, interaction, message, data));
}

function suggest(
  _world: ResponseWorld,
  _interaction: Interaction,
  { choices }: ResponseData,
): Effect | Fault {
  const read = choicesOf(choices);
  return read instanceof Fault ? read : { response: { choices: read }, facts: [] };
}

function openModal(world: ResponseWorld, _interaction: Interaction, data: ResponseData): Effect | Fault {
  const modal = modalFrom(data, ["data"], (id) => world.emojis.get(id) !== undefined);
  return modal instanceof Fault ? modal : { response: { modal }, facts: [] };
}

/** Deprecated: what the user sees is a message with a button that leads to what is sold. */
function requirePremium(world: ResponseWorld, interaction: Interaction): Effect | Fault {
  const form = { type: MessageType.InteractionPremiumUpsell };
  const posted = postLoading(world, interaction, MessageFlag.Ephemeral, form);
  if (posted instanceof Fault) return posted;
  const flags = (posted.message.flags ?? 0) & ~MessageFlag.Loading;
  const message = { ...posted.message, flags };
  world.ephemeralMessages.put({ ...message, interactionId: interaction.id });
  return { response: { messageId: message.id }, message, facts: posted.facts };
}

function launch(world: ResponseWorld, interaction: Interaction): Effect | Fault {
  const { applicationId, channelId, source } = interaction;
  const launched = launchActivity(world, { applicationId, channelId, userId: source.userId });
  if (launched instanceof Fault) return launched;
  return { response: { activityInstanceId: launched.reply.id }, facts: launched.facts };
}

function usedMessage(world: ResponseWorld, interaction: Interaction): Message | Fault {
  return messageAt(world, interaction.channelId, usedMessageId(interaction) ?? "") ?? unknownMessage();
}

function asEffect(responded: Responded | Fault): Effect | Fault {
  if (responded instanceof Fault) return responded;
  const { message, facts } = responded;
  return { response: { messageId: message.id }, message, facts };
}

/** The body for `with_response`. */
function callbackView(
  world: ResponseWorld,
  { id, source, channelId, guildId }: Interaction,
  type: number,
  { response, message }: Effect,
): Record<string, unknown> {
  const { activityInstanceId } = response;
  const interaction = {
    id,
    type: source.type,
    channel_id: channelId,
    ...(guildId === null ? {} : { guild_id: guildId }),
    ...(activityInstanceId === undefined ? {} : { activity_instance_id: activityInstanceId }),
    ...(message && {
      response_message_id: message.id,
      response_message_loading: ((message.flags ?? 0) & MessageFlag.Loading) !== 0,
      response_message_ephemeral: isHidden(message),
    }),
  };
  const resource = resourceView(type, activityInstanceId, message && messageView(world, message));
  return { interaction, ...(resource && { resource }) };
}

function resourceView(
  type: number,
  activityInstanceId: string | undefined,
  message: MessagePayload | undefined,
): Record<string, unknown> | undefined {
  if (activityInstanceId !== undefined) return { type, activity_instance: { id: activityInstanceId } };
  const shows = type === InteractionCallback.ChannelMessage || type === InteractionCallback.UpdateMessage;
  return shows && message !== undefined ? { type, message } : undefined;
}
