import { reasonOf, stackOf } from "../../../protocol/index.js";
import { ArgumentError, ArgumentRangeError } from "../../../wire/index.js";
import { objectArgument, signalArgument } from "../../argument.js";
import { ClientResultError } from "../../client-result-error.js";
import { ErrorType, LoggingSeverity } from "../../../enums/index.js";
import type { ClientResult } from "../../values/client-result.js";
import type { CallbackQueue } from "../events/callback-queue.js";
import type { ClientLogs } from "../logs/client-logs.js";
import { failed, Failure } from "./failure.js";
import type { OperationCall, Task } from "./task.js";

export interface OperationOptions {
  /** Aborting ends the operation with `ErrorType.Aborted`. */
  signal?: AbortSignal | undefined;
}

type Callback<A extends unknown[]> = (...args: A) => void;

/** The last argument of an operation: its callback, or the options of the promise form. */
export type Last<A extends unknown[]> = Callback<A> | OperationOptions | undefined;

type OperationLogs = Pick<ClientLogs, "write" | "redact" | "callbackThrew">;

/** How an operation ended. */
interface Ending<T> {
  value: T;
  /** the error, when it failed */
  cause?: unknown;
}

/**
 * Runs operations, each written once as an async function, in the callback form and the promise form. A callback is called
 * exactly once, later. A promise rejects with `ClientResultError`; an operation without a result rejects with the argument
 * error itself.
 *
 * Argument errors become `ValidationError`, a `Failure` has its own result. Any other error is internal: `Aborted` with the
 * text `internal error: …`, the original error as `cause`, its stack in the log.
 */
export class Operations {
  readonly #queue: CallbackQueue;
  readonly #logs: OperationLogs;
  /** One per running operation: Node warns of a leak when a shared signal has more than ten listeners. */
  readonly #running = new Set<AbortController>();
  #isDestroyed = false;

  constructor(queue: CallbackQueue, logs: OperationLogs) {
    this.#queue = queue;
    this.#logs = logs;
  }

  /** Ends all running and later operations with `ClientDestroyed`. */
  destroyed(): void {
    this.#isDestroyed = true;
    for (const controller of this.#running) controller.abort();
  }

  /** @param functionName name of the SDK function that the game called; default: one that the platform cannot disable */
  start<T, A extends unknown[]>(task: Task<T, A>, last: Last<A>, functionName = ""): Promise<T> | undefined {
    const { shape } = task;
    if (typeof last === "function") {
      void this.#settle(task, undefined, functionName).then(({ value }) =>
        this.#queue.enqueue(
          () => last(...shape.args(value)),
          (error) => this.#logs.callbackThrew("a callback", error),
        ),
      );
      return undefined;
    }
    return this.#settle(task, last, functionName).then(({ value, cause }) => {
      const result = shape.result(value);
      if (result === undefined && isArgumentError(cause)) throw cause;
      if (result?.successful === false) throw new ClientResultError(result, cause);
      return value;
    });
  }

  async #settle<T, A extends unknown[]>(
    { shape, run }: Task<T, A>,
    options: OperationOptions | undefined,
    functionName: string,
  ): Promise<Ending<T>> {
    const own = new AbortController();
    if (this.#isDestroyed) own.abort();
    this.#running.add(own);
    try {
      return { value: await untilAborted(run, { functionName, signal: joined(own.signal, options) }) };
    } catch (error) {
      const cause: unknown = error instanceof Failure ? error.cause : error;
      return { value: shape.failed(this.#redacted(this.#resultOf(error, options))), cause };
    } finally {
      this.#running.delete(own);
    }
  }

  #resultOf(error: unknown, options: OperationOptions | undefined): ClientResult {
    if (this.#isDestroyed) return failed(ErrorType.ClientDestroyed, "the client was destroyed");
    if (options?.signal?.aborted === true) return failed(ErrorType.Aborted, "cancelled");
    if (error instanceof Failure) return error.result;
    if (isArgumentError(error)) return failed(ErrorType.ValidationError, error.message);
    this.#logs.write("general", LoggingSeverity.Error, `internal error: ${stackOf(error)}`);
    return failed(ErrorType.Aborted, `internal error: ${reasonOf(error)}`);
  }

  /** A service may echo the request, tokens included. */
  #redacted(result: ClientResult): ClientResult {
    result.error = this.#logs.redact(result.error);
    result.responseBody = this.#logs.redact(result.responseBody);
    return result;
  }
}

/** A signal that aborts with either. @throws {ArgumentError} when the options are invalid */
function joined(own: AbortSignal, options: OperationOptions | undefined): AbortSignal {
  if (options === undefined) return own;
  const { signal } = objectArgument("the last argument", options);
  return signal === undefined ? own : AbortSignal.any([own, signalArgument("signal", signal)]);
}

/** Settles as soon as the signal is aborted, even when `run` ignores it. */
async function untilAborted<T>(run: (call: OperationCall) => Promise<T>, call: OperationCall): Promise<T> {
  const { signal } = call;
  signal.throwIfAborted();
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => (abort = () => reject(new Error("aborted"))));
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([run(call), aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function isArgumentError(error: unknown): error is ArgumentError | ArgumentRangeError {
  return error instanceof ArgumentError || error instanceof ArgumentRangeError;
}
