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
  type MessageRequests,
} from "../../core/messages/message-requests.js";
import {
  resultAnd,
  resultOnly,
  Task,
  type TaskOf,
  type OperationCall,
  type Shape,
} from "../../core/operations/task.js";
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
  ): TaskOf<typeof sentShape> {
    const { messages } = this.#parts;
    return new Task(sentShape, async (call) => {
      const path = Route.userMessages(idArgument("recipientId", recipientId));
      return messages.send({ ...call, path }, content, metadata);
    });
  }

  edit(recipientId: IdLike, messageId: IdLike, content: string): TaskOf<typeof resultOnly> {
    const { messages } = this.#parts;
    return new Task(resultOnly, async (call) => {
      const path = pathOf(recipientId, messageId);
      return messages.edit({ ...call, path }, content);
    });
  }

  remove(recipientId: IdLike, messageId: IdLike): TaskOf<typeof resultOnly> {
    const { messages } = this.#parts;
    // The gateway announces the removal.
    return new Task(resultOnly, async (call) => {
      const path = pathOf(recipientId, messageId);
      await messages.call("DELETE", { ...call, path });
      return success();
    });
  }

  withUser(recipientId: IdLike, limit: number): TaskOf<typeof messageListShape> {
    const { handles } = this.#parts;
    return new Task(messageListShape, async (call) =>
      messageList(await this.#withUser(recipientId, limit, call), handles),
    );
  }

  summaries(): TaskOf<typeof summariesShape> {
    return new Task(summariesShape, (call) => this.#summaries(call));
  }

  /** The newest messages, newest first: from memory when it is complete enough, otherwise from the platform. */
  async #withUser(recipientId: IdLike, limit: number, call: OperationCall): Promise<MessageRecord[]> {
    const userId = idArgument("recipientId", recipientId);
    const count = countOf(limit);
    const { messages, playerApi, world } = this.#parts;
    playerApi.require(call.functionName);
    const conversationId = world.channels.directWith(userId) ?? userId;
    const known = world.messages.newest(conversationId, count);
    if (known !== undefined) return known;
    const conversationOf = (facts: readonly MessageFacts[]): bigint => facts[0]?.channelId ?? conversationId;
    return messages.fetch({ ...call, path: Route.userMessages(userId) }, count, conversationOf);
  }

  async #summaries(call: OperationCall): Promise<SummaryList> {
    const request = { ...call, path: Route.userMessageSummaries() };
    const body = await this.#parts.messages.call("GET", request);
    const summaries = parsed(parseMessageSummaries(body), "a list of summaries");
    return { result: success(), summaries: summaries.map((one) => userMessageSummaryOf(one)) };
  }
}

function pathOf(recipientId: IdLike, messageId: IdLike): string {
  return Route.userMessage(idArgument("recipientId", recipientId), idArgument("messageId", messageId));
}
