import type { WorldView } from "../../../state/index.js";
import { functionArgument, optionalArgument } from "../../argument.js";
import { ErrorType } from "../../../enums/index.js";
import type { CallbackQueue } from "../events/callback-queue.js";
import type { ClientLogs } from "../logs/client-logs.js";
import { failed, Failure } from "./failure.js";

/** The game's callback for a required merge. @throws {ArgumentError} when it is not a function */
export function mergeRequiredArgument(callback: (() => void) | undefined): (() => void) | undefined {
  return optionalArgument("provisionalUserMergeRequiredCallback", callback, functionArgument);
}

export interface ProvisionalMergeParts {
  world: WorldView;
  queue: CallbackQueue;
  logs: Pick<ClientLogs, "callbackThrew">;
}

/**
 * Holds operations that need a full account until the game has merged the provisional user with one. One call of
 * `provisionalUserMergeCompleted` releases all held operations.
 */
export class ProvisionalMerge {
  readonly #parts: ProvisionalMergeParts;
  readonly #held = new Set<(success: boolean) => void>();

  constructor(parts: ProvisionalMergeParts) {
    this.#parts = parts;
  }

  /**
   * Waits until the user has a full account; returns at once when it has one already.
   * @param mergeRequired called through the callback queue when the user is provisional
   * @throws {Failure} ValidationError when the user is provisional and there is no callback; Aborted when the merge failed,
   * or by the signal
   */
  async passed(mergeRequired: (() => void) | undefined, signal: AbortSignal): Promise<void> {
    if (!this.#isProvisional()) return;
    if (mergeRequired === undefined)
      throw new Failure(
        failed(ErrorType.ValidationError, "a provisional user must merge with an account first"),
      );
    const merged = this.#merged(signal);
    this.#parts.queue.enqueue(mergeRequired, (error) => this.#parts.logs.callbackThrew("a callback", error));
    if (!(await merged))
      throw new Failure(failed(ErrorType.Aborted, "the provisional user was not merged with an account"));
  }

  /** Releases the held operations; has no effect when none is held. */
  completed(success: boolean): void {
    for (const settle of [...this.#held]) settle(success);
  }

  #isProvisional(): boolean {
    const { users } = this.#parts.world;
    return users.currentId !== undefined && users.get(users.currentId)?.isProvisional === true;
  }

  #merged(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (success: boolean): void => {
        this.#held.delete(settle);
        signal.removeEventListener("abort", abort);
        resolve(success);
      };
      const abort = (): void => settle(false);
      signal.addEventListener("abort", abort, { once: true });
      this.#held.add(settle);
    });
  }
}
