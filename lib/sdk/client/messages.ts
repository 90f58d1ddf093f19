import { idArgument, type IdLike } from "../argument.js";
import type { ClientEvents } from "../core/client-events.js";
import { messageListShape, sentShape, type MessageList, type SentMessage } from "../core/message-requests.js";
import { success } from "../core/failure.js";
import { makeMessageHandle } from "../core/message-subject.js";
import type { OperationOptions } from "../core/operation.js";
import type { ChannelHandle } from "../handles/channel-handle.js";
import type { MessageHandle } from "../handles/message-handle.js";
import type { ClientResult } from "../values/client-result.js";
import { ClientWithLobbies } from "./lobbies.js";

type SendCallback = (result: ClientResult, messageId: bigint) => void;
type ListCallback = (result: ClientResult, messages: MessageHandle[]) => void;
type Metadata = Record<string, string>;

/** Messages. */
export abstract class ClientWithMessages extends ClientWithLobbies {
  /**
   * To all members of a lobby the user is in.
   * @param content 1–2000 characters; markup is allowed
   * @mirrors Client::SendLobbyMessage
   */
  sendLobbyMessage(lobbyId: IdLike, content: string, cb: SendCallback): void;
  sendLobbyMessage(lobbyId: IdLike, content: string, options?: OperationOptions): Promise<SentMessage>;
  sendLobbyMessage(
    lobbyId: IdLike,
    content: string,
    last?: SendCallback | OperationOptions,
  ): Promise<SentMessage> | void {
    const { messages, operations } = this.core;
    return operations.start(
      sentShape,
      (signal) => messages.sendToLobby(lobbyId, content, undefined, signal),
      last,
    );
  }

  /**
   * As `sendLobbyMessage`, with the game's own pairs, which reach connected clients only and are not stored.
   * @param metadata at most 25 keys; keys and values of at most 1024 characters
   * @mirrors Client::SendLobbyMessageWithMetadata
   */
  sendLobbyMessageWithMetadata(lobbyId: IdLike, content: string, metadata: Metadata, cb: SendCallback): void;
  sendLobbyMessageWithMetadata(
    lobbyId: IdLike,
    content: string,
    metadata: Metadata,
    options?: OperationOptions,
  ): Promise<SentMessage>;
  sendLobbyMessageWithMetadata(
    lobbyId: IdLike,
    content: string,
    metadata: Metadata,
    last?: SendCallback | OperationOptions,
  ): Promise<SentMessage> | void {
    const { messages, operations } = this.core;
    const run = (signal: AbortSignal): Promise<SentMessage> =>
      messages.sendToLobby(lobbyId, content, metadata, signal);
    return operations.start(sentShape, run, last);
  }

  /**
   * The newest messages of a lobby the user is in, newest first; always asked from the platform, which gives
   * what was said in the last 72 hours, also before the user joined.
   * @param limit 1–200
   * @mirrors Client::GetLobbyMessagesWithLimit
   */
  getLobbyMessagesWithLimit(lobbyId: IdLike, limit: number, cb: ListCallback): void;
  getLobbyMessagesWithLimit(lobbyId: IdLike, limit: number, options?: OperationOptions): Promise<MessageList>;
  getLobbyMessagesWithLimit(
    lobbyId: IdLike,
    limit: number,
    last?: ListCallback | OperationOptions,
  ): Promise<MessageList> | void {
    const { core } = this;
    const run = async (signal: AbortSignal): Promise<MessageList> => {
      const records = await core.messages.ofLobby(lobbyId, limit, signal);
      return { result: success(), messages: records.map((record) => makeMessageHandle(core, record)) };
    };
    return core.operations.start(messageListShape, run, last);
  }

  /**
   * From memory, which holds the last 25 messages of each conversation that were received or fetched.
   * @returns undefined for a message that is not there; a handle that is held stays good
   * @mirrors Client::GetMessageHandle
   */
  getMessageHandle(messageId: IdLike): MessageHandle | undefined {
    return this.core.message(idArgument("messageId", messageId));
  }

  /**
   * A lobby, or a conversation that is stored.
   * @returns undefined for what is not known; always for exchanges of users who are no friends
   * @mirrors Client::GetChannelHandle
   */
  getChannelHandle(channelId: IdLike): ChannelHandle | undefined {
    return this.core.channel(idArgument("channelId", channelId));
  }

  /** A message was sent, by anybody, the user included; undefined removes. @mirrors Client::SetMessageCreatedCallback */
  setMessageCreatedCallback(cb: ClientEvents["messageCreated"] | undefined): void {
    this.core.events.setCallback("messageCreated", cb);
  }

  /** Its text or its moderation metadata changed. @mirrors Client::SetMessageUpdatedCallback */
  setMessageUpdatedCallback(cb: ClientEvents["messageUpdated"] | undefined): void {
    this.core.events.setCallback("messageUpdated", cb);
  }

  /** It is gone from memory; a handle that is held stays good. @mirrors Client::SetMessageDeletedCallback */
  setMessageDeletedCallback(cb: ClientEvents["messageDeleted"] | undefined): void {
    this.core.events.setCallback("messageDeleted", cb);
  }
}
