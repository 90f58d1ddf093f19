import { Worker } from "node:worker_threads";
import type { Guard } from "../../guard/guard.js";
import type { E2eeCommand, MediaCommand, MediaEvent, VoiceStats } from "./messages.js";

export interface MediaWorkerListeners {
  exhausted(ssrc: number): void;
  warning(text: string): void;
}

interface Waiter {
  resolve(event: Answer): void;
  reject(error: Error): void;
}

type Answer = Extract<MediaEvent, { id: number }>;

const GONE = "The media worker has ended.";

/** Controls the media worker from the platform's thread. */
export class MediaWorker {
  readonly port: number;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiter>();
  #nextId = 1;
  #isStopping = false;
  #isGone = false;
  #stopped = (): void => undefined;

  private constructor(worker: Worker, port: number, listeners: MediaWorkerListeners, guard: Guard) {
    this.#worker = worker;
    this.port = port;
    worker.on("message", (event: MediaEvent) =>
      guard.isolate("a message of the media worker", () => this.#hear(event, listeners)),
    );
    const failed = (error: unknown): void => listeners.warning(`the media worker failed: ${String(error)}`);
    worker.on("error", guard.listener("the media worker's failure", failed));
    worker.on(
      "exit",
      guard.listener("the media worker's end", (code: number) => this.#gone(code, listeners)),
    );
  }

  /** Resolves when the UDP socket is bound. @throws {Error} when it cannot be bound */
  static async start(listeners: MediaWorkerListeners, guard: Guard): Promise<MediaWorker> {
    const worker = new Worker(new URL("./worker.js", import.meta.url), {
      name: "sdkpp-platform-media",
      // It needs no flags of the program, and some of them end it: --input-type is for programs without a file.
      execArgv: [],
    });
    const port = await new Promise<number>((resolve, reject) => {
      worker.once("error", reject);
      const bound = (event: MediaEvent): void => {
        if (event.type === "bound") resolve(event.port);
        else reject(new Error(`The media worker sent "${event.type}" before "bound".`));
      };
      worker.once("message", guard.listener("the first message of the media worker", bound, reject));
    });
    // The platform's sockets keep the process alive; its worker does not.
    worker.unref();
    return new MediaWorker(worker, port, listeners, guard);
  }

  send(command: MediaCommand): void {
    this.#worker.postMessage(command);
  }

  /** @throws {Error} when the worker has ended */
  async stats(): Promise<VoiceStats> {
    const answer = await this.#ask((id) => ({ type: "stats", id }));
    if (answer.type !== "stats")
      throw new Error(`The media worker answered "${answer.type}" instead of "stats".`);
    return answer.stats;
  }

  /** Resolves when the worker applies the command to frames. @throws {Error} when the worker has ended */
  async forward(command: E2eeCommand): Promise<void> {
    await this.#ask((id) => ({ ...command, id }));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#isGone) return;
    const gone = new Promise((resolve) => this.#worker.once("exit", resolve));
    const stopped = new Promise<void>((resolve) => (this.#stopped = resolve));
    this.#worker.ref();
    this.send({ type: "stop" });
    await Promise.race([stopped, gone]);
    await this.#worker.terminate();
  }

  #ask(command: (id: number) => MediaCommand): Promise<Answer> {
    if (this.#isGone) return Promise.reject(new Error(GONE));
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.send(command(id));
    });
  }

  #gone(code: number, listeners: MediaWorkerListeners): void {
    this.#isGone = true;
    for (const { reject } of this.#waiting.values()) reject(new Error(GONE));
    this.#waiting.clear();
    if (!this.#isStopping)
      listeners.warning(
        `the media worker ended with code ${code}: calls have no media until the platform restarts`,
      );
  }

  #hear(event: MediaEvent, listeners: MediaWorkerListeners): void {
    if (event.type === "exhausted") listeners.exhausted(event.ssrc);
    if (event.type === "warning") listeners.warning(event.text);
    if (event.type === "stopped") this.#stopped();
    if (event.type !== "stats" && event.type !== "confirmed") return;
    this.#waiting.get(event.id)?.resolve(event);
    this.#waiting.delete(event.id);
  }
}
