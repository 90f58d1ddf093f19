import type { MessageId, MessageRecord } from "sdkpp/surface";
import { compareIds } from "../store/compare-ids.js";

/** Messages that a page holds of one conversation; the oldest are left out behind that. */
export const MESSAGES_MAX = 500;

/** What was told while a page was on its way: the page may be older. */
class Told {
  readonly created: MessageRecord[] = [];
  readonly updated: MessageRecord[] = [];
  readonly deleted = new Set<MessageId>();
}

const NONE: readonly MessageRecord[] = [];

/** The messages of a conversation by their ids: each once, in its newest form, and none that was deleted. */
export class MessageLog {
  readonly #messages = new Map<MessageId, MessageRecord>();
  #told: Told | undefined;
  #sorted = NONE;

  /** In the order in which they were sent; the same array while nothing changes. */
  get sorted(): readonly MessageRecord[] {
    return this.#sorted;
  }

  /** A page is asked for: what is told from now on counts more than it. */
  pageAsked(): void {
    this.#told = new Told();
  }

  pageFailed(): void {
    this.#told = undefined;
  }

  /** Takes over a page. @param isAll true: nothing else is left, since messages may have gone that nobody told of */
  page(messages: readonly MessageRecord[], isAll: boolean): void {
    const told = this.#told;
    this.#told = undefined;
    if (isAll) this.#messages.clear();
    for (const one of messages) this.#keepNewer(one);
    for (const one of told?.created ?? NONE) this.#keepNewer(one);
    for (const one of told?.updated ?? NONE) this.#keepKnown(one);
    for (const id of told?.deleted ?? []) this.#messages.delete(id);
    this.#sort();
  }

  created(message: MessageRecord): void {
    this.#told?.created.push(message);
    this.#keepNewer(message);
    this.#sort();
  }

  /** An edited message that is older than the pages so far would stand there with a gap behind it. */
  updated(message: MessageRecord): void {
    this.#told?.updated.push(message);
    if (this.#keepKnown(message)) this.#sort();
  }

  deleted(id: MessageId): void {
    this.#told?.deleted.add(id);
    if (this.#messages.delete(id)) this.#sort();
  }

  clear(): void {
    this.#messages.clear();
    this.#told = undefined;
    this.#sorted = NONE;
  }

  #keepKnown(message: MessageRecord): boolean {
    if (!this.#messages.has(message.id)) return false;
    this.#keepNewer(message);
    return true;
  }

  /** What is older than the known edit has been overtaken. */
  #keepNewer(message: MessageRecord): void {
    const known = this.#messages.get(message.id);
    if (known === undefined || known.editedTimestamp <= message.editedTimestamp)
      this.#messages.set(message.id, message);
  }

  #sort(): void {
    const sorted = [...this.#messages.values()].sort((left, right) => compareIds(left.id, right.id));
    for (const { id } of sorted.slice(0, -MESSAGES_MAX)) this.#messages.delete(id);
    this.#sorted = sorted.slice(-MESSAGES_MAX);
  }
}
