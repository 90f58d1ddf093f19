import type { ChildProcessByStdio } from "node:child_process";
import { Readable, type Writable } from "node:stream";
import { SdkError } from "../wire/index.js";
import type { ByteOrigin, OpenWishes } from "./byte-origin.js";
import { systemReason } from "./source-error.js";

/** A program whose output is played. It is started without a shell. */
export interface Command {
  /** its name on the PATH, or its path */
  readonly command: string;
  readonly args?: readonly string[];
  /** the folder in which it runs; default: that of this process */
  readonly cwd?: string;
  /** its environment; default: that of this process */
  readonly env?: NodeJS.ProcessEnv;
}

type Child = ChildProcessByStdio<Writable | null, Readable, Readable>;

/** Of what the program says about its failure, the end. */
const STDERR_CHARACTERS = 2000;
/** A program that does not end when it is asked to is ended. */
const END_MS = 2000;

/** The output of a program. */
export class CommandBytes implements ByteOrigin {
  readonly isRepeatable = true;
  readonly #command: Command;
  readonly #input: AsyncIterable<Uint8Array> | undefined;

  /** @param input what the program reads; nothing by default */
  constructor(command: Command, input?: AsyncIterable<Uint8Array>) {
    this.#command = command;
    this.#input = input;
  }

  get name(): string {
    return JSON.stringify(this.#command.command);
  }

  /** @throws {SdkError} COMMAND_NOT_FOUND, COMMAND_FAILED with what the program said */
  async *open({ signal, clock }: OpenWishes): AsyncGenerator<Uint8Array> {
    const child = await this.#start();
    const failure = failureOf(child, this.name);
    const end = (): void => endChild(child, clock.schedule.bind(clock));
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
    try {
      yield* child.stdout as AsyncIterable<Uint8Array>;
      const failed = await failure;
      if (failed !== undefined && !signal.aborted) throw failed;
    } finally {
      signal.removeEventListener("abort", end);
      end();
    }
  }

  async #start(): Promise<Child> {
    const { spawn } = await import("node:child_process");
    const { command, args = [], cwd, env } = this.#command;
    const stdin = this.#input === undefined ? "ignore" : "pipe";
    const child = spawn(command, args, {
      stdio: [stdin, "pipe", "pipe"],
      windowsHide: true,
      ...(cwd === undefined ? {} : { cwd }),
      ...(env === undefined ? {} : { env }),
    }) as Child;
    if (this.#input !== undefined && child.stdin !== null) feed(child.stdin, this.#input);
    return child;
  }
}

/** A program that has enough closes its input. The input's own failure is the program's: it gets less. */
function feed(stdin: Writable, input: AsyncIterable<Uint8Array>): void {
  const source = Readable.from(input, { objectMode: false });
  source.on("error", () => stdin.destroy());
  stdin.on("error", () => source.destroy());
  stdin.on("close", () => source.destroy());
  source.pipe(stdin);
}

/** @returns resolves when the program has ended; undefined: well */
function failureOf(child: Child, name: string): Promise<SdkError | undefined> {
  let said = "";
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (text: string) => {
    said = (said + text).slice(-STDERR_CHARACTERS);
  });
  return new Promise((resolve) => {
    child.on("error", (error) => resolve(startFailure(name, error)));
    child.on("close", (code, signal) => {
      if (code === 0) return resolve(undefined);
      const how = code === null ? `by ${String(signal)}` : `with code ${String(code)}`;
      const words = said.trim();
      const message = `${name} ended ${how}${words === "" ? "" : `: ${words}`}`;
      resolve(new SdkError("COMMAND_FAILED", message));
    });
  });
}

function startFailure(name: string, error: NodeJS.ErrnoException): SdkError {
  if (error.code === "ENOENT")
    return new SdkError("COMMAND_NOT_FOUND", `there is no program ${name} on the PATH`, { cause: error });
  return new SdkError("COMMAND_FAILED", `${name} cannot be started: ${systemReason(error)}`, {
    cause: error,
  });
}

function endChild(child: Child, schedule: (ms: number, task: () => void) => () => void): void {
  child.stdout.destroy();
  child.stdin?.destroy();
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  child.kill();
  const cancel = schedule(END_MS, () => child.kill("SIGKILL"));
  child.once("exit", cancel);
}
