import type { MessageFacts, MessageRecord, World, WorldEvent } from "../../state/index.js";
import {
  MESSAGE_CONTENT_MAX,
  MESSAGE_HISTORY_MAX,
  MESSAGE_METADATA_KEYS_MAX,
  MESSAGE_METADATA_LENGTH_MAX,
  Route,
  type CreateMessageBody,
} from "../../wire/index.js";
import { boundedText, idArgument, integerArgument, pairsArgument, type IdLike } from "../argument.js";
import type { MessageHandle } from "../handles/message-handle.js";
import type { ClientResult } from "../values/client-result.js";
import type { Api } from "./api.js";
import type { ClientSession } from "./client-session.js";
import { success } from "./failure.js";
import { answeredMessage, answeredMessages } from "./message-facts.js";
import type { Shape } from "./operation.js";

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
  changeWorld: (event: WorldEvent) => void;
}

type Metadata = Record<string, string>;

const METADATA_LIMITS = {
  pairs: MESSAGE_METADATA_KEYS_MAX,
  key: MESSAGE_METADATA_LENGTH_MAX,
  value: MESSAGE_METADATA_LENGTH_MAX,
};

/** Sending and fetching messages. */
export class ClientMessages {
  readonly #parts: MessageParts;

  constructor(parts: MessageParts) {
    this.#parts = parts;
  }

  async sendToLobby(
    lobbyId: IdLike,
    content: string,
    metadata: Metadata | undefined,
    signal: AbortSignal,
  ): Promise<SentMessage> {
    const path = Route.lobbyMessages(idArgument("lobbyId", lobbyId));
    return this.#send("SendLobbyMessage", path, bodyOf(content, metadata), signal);
  }

  /** Always asks the platform. */
  async ofLobby(lobbyId: IdLike, limit: number, signal: AbortSignal): Promise<MessageRecord[]> {
    const id = idArgument("lobbyId", lobbyId);
    integerArgument("limit", limit, 1, MESSAGE_HISTORY_MAX);
    this.#require("GetLobbyMessagesWithLimit");
    return this.#fetch(Route.lobbyMessages(id), limit, signal, () => id);
  }

  async #send(
    functionName: string,
    path: string,
    body: CreateMessageBody,
    signal: AbortSignal,
  ): Promise<SentMessage> {
    this.#require(functionName);
    const { api, session, changeWorld } = this.#parts;
    const answer = await api.call({ method: "POST", path, json: body, signal }, session.token);
    const message = answeredMessage(answer);
    // The answer carries no metadata; the event that does may come later than the caller asks for it.
    changeWorld({ type: "message", message: { ...message, metadata: message.metadata ?? body.metadata } });
    return { result: success(), messageId: message.id };
  }

  /** @returns newest first */
  async #fetch(
    path: string,
    limit: number,
    signal: AbortSignal,
    conversationOf: (messages: readonly MessageFacts[]) => bigint,
  ): Promise<MessageRecord[]> {
    const { api, session, world, changeWorld } = this.#parts;
    const request = { method: "GET", path: `${path}?limit=${String(limit)}`, signal } as const;
    const messages = answeredMessages(await api.call(request, session.token));
    const conversationId = conversationOf(messages);
    changeWorld({ type: "messageHistory", conversationId, messages, isWhole: messages.length < limit });
    return messages.flatMap(({ id }) => world.messages.find(id) ?? []);
  }

  #require(functionName: string): void {
    this.#parts.session.requireReady();
    this.#parts.session.requireEnabled(functionName);
  }
}

function bodyOf(content: string, metadata: Metadata | undefined): CreateMessageBody {
  const text = boundedText("content", content, 1, MESSAGE_CONTENT_MAX);
  if (metadata === undefined) return { content: text };
  return { content: text, metadata: pairsArgument("metadata", metadata, METADATA_LIMITS) };
}
