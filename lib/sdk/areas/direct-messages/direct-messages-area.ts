import { parseMessageSummaries } from "../../../protocol/index.js";
import type { MessageFacts, MessageRecord, WorldView } from "../../../state/index.js";
import { ArgumentRangeError, MESSAGE_HISTORY_MAX, Route } from "../../../wire/index.js";
import { idArgument, integerArgument, type IdLike } from "../../argument.js";
import { parsed, success } from "../../core/operations/failure.js";
import type { Feature } from "../../core/events/feature.js";
import type { Handles } from "../../core/world/handles.js";
import {
  messageList,
  messageListShape,
  sentShape,
  type MessageList,
  type MessageRequests,
  type SentMessage,
} from "../../core/messages/message-requests.js";
import {
  resultAnd,
  resultOnly,
  type Last,
  type Operations,
  type Shape,
} from "../../core/operations/operation.js";
import type { PlayerApi } from "../../core/api/player-api.js";
import type { ClientResult } from "../../values/client-result.js";
import { type UserMessageSummary, userMessageSummaryOf } from "../../values/user-message-summary.js";

export interface SummaryList {
  result: ClientResult;
  summaries: UserMessageSummary[];
}

/** How many messages a limit asks for: 0 and less stand for as many as there can be. */
function countOf(limit: number): number {
  const wanted = integerArgument("limit", limit, -Infinity, Infinity);
  if (wanted <= MESSAGE_HISTORY_MAX) return wanted <= 0 ? MESSAGE_HISTORY_MAX : wanted;
  const expected = `1 to ${String(MESSAGE_HISTORY_MAX)}, or 0 for as many as there are`;
  throw new ArgumentRangeError("limit", expected, String(limit));
}

const summariesShape: Shape<SummaryList, [ClientResult, UserMessageSummary[]]> = resultAnd(
  "summaries",
  () => [],
);

export interface DirectMessagesParts {
  operations: Operations;
  playerApi: Pick<PlayerApi, "require">;
  messages: MessageRequests;
  world: WorldView;
  handles: Pick<Handles, "messageOf">;
}

/** Messages between the player and another user. */
export class DirectMessagesArea implements Feature {
  readonly #parts: DirectMessagesParts;

  constructor(parts: DirectMessagesParts) {
    this.#parts = parts;
  }

  send(
    recipientId: IdLike,
    content: string,
    metadata: Record<string, string> | undefined,
    last: Last<typeof sentShape>,
  ): Promise<SentMessage> | undefined {
    const { messages, operations } = this.#parts;
    const run = async (signal: AbortSignal): Promise<SentMessage> => {
      const path = Route.userMessages(idArgument("recipientId", recipientId));
      return messages.send({ functionName: "SendUserMessage", path, signal }, content, metadata);
    };
    return operations.start(sentShape, run, last);
  }

  edit(
    recipientId: IdLike,
    messageId: IdLike,
    content: string,
    last: Last<typeof resultOnly>,
  ): Promise<ClientResult> | undefined {
    const { messages, operations } = this.#parts;
    const run = async (signal: AbortSignal): Promise<ClientResult> => {
      const path = pathOf(recipientId, messageId);
      return messages.edit({ functionName: "EditUserMessage", path, signal }, content);
    };
    return operations.start(resultOnly, run, last);
  }

  remove(
    recipientId: IdLike,
    messageId: IdLike,
    last: Last<typeof resultOnly>,
  ): Promise<ClientResult> | undefined {
    const { messages, operations } = this.#parts;
    // The gateway announces the removal.
    const run = async (signal: AbortSignal): Promise<ClientResult> => {
      const path = pathOf(recipientId, messageId);
      await messages.call("DELETE", { functionName: "DeleteUserMessage", path, signal });
      return success();
    };
    return operations.start(resultOnly, run, last);
  }

  withUser(
    recipientId: IdLike,
    limit: number,
    last: Last<typeof messageListShape>,
  ): Promise<MessageList> | undefined {
    const { handles, operations } = this.#parts;
    const run = async (signal: AbortSignal): Promise<MessageList> =>
      messageList(await this.#withUser(recipientId, limit, signal), handles);
    return operations.start(messageListShape, run, last);
  }

  summaries(last: Last<typeof summariesShape>): Promise<SummaryList> | undefined {
    return this.#parts.operations.start(summariesShape, (signal) => this.#summaries(signal), last);
  }

  /** The newest messages, newest first: from memory when it is complete enough, otherwise from the platform. */
  async #withUser(recipientId: IdLike, limit: number, signal: AbortSignal): Promise<MessageRecord[]> {
    const userId = idArgument("recipientId", recipientId);
    const count = countOf(limit);
    const { messages, playerApi, world } = this.#parts;
    const functionName = "GetUserMessagesWithLimit";
    playerApi.require(functionName);
    const conversationId = world.channels.directWith(userId) ?? userId;
    const known = world.messages.newest(conversationId, count);
    if (known !== undefined) return known;
    const conversationOf = (facts: readonly MessageFacts[]): bigint => facts[0]?.channelId ?? conversationId;
    return messages.fetch({ functionName, path: Route.userMessages(userId), signal }, count, conversationOf);
  }

  async #summaries(signal: AbortSignal): Promise<SummaryList> {
    const request = { functionName: "GetUserMessageSummaries", path: Route.userMessageSummaries(), signal };
    const body = await this.#parts.messages.call("GET", request);
    const summaries = parsed(parseMessageSummaries(body), "a list of summaries");
    return { result: success(), summaries: summaries.map((one) => userMessageSummaryOf(one)) };
  }
}

function pathOf(recipientId: IdLike, messageId: IdLike): string {
  return Route.userMessage(idArgument("recipientId", recipientId), idArgument("messageId", messageId));
}
