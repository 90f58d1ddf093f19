import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { root } from "../architecture/sources.js";

/** How a command ended, and what it said. */
export interface EndedCommand {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs commands of `sdkpp-platform` one after another in one process of their own: its start takes most of the time of a command.
 * Commands that run others or wait for signals need `runPlatformCommand`.
 */
export class CommandsProcess implements AsyncDisposable {
  readonly #child = fork(path.join(root, "test/support/commands-process.mjs"), [], { execArgv: [] });
  readonly #ended = once(this.#child, "exit") as Promise<[code: number | null, signal: string | null]>;
  #last: Promise<unknown> = Promise.resolve();

  run(args: readonly string[], env: Record<string, string> = {}): Promise<EndedCommand> {
    const ended = this.#last.then(async () => {
      const answer = once(this.#child, "message") as Promise<[EndedCommand]>;
      this.#child.send({ args, env });
      const [result] = await Promise.race([answer, this.#ended]);
      if (typeof result !== "object" || result === null)
        throw new Error(`${args.join(" ")}: the process ended`);
      return result;
    });
    this.#last = ended.catch(() => undefined);
    return ended;
  }

  /** Resolves when the process has ended, which it does by itself unless a command left something running. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#last;
    if (this.#child.connected) this.#child.disconnect();
    const [code, signal] = await this.#ended;
    if (code !== 0) throw new Error(`the process of the commands ended with ${signal ?? String(code)}`);
  }
}
