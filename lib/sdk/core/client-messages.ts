import type { MessageRecord } from "../../state/index.js";
import { MESSAGE_HISTORY_MAX, Route } from "../../wire/index.js";
import { idArgument, integerArgument, type IdLike } from "../argument.js";
import { messageBody, sent, type MessageRequests, type SentMessage } from "./message-requests.js";

/** Sending to lobbies, and what was said there. */
export class ClientMessages {
  readonly #requests: MessageRequests;

  constructor(requests: MessageRequests) {
    this.#requests = requests;
  }

  async sendToLobby(
    lobbyId: IdLike,
    content: string,
    metadata: Record<string, string> | undefined,
    signal: AbortSignal,
  ): Promise<SentMessage> {
    const path = Route.lobbyMessages(idArgument("lobbyId", lobbyId));
    const body = messageBody(content, metadata);
    const functionName = metadata === undefined ? "SendLobbyMessage" : "SendLobbyMessageWithMetadata";
    return sent(await this.#requests.send({ functionName, path, signal }, body));
  }

  /** Always asks the platform. */
  async ofLobby(lobbyId: IdLike, limit: number, signal: AbortSignal): Promise<MessageRecord[]> {
    const id = idArgument("lobbyId", lobbyId);
    const count = integerArgument("limit", limit, 1, MESSAGE_HISTORY_MAX);
    const request = { functionName: "GetLobbyMessagesWithLimit", path: Route.lobbyMessages(id), signal };
    return this.#requests.fetch(request, count, () => id);
  }
}
