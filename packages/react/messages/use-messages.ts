import { useMemo } from "react";
import { useSocial } from "../provider/use-social.js";
import { useSource } from "../store/use-source.js";
import { whole } from "../store/whole.js";
import { Conversation, LOADING, NO_MESSAGES, type MessagesState } from "./conversation.js";
import { partsOf, type ConversationName } from "./conversation-name.js";

/** The messages of a conversation, and what a component may ask for. */
export interface Messages extends MessagesState {
  /** Asks for older messages, up to the newest 200. It does nothing while a page is awaited, or where there are none. */
  readonly loadMore: () => void;
  /** Asks for all again, after an error. */
  readonly reload: () => void;
}

/**
 * Returns the messages of a lobby, or those exchanged with a user, the oldest first; at most 500. It loads the newest 50, follows what is written,
 * edited and deleted, and loads again when another process answers. It renders with each of these. Of another conversation it begins anew.
 * @param conversation undefined: none
 * @example
 * const { messages, isLoading, hasMore, loadMore } = useMessages(lobbyId);
 * const direct = useMessages({ userId });
 */
export function useMessages(conversation: ConversationName | undefined): Messages {
  const social = useSocial();
  const { lobbyId, userId } = partsOf(conversation);
  const source = useMemo(() => new Conversation(social, { lobbyId, userId }), [social, lobbyId, userId]);
  const atStart = conversation === undefined ? NO_MESSAGES : LOADING;
  const state = useSource(source, whole<MessagesState>, atStart);
  return useMemo(() => ({ ...state, loadMore: source.loadMore, reload: source.reload }), [state, source]);
}
