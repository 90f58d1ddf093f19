import type { Snowflake } from "sdkpp/wire";
import type { MessageWorld } from "./message-world.js";
import { removeReactions } from "./reactions.js";

/** Deletes what has records of its own and ends with its message. Run it in the transaction that deletes the message. */
export function dropBelongings(world: MessageWorld, messageId: Snowflake): void {
  removeReactions(world, messageId);
  world.pins.delete(messageId);
}
