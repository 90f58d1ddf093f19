import { idArgument, type IdLike } from "../argument.js";
import { summariesShape, type SummaryList } from "../core/client-direct-messages.js";
import { success } from "../core/failure.js";
import { messageListShape, sentShape, type MessageList, type SentMessage } from "../core/message-requests.js";
import { makeMessageHandle } from "../core/message-subject.js";
import { resultOnly, type OperationOptions } from "../core/operation.js";
import { mergeRequiredArgument } from "../core/provisional-merge.js";
import type { MessageHandle } from "../handles/message-handle.js";
import type { ClientResult } from "../values/client-result.js";
import type { UserMessageSummary } from "../values/user-message-summary.js";
import { ClientWithMessages } from "./messages.js";

type ResultCallback = (result: ClientResult) => void;
type SendCallback = (result: ClientResult, messageId: bigint) => void;
type ListCallback = (result: ClientResult, messages: MessageHandle[]) => void;
type SummariesCallback = (result: ClientResult, summaries: UserMessageSummary[]) => void;
type Metadata = Record<string, string>;

/** Messages between two users. */
export abstract class ClientWithDirectMessages extends ClientWithMessages {
  /**
   * Friends may be written to, and users who are in the game now, unless one has blocked the other; others only
   * within a guild that both belong to, and when they have talked before. Between users who are no friends nothing
   * is stored.
   * @param content 1–2000 characters; markup is allowed
   * @mirrors Client::SendUserMessage
   */
  sendUserMessage(recipientId: IdLike, content: string, cb: SendCallback): void;
  sendUserMessage(recipientId: IdLike, content: string, options?: OperationOptions): Promise<SentMessage>;
  sendUserMessage(
    recipientId: IdLike,
    content: string,
    last?: SendCallback | OperationOptions,
  ): Promise<SentMessage> | void {
    const { directMessages, operations } = this.core;
    return operations.start(
      sentShape,
      (signal) => directMessages.send(recipientId, content, undefined, signal),
      last,
    );
  }

  /**
   * As `sendUserMessage`, with the game's own pairs, which reach connected clients only and are not stored.
   * @param metadata at most 25 keys; keys and values of at most 1024 characters
   * @mirrors Client::SendUserMessageWithMetadata
   */
  sendUserMessageWithMetadata(
    recipientId: IdLike,
    content: string,
    metadata: Metadata,
    cb: SendCallback,
  ): void;
  sendUserMessageWithMetadata(
    recipientId: IdLike,
    content: string,
    metadata: Metadata,
    options?: OperationOptions,
  ): Promise<SentMessage>;
  sendUserMessageWithMetadata(
    recipientId: IdLike,
    content: string,
    metadata: Metadata,
    last?: SendCallback | OperationOptions,
  ): Promise<SentMessage> | void {
    const { directMessages, operations } = this.core;
    const run = (signal: AbortSignal): Promise<SentMessage> =>
      directMessages.send(recipientId, content, metadata, signal);
    return operations.start(sentShape, run, last);
  }

  /**
   * Of one's own messages; as far back as 72 hours.
   * @param recipientId the other user
   * @param content 1–2000 characters
   * @mirrors Client::EditUserMessage
   */
  editUserMessage(recipientId: IdLike, messageId: IdLike, content: string, cb: ResultCallback): void;
  editUserMessage(
    recipientId: IdLike,
    messageId: IdLike,
    content: string,
    options?: OperationOptions,
  ): Promise<ClientResult>;
  editUserMessage(
    recipientId: IdLike,
    messageId: IdLike,
    content: string,
    last?: ResultCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    const { directMessages, operations } = this.core;
    const run = async (signal: AbortSignal): Promise<ClientResult> =>
      directMessages.edit(recipientId, messageId, content, signal);
    return operations.start(resultOnly, run, last);
  }

