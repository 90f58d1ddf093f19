import type { Message } from "../../records/message/message.js";
import { filesOf, removeFiles } from "./files.js";
import type { MessageWorld } from "./message-world.js";
import { removePoll } from "./polls.js";
import { removeReactions } from "./reactions.js";

/** Deletes what has records of its own and ends with its message. Run it in the transaction that deletes the message. */
export function dropBelongings(world: MessageWorld, message: Message): void {
  removeReactions(world, message.id);
  world.pins.delete(message.id);
  if (message.hasPoll === true) removePoll(world, message.id);
  removeFiles(world, filesOf(message));
}
