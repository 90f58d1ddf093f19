import type { MessageRecord } from "./message-records.js";

/** Messages kept per conversation. */
export const CONVERSATION_MESSAGES_MAX = 25;

/** The newest messages of a lobby or a direct conversation, oldest first. */
export class Conversation {
  #messages: MessageRecord[] = [];
  /** No message from this id on is missing; undefined: there may be a gap. */
  #completeFrom: bigint | undefined;

  get(messageId: bigint): MessageRecord | undefined {
    return this.#messages.find((message) => message.id === messageId);
  }

  /** @param isNewest whether it has just been sent, so that nothing newer is missing */
  put(message: MessageRecord, isNewest: boolean): void {
    if (isNewest) this.#completeFrom ??= message.id;
    if (this.get(message.id) !== undefined) return;
    const at = this.#messages.findLastIndex((one) => one.id < message.id) + 1;
    this.#messages.splice(at, 0, message);
    this.#dropOldest();
  }

  /** Adds the newest messages as fetched. @param isWhole whether there are no older ones */
  putHistory(messages: readonly MessageRecord[], isWhole: boolean): void {
    const oldest = isWhole ? 0n : messages.reduce((least, { id }) => (id < least ? id : least), ALL_ONES);
    if (this.#completeFrom === undefined || oldest < this.#completeFrom) this.#completeFrom = oldest;
    for (const message of messages) this.put(message, false);
  }

  /** A new session began: messages sent meanwhile may be missing. */
  interrupt(): void {
    this.#completeFrom = undefined;
  }

  remove(messageId: bigint): void {
    this.#messages = this.#messages.filter((message) => message.id !== messageId);
  }

  /** The newest `limit` messages, newest first; undefined when memory may lack some of them. */
  newest(limit: number): MessageRecord[] | undefined {
    const from = this.#completeFrom;
    if (from === undefined) return undefined;
    const known = this.#messages.filter((message) => message.id >= from);
    return known.length >= limit || from === 0n ? known.slice(-limit).reverse() : undefined;
  }

  #dropOldest(): void {
    while (this.#messages.length > CONVERSATION_MESSAGES_MAX) {
      this.#messages.shift();
      const oldest = this.#messages[0]?.id;
      if (this.#completeFrom !== undefined && oldest !== undefined && this.#completeFrom < oldest)
        this.#completeFrom = oldest;
    }
  }
}

const ALL_ONES = 0xffff_ffff_ffff_ffffn;
