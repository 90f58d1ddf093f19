import { Worker } from "node:worker_threads";
import type { ClockReading } from "../../clock/adjustable-clock.js";
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

/**
 * Controls the media worker from the platform's thread. The worker starts when it is first needed: a thread costs a third of
 * the platform's start, and most platforms carry no call.
 */
export class MediaWorker {
  readonly #listeners: MediaWorkerListeners;
  readonly #guard: Guard;
  readonly #waiting = new Map<number, Waiter>();
  #worker: Worker | undefined;
  #bound: Promise<void> | undefined;
  #port = 0;
  #clockReading: ClockReading = { offset: 0 };
  #nextId = 1;
  #isStopping = false;
  #isGone = false;
  #stopped = (): void => undefined;

  constructor(listeners: MediaWorkerListeners, guard: Guard) {
    this.#listeners = listeners;
    this.#guard = guard;
  }

  /** The UDP port, once {@link ready} has resolved; 0 before. */
  get port(): number {
    return this.#port;
  }

  /** Starts the worker if need be. Resolves when the UDP socket is bound. @throws {Error} when it cannot be bound */
  async ready(): Promise<void> {
    if (this.#isStopping) throw new Error(GONE);
    this.#started();
    await this.#bound;
  }

  /** The worker may start for it. */
  send(command: MediaCommand): void {
    if (this.#worker !== undefined || !this.#isStopping) this.#started().postMessage(command);
  }

  /** Lets the worker's clock read the same, now or when it starts. Resolves when it does. @throws {Error} when the worker has ended */
  async setClock(reading: ClockReading): Promise<void> {
    this.#clockReading = reading;
    if (this.#worker === undefined) return;
    this.send({ type: "clock", reading });
    // The worker runs commands in order, so this answer confirms the one before.
    await this.stats();
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
    const worker = this.#worker;
    if (this.#isGone || worker === undefined) return;
    const gone = new Promise((resolve) => worker.once("exit", resolve));
    const stopped = new Promise<void>((resolve) => (this.#stopped = resolve));
    worker.ref();
    this.send({ type: "stop" });
    await Promise.race([stopped, gone]);
    await worker.terminate();
  }

  #started(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(new URL("./worker.js", import.meta.url), {
      name: "sdkpp-platform-media",
      // It needs no flags of the program, and some of them end it: --input-type is for programs without a file.
      execArgv: [],
    });
    this.#worker = worker;
    this.#bound = new Promise((resolve, reject) => this.#listen(worker, resolve, reject));
    // A command does not wait for it, and a worker that is stopped while it starts has not failed.
    const reported = this.#bound.catch((error: unknown) => {
      if (!this.#isStopping) throw error;
    });
    this.#guard.start("the start of the media worker", reported);
    // The platform's sockets keep the process alive; its worker does not.
    worker.unref();
    worker.postMessage({ type: "clock", reading: this.#clockReading } satisfies MediaCommand);
    return worker;
  }

  #listen(worker: Worker, resolve: () => void, reject: (error: unknown) => void): void {
    const isBound = (): boolean => this.#port !== 0;
    const hear = (event: MediaEvent): void => {
      if (event.type !== "bound") return this.#hear(event);
      this.#port = event.port;
      resolve();
    };
    const failed = (error: unknown): void => {
      if (isBound()) this.#listeners.warning(`the media worker failed: ${String(error)}`);
      else reject(error);
    };
    const gone = (code: number): void => {
      if (isBound()) this.#gone(code);
      else this.#ended();
      reject(new Error(GONE));
    };
    worker.on("message", (event: MediaEvent) =>
      this.#guard.isolate("a message of the media worker", () => hear(event)),
    );
    worker.on("error", this.#guard.listener("the media worker's failure", failed));
    worker.on("exit", this.#guard.listener("the media worker's end", gone));
  }

  #ask(command: (id: number) => MediaCommand): Promise<Answer> {
    if (this.#isGone) return Promise.reject(new Error(GONE));
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.send(command(id));
    });
  }

  #gone(code: number): void {
    this.#ended();
    if (!this.#isStopping)
      this.#listeners.warning(
        `the media worker ended with code ${code}: calls have no media until the platform restarts`,
      );
  }

  #ended(): void {
    this.#isGone = true;
    for (const { reject } of this.#waiting.values()) reject(new Error(GONE));
    this.#waiting.clear();
  }

  #hear(event: MediaEvent): void {
    const listeners = this.#listeners;
    if (event.type === "exhausted") listeners.exhausted(event.ssrc);
    if (event.type === "warning") listeners.warning(event.text);
    if (event.type === "stopped") this.#stopped();
    if (event.type !== "stats" && event.type !== "confirmed") return;
    this.#waiting.get(event.id)?.resolve(event);
    this.#waiting.delete(event.id);
  }
}
