import { CommandType, MessageFlag, MessageType, Permission, type Snowflake } from "sdkpp/wire";
import { mayIn } from "../../records/guild/permissions.js";
import { isUserInstallOnly, type Interaction } from "../../records/interaction/interaction.js";
import { fileBytesMax } from "../../records/guild/file-limits.js";
import type { MessageInteraction } from "../../records/message/message-interaction.js";
import type { Message, WebhookAuthor } from "../../records/message/message.js";
import type { ActivityWorld } from "../../world/activity/activity-world.js";
import type { ExpressionWorld } from "../../world/expression/expression-world.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { InteractionWorld } from "../../world/interaction/interaction-world.js";
import { placeOf, type ChannelPlace } from "../../world/message/channel-place.js";
import { removeFiles } from "../../world/message/files.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { ClockPort, DigestPort, IdsPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { Fact } from "../../facts/facts.js";
import { unknownChannel } from "../faults.js";
import type { FileSender } from "../posting/attachments.js";
import { compose, keepParts, recompose } from "../posting/compose.js";
import { deleteMessage, editMessage, postMessage } from "../posting/changes.js";
import { editedUnbound, unboundDraft } from "../posting/draft.js";
import { unbuiltPart, type ChannelMessageInput } from "../posting/input.js";
import { latePoll } from "./faults.js";
import { Fault } from "../outcome.js";

/** The slices of the world that these rules use. */
export type ResponseWorld = InteractionWorld &
  ActivityWorld &
  GuildWorld &
  MessageWorld &
  UserWorld &
  ExpressionWorld &
  ApplicationWorld &
  ClockPort &
  DigestPort &
  IdsPort;

/** A message that is stored, and what followed. */
export interface Responded {
  readonly message: Message;
  readonly facts: readonly Fact[];
}

/** How a response differs from other messages of its application. */
export type ResponseForm = Pick<Message, "type" | "reference"> & {
  /** The first response, of a follow-up. */
  readonly originalResponseId?: Snowflake;
};

/** Posts a response; one that only its user sees is kept elsewhere. */
export function postResponse(
  world: ResponseWorld,
  interaction: Interaction,
  input: ChannelMessageInput,
  form: ResponseForm,
): Responded | Fault {
  const place = placeOf(world, interaction.channelId);
  if (place === undefined) return unknownChannel();
  const unbuilt = unbuiltPart(input);
  if (unbuilt !== undefined) return unbuilt;
  const sender = senderOf(world, interaction);
  const composed = compose(world, sender, input, (files) =>
    unboundDraft(world, place, input, files, interaction.applicationId),
  );
  if (composed instanceof Fault) return composed;
  const message: Message = {
    ...composed.draft,
    ...frame(world, interaction, form),
    flags: (composed.draft.flags ?? 0) | hiding(interaction, place, input.flags ?? 0),
  };
  keepParts(world, message, composed);
  return { message, facts: stored(world, interaction, place, message) };
}

/** Posts a response that is still to come: it has no text, and is replaced. */
export function postLoading(
  world: ResponseWorld,
  interaction: Interaction,
  flags: number,
  form: ResponseForm,
): Responded | Fault {
  const place = placeOf(world, interaction.channelId);
  if (place === undefined) return unknownChannel();
  const message: Message = {
    ...frame(world, interaction, form),
    content: "",
    flags: MessageFlag.Loading | hiding(interaction, place, flags),
  };
  return { message, facts: stored(world, interaction, place, message) };
}

/** Changes a response, or the message whose component was used. The first text of one that was still to come makes it whole. */
export function editResponse(
  world: ResponseWorld,
  interaction: Interaction,
  message: Message,
  input: ChannelMessageInput,
): Responded | Fault {
  const place = placeOf(world, message.channelId);
  if (place === undefined) return unknownChannel();
  const unbuilt = unbuiltPart(input);
  if (unbuilt !== undefined) return unbuilt;
  const isLoading = ((message.flags ?? 0) & MessageFlag.Loading) !== 0;
  if (!isLoading && input.poll != null) return latePoll();
  const sender = senderOf(world, interaction);
  const composed = recompose(world, sender, input, message.attachments, (files) =>
    editedUnbound(world, place, message, input, files),
  );
  if (composed instanceof Fault) return composed;
  const { after: edited } = composed;
  const flags = (edited.flags ?? 0) & ~MessageFlag.Loading;
  const after: Message = isLoading ? { ...edited, flags, editedAt: null } : edited;
  keepParts(world, after, composed);
  return { message: after, facts: replaced(world, place, after) };
}

