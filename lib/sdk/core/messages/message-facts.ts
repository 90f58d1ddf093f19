import { parseMessage, parseMessages, type CheckedMessage } from "../../../protocol/index.js";
import type { MessageFacts } from "../../../state/index.js";
import { parsed } from "../operations/failure.js";

/** @returns undefined for messages in a guild channel, which belong to no conversation of the player */
export function messageFacts(message: CheckedMessage): MessageFacts | undefined {
  const isElsewhere = message.guildId !== undefined && message.lobbyId === undefined;
  return isElsewhere ? undefined : message;
}

/** The message of a response. @throws {Failure} when it is not a message */
export function parsedMessage(body: unknown): MessageFacts {
  return parsed(parseMessage(body), "a message");
}

/** The messages of a response, newest first. @throws {Failure} when it is not a list */
export function parsedMessages(body: unknown): MessageFacts[] {
  const messages = parsed(parseMessages(body), "a list of messages");
  return messages.flatMap((message) => messageFacts(message) ?? []).sort(newestFirst);
}

function newestFirst(left: MessageFacts, right: MessageFacts): number {
  return left.id === right.id ? 0 : left.id > right.id ? -1 : 1;
}
