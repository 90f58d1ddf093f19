import { GatewayEvent } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import { memberView } from "../../views/guild/member.js";
import { emojiView } from "../../views/message/reactions.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";
import { placeFields, toPlace } from "./place-reach.js";

/** The one kind of reaction there is: none is paid for. */
const NORMAL = { burst: false, type: 0 };

export function reactionAdded(world: World, fact: FactOf<"reactionAdded">): Dispatch[] {
  const { place, message, userId } = fact;
  const user = place.kind === "guild" ? world.users.get(userId) : undefined;
  const d = {
    ...reactionFields(fact),
    message_author_id: message.authorId,
    ...(user && place.kind === "guild" && { member: memberView(world, place.guild, user) }),
  };
  return [dispatch(GatewayEvent.MessageReactionAdd, d, toPlace(world, place))];
}

export function reactionRemoved(world: World, fact: FactOf<"reactionRemoved">): Dispatch[] {
  const d = reactionFields(fact);
  return [dispatch(GatewayEvent.MessageReactionRemove, d, toPlace(world, fact.place))];
}

export function reactionEmojiCleared(
  world: World,
  { place, message, emoji }: FactOf<"reactionEmojiCleared">,
): Dispatch[] {
  const d = { ...placeFields(place), message_id: message.id, emoji: emojiView(emoji) };
  return [dispatch(GatewayEvent.MessageReactionRemoveEmoji, d, toPlace(world, place))];
}

export function reactionsCleared(world: World, { place, message }: FactOf<"reactionsCleared">): Dispatch[] {
  const d = { ...placeFields(place), message_id: message.id };
  return [dispatch(GatewayEvent.MessageReactionRemoveAll, d, toPlace(world, place))];
}

function reactionFields({
  place,
  message,
  userId,
  emoji,
}: FactOf<"reactionAdded" | "reactionRemoved">): object {
  return {
    user_id: userId,
    ...placeFields(place),
    message_id: message.id,
    emoji: emojiView(emoji),
    ...NORMAL,
  };
}
