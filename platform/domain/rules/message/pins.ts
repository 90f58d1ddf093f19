import {
  AuditLogEvent,
  MessageType,
  Permission,
  PINS_MAX,
  type MessagePayload,
  type PinsPayload,
  type Snowflake,
} from "sdkpp/wire";
import { includesSplit } from "../../records/guild/permission-splits.js";
import { channelPermissions } from "../../records/guild/permissions.js";
import { isSystemMessage, type Message } from "../../records/message/message.js";
import { channelMessageView } from "../../views/message/channel-message.js";
import { pinView } from "../../views/message/pin.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { findInChannel } from "../../world/message/channel-history.js";
import type { ChannelPlace } from "../../world/message/channel-place.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import { addPin, isPinned, pinsOf } from "../../world/message/pins.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { ClockPort, IdsPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { audited } from "../audit.js";
import type { Fact } from "../../facts/facts.js";
import { missingPermissions } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { closedFault, findMessage, findTextPlace, may } from "../posting/access.js";
import { systemMessage, tooManyPins } from "./faults.js";
import { postSystemMessage } from "../posting/notices.js";

type Touched = MessageWorld & GuildWorld & UserWorld & ApplicationWorld & ClockPort & IdsPort;

/** Which part of a channel's pins is asked for. */
export interface PinWindow {
  /** Unix milliseconds */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** `GET /channels/{id}/messages/pins`: newest first; empty for an actor who may not read the history. */
export function listPins(
  world: Touched,
  actor: Actor,
  channelId: Snowflake,
  { before = Infinity, limit }: PinWindow,
): Result<PinsPayload> {
  const place = findTextPlace(world, actor, channelId);
  if (place instanceof Fault) return place;
  const isReadable = may(place, actor, Permission.ReadMessageHistory);
  const pins = isReadable ? pinsOf(world, channelId).filter(({ pinnedAt }) => pinnedAt < before) : [];
  const items = pins.slice(0, limit).flatMap((pin) => {
    const message = findInChannel(world, place, pin.messageId);
    return message === undefined ? [] : pinView(pin, channelMessageView(world, place, actor, message));
  });
  return done({ items, has_more: pins.length > limit });
}

/** `GET /channels/{id}/pins`, which only knows the newest ones. */
export function listNewestPins(
  world: Touched,
  actor: Actor,
  channelId: Snowflake,
  limit: number,
): Result<MessagePayload[]> {
  const listed = listPins(world, actor, channelId, { limit });
  return listed instanceof Fault ? listed : done(listed.reply.items.map(({ message }) => message));
}

/** `PUT /channels/{id}/messages/pins/{message}`; nothing happens when it is pinned. */
export function pinMessage(
  world: Touched,
  actor: Actor,
  channelId: Snowflake,
  messageId: Snowflake,
): Result<undefined> {
  const found = findPinnable(world, actor, channelId, messageId);
  if (found instanceof Fault) return found;
  const { place, message } = found;
  if (isSystemMessage(message)) return systemMessage();
  if (isPinned(world, message)) return done(undefined);
  if (pinsOf(world, channelId).length >= PINS_MAX) return tooManyPins();
  addPin(world, message);
  const notice = postSystemMessage(world, place, {
    type: MessageType.ChannelPinnedMessage,
    authorId: actor.user.id,
    applicationId: actor.application.id,
    reference: { messageId, ...(place.kind === "guild" && { guildId: place.guild.id }) },
  });
  return done(undefined, [...pinFacts(actor, place, message, AuditLogEvent.MessagePin), ...notice]);
}

/** `DELETE /channels/{id}/messages/pins/{message}`; nothing happens when it is not pinned. */
export function unpinMessage(
  world: Touched,
  actor: Actor,
  channelId: Snowflake,
  messageId: Snowflake,
): Result<undefined> {
  const found = findPinnable(world, actor, channelId, messageId);
  if (found instanceof Fault) return found;
  const { place, message } = found;
  if (!isPinned(world, message)) return done(undefined);
  world.pins.delete(messageId);
  return done(undefined, pinFacts(actor, place, message, AuditLogEvent.MessageUnpin));
}

function findPinnable(world: Touched, actor: Actor, channelId: Snowflake, messageId: Snowflake) {
  const found = findMessage(world, actor, channelId, messageId);
  if (found instanceof Fault) return found;
  return pinFault(world, found.place, actor) ?? found;
}

function pinFault(world: ClockPort, place: ChannelPlace, actor: Actor): Fault | undefined {
  if (place.kind === "dm") return undefined;
  const granted = channelPermissions(place.guild, place.channel, actor.user.id);
  return includesSplit(granted, "PinMessages", world.clock.now())
    ? closedFault(place, actor, "change")
    : missingPermissions();
}

function pinFacts(actor: Actor, place: ChannelPlace, message: Message, action: number): Fact[] {
  const changed: Fact = { kind: "pinChanged", place, message };
  if (place.kind === "dm") return [changed];
  const options = { channel_id: place.channel.id, message_id: message.id };
  return [changed, audited(actor, { guildId: place.guild.id, action, targetId: message.authorId, options })];
}
