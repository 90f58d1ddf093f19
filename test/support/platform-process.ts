import { fork, type ChildProcess, type ForkOptions } from "node:child_process";
import type { Endpoints, PlatformOptions, Seeded } from "@sdkpp/platform";

/** The error of a failed start, serialized between processes. */
export interface Rejection {
  readonly name: string;
  readonly code: string;
  readonly message: string;
}

interface Message {
  readonly id?: number;
  readonly reply?: unknown;
  readonly error?: { readonly name: string; readonly message: string };
  readonly log?: string;
  readonly endpoints?: Endpoints;
  readonly seeded?: Seeded;
  readonly refused?: Rejection;
}

export interface ProcessOptions {
  /** Limit on the size of any file, bytes. */
  readonly fileLimit?: number;
  /** User to run it as; needs privileges. */
  readonly uid?: number;
}

const PROGRAM = new URL("platform-process.mjs", import.meta.url).pathname;
const BLOCK_BYTES = 512;

/** A platform in a separate process, whose end a test can observe. */
export class PlatformProcess implements AsyncDisposable {
  readonly logs: string[] = [];
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #ended: Promise<string>;
  #nextId = 1;
  #end: string | undefined;

  private constructor(
    child: ChildProcess,
    readonly endpoints: Endpoints,
    readonly seeded: Seeded,
    ended: Promise<string>,
  ) {
    this.#child = child;
    this.#ended = ended;
    void ended.then((how) => (this.#end = how));
  }

  /** @throws {Error} with the message of the failed start */
  static async start(options: PlatformOptions = {}, how: ProcessOptions = {}): Promise<PlatformProcess> {
    const started = await PlatformProcess.tryStart(options, how);
    if (started instanceof PlatformProcess) return started;
    throw new Error(`the platform did not start: ${started.message}`);
  }

  static async tryStart(
    options: PlatformOptions = {},
    how: ProcessOptions = {},
  ): Promise<PlatformProcess | Rejection> {
    const child = spawnProgram(options, how);
    const ended = new Promise<string>((resolve) =>
      child.once("exit", (code, signal) => resolve(signal ?? `code ${String(code)}`)),
    );
    let errors = "";
    child.stderr?.on("data", (chunk) => (errors += String(chunk)));
    const logs: string[] = [];
    const first = await new Promise<Message>((resolve, reject) => {
      child.on("message", (message: Message) => {
        if (message.log !== undefined) logs.push(message.log);
        else if (message.endpoints !== undefined || message.refused !== undefined) resolve(message);
      });
      void ended.then((end) => reject(new Error(`the platform's process ended with ${end}: ${errors}`)));
    });
    if (first.refused !== undefined) {
      child.disconnect();
      await ended;
      return first.refused;
    }
    const one = new PlatformProcess(child, first.endpoints!, first.seeded!, ended);
    one.logs.push(...logs);
    child.removeAllListeners("message");
    child.on("message", (message: Message) => one.#hear(message));
    return one;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Calls a method of control. @throws {Error} with the name and message of its error, or when the process has ended */
  async call(method: string, ...args: readonly unknown[]): Promise<unknown> {
    const id = this.#nextId++;
    const answer = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.#child.send({ id, method, args });
    const gone = this.#ended.then((end): never => {
      throw new Error(`the platform's process ended with ${end} while ${method} ran`);
    });
    const { reply, error } = await Promise.race([answer, gone]);
    if (error !== undefined) throw Object.assign(new Error(error.message), { name: error.name });
    return reply;
  }

  /** Whether it answers a request; otherwise how it ended. */
  async isAlive(): Promise<true | string> {
    if (this.#end !== undefined) return this.#end;
    try {
      const answer = await fetch(`${this.endpoints.apiBase}/v10/gateway`);
      return answer.ok ? true : `it answers ${String(answer.status)}`;
    } catch (error) {
      return this.#end ?? String(error);
    }
  }

  /** @returns how it ended */
  async end(signal: NodeJS.Signals): Promise<string> {
    this.#child.kill(signal);
    return this.#ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end("SIGKILL");
  }

  #hear(message: Message): void {
    if (message.log !== undefined) this.logs.push(message.log);
    if (message.id === undefined) return;
    this.#waiting.get(message.id)?.(message);
    this.#waiting.delete(message.id);
  }
}

function spawnProgram(options: PlatformOptions, { fileLimit, uid }: ProcessOptions): ChildProcess {
  const shell = fileLimit === undefined ? { execArgv: ["--expose-gc"] } : limited(fileLimit);
  return fork(PROGRAM, [JSON.stringify(options)], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    // Passes on numbers that JSON cannot express, and similar values.
    serialization: "advanced",
    ...(uid === undefined ? {} : { uid, gid: uid }),
    ...shell,
  });
}

/** A shell that sets the limit and becomes the program. */
function limited(fileLimit: number): ForkOptions {
  const blocks = Math.ceil(fileLimit / BLOCK_BYTES);
  const script = `ulimit -f ${String(blocks)}; exec "${process.execPath}" "$@"`;
  return { execPath: "/bin/sh", execArgv: ["-c", script, "sh"] };
}
