import { MessageFlag, MessageType, Permission, type MessagePayload, type Snowflake } from "sdkpp/wire";
import { ChannelType } from "../../records/guild/guild.js";
import { isCrosspost, isCrossposted, type Message } from "../../records/message/message.js";
import { channelMessageView } from "../../views/message/channel-message.js";
import type { ChannelPlace, GuildPlace } from "../../world/message/channel-place.js";
import type { ConversationWorld } from "../../world/message/conversation-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import { wrongChannelType } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { findMessage, permissionFault } from "../posting/access.js";
import { editMessage } from "../posting/changes.js";
import { alreadyCrossposted, cannotExecuteOnDm, invalidMessageType } from "./faults.js";

/** `POST /channels/{id}/messages/{message}/crosspost`: by its author, or a member who also manages messages. */
export function crosspostMessage(
  world: ConversationWorld,
  actor: Actor,
  channelId: Snowflake,
  messageId: Snowflake,
): Result<MessagePayload> {
  const found = findMessage(world, actor, channelId, messageId);
  if (found instanceof Fault) return found;
  const { message } = found;
  const place = announcements(found.place);
  if (place instanceof Fault) return place;
  const fault = permissionFault(place, actor, neededFor(actor, message));
  if (fault !== undefined) return fault;
  if (!canBeCrossposted(message)) return invalidMessageType();
  if (isCrossposted(message)) return alreadyCrossposted();
  const { flags = MessageFlag.SentBySocialLayerIntegration } = message;
  const after = { ...message, flags: flags | MessageFlag.Crossposted };
  return done(channelMessageView(world, place, actor, after), [
    ...editMessage(world, place, after),
    { kind: "messageCrossposted", place, message: after },
  ]);
}

function announcements(place: ChannelPlace): GuildPlace | Fault {
  if (place.kind === "dm") return cannotExecuteOnDm();
  return place.channel.type === ChannelType.GuildAnnouncement ? place : wrongChannelType();
}

function neededFor({ user }: Actor, { authorId }: Message): bigint {
  return Permission.SendMessages | (authorId === user.id ? 0n : Permission.ManageMessages);
}

/** Messages that lead to another message, or belong to their place, stay in their channel. */
function canBeCrossposted(message: Message): boolean {
  const { type = MessageType.Default, snapshots, hasPoll, activity } = message;
  const isPlain = [snapshots, hasPoll, activity].every((part) => part === undefined);
  return type === MessageType.Default && isPlain && !isCrosspost(message);
}
