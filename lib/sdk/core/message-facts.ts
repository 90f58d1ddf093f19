import { parseMessage, parseMessages, type CheckedMessage } from "../../protocol/index.js";
import type { MessageFacts } from "../../state/index.js";
import { answered } from "./failure.js";

/** @returns undefined for messages that are no conversation of the user: those of a guild's channel */
export function messageFacts(message: CheckedMessage): MessageFacts | undefined {
  const isElsewhere = message.guildId !== undefined && message.lobbyId === undefined;
  return isElsewhere ? undefined : message;
}

/** The message an answer holds. @throws {Failure} when there is none */
export function answeredMessage(answer: unknown): MessageFacts {
  return answered(parseMessage(answer), "no message");
}

/** The messages an answer holds, newest first. @throws {Failure} when it is no list */
export function answeredMessages(answer: unknown): MessageFacts[] {
  const messages = answered(parseMessages(answer), "no list of messages");
  return messages.flatMap((message) => messageFacts(message) ?? []).sort(newestFirst);
}

function newestFirst(left: MessageFacts, right: MessageFacts): number {
  return left.id === right.id ? 0 : left.id > right.id ? -1 : 1;
}
