import { parseMessageSummaries } from "../../protocol/index.js";
import type { MessageFacts, MessageRecord, WorldView } from "../../state/index.js";
import { MESSAGE_HISTORY_MAX, Route } from "../../wire/index.js";
import { idArgument, integerArgument, type IdLike } from "../argument.js";
import type { ClientResult } from "../values/client-result.js";
import { UserMessageSummary } from "../values/user-message-summary.js";
import type { ClientSession } from "./client-session.js";
import { answered, success } from "./failure.js";
import {
  contentArgument,
  messageBody,
  sent,
  type MessageRequests,
  type SentMessage,
} from "./message-requests.js";
import type { Shape } from "./operation.js";

export interface SummaryList {
  result: ClientResult;
  summaries: UserMessageSummary[];
}

export const summariesShape: Shape<SummaryList, [ClientResult, UserMessageSummary[]]> = {
  failed: (result) => ({ result, summaries: [] }),
  args: ({ result, summaries }) => [result, summaries],
  result: ({ result }) => result,
};

export interface DirectMessageParts {
  requests: MessageRequests;
  session: ClientSession;
  world: WorldView;
}

/** Writing to users, and what was said between the two. */
export class ClientDirectMessages {
  readonly #parts: DirectMessageParts;

  constructor(parts: DirectMessageParts) {
    this.#parts = parts;
  }

  async send(
    recipientId: IdLike,
    content: string,
    metadata: Record<string, string> | undefined,
    signal: AbortSignal,
  ): Promise<SentMessage> {
    const path = Route.userMessages(idArgument("recipientId", recipientId));
    const body = messageBody(content, metadata);
    const functionName = metadata === undefined ? "SendUserMessage" : "SendUserMessageWithMetadata";
    return sent(await this.#parts.requests.send({ functionName, path, signal }, body));
  }

  async edit(
    recipientId: IdLike,
    messageId: IdLike,
    content: string,
    signal: AbortSignal,
  ): Promise<ClientResult> {
    const path = pathOf(recipientId, messageId);
    const text = contentArgument(content);
    await this.#parts.requests.edit({ functionName: "EditUserMessage", path, signal }, text);
    return success();
  }

  /** The gateway tells that it is gone. */
  async remove(recipientId: IdLike, messageId: IdLike, signal: AbortSignal): Promise<ClientResult> {
    const path = pathOf(recipientId, messageId);
    await this.#parts.requests.call("DELETE", { functionName: "DeleteUserMessage", path, signal });
    return success();
  }

  /** From memory where that holds enough; newest first. @param limit 0 and less: as many as there are */
  async withUser(recipientId: IdLike, limit: number, signal: AbortSignal): Promise<MessageRecord[]> {
    const userId = idArgument("recipientId", recipientId);
    const asked = integerArgument("limit", limit, -0x80000000, MESSAGE_HISTORY_MAX);
    const count = asked <= 0 ? MESSAGE_HISTORY_MAX : asked;
    const { requests, session, world } = this.#parts;
    session.requireReady();
    session.requireEnabled("GetUserMessagesWithLimit");
    const conversationId = world.channels.directWith(userId) ?? userId;
    const known = world.messages.newest(conversationId, count);
    if (known !== undefined) return known;
    const request = { functionName: "GetUserMessagesWithLimit", path: Route.userMessages(userId), signal };
    return requests.fetch(
      request,
      count,
      (messages: readonly MessageFacts[]) => messages[0]?.channelId ?? conversationId,
    );
  }

  async summaries(signal: AbortSignal): Promise<SummaryList> {
    const request = { functionName: "GetUserMessageSummaries", path: Route.userMessageSummaries(), signal };
    const answer = await this.#parts.requests.call("GET", request);
    const summaries = answered(parseMessageSummaries(answer), "no list of summaries");
    return { result: success(), summaries: summaries.map((one) => UserMessageSummary.of(one)) };
  }
}

function pathOf(recipientId: IdLike, messageId: IdLike): string {
  return Route.userMessage(idArgument("recipientId", recipientId), idArgument("messageId", messageId));
}
