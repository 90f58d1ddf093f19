import type { DmChannelPayload, Snowflake } from "sdkpp/wire";
import { isThread } from "../../records/guild/thread-channel.js";
import type { DmChannel } from "../../records/message/dm-channel.js";
import { guildChannelView } from "../../views/guild/guild-channel.js";
import { dmChannelView } from "../../views/message/dm-channel.js";
import { threadViewFor } from "../../views/thread/thread.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { LobbyWorld } from "../../world/lobby/lobby-world.js";
import { findDmChannel } from "../../world/message/dm-channels.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { IdsPort } from "../../world/ports.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { RelationshipWorld } from "../../world/relationship/relationship-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { done, Fault, type Result } from "../outcome.js";
import { findPlace } from "../posting/access.js";
import { conversationFault } from "./direct-message-access.js";
import { invalidRecipients } from "./faults.js";

/** The slices of the world that these rules use. */
type Touched = LobbyWorld &
  PresenceWorld &
  MessageWorld &
  GuildWorld &
  UserWorld &
  RelationshipWorld &
  IdsPort;

/**
 * `POST /users/@me/channels`: the actor's conversation with a user, existing or new. The other one learns of it with the
 * first message.
 */
export function openConversation(world: Touched, actor: Actor, userId: Snowflake): Result<DmChannelPayload> {
  const { id: ownId } = actor.user;
  if (userId === ownId || world.users.get(userId) === undefined) return invalidRecipients();
  const known = findDmChannel(world, ownId, userId);
  if (known !== undefined) return done(dmChannelView(world, known, ownId));
  const fault = conversationFault(world, actor, userId);
  if (fault !== undefined) return fault;
  const channel: DmChannel = { id: world.ids.next(), userIds: [ownId, userId], lastMessageId: null };
  world.dmChannels.put(channel);
  return done(dmChannelView(world, channel, ownId));
}

/** `GET /channels/{id}`. */
export function getChannel(world: Touched, actor: Actor, channelId: Snowflake): Result<unknown> {
  const place = findPlace(world, actor, channelId);
  if (place instanceof Fault) return place;
  if (place.kind === "dm") return done(dmChannelView(world, place.channel, actor.user.id));
  const { channel } = place;
  if (isThread(channel)) return done(threadViewFor(world, channel.thread, actor.user.id));
  return done(guildChannelView(world, place));
}