/** The sender of a response; its size limit follows from the server and the user of the interaction. */
export function senderOf(
  world: UserWorld & GuildWorld,
  { source, guildId, applicationId }: Interaction,
): FileSender {
  const guild = guildId === null ? undefined : world.guilds.get(guildId);
  return { applicationId, bytesMax: fileBytesMax(guild, world.users.get(source.userId)) };
}

/** Deletes a response. */
export function deleteResponse(world: ResponseWorld, message: Message): readonly Fact[] {
  if (isHidden(message)) {
    removeFiles(world, message.attachments ?? []);
    world.ephemeralMessages.delete(message.id);
    return [];
  }
  const place = placeOf(world, message.channelId);
  return place === undefined ? [] : deleteMessage(world, place, message);
}

/** The type of a first response, and what it answers. */
export function responseForm({ channelId, guildId, source }: Interaction): ResponseForm {
  const used = source.interactedMessageId ?? source.trigger?.interactedMessageId;
  if (used !== undefined) return replyTo(channelId, guildId, used);
  const { commandType } = source.trigger ?? source;
  const isMenu = commandType === CommandType.User || commandType === CommandType.Message;
  return { type: isMenu ? MessageType.ContextMenuCommand : MessageType.ChatInputCommand };
}

/** A message that answers another one of its channel. */
export function replyTo(channelId: Snowflake, guildId: Snowflake | null, messageId: Snowflake): ResponseForm {
  const reference = { messageId, channelId, ...(guildId === null ? {} : { guildId }) };
  return { type: MessageType.Reply, reference };
}

/** Whether only one user sees it. */
export function isHidden({ flags = 0 }: Message): boolean {
  return (flags & MessageFlag.Ephemeral) !== 0;
}

type Framed = Omit<Message, "content" | "flags">;

function frame(
  world: ResponseWorld,
  { applicationId, channelId, source }: Interaction,
  { originalResponseId, ...form }: ResponseForm,
): Framed {
  return {
    ...form,
    id: world.ids.next(),
    channelId,
    applicationId,
    ...authorOf(world, applicationId),
    interaction: withOriginal(source, originalResponseId),
    sentAt: world.clock.now(),
    editedAt: null,
  };
}

function withOriginal(
  source: MessageInteraction,
  originalResponseId: Snowflake | undefined,
): MessageInteraction {
  return originalResponseId === undefined ? source : { ...source, originalResponseId };
}

/** The bot; an application without one speaks for itself, as a webhook does. */
function authorOf(
  world: ApplicationWorld,
  applicationId: Snowflake,
): { authorId: Snowflake; webhook?: WebhookAuthor } {
  const { botUserId, name = "", icon } = world.applications.get(applicationId) ?? {};
  if (botUserId !== undefined) return { authorId: botUserId };
  return { authorId: applicationId, webhook: { name, ...(icon === undefined ? {} : { avatar: icon }) } };
}

/** In servers whose members may not use external applications in public, only the user sees what one responds. */
function hiding(interaction: Interaction, place: ChannelPlace, flags: number): number {
  if ((flags & MessageFlag.Ephemeral) !== 0) return MessageFlag.Ephemeral;
  const isForeign = place.kind === "guild" && isUserInstallOnly(interaction);
  const { userId } = interaction.source;
  const mayShow = !isForeign || mayIn(place.guild, place.channel, userId, Permission.UseExternalApps);
  return mayShow ? 0 : MessageFlag.Ephemeral;
}

function stored(
  world: ResponseWorld,
  { id }: Interaction,
  place: ChannelPlace,
  message: Message,
): readonly Fact[] {
  if (!isHidden(message)) return postMessage(world, place, message);
  world.ephemeralMessages.put({ ...message, interactionId: id });
  return [];
}

function replaced(world: ResponseWorld, place: ChannelPlace, message: Message): readonly Fact[] {
  const hidden = world.ephemeralMessages.get(message.id);
  if (hidden === undefined) return editMessage(world, place, message);
  world.ephemeralMessages.put({ ...message, interactionId: hidden.interactionId });
  return [];
}

/** Whether a first response comes from a component, or from a modal that one has opened. */
export function usedMessageId({ source }: Interaction): Snowflake | undefined {
  return source.interactedMessageId ?? source.trigger?.interactedMessageId;
}
