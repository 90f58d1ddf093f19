import { MESSAGE_HISTORY_MAX, Route } from "../../../wire/index.js";
import {
  idArgument,
  integerArgument,
  objectArgument,
  optionalArgument,
  signalArgument,
  type IdLike,
} from "../../argument.js";
import type { ClientEvents } from "../../core/events/client-events.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";
import type { EventHub } from "../../core/events/event-hub.js";
import type { Feature } from "../../core/events/feature.js";
import type { Handles } from "../../core/world/handles.js";
import type { LiveWorld } from "../../core/world/live-world.js";
import {
  messageList,
  messageListShape,
  sentShape,
  type MessageList,
  type MessageRequests,
} from "../../core/messages/message-requests.js";
import { resultOnly, Task, type TaskOf, type OperationCall } from "../../core/operations/task.js";
import { mergeRequiredArgument } from "../../core/operations/provisional-merge.js";
import type { ChannelHandle } from "../../handles/channel-handle.js";
import type { MessageHandle } from "../../handles/message-handle.js";
import { LoggingSeverity } from "../../../enums/index.js";
import type { MessagePage } from "./message-page.js";
import { MESSAGES_WAITING, MessageStream, type MessageStreamOptions } from "./message-stream.js";

const WAITING_MAX = 100_000;

export interface MessagesParts {
  messages: MessageRequests;
  world: LiveWorld;
  handles: Pick<Handles, "message" | "messageOf" | "channel">;
  events: EventHub<ClientEvents>;
  page: MessagePage;
  logs: Pick<ClientLogs, "write">;
  destroyed: AbortSignal;
}

/** Messages in lobbies, and the messages and channels in memory. */
export class MessagesArea implements Feature {
  readonly #parts: MessagesParts;

  constructor(parts: MessagesParts) {
    this.#parts = parts;
    const { world, events } = parts;
    for (const type of ["messageCreated", "messageUpdated"] as const)
      world.on(type, ({ messageId }) => events.emit(type, messageId));
    world.on("messageDeleted", ({ messageId, channelId }) =>
      events.emit("messageDeleted", messageId, channelId),
    );
  }

  /** @throws {ArgumentError} when an option has the wrong type, {@link ArgumentRangeError} for an invalid limit */
  stream(options: MessageStreamOptions): MessageStream {
    const { limit, signal } = objectArgument("options", options);
    const { events, handles, destroyed, logs } = this.#parts;
    const most = optionalArgument("limit", limit, (name, value) =>
      integerArgument(name, value, 1, WAITING_MAX),
    );
    const text = `messages(): more than ${String(most ?? MESSAGES_WAITING)} messages wait; the oldest are skipped`;
    return new MessageStream({
      events,
      messageOf: (messageId) => handles.message(messageId),
      destroyed,
      signal: optionalArgument("signal", signal, signalArgument),
      limit: most ?? MESSAGES_WAITING,
      overflowed: () => logs.write("general", LoggingSeverity.Warning, text),
    });
  }

  sendToLobby(
    lobbyId: IdLike,
    content: string,
    metadata: Record<string, string> | undefined,
  ): TaskOf<typeof sentShape> {
    const { messages } = this.#parts;
    return new Task(sentShape, async (call) => {
      const path = Route.lobbyMessages(idArgument("lobbyId", lobbyId));
      return messages.send({ ...call, path }, content, metadata);
    });
  }

  ofLobby(lobbyId: IdLike, limit: number): TaskOf<typeof messageListShape> {
    return new Task(messageListShape, (call) => this.#ofLobby(lobbyId, limit, call));
  }

  handle(messageId: IdLike): MessageHandle | undefined {
    return this.#parts.handles.message(idArgument("messageId", messageId));
  }

  channel(channelId: IdLike): ChannelHandle | undefined {
    return this.#parts.handles.channel(idArgument("channelId", channelId));
  }

  canOpen(messageId: IdLike): boolean {
    return this.#parts.world.view.messages.get(idArgument("messageId", messageId))?.isStored ?? false;
  }

  open(messageId: IdLike, mergeRequired: (() => void) | undefined): TaskOf<typeof resultOnly> {
    const { page } = this.#parts;
    return new Task(resultOnly, async ({ signal }) =>
      page.open(messageId, mergeRequiredArgument(mergeRequired), signal),
    );
  }

  async #ofLobby(lobbyId: IdLike, limit: number, call: OperationCall): Promise<MessageList> {
    const { messages, handles } = this.#parts;
    const id = idArgument("lobbyId", lobbyId);
    const count = integerArgument("limit", limit, 1, MESSAGE_HISTORY_MAX);
    const records = await messages.fetch({ ...call, path: Route.lobbyMessages(id) }, count, () => id);
    return messageList(records, handles);
  }
}
