import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { root } from "../architecture/sources.js";

/** How a command ended, and what it said. */
export interface EndedCommand {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

type Exit = [code: number | null, signal: string | null];

/**
 * Runs commands of `sdkpp-platform`, or of the program in a file, one after another in one process of their own: its start takes
 * most of the time of a command. Commands that run others, wait for signals or read standard input need a process each.
 */
export class CommandsProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #ended: Promise<Exit>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(file?: string) {
    const args = file === undefined ? [] : [file];
    this.#child = fork(path.join(root, "test/support/commands-process.mjs"), args, { execArgv: [] });
    this.#ended = once(this.#child, "exit") as Promise<Exit>;
  }

  run(args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd?: string): Promise<EndedCommand> {
    const ended = this.#last.then(async () => {
      const answer = once(this.#child, "message") as Promise<[EndedCommand]>;
      this.#child.send({ args, env, cwd });
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
