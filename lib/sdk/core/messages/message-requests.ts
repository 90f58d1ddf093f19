import type { MessageFacts, MessageRecord } from "../../../state/index.js";
import {
  MESSAGE_CONTENT_MAX,
  MESSAGE_METADATA_KEYS_MAX,
  MESSAGE_METADATA_LENGTH_MAX,
  PrivateChannelType,
  type CreateMessageBody,
} from "../../../wire/index.js";
import { boundedText } from "../../argument.js";
import { pairsArgument } from "../../pairs-argument.js";
import type { MessageHandle } from "../../handles/message-handle.js";
import type { ClientResult } from "../../values/client-result.js";
import { success } from "../operations/failure.js";
import type { WorldAccess } from "../world/live-world.js";
import { parsedMessage, parsedMessages } from "./message-facts.js";
import { resultAnd, type OperationCall, type Shape } from "../operations/task.js";
import type { PlayerApi } from "../api/player-api.js";

export interface SentMessage {
  result: ClientResult;
  messageId: bigint;
}

export const sentShape: Shape<SentMessage, [ClientResult, bigint]> = resultAnd("messageId", () => 0n);

export interface MessageList {
  result: ClientResult;
  messages: MessageHandle[];
}

export const messageListShape: Shape<MessageList, [ClientResult, MessageHandle[]]> = resultAnd(
  "messages",
  () => [],
);

export interface MessageParts {
  playerApi: PlayerApi;
  world: WorldAccess;
  /** notified of each message that the player sends */
  disclosure: { sent(messageId: bigint): void };
}

interface MessageRequest extends OperationCall {
  readonly path: string;
}

/** Message requests that lobbies and direct conversations share; responses are stored in the world. */
export class MessageRequests {
  readonly #parts: MessageParts;

  constructor(parts: MessageParts) {
    this.#parts = parts;
  }

  /**
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid field
   */
  async send(
    request: MessageRequest,
    content: string,
    metadata: Record<string, string> | undefined,
  ): Promise<SentMessage> {
    const body = messageBody(content, metadata);
    const message = parsedMessage(await this.call("POST", request, body));
    // The response has no metadata; the event that has it may arrive after the caller reads the handle.
    const facts = { ...message, metadata: message.metadata ?? body.metadata };
    await this.#untilChannelIsKnown(facts);
    this.#parts.world.apply({ type: "message", message: facts });
    this.#parts.disclosure.sent(facts.id);
    return { result: success(), messageId: facts.id };
  }

  /** @throws {ArgumentRangeError} when the text is empty or too long */
  async edit(request: MessageRequest, content: string): Promise<ClientResult> {
    const text = contentArgument(content);
    const message = parsedMessage(await this.call("PATCH", request, { content: text }));
    this.#parts.world.apply({ type: "messageEdited", message });
    return success();
  }

  /** @returns newest first */
  async fetch(
    request: MessageRequest,
    limit: number,
    conversationOf: (messages: readonly MessageFacts[]) => bigint,
  ): Promise<MessageRecord[]> {
    const path = `${request.path}?limit=${String(limit)}`;
    const messages = parsedMessages(await this.call("GET", { ...request, path }));
    const { world } = this.#parts;
    const conversationId = conversationOf(messages);
    world.apply({ type: "messageHistory", conversationId, messages, isWhole: messages.length < limit });
    return messages.flatMap(({ id }) => world.view.messages.find(id) ?? []);
  }

  /** The first message to a user opens a channel, which only the gateway announces. */
  async #untilChannelIsKnown({ channelId, channelType }: MessageFacts): Promise<void> {
    const { world } = this.#parts;
    if (channelType !== PrivateChannelType.Dm) return;
    await world.until(() => world.view.channels.get(channelId) !== undefined);
  }

  /** @throws {Failure} ClientNotReady, Disabled, or the failure of the request */
  call(
    method: "GET" | "POST" | "PATCH" | "DELETE",
    request: MessageRequest,
    json?: unknown,
  ): Promise<unknown> {
    const { playerApi } = this.#parts;
    const { functionName, path, signal } = request;
    playerApi.require(functionName);
    return playerApi.call({ method, path, signal, ...(json === undefined ? {} : { json }) });
  }
}

const METADATA_LIMITS = {
  pairs: MESSAGE_METADATA_KEYS_MAX,
  key: MESSAGE_METADATA_LENGTH_MAX,
  value: MESSAGE_METADATA_LENGTH_MAX,
};

function contentArgument(content: string): string {
  return boundedText("content", content, 1, MESSAGE_CONTENT_MAX);
}

/** The body of a new message. */
function messageBody(content: string, metadata: Record<string, string> | undefined): CreateMessageBody {
  const text = contentArgument(content);
  if (metadata === undefined) return { content: text };
  return { content: text, metadata: pairsArgument("metadata", metadata, METADATA_LIMITS) };
}

/** Messages as handles, in the same order. */
export function messageList(
  records: readonly MessageRecord[],
  handles: { messageOf(record: MessageRecord): MessageHandle },
): MessageList {
  return { result: success(), messages: records.map((record) => handles.messageOf(record)) };
}
