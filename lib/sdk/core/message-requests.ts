import type { MessageFacts, MessageRecord, World, WorldEvent } from "../../state/index.js";
import {
  MESSAGE_CONTENT_MAX,
  MESSAGE_METADATA_KEYS_MAX,
  MESSAGE_METADATA_LENGTH_MAX,
  PrivateChannelType,
  type CreateMessageBody,
} from "../../wire/index.js";
import { boundedText, pairsArgument } from "../argument.js";
import type { MessageHandle } from "../handles/message-handle.js";
import type { ClientResult } from "../values/client-result.js";
import type { Api } from "./api.js";
import type { ClientSession } from "./client-session.js";
import { success } from "./failure.js";
import { answeredMessage, answeredMessages } from "./message-facts.js";
import type { Shape } from "./operation.js";
import type { WorldNews } from "./world-news.js";

export interface SentMessage {
  result: ClientResult;
  messageId: bigint;
}

export const sentShape: Shape<SentMessage, [ClientResult, bigint]> = {
  failed: (result) => ({ result, messageId: 0n }),
  args: ({ result, messageId }) => [result, messageId],
  result: ({ result }) => result,
};

export interface MessageList {
  result: ClientResult;
  messages: MessageHandle[];
}

export const messageListShape: Shape<MessageList, [ClientResult, MessageHandle[]]> = {
  failed: (result) => ({ result, messages: [] }),
  args: ({ result, messages }) => [result, messages],
  result: ({ result }) => result,
};

export interface MessageParts {
  api: Api;
  session: ClientSession;
  world: World;
  news: WorldNews;
  /** the user sent a message */
  sent: (messageId: bigint) => void;
  changeWorld: (event: WorldEvent) => void;
}

/** A request about messages. @param functionName of the SDK, which the platform may have switched off */
interface MessageRequest {
  functionName: string;
  path: string;
  signal: AbortSignal;
}

/** What lobbies and users have in common: asking the platform and keeping what it answers. */
export class MessageRequests {
  readonly #parts: MessageParts;

  constructor(parts: MessageParts) {
    this.#parts = parts;
  }

  /** @returns the message as it is known now */
  async send(request: MessageRequest, body: CreateMessageBody): Promise<MessageFacts> {
    const answer = await this.call("POST", request, body);
    const message = answeredMessage(answer);
    // The answer carries no metadata; the event that does may come later than the caller asks for it.
    const facts = { ...message, metadata: message.metadata ?? body.metadata };
    await this.#untilPlaceIsKnown(facts);
    this.#parts.changeWorld({ type: "message", message: facts });
    this.#parts.sent(facts.id);
    return facts;
  }

  async edit(request: MessageRequest, content: string): Promise<void> {
    const message = answeredMessage(await this.call("PATCH", request, { content }));
    this.#parts.changeWorld({ type: "messageEdited", message });
  }

  /** @returns newest first */
  async fetch(
    request: MessageRequest,
    limit: number,
    conversationOf: (messages: readonly MessageFacts[]) => bigint,
  ): Promise<MessageRecord[]> {
    const path = `${request.path}?limit=${String(limit)}`;
    const messages = answeredMessages(await this.call("GET", { ...request, path }));
    const { world, changeWorld } = this.#parts;
    const conversationId = conversationOf(messages);
    changeWorld({ type: "messageHistory", conversationId, messages, isWhole: messages.length < limit });
    return messages.flatMap(({ id }) => world.messages.find(id) ?? []);
  }

  /** The first message to a user opens a channel, of which only the gateway tells. */
  async #untilPlaceIsKnown({ channelId, channelType }: MessageFacts): Promise<void> {
    const { news, world } = this.#parts;
    if (channelType !== PrivateChannelType.Dm) return;
    await news.until(() => world.channels.get(channelId) !== undefined);
  }

  call(
    method: "GET" | "POST" | "PATCH" | "DELETE",
    request: MessageRequest,
    json?: unknown,
  ): Promise<unknown> {
    const { api, session } = this.#parts;
    const { functionName, path, signal } = request;
    session.requireReady();
    session.requireEnabled(functionName);
    return api.call({ method, path, signal, ...(json === undefined ? {} : { json }) }, session.token);
  }
}

const METADATA_LIMITS = {
  pairs: MESSAGE_METADATA_KEYS_MAX,
  key: MESSAGE_METADATA_LENGTH_MAX,
  value: MESSAGE_METADATA_LENGTH_MAX,
};

/** @throws {ArgumentRangeError} for an empty or too long text */
export function contentArgument(content: string): string {
  return boundedText("content", content, 1, MESSAGE_CONTENT_MAX);
}

/** What is to be sent. @throws {ArgumentError}, {@link ArgumentRangeError} naming the field that is wrong */
export function messageBody(
  content: string,
  metadata: Record<string, string> | undefined,
): CreateMessageBody {
  const text = contentArgument(content);
  if (metadata === undefined) return { content: text };
  return { content: text, metadata: pairsArgument("metadata", metadata, METADATA_LIMITS) };
}

export function sent({ id }: MessageFacts): SentMessage {
  return { result: success(), messageId: id };
}
