import { ArgumentRangeError, SdkError } from "sdkpp";
import type { Clock } from "sdkpp";
import { OPERATIONS, type Allowed, type OperationName } from "sdkpp/surface";
import type { FromPage, SentFailure, ToPage } from "../bridge/messages.js";

/** Operations of one page that run at the same time. */
const RUNNING_MAX = 100;
/** The longest time that a page can give an operation, milliseconds. */
const DEADLINE_MAX_MS = 600_000;

type Call = FromPage & { type: "call" };

export interface PageCallsParts {
  readonly allow: ReadonlySet<Allowed>;
  readonly run: (name: OperationName, args: readonly unknown[], signal: AbortSignal) => Promise<unknown>;
  readonly post: (message: ToPage) => void;
  readonly clock: Pick<Clock, "schedule">;
}

/** Runs what a page asks for: what its allow-list names, for so long, and so much at a time. */
export class PageCalls {
  readonly #parts: PageCallsParts;
  readonly #running = new Map<number, AbortController>();

  constructor(parts: PageCallsParts) {
    this.#parts = parts;
  }

  start(call: Call): void {
    if (this.#running.has(call.id)) return;
    void this.#answer(call);
  }

  cancel(id: number): void {
    this.#running.get(id)?.abort();
  }

  end(): void {
    for (const one of this.#running.values()) one.abort();
    this.#running.clear();
  }

  async #answer(call: Call): Promise<void> {
    const { id } = call;
    try {
      const value = await this.#run(call);
      this.#parts.post({ type: "done", id, value });
    } catch (error) {
      this.#parts.post({ type: "failed", id, failure: failureOf(error) });
    }
  }

  async #run({ id, name, args, deadlineMs }: Call): Promise<unknown> {
    const operation = this.#allowed(name);
    if (this.#running.size >= RUNNING_MAX)
      throw new SdkError(
        "TOO_MANY_OPERATIONS",
        `a page has at most ${String(RUNNING_MAX)} operations at a time`,
      );
    const controller = new AbortController();
    this.#running.set(id, controller);
    const cancel = this.#parts.clock.schedule(Math.min(deadlineMs, DEADLINE_MAX_MS), () =>
      controller.abort(new SdkError("DEADLINE", `${name} took longer than ${String(deadlineMs)} ms`)),
    );
    try {
      return await ended(this.#parts.run(operation, args, controller.signal), controller.signal);
    } finally {
      cancel();
      this.#running.delete(id);
    }
  }

  /** @throws {SdkError} NOT_ALLOWED, {@link ArgumentRangeError} for a name that no table has */
  #allowed(name: string): OperationName {
    if (!Object.hasOwn(OPERATIONS, name))
      throw new ArgumentRangeError(
        "name",
        "an operation of sdkpp/surface",
        JSON.stringify(name.slice(0, 100)),
      );
    const operation = name as OperationName;
    if (this.#parts.allow.has(operation)) return operation;
    throw new SdkError("NOT_ALLOWED", `this page may not use ${name}; name it in \`allow\` of attachWindow`);
  }
}

/** Settles with the signal, also when the operation ignores it. */
async function ended(work: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  const aborted = new Promise<never>((_resolve, reject) =>
    signal.addEventListener("abort", () => reject(reasonOf(signal)), { once: true }),
  );
  return Promise.race([work, aborted]);
}

function reasonOf(signal: AbortSignal): Error {
  const { reason } = signal as { reason: unknown };
  return reason instanceof SdkError ? reason : new SdkError("Aborted", "cancelled");
}

/** An error as a page gets it: its words, and nothing of this process such as a stack. */
export function failureOf(error: unknown): SentFailure {
  const { code, message, result } = error as {
    code?: unknown;
    message?: unknown;
    result?: { status: number; retryable: boolean };
  };
  return {
    code: typeof code === "string" ? code : "INTERNAL",
    message: typeof message === "string" ? message : String(error),
    status: result?.status ?? 0,
    retryable: result?.retryable ?? false,
  };
}
