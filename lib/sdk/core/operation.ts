import { reasonOf } from "../../protocol/index.js";
import { SdkError } from "../../wire/index.js";
import { ClientResultError } from "../client-result-error.js";
import { ErrorType } from "../enums.js";
import type { ClientResult } from "../values/client-result.js";
import type { CallbackQueue } from "./callback-queue.js";
import { failed, Failure } from "./failure.js";

export interface OperationOptions {
  /** Aborting ends the operation with `ErrorType.Aborted`. */
  signal?: AbortSignal | undefined;
}

/** How the value of an operation looks to its callback and to its promise. */
export interface Shape<T, A extends unknown[]> {
  /** The value of a failed operation: the result and defaults. */
  failed(result: ClientResult): T;
  /** The callback's arguments. */
  args(value: T): A;
  result(value: T): ClientResult | undefined;
}

export const resultOnly: Shape<ClientResult, [ClientResult]> = {
  failed: (result) => result,
  args: (result) => [result],
  result: (result) => result,
};

export const nothing: Shape<void, []> = {
  failed: () => undefined,
  args: () => [],
  result: () => undefined,
};

type Callback<A extends unknown[]> = (...args: A) => void;

/** How an operation ended. */
interface Ending<T> {
  value: T;
  /** the argument's error, where an argument was refused */
  refusal?: unknown;
}

/**
 * Runs operations, each written once as an async function, in either form. With a callback: called exactly
 * once, later, never throwing into us. Without: a promise that rejects with `ClientResultError`; where there is no
 * result to tell of a refused argument, with the argument's own error.
 */
export class Operations {
  readonly #queue: CallbackQueue;
  readonly #destroyed: AbortSignal;

  constructor(queue: CallbackQueue, destroyed: AbortSignal) {
    this.#queue = queue;
    this.#destroyed = destroyed;
  }

  start<T, A extends unknown[]>(
    shape: Shape<T, A>,
    run: (signal: AbortSignal) => Promise<T>,
    last: Callback<A> | OperationOptions | undefined,
  ): Promise<T> | undefined {
    if (typeof last === "function") {
      void this.#settle(shape, run, undefined).then(({ value }) =>
        this.#queue.enqueue(() => last(...shape.args(value))),
      );
      return undefined;
    }
    return this.#settle(shape, run, last?.signal).then(({ value, refusal }) => {
      const result = shape.result(value);
      if (result === undefined && refusal !== undefined) throw refusal;
      if (result?.successful === false) throw new ClientResultError(result);
      return value;
    });
  }

  async #settle<T, A extends unknown[]>(
    shape: Shape<T, A>,
    run: (signal: AbortSignal) => Promise<T>,
    caller: AbortSignal | undefined,
  ): Promise<Ending<T>> {
    try {
      const signal = caller === undefined ? this.#destroyed : AbortSignal.any([this.#destroyed, caller]);
      return { value: await untilAborted(run, signal) };
    } catch (error) {
      const value = shape.failed(this.#resultOf(error, caller));
      return isRefusedArgument(error) ? { value, refusal: error } : { value };
    }
  }

  #resultOf(error: unknown, caller: AbortSignal | undefined): ClientResult {
    if (this.#destroyed.aborted) return failed(ErrorType.ClientDestroyed, "the client was destroyed");
    if (caller?.aborted === true) return failed(ErrorType.Aborted, "cancelled");
    if (error instanceof Failure) return error.result;
    return failed(
      isRefusedArgument(error) ? ErrorType.ValidationError : ErrorType.NetworkError,
      reasonOf(error),
    );
  }
}

/** Whatever `run` does with the signal, the caller hears of its end at once. */
async function untilAborted<T>(run: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => (abort = () => reject(new Error("aborted"))));
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([run(signal), aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function isRefusedArgument(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof SdkError;
}
