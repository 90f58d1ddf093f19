import type { WorldView } from "../../state/index.js";
import { functionArgument, optionalArgument } from "../argument.js";
import { ErrorType } from "../enums.js";
import type { CallbackQueue } from "./callback-queue.js";
import { failed, Failure } from "./failure.js";

/** What a game gives to be told that a merge is due. @throws {ArgumentError} when it is no function */
export function mergeRequiredArgument(callback: (() => void) | undefined): (() => void) | undefined {
  return optionalArgument("provisionalUserMergeRequiredCallback", callback, functionArgument);
}

export interface ProvisionalMergeParts {
  world: WorldView;
  queue: CallbackQueue;
}

/**
 * Holds operations that only users with an account of the platform can do, until the game has merged the provisional
 * user. One answer of the game ends the waiting of all that are held.
 */
export class ProvisionalMerge {
  readonly #parts: ProvisionalMergeParts;
  readonly #held = new Set<(success: boolean) => void>();

  constructor(parts: ProvisionalMergeParts) {
    this.#parts = parts;
  }

  /**
   * @param mergeRequired told, through the callback queue, that the user is provisional. Without it nobody could answer,
   * so there is no waiting
   * @returns when the operation may go on: at once for users with an account
   * @throws {Failure} Aborted when the game said that the merge failed, or by the signal; ValidationError without
   * `mergeRequired`
   */
  async passed(mergeRequired: (() => void) | undefined, signal: AbortSignal): Promise<void> {
    if (!this.#isProvisional()) return;
    if (mergeRequired === undefined)
      throw new Failure(
        failed(ErrorType.ValidationError, "a provisional user has to merge with an account first"),
      );
    const answered = this.#answer(signal);
    this.#parts.queue.enqueue(mergeRequired);
    if (!(await answered))
      throw new Failure(failed(ErrorType.Aborted, "the provisional user was not merged with an account"));
  }

  /** What the game says of its attempt; without effect when nothing is held. */
  completed(success: boolean): void {
    for (const settle of [...this.#held]) settle(success);
  }

  #isProvisional(): boolean {
    const { users } = this.#parts.world;
    return users.currentId !== undefined && users.get(users.currentId)?.isProvisional === true;
  }

  #answer(signal: AbortSignal): Promise<boolean> {
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
