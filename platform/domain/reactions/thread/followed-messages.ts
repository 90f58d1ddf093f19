import type { Fact, FactOf } from "../../facts/facts.js";
import { followDeleted, followPosted } from "../../rules/thread/thread-changes.js";
import type { World } from "../../world/world.js";

/** A message in a thread counts, and makes its author a member. */
export function followInThread(world: World, { place, message }: FactOf<"guildMessagePosted">): Fact[] {
  return followPosted(world, place.guild, place.channel.id, message);
}

/** Deleted messages of a thread do not count. */
export function discountInThread(world: World, { place, messages }: FactOf<"guildMessagesDeleted">): Fact[] {
  followDeleted(world, place.channel.id, messages);
  return [];
}
