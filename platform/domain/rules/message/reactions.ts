import { Permission, REACTION_EMOJIS_MAX, type Snowflake, type UserPayload } from "sdkpp/wire";
import { emojiNamed, type Emoji } from "../../records/message/emoji.js";
import type { Message } from "../../records/message/message.js";
import type { Reaction } from "../../records/message/reaction.js";
import { userView } from "../../views/user/user.js";
import type { ExpressionWorld } from "../../world/expression/expression-world.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { ChannelPlace } from "../../world/message/channel-place.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import {
  addReaction,
  countOf,
  hasReacted,
  reactionCounts,
  reactorIds,
  removeEmoji,
  removeReaction,
  removeReactions,
} from "../../world/message/reactions.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { RelationshipWorld } from "../../world/relationship/relationship-world.js";
import { isBlocked } from "../../world/relationship/relationships.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { done, Fault, type Result } from "../outcome.js";
import { closedFault, findMessage, permissionFault } from "../posting/access.js";
import { cannotExecuteOnDm, reactionBlocked, tooManyReactions, unknownEmoji } from "./faults.js";

/** A message, and the emoji of a request about reactions to it. */
export interface ReactionTarget {
  readonly channelId: Snowflake;
  readonly messageId: Snowflake;
  /** The emoji as the path names it. */
  readonly emoji: string;
}

/** The slices of the world that a new reaction uses. */
type Touched = MessageWorld & GuildWorld & RelationshipWorld & ExpressionWorld;

/** `PUT …/reactions/{emoji}/@me`: the first reaction with an emoji also needs the permission to add reactions. */
export function react(world: Touched, actor: Actor, target: ReactionTarget): Result<undefined> {
  const found = findReacted(world, actor, target, Permission.ReadMessageHistory);
  if (found instanceof Fault) return found;
  const { place, message } = found;
  const emoji = usable(world, actor, found);
  if (emoji instanceof Fault) return emoji;
  const userId = actor.user.id;
  const reaction: Reaction = { messageId: message.id, userId, emoji };
  if (hasReacted(world, reaction)) return done(undefined);
  const fault = closedFault(place, actor, "react") ?? newReactionFault(world, actor, place, message, emoji);
  if (fault !== undefined) return fault;
  addReaction(world, reaction);
  return done(undefined, [{ kind: "reactionAdded", place, message, userId, emoji }]);
}

/** `DELETE …/reactions/{emoji}/@me`; nothing happens when there is none. */
export function unreact(
  world: MessageWorld & GuildWorld,
  actor: Actor,
  target: ReactionTarget,
): Result<undefined> {
  const found = findReacted(world, actor, target, 0n);
  if (found instanceof Fault) return found;
  return closedFault(found.place, actor, "react") ?? withdrawn(world, found, actor.user.id);
}

/** `DELETE …/reactions/{emoji}/{user}`: by a member who manages messages. */
export function removeUserReaction(
  world: MessageWorld & GuildWorld,
  actor: Actor,
  target: ReactionTarget,
  userId: Snowflake,
): Result<undefined> {
  if (userId === actor.user.id) return unreact(world, actor, target);
  const found = findModerated(world, actor, target);
  return found instanceof Fault ? found : withdrawn(world, found, userId);
}

/** `GET …/reactions/{emoji}`: who reacted, lowest id first. */
export function listReactors(
  world: MessageWorld & GuildWorld & UserWorld,
  actor: Actor,
  target: ReactionTarget,
  page: { readonly after?: Snowflake | undefined; readonly limit: number },
): Result<UserPayload[]> {
  const found = findReacted(world, actor, target, Permission.ReadMessageHistory);
  if (found instanceof Fault) return found;
  const ids = reactorIds(world, found.message.id, found.emoji, page);
  return done(ids.flatMap((id) => world.users.get(id) ?? []).map(userView));
}

/** `DELETE …/reactions/{emoji}`: by a member who manages messages. */
export function clearEmoji(
  world: MessageWorld & GuildWorld,
  actor: Actor,
  target: ReactionTarget,
): Result<undefined> {
  const found = findModerated(world, actor, target);
  if (found instanceof Fault) return found;
  const { place, message, emoji } = found;
  if (countOf(world, message.id, emoji) === 0) return done(undefined);
  removeEmoji(world, message.id, emoji);
  return done(undefined, [{ kind: "reactionEmojiCleared", place, message, emoji }]);
}

