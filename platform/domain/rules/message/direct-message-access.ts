import type { Snowflake } from "sdkpp/wire";
import { familyOf } from "../../records/oauth2/application.js";
import { PLATFORM } from "../../records/relationship/relationship.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { shareGuild } from "../../world/guild/guilds.js";
import { findDmChannel } from "../../world/message/dm-channels.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { RelationshipWorld } from "../../world/relationship/relationship-world.js";
import { areFriends, isBlocked } from "../../world/relationship/relationships.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { unknownUser } from "../faults.js";
import { Fault } from "../outcome.js";
import { cannotMessageUser, noMutualGuild } from "./faults.js";

/** Whether a direct message is stored in a channel or only delivered. */
export type DirectPlace = "stored" | "ephemeral";

/**
 * Where a direct message of `actor` goes, or why it may not be sent (H§6): friends may, and two who are both in
 * the game now, and two of one server who have talked before. A block on either side forbids all of it. Players without an
 * account of the platform write only while they play, and what two of them write is not kept.
 */
export function directPlace(
  world: MessageWorld & GuildWorld & UserWorld & RelationshipWorld & PresenceWorld,
  actor: Actor,
  userId: Snowflake,
): DirectPlace | Fault {
  const { user, application } = actor;
  const other = world.users.get(userId);
  if (other === undefined) return unknownUser();
  if (userId === user.id || isBlocked(world, user.id, userId)) return cannotMessageUser();
  if (other.bot) return answerToBot(world, user.id, userId);
  const friends = [PLATFORM, familyOf(application)].some((realm) =>
    areFriends(world, realm, user.id, userId),
  );
  const hasChannel = findDmChannel(world, user.id, userId) !== undefined;
  const isTogether = [user.id, userId].every((id) => world.live.has(application.id, id));
  const guests = [user, other].filter(({ provisionalOf }) => provisionalOf !== undefined);
  if (guests.length === 2) return isTogether ? "ephemeral" : cannotMessageUser();
  if (guests.includes(user) && !world.live.has(application.id, user.id)) return cannotMessageUser();
  if (friends || (isTogether && hasChannel)) return "stored";
  if (isTogether) return "ephemeral";
  if (!shareGuild(world, user.id, userId)) return noMutualGuild();
  return hasChannel ? "stored" : cannotMessageUser();
}

/** Why an actor may not write to a user in their conversation. */
export function conversationFault(
  world: MessageWorld & GuildWorld & UserWorld & RelationshipWorld & PresenceWorld,
  actor: Actor,
  userId: Snowflake,
): Fault | undefined {
  if (actor.kind === "bot") return botConversationFault(world, actor.user.id, userId);
  if (actor.kind === "account") return accountConversationFault(world, actor.user.id, userId);
  const reached = directPlace(world, actor, userId);
  return reached instanceof Fault ? reached : undefined;
}

/** Why a user may not write to another one, or a bot, in the platform's own app: friends may, and who shares a server. */
export function accountConversationFault(
  world: GuildWorld & UserWorld & RelationshipWorld,
  userId: Snowflake,
  otherId: Snowflake,
): Fault | undefined {
  if (world.users.get(otherId) === undefined) return unknownUser();
  if (userId === otherId || isBlocked(world, userId, otherId)) return cannotMessageUser();
  if (areFriends(world, PLATFORM, userId, otherId)) return undefined;
  return shareGuild(world, userId, otherId) ? undefined : noMutualGuild();
}

/**
 * Why a bot may not write to a user: it reaches members of its own servers who are not bots and have
 * not blocked it.
 */
export function botConversationFault(
  world: GuildWorld & UserWorld & RelationshipWorld,
  botId: Snowflake,
  userId: Snowflake,
): Fault | undefined {
  const isPerson = world.users.get(userId)?.bot === false;
  if (!isPerson || isBlocked(world, botId, userId)) return cannotMessageUser();
  return shareGuild(world, botId, userId) ? undefined : noMutualGuild();
}

/** A bot is no friend and in no game: two of one server who have talked before, and it is always kept. */
function answerToBot(
  world: MessageWorld & GuildWorld,
  userId: Snowflake,
  botId: Snowflake,
): DirectPlace | Fault {
  if (!shareGuild(world, userId, botId)) return noMutualGuild();
  const lastMessageId = findDmChannel(world, userId, botId)?.lastMessageId ?? null;
  return lastMessageId === null ? cannotMessageUser() : "stored";
}
