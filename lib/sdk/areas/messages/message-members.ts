import type { IdLike } from "../../argument.js";
import type { ClientEvents } from "../../core/events/client-events.js";
import type { MessageList, SentMessage } from "../../core/messages/message-requests.js";
import type { ChannelHandle } from "../../handles/channel-handle.js";
import type { MessageHandle } from "../../handles/message-handle.js";
import type { ClientResult } from "../../values/client-result.js";
import type { Metadata } from "../../core/world/metadata.js";
import type { MessagesArea } from "./messages-area.js";
import type { EventHub } from "../../core/events/event-hub.js";
import type { MembersOf, Operation } from "../../core/operations/members.js";

/** Members of `Client`: messages. */
export interface MessageMembers {
  /**
   * Sends a message to all members of a lobby that the player is in.
   * @param content 1–2000 characters; markup is allowed
   * @example
   * const { messageId } = await client.sendLobbyMessage(lobbyId, "Good game!");
   * console.log(client.getMessageHandle(messageId)?.content);
   * @mirrors Client::SendLobbyMessage
   */
  sendLobbyMessage: Operation<
    [lobbyId: IdLike, content: string],
    SentMessage,
    [result: ClientResult, messageId: bigint]
  >;

  /**
   * As `sendLobbyMessage`, with key-value pairs of the game, which only connected clients receive and which are not stored.
   * @param metadata at most 25 keys; keys and values of at most 1024 characters
   * @mirrors Client::SendLobbyMessageWithMetadata
   */
  sendLobbyMessageWithMetadata: Operation<
    [lobbyId: IdLike, content: string, metadata: Metadata],
    SentMessage,
    [result: ClientResult, messageId: bigint]
  >;

  /**
   * Gets the newest messages of a lobby that the player is in, newest first. They are always requested from the platform,
   * which returns the last 72 hours, including messages from before the player joined.
   * @param limit 1–200
   * @example
   * const { messages } = await client.getLobbyMessagesWithLimit(lobbyId, 50);
   * for (const message of messages.reverse()) console.log(`${message.author?.displayName}: ${message.content}`);
   * @mirrors Client::GetLobbyMessagesWithLimit
   */
  getLobbyMessagesWithLimit: Operation<
    [lobbyId: IdLike, limit: number],
    MessageList,
    [result: ClientResult, messages: MessageHandle[]]
  >;

  /**
   * Gets a message from memory, which holds the last 25 messages of each conversation.
   * @returns undefined for a message that is not in memory; an existing handle stays valid
   * @mirrors Client::GetMessageHandle
   */
  getMessageHandle(messageId: IdLike): MessageHandle | undefined;

  /**
   * Gets the channel of a lobby or of a stored conversation.
   * @returns undefined for an unknown channel, and for conversations between non-friends, which are not stored
   * @mirrors Client::GetChannelHandle
   */
  getChannelHandle(channelId: IdLike): ChannelHandle | undefined;

  /**
   * Whether the platform's own app shows a message: false for messages that are not in memory, in lobbies without a linked
   * channel, and between non-friends.
   * @mirrors Client::CanOpenMessageInDiscord
   */
  canOpenMessageInDiscord(messageId: IdLike): boolean;

  /**
   * Opens the address of a message, which belongs to the platform's own app. `ValidationError` when
   * {@link canOpenMessageInDiscord} is false; `NetworkError` when the address cannot be opened. Provisional users must merge
   * first: the operation waits for `provisionalUserMergeCompleted`, and a failed merge ends it with `Aborted`.
   * @param provisionalUserMergeRequiredCallback called when the user is provisional; without it the operation ends with
   * `ValidationError` for such users
   * @mirrors Client::OpenMessageInDiscord
   */
  openMessageInDiscord: Operation<
    [messageId: IdLike, provisionalUserMergeRequiredCallback: (() => void) | undefined]
  >;

  /**
   * Sets the callback for new messages, the player's own included; undefined removes it.
   * @mirrors Client::SetMessageCreatedCallback
   */
  setMessageCreatedCallback(cb: ClientEvents["messageCreated"] | undefined): void;

  /**
   * Sets the callback for changes of a message's text or moderation metadata; undefined removes it.
   * @mirrors Client::SetMessageUpdatedCallback
   */
  setMessageUpdatedCallback(cb: ClientEvents["messageUpdated"] | undefined): void;

  /**
   * Sets the callback for deleted messages; undefined removes it. An existing handle stays valid.
   * @mirrors Client::SetMessageDeletedCallback
   */
  setMessageDeletedCallback(cb: ClientEvents["messageDeleted"] | undefined): void;
}

interface Parts {
  messages: MessagesArea;
  events: EventHub<ClientEvents>;
}

export const messageMembers: MembersOf<MessageMembers, Parts> = {
  sendLobbyMessage: ({ messages }, lobbyId, content) => messages.sendToLobby(lobbyId, content, undefined),
  sendLobbyMessageWithMetadata: ({ messages }, lobbyId, content, metadata) =>
    messages.sendToLobby(lobbyId, content, metadata),
  getLobbyMessagesWithLimit: ({ messages }, lobbyId, limit) => messages.ofLobby(lobbyId, limit),
  getMessageHandle: ({ messages }, messageId) => messages.handle(messageId),
  getChannelHandle: ({ messages }, channelId) => messages.channel(channelId),
  canOpenMessageInDiscord: ({ messages }, messageId) => messages.canOpen(messageId),
  openMessageInDiscord: ({ messages }, messageId, provisionalUserMergeRequiredCallback) =>
    messages.open(messageId, provisionalUserMergeRequiredCallback),
  setMessageCreatedCallback: ({ events }, cb) => events.setCallback("messageCreated", cb),
  setMessageUpdatedCallback: ({ events }, cb) => events.setCallback("messageUpdated", cb),
  setMessageDeletedCallback: ({ events }, cb) => events.setCallback("messageDeleted", cb),
};