/** `DELETE …/reactions`: by a member who manages messages. */
export function clearReactions(
  world: MessageWorld & GuildWorld,
  actor: Actor,
  channelId: Snowflake,
  messageId: Snowflake,
): Result<undefined> {
  const found = findMessage(world, actor, channelId, messageId);
  if (found instanceof Fault) return found;
  const { place, message } = found;
  const fault = moderationFault(place, actor);
  if (fault !== undefined) return fault;
  if (reactionCounts(world, message.id).length === 0) return done(undefined);
  removeReactions(world, message.id);
  return done(undefined, [{ kind: "reactionsCleared", place, message }]);
}

/** The emoji under its owner's name. A new one must belong to a server that the actor is in, or to its application. */
function usable(world: Touched, actor: Actor, { message, emoji }: Reacted): Emoji | Fault {
  if (emoji.id === null || countOf(world, message.id, emoji) > 0) return emoji;
  const known = world.emojis.get(emoji.id);
  if (known === undefined) return unknownEmoji();
  const { ownerId, id, name, animated } = known;
  const isOwn = ownerId === actor.application.id;
  const isOfGuild = world.guilds.get(ownerId)?.memberIds.includes(actor.user.id) === true;
  return isOwn || isOfGuild ? { id, name, ...(animated && { animated }) } : unknownEmoji();
}

interface Reacted {
  readonly place: ChannelPlace;
  readonly message: Message;
  readonly emoji: Emoji;
}

function findReacted(
  world: MessageWorld & GuildWorld,
  actor: Actor,
  { channelId, messageId, emoji: text }: ReactionTarget,
  permissions: bigint,
): Reacted | Fault {
  const found = findMessage(world, actor, channelId, messageId);
  if (found instanceof Fault) return found;
  const fault = permissionFault(found.place, actor, permissions);
  return fault ?? withEmoji(found, text);
}

function findModerated(
  world: MessageWorld & GuildWorld,
  actor: Actor,
  { channelId, messageId, emoji }: ReactionTarget,
): Reacted | Fault {
  const found = findMessage(world, actor, channelId, messageId);
  if (found instanceof Fault) return found;
  return moderationFault(found.place, actor) ?? withEmoji(found, emoji);
}

function withEmoji(found: Omit<Reacted, "emoji">, text: string): Reacted | Fault {
  const emoji = emojiNamed(text);
  return emoji === undefined ? unknownEmoji() : { ...found, emoji };
}

/** Why the actor may not remove others' reactions: in a conversation no user may. */
function moderationFault(place: ChannelPlace, actor: Actor): Fault | undefined {
  if (place.kind === "dm") return cannotExecuteOnDm();
  return permissionFault(place, actor, Permission.ManageMessages) ?? closedFault(place, actor, "react");
}

function newReactionFault(
  world: Touched,
  actor: Actor,
  place: ChannelPlace,
  message: Message,
  emoji: Emoji,
): Fault | undefined {
  const isFirst = countOf(world, message.id, emoji) === 0;
  const needed =
    (isFirst ? Permission.AddReactions : 0n) |
    (isFirst && isExternal(world, place, emoji) ? Permission.UseExternalEmojis : 0n);
  const fault = permissionFault(place, actor, needed);
  if (fault !== undefined) return fault;
  if (isBlocked(world, actor.user.id, message.authorId)) return reactionBlocked();
  const isFull = reactionCounts(world, message.id).length >= REACTION_EMOJIS_MAX;
  return isFirst && isFull ? tooManyReactions() : undefined;
}

/** Whether it is of another server. */
function isExternal({ emojis }: ExpressionWorld, place: ChannelPlace, { id }: Emoji): boolean {
  return id !== null && place.kind === "guild" && emojis.get(id)?.ownerId !== place.guild.id;
}

function withdrawn(
  world: MessageWorld,
  { place, message, emoji }: Reacted,
  userId: Snowflake,
): Result<undefined> {
  const reaction: Reaction = { messageId: message.id, userId, emoji };
  if (!hasReacted(world, reaction)) return done(undefined);
  removeReaction(world, reaction);
  return done(undefined, [{ kind: "reactionRemoved", place, message, userId, emoji }]);
}
