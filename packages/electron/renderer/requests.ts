import { OPERATIONS, type ArgumentsOf, type OperationName, type ResultOf } from "sdkpp/surface";
import type { FromPage, SentFailure } from "../bridge/messages.js";
import { OperationError } from "./operation-error.js";

/** How an operation may end before its time. */
export interface RequestOptions {
  /** aborting ends it with the code `Aborted` */
  readonly signal?: AbortSignal;
  /** milliseconds until it ends with the code DEADLINE; default 30,000, at most 600,000 */
  readonly deadlineMs?: number;
}

/** The operations of `sdkpp/surface`, named as in the SDK: arguments in its order, then options. */
export type OperationMembers = {
  readonly [K in OperationName]: (
    ...args: [...ArgumentsOf<K>, options?: RequestOptions]
  ) => Promise<ResultOf<K>>;
};

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  readonly forget: () => void;
}

const DEADLINE_MS = 30_000;

/** Operations that a page has asked for. */
export class Requests {
  readonly members: OperationMembers;
  readonly #post: (message: FromPage) => boolean;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  /** @param post returns false when there is nobody to ask */
  constructor(post: (message: FromPage) => boolean) {
    this.#post = post;
    const names = Object.keys(OPERATIONS) as OperationName[];
    const members = names.map((name) => [name, (...args: unknown[]) => this.#ask(name, args)]);
    this.members = Object.fromEntries(members) as OperationMembers;
  }

  done(id: number, value: unknown): void {
    this.#settle(id)?.resolve(value);
  }

  failed(id: number, failure: SentFailure): void {
    this.#settle(id)?.reject(new OperationError(failure));
  }

  /** Nobody answers any more. What was asked may have been done, so only the page knows whether to ask again. */
  lost(): void {
    for (const id of [...this.#waiting.keys()]) this.failed(id, LOST);
  }

  #ask(name: OperationName, given: unknown[]): Promise<unknown> {
    const count = OPERATIONS[name].arguments.length;
    const args = given.slice(0, count);
    const { signal, deadlineMs = DEADLINE_MS } = (given[count] ?? {}) as RequestOptions;
    if (signal?.aborted === true) return Promise.reject(new OperationError(CANCELLED));
    const id = (this.#last += 1);
    return new Promise((resolve, reject) => {
      const abort = (): void => this.#cancel(id);
      signal?.addEventListener("abort", abort, { once: true });
      const forget = (): void => signal?.removeEventListener("abort", abort);
      this.#waiting.set(id, { resolve, reject, forget });
      if (!this.#post({ type: "call", id, name, args, deadlineMs })) this.failed(id, NOT_CONNECTED);
    });
  }

  #cancel(id: number): void {
    this.#post({ type: "cancel", id });
    this.failed(id, CANCELLED);
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.forget();
    return waiting;
  }
}

const CANCELLED: SentFailure = { code: "Aborted", message: "cancelled", status: 0, retryable: true };
const NOT_CONNECTED: SentFailure = {
  code: "DISCONNECTED",
  message: "the process of the client is not connected; wait for `connected` and ask again",
  status: 0,
  retryable: true,
};
const LOST: SentFailure = {
  code: "DISCONNECTED",
  message: "the process of the client ended while it worked on this; look at the state before you ask again",
  status: 0,
  retryable: true,
};
