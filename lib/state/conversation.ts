import type { MessageRecord } from "./message-records.js";

/** Messages kept of each conversation. */
export const CONVERSATION_MESSAGES_MAX = 25;

/** The newest messages of one lobby or of one exchange, oldest first. */
export class Conversation {
  #messages: MessageRecord[] = [];
  /** From this id on nothing is missing; undefined: there may be a gap up to now. */
  #completeFrom: bigint | undefined;

  get(messageId: bigint): MessageRecord | undefined {
    return this.#messages.find((message) => message.id === messageId);
  }

  /** @param isNewest it has just been said, so nothing newer is missing */
  put(message: MessageRecord, isNewest: boolean): void {
    if (isNewest) this.#completeFrom ??= message.id;
    if (this.get(message.id) !== undefined) return;
    const at = this.#messages.findLastIndex((one) => one.id < message.id) + 1;
    this.#messages.splice(at, 0, message);
    this.#forgetOldest();
  }

  /** The newest messages as fetched. @param isWhole there are no older ones */
  putHistory(messages: readonly MessageRecord[], isWhole: boolean): void {
    const oldest = isWhole ? 0n : messages.reduce((least, { id }) => (id < least ? id : least), ALL_ONES);
    if (this.#completeFrom === undefined || oldest < this.#completeFrom) this.#completeFrom = oldest;
    for (const message of messages) this.put(message, false);
  }

  /** A new session began: what was said in between is not known. */
  interrupt(): void {
    this.#completeFrom = undefined;
  }

  remove(messageId: bigint): void {
    this.#messages = this.#messages.filter((message) => message.id !== messageId);
  }

  /** The newest `limit`, newest first; undefined when memory holds too few to know. */
  newest(limit: number): MessageRecord[] | undefined {
    const from = this.#completeFrom;
    if (from === undefined) return undefined;
    const known = this.#messages.filter((message) => message.id >= from);
    return known.length >= limit || from === 0n ? known.slice(-limit).reverse() : undefined;
  }

  #forgetOldest(): void {
    while (this.#messages.length > CONVERSATION_MESSAGES_MAX) {
      this.#messages.shift();
      const oldest = this.#messages[0]?.id;
      if (this.#completeFrom !== undefined && oldest !== undefined && this.#completeFrom < oldest)
        this.#completeFrom = oldest;
    }
  }
}

const ALL_ONES = 0xffff_ffff_ffff_ffffn;
