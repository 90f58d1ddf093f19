import type { SummaryList, DirectMessagesArea } from "./direct-messages-area.js";
import type { IdLike } from "../../argument.js";
import type { MessageList, SentMessage } from "../../core/messages/message-requests.js";
import type { MessageHandle } from "../../handles/message-handle.js";
import type { ClientResult } from "../../values/client-result.js";
import type { UserMessageSummary } from "../../values/user-message-summary.js";
import type { Metadata } from "../../core/world/metadata.js";
import type { MembersOf, Operation } from "../../core/operations/members.js";

/** Members of `Client`: direct messages. */
export interface DirectMessageMembers {
  /**
   * Sends a message to a user. Friends and users who are in the game can receive it, unless one has blocked the other; other
   * users only when both are in the same server and have exchanged messages before. Without friendship or earlier messages
   * between the two, a message is not stored.
   * @param content 1–2000 characters; markup is allowed
   * @example
   * const { messageId } = await client.sendUserMessage(friendId, "Shall we play?");
   * console.log(client.getMessageHandle(messageId)?.recipient?.displayName);
   * @mirrors Client::SendUserMessage
   */
  sendUserMessage: Operation<
    [recipientId: IdLike, content: string],
    SentMessage,
    [result: ClientResult, messageId: bigint]
  >;

  /**
   * As `sendUserMessage`, with key-value pairs of the game, which only connected clients receive and which are not stored.
   * @param metadata at most 25 keys; keys and values of at most 1024 characters
   * @mirrors Client::SendUserMessageWithMetadata
   */
  sendUserMessageWithMetadata: Operation<
    [recipientId: IdLike, content: string, metadata: Metadata],
    SentMessage,
    [result: ClientResult, messageId: bigint]
  >;

  /**
   * Edits one of the player's own messages, up to 72 hours after it was sent.
   * @param recipientId the other user
   * @param content 1–2000 characters
   * @mirrors Client::EditUserMessage
   */
  editUserMessage: Operation<[recipientId: IdLike, messageId: IdLike, content: string]>;

  /**
   * Deletes one of the player's own messages; the callback for deleted messages reports when it is gone.
   * @param recipientId the other user
   * @mirrors Client::DeleteUserMessage
   */
  deleteUserMessage: Operation<[recipientId: IdLike, messageId: IdLike]>;

  /**
   * Gets the newest messages between the player and a user, newest first: from memory when it has enough of them without a
   * gap, otherwise from the platform, which returns the last 72 hours. `HTTPError` with status 404 when the two have never
   * exchanged a message, or the user has never played.
   * @param limit at most 200; 0 or less: as many as there are
   * @mirrors Client::GetUserMessagesWithLimit
   */
  getUserMessagesWithLimit: Operation<
    [recipientId: IdLike, limit: number],
    MessageList,
    [result: ClientResult, messages: MessageHandle[]]
  >;

  /** Gets the users that the player has exchanged stored messages with. @mirrors Client::GetUserMessageSummaries */
  getUserMessageSummaries: Operation<
    [],
    SummaryList,
    [result: ClientResult, summaries: UserMessageSummary[]]
  >;
}

interface Parts {
  directMessages: DirectMessagesArea;
}

export const directMessageMembers: MembersOf<DirectMessageMembers, Parts> = {
  sendUserMessage: ({ directMessages }, recipientId, content) =>
    directMessages.send(recipientId, content, undefined),
  sendUserMessageWithMetadata: ({ directMessages }, recipientId, content, metadata) =>
    directMessages.send(recipientId, content, metadata),
  editUserMessage: ({ directMessages }, recipientId, messageId, content) =>
    directMessages.edit(recipientId, messageId, content),
  deleteUserMessage: ({ directMessages }, recipientId, messageId) =>
    directMessages.remove(recipientId, messageId),
  getUserMessagesWithLimit: ({ directMessages }, recipientId, limit) =>
    directMessages.withUser(recipientId, limit),
  getUserMessageSummaries: ({ directMessages }) => directMessages.summaries(),
};
