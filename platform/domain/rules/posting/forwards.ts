import { FILE_QUOTA_BYTES } from "../../records/message/attachment.js";
import { MessageFlag, MessageType, Permission, type Snowflake } from "sdkpp/wire";
import type { Message, MessageSnapshot } from "../../records/message/message.js";
import { mayRead } from "../../views/message/message-content.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { ChannelPlace } from "../../world/message/channel-place.js";
import { copyFiles, hasRoomFor } from "../../world/message/files.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { IdsPort } from "../../world/ports.js";
import { fileQuotaExceeded, invalidField, invalidForm } from "../faults.js";
import { Fault } from "../outcome.js";
import { findMessage, may } from "./access.js";
import type { ChannelMessageInput, ReferenceInput } from "./input.js";
import { unreadableForward } from "./faults.js";

/** The fields of a message that forwards another one. */
export type Forward = Pick<Message, "content" | "embeds" | "flags" | "reference" | "snapshots" | "type">;

/** Flags of a forward that its author sets. */
const SETTABLE = MessageFlag.SuppressNotifications;
/** Fields that a forward does without: it says what the other message said. */
const OWN_PARTS = ["content", "embeds", "components", "uploads", "sticker_ids"] as const;

/** A message that carries another one, which the actor can read, as it is now. */
export function forwardOf(
  world: MessageWorld & GuildWorld & IdsPort,
  actor: Actor,
  to: ChannelPlace,
  reference: ReferenceInput,
  input: ChannelMessageInput,
): Forward | Fault {
  const said = input.poll == null ? OWN_PARTS.find((part) => (input[part]?.length ?? 0) > 0) : "poll";
  if (said !== undefined)
    return invalidField(said, "MESSAGE_FORWARD_CANNOT_HAVE_CONTENT", "A forward has no content of its own.");
  if (reference.channel_id == null) return channelRequired();
  const channelId = String(reference.channel_id);
  const messageId = String(reference.message_id);
  const found = findMessage(world, actor, channelId, messageId);
  if (found instanceof Fault || !may(found.place, actor, Permission.ReadMessageHistory)) return unknown();
  const { place, message } = found;
  if (place.kind === "guild" && !mayRead(actor, message)) return unreadableForward();
  if (!canBeForwarded(message))
    return badReference("CANNOT_FORWARD_MESSAGE_TYPE", "This message cannot be forwarded");
  const bytes = carriedBy(message)
    .flatMap(({ attachments }) => attachments ?? [])
    .reduce((sum, { size }) => sum + size, 0);
  if (bytes > 0 && !hasRoomFor(world, actor.application.id, bytes))
    return fileQuotaExceeded(actor.application.id, FILE_QUOTA_BYTES);
  return {
    content: "",
    embeds: [],
    type: MessageType.Default,
    flags: MessageFlag.HasSnapshot | ((input.flags ?? 0) & SETTABLE),
    reference: { type: "forward", messageId, channelId, ...guildOf(place) },
    snapshots: carried(world, actor.application.id, to, carriedBy(message)),
  };
}

/** A forward of a forward carries what that one does. */
function carriedBy(message: Message): readonly MessageSnapshot[] {
  return message.snapshots ?? [snapshotOf(message)];
}

const FORWARDED: ReadonlySet<number> = new Set([MessageType.Default, MessageType.Reply]);

/** Messages that belong to their place, such as an invite or a notice of the platform, cannot be forwarded. */
function canBeForwarded({ type = MessageType.Default, activity, hasPoll }: Message): boolean {
  return FORWARDED.has(type) && activity === undefined && hasPoll !== true;
}

function snapshotOf({ content, sentAt, editedAt, ...message }: Message): MessageSnapshot {
  const {
    type = MessageType.Default,
    flags = 0,
    embeds = [],
    attachments = [],
    components,
    mentions,
    stickers,
  } = message;
  return {
    type,
    content,
    sentAt,
    editedAt,
    flags,
    embeds,
    attachments,
    ...(components && { components }),
    ...(mentions && { mentions }),
    ...(stickers && { stickers }),
  };
}

/** Files are copied: the forward keeps them when the message is deleted. */
function carried(
  world: MessageWorld & IdsPort,
  applicationId: Snowflake,
  to: ChannelPlace,
  snapshots: readonly MessageSnapshot[],
): MessageSnapshot[] {
  return snapshots.map((one) => ({
    ...one,
    attachments: copyFiles(world, applicationId, to.channel.id, one.attachments ?? []),
  }));
}

function guildOf(place: ChannelPlace): { guildId?: string } {
  return place.kind === "guild" ? { guildId: place.guild.id } : {};
}

function channelRequired(): Fault {
  const leaf = { code: "BASE_TYPE_REQUIRED", message: "This field is required" };
  return invalidForm({ message_reference: { channel_id: { _errors: [leaf] } } });
}

/** The same for a message that is not there and one that the actor may not know of. */
const unknown = (): Fault => badReference("UNKNOWN_MESSAGE", "Unknown message");

const badReference = (code: string, message: string): Fault =>
  invalidField("message_reference", `FORWARDS_${code}`, message);
