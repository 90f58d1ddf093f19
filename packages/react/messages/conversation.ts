import { ClientStatus } from "sdkpp/enums";
import { OperationError, type Social } from "@sdkpp/electron/renderer";
import type { MessageId, MessageRecord, UserId } from "sdkpp/surface";
import type { Source } from "../store/source.js";
import { belongs } from "./belongs.js";
import type { ConversationParts } from "./conversation-name.js";
import { loadPage } from "./load-page.js";
import { MessageLog } from "./message-log.js";

/** Of one page; the next one asks for as many more. */
const PAGE = 50;
/** What the SDK's operations give at most. */
const LIMIT_MAX = 200;

/** What a component shows of a conversation. */
export interface MessagesState {
  /** the oldest first */
  readonly messages: readonly MessageRecord[];
  /** whether a page is awaited, of an operation or of a process that does not answer yet */
  readonly isLoading: boolean;
  /** why the last page did not come */
  readonly error: Error | undefined;
  /** whether `loadMore` may find older ones */
  readonly hasMore: boolean;
}

/** What is shown before anything has come. */
export const LOADING: MessagesState = { messages: [], isLoading: true, error: undefined, hasMore: false };
/** What is shown of no conversation. */
export const NO_MESSAGES: MessagesState = {
  messages: [],
  isLoading: false,
  error: undefined,
  hasMore: false,
};

/**
 * Keeps the messages of one conversation while somebody looks. Events come only while a process answers without a gap, so behind each snapshot of the
 * state it asks for everything again.
 */
export class Conversation implements Source<MessagesState> {
  readonly #social: Social;
  readonly #parts: ConversationParts;
  readonly #listeners = new Set<() => void>();
  readonly #log = new MessageLog();
  #state: MessagesState;
  #limit = PAGE;
  #player: UserId | undefined;
  #loading: AbortController | undefined;
  #unlisten: readonly (() => void)[] = [];

  constructor(social: Social, parts: ConversationParts) {
    this.#social = social;
    this.#parts = parts;
    this.#state = this.#isNone ? NO_MESSAGES : LOADING;
  }

  readonly read = (): MessagesState => this.#state;

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1 && !this.#isNone) this.#begin();
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#end();
    };
  };

  /** Asks for older messages. */
  readonly loadMore = (): void => {
    const { isLoading, hasMore } = this.#state;
    if (isLoading || !hasMore) return;
    this.#limit = Math.min(this.#limit + PAGE, LIMIT_MAX);
    void this.#load(false);
  };

  /** Asks for everything again, after an error. */
  readonly reload = (): void => {
    if (this.#listeners.size > 0 && this.#isReady) void this.#load(true);
  };

  get #isNone(): boolean {
    return this.#parts.lobbyId === undefined && this.#parts.userId === undefined;
  }

  /** A page that may not see the session knows nothing better than to ask. */
  get #isReady(): boolean {
    const { isConnected, state } = this.#social;
    const status = state.get("session")?.status ?? ClientStatus.Ready;
    return isConnected && state.isComplete && status === ClientStatus.Ready;
  }

  #begin(): void {
    const social = this.#social;
    this.#player = social.state.get("session")?.userId;
    this.#unlisten = [
      social.on("messageCreated", (message) => this.#created(message)),
      social.on("messageUpdated", (message) => this.#updated(message)),
      social.on("messageDeleted", (id) => this.#deleted(id)),
      // the part as a whole: it is told of each snapshot, whether or not the page may see a session
      social.state.watch("session", undefined, () => this.#sessionChanged()),
    ];
    this.reload();
  }

  #end(): void {
    for (const unlisten of this.#unlisten) unlisten();
    this.#unlisten = [];
    this.#loading?.abort();
    this.#loading = undefined;
  }

  #sessionChanged(): void {
    const player = this.#social.state.get("session")?.userId;
    // a process that has just begun has nobody yet, and signs in the same player
    if (player !== undefined) {
      if (this.#player !== undefined && player !== this.#player) this.#clear();
      this.#player = player;
    }
    this.reload();
  }

  /** Another player sees nothing of what this one wrote. */
  #clear(): void {
    this.#log.clear();
    this.#limit = PAGE;
    this.#show(LOADING);
  }

  #created(message: MessageRecord): void {
    if (!belongs(message, this.#parts)) return;
    this.#log.created(message);
    this.#showLog({});
  }

  #updated(message: MessageRecord): void {
    if (!belongs(message, this.#parts)) return;
    this.#log.updated(message);
    this.#showLog({});
  }

  #deleted(id: MessageId): void {
    this.#log.deleted(id);
    this.#showLog({});
  }

  async #load(isAll: boolean): Promise<void> {
    this.#loading?.abort();
    const { signal } = (this.#loading = new AbortController());
    const limit = this.#limit;
    this.#log.pageAsked();
    this.#showLog({ isLoading: true });
    try {
      const page = await loadPage(this.#social, this.#parts, limit, signal);
      if (signal.aborted) return;
      this.#log.page(page, isAll);
      this.#showLog({
        isLoading: false,
        error: undefined,
        hasMore: page.length >= limit && limit < LIMIT_MAX,
      });
    } catch (error) {
      if (!signal.aborted) this.#failed(error);
    }
  }

  /** Whoever is not connected is asked again by the snapshot of whoever follows. */
  #failed(error: unknown): void {
    this.#log.pageFailed();
    if (error instanceof OperationError && error.code === "DISCONNECTED") return;
    this.#showLog({ isLoading: false, error: error instanceof Error ? error : new Error(String(error)) });
  }

  #showLog(changed: Partial<MessagesState>): void {
    const messages = this.#log.sorted;
    if (messages !== this.#state.messages || Object.keys(changed).length > 0)
      this.#show({ ...this.#state, messages, ...changed });
  }

  #show(state: MessagesState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