  /**
   * Of one's own messages; the deleted callback tells when it is gone.
   * @param recipientId the other user
   * @mirrors Client::DeleteUserMessage
   */
  deleteUserMessage(recipientId: IdLike, messageId: IdLike, cb: ResultCallback): void;
  deleteUserMessage(
    recipientId: IdLike,
    messageId: IdLike,
    options?: OperationOptions,
  ): Promise<ClientResult>;
  deleteUserMessage(
    recipientId: IdLike,
    messageId: IdLike,
    last?: ResultCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    const { directMessages, operations } = this.core;
    const run = (signal: AbortSignal): Promise<ClientResult> =>
      directMessages.remove(recipientId, messageId, signal);
    return operations.start(resultOnly, run, last);
  }

  /**
   * The newest messages between the two, newest first: from memory where that holds enough without a gap, else from
   * the platform, which gives those of the last 72 hours. Where the two never wrote to each other, or the other has
   * never played: `HTTPError` with status 404.
   * @param limit at most 200; 0 and less: as many as there are
   * @mirrors Client::GetUserMessagesWithLimit
   */
  getUserMessagesWithLimit(recipientId: IdLike, limit: number, cb: ListCallback): void;
  getUserMessagesWithLimit(
    recipientId: IdLike,
    limit: number,
    options?: OperationOptions,
  ): Promise<MessageList>;
  getUserMessagesWithLimit(
    recipientId: IdLike,
    limit: number,
    last?: ListCallback | OperationOptions,
  ): Promise<MessageList> | void {
    const { core } = this;
    const run = async (signal: AbortSignal): Promise<MessageList> => {
      const records = await core.directMessages.withUser(recipientId, limit, signal);
      return { result: success(), messages: records.map((record) => makeMessageHandle(core, record)) };
    };
    return core.operations.start(messageListShape, run, last);
  }

  /** Whom the user has exchanged stored messages with. @mirrors Client::GetUserMessageSummaries */
  getUserMessageSummaries(cb: SummariesCallback): void;
  getUserMessageSummaries(options?: OperationOptions): Promise<SummaryList>;
  getUserMessageSummaries(last?: SummariesCallback | OperationOptions): Promise<SummaryList> | void {
    const { directMessages, operations } = this.core;
    return operations.start(summariesShape, (signal) => directMessages.summaries(signal), last);
  }

  /**
   * Whether the platform's own app shows it: false for messages that are not in memory, in lobbies without a linked
   * channel, and between users who are no friends.
   * @mirrors Client::CanOpenMessageInDiscord
   */
  canOpenMessageInDiscord(messageId: IdLike): boolean {
    return this.core.world.messages.get(idArgument("messageId", messageId))?.isStored ?? false;
  }

  /**
   * Opens the message's address, which belongs to the platform's own app. `ValidationError` where
   * {@link canOpenMessageInDiscord} is false; `NetworkError` when nothing opens the address. Provisional users have to
   * merge first: the operation waits for `provisionalUserMergeCompleted`; a failed merge ends it with `Aborted`.
   * @param provisionalUserMergeRequiredCallback called when the user is provisional; without it such a user's attempt
   * ends with `ValidationError`
   * @mirrors Client::OpenMessageInDiscord
   */
  openMessageInDiscord(
    messageId: IdLike,
    provisionalUserMergeRequiredCallback: (() => void) | undefined,
    callback: ResultCallback,
  ): void;
  openMessageInDiscord(
    messageId: IdLike,
    provisionalUserMergeRequiredCallback: (() => void) | undefined,
    options?: OperationOptions,
  ): Promise<ClientResult>;
  openMessageInDiscord(
    messageId: IdLike,
    provisionalUserMergeRequiredCallback: (() => void) | undefined,
    last?: ResultCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    const { openMessage, operations } = this.core;
    const run = async (signal: AbortSignal): Promise<ClientResult> =>
      openMessage.open(messageId, mergeRequiredArgument(provisionalUserMergeRequiredCallback), signal);
    return operations.start(resultOnly, run, last);
  }
}
