import { parseMessage, parseMessages, type CheckedMessage } from "../../protocol/index.js";
import type { MessageFacts } from "../../state/index.js";
import { ErrorType } from "../enums.js";
import { failed, Failure } from "./failure.js";

/** @returns undefined for messages that are no conversation of the user: those of a guild's channel */
export function messageFacts(message: CheckedMessage): MessageFacts | undefined {
  const isElsewhere = message.guildId !== undefined && message.lobbyId === undefined;
  return isElsewhere ? undefined : message;
}

/** The message an answer holds. @throws {Failure} when there is none */
export function answeredMessage(answer: unknown): MessageFacts {
  const message = parseMessage(answer);
  if (message !== undefined) return message;
  throw new Failure(failed(ErrorType.NetworkError, "the platform's answer is no message"));
}

/** The messages an answer holds, newest first. @throws {Failure} when it is no list */
export function answeredMessages(answer: unknown): MessageFacts[] {
  const messages = parseMessages(answer);
  if (messages === undefined)
    throw new Failure(failed(ErrorType.NetworkError, "the platform's answer is no list of messages"));
  return messages.flatMap((message) => messageFacts(message) ?? []).sort(newestFirst);
}

function newestFirst(left: MessageFacts, right: MessageFacts): number {
  return left.id === right.id ? 0 : left.id > right.id ? -1 : 1;
}
