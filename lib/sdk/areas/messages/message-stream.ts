import type { Subscription } from "../../../call/emitter.js";
import type { ClientEvents } from "../../core/events/client-events.js";
import type { EventHub } from "../../core/events/event-hub.js";
import { failed } from "../../core/operations/failure.js";
import { ClientResultError } from "../../client-result-error.js";
import { ErrorType } from "../../../enums/index.js";
import type { MessageHandle } from "../../handles/message-handle.js";

/** Messages that wait to be read. */
export const MESSAGES_WAITING = 1000;

/** How new messages are read. */
export interface MessageStreamOptions {
  /** Aborting ends the iteration with `ErrorType.Aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Messages that may wait, 1 to 100,000; default 1,000. */
  readonly limit?: number;
}

export interface MessageStreamParts {
  readonly events: EventHub<ClientEvents>;
  /** Undefined: the message is no longer in memory. */
  readonly messageOf: (messageId: bigint) => MessageHandle | undefined;
  readonly destroyed: AbortSignal;
  readonly signal: AbortSignal | undefined;
  readonly limit: number;
  /** Called once, when the first message is skipped. */
  readonly overflowed: () => void;
}

/** A message, or the end. */
export type NextMessage = IteratorResult<MessageHandle, undefined>;

const DONE: NextMessage = { done: true, value: undefined };

/** New messages, oldest first. The gateway cannot be slowed down: when too many wait, the oldest are skipped. */
export class MessageStream implements AsyncIterableIterator<MessageHandle, undefined> {
  readonly #parts: MessageStreamParts;
  readonly #subscription: Subscription;
  readonly #waiting: bigint[] = [];
  readonly #readers: { resolve: (next: NextMessage) => void; reject: (error: Error) => void }[] = [];
  #skipped = 0;
  #isOver = false;
  #failure: Error | undefined;

  /** @internal */
  constructor(parts: MessageStreamParts) {
    this.#parts = parts;
    this.#subscription = parts.events.watch("messageCreated", (messageId) => this.#created(messageId));
    parts.destroyed.addEventListener("abort", this.#end);
    parts.signal?.addEventListener("abort", this.#cancel);
    if (parts.destroyed.aborted) this.#end();
    else if (parts.signal?.aborted === true) this.#cancel();
  }

  /** Messages that were skipped so far because too many waited. */
  get skipped(): number {
    return this.#skipped;
  }

  /** Gives the next message, as soon as there is one. */
  next(): Promise<NextMessage> {
    for (let id = this.#waiting.shift(); id !== undefined; id = this.#waiting.shift()) {
      const value = this.#parts.messageOf(id);
      if (value !== undefined) return Promise.resolve({ done: false, value });
    }
    if (!this.#isOver) return new Promise((resolve, reject) => this.#readers.push({ resolve, reject }));
    const failure = this.#takeFailure();
    return failure === undefined ? Promise.resolve(DONE) : Promise.reject(failure);
  }

  /** Ends the stream, as `break` in a loop does. */
  return(): Promise<NextMessage> {
    this.#waiting.length = 0;
    this.#end();
    return Promise.resolve(DONE);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #created(messageId: bigint): void {
    const reader = this.#readers.shift();
    const value = reader && this.#parts.messageOf(messageId);
    if (value !== undefined) return reader?.resolve({ done: false, value });
    if (reader !== undefined) this.#readers.unshift(reader);
    else this.#waiting.push(messageId);
    if (this.#waiting.length <= this.#parts.limit) return;
    this.#waiting.shift();
    this.#skipped += 1;
    if (this.#skipped === 1) this.#parts.overflowed();
  }

  /** It is reported once; the stream is done then. */
  #takeFailure(): Error | undefined {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure;
  }

  readonly #end = (): void => {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#subscription.dispose();
    this.#parts.destroyed.removeEventListener("abort", this.#end);
    this.#parts.signal?.removeEventListener("abort", this.#cancel);
    for (const { resolve, reject } of this.#readers.splice(0)) {
      const failure = this.#takeFailure();
      if (failure === undefined) resolve(DONE);
      else reject(failure);
    }
  };

  readonly #cancel = (): void => {
    this.#failure = new ClientResultError(failed(ErrorType.Aborted, "cancelled"));
    this.#end();
  };
}
