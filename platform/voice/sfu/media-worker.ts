import { Worker } from "node:worker_threads";
import type { MediaCommand, MediaEvent, VoiceStats } from "./messages.js";

export interface MediaWorkerListeners {
  exhausted(ssrc: number): void;
  warning(text: string): void;
}

/** The platform's end of the media worker. */
export class MediaWorker {
  readonly port: number;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (stats: VoiceStats) => void>();
  #nextId = 1;

  private constructor(worker: Worker, port: number, listeners: MediaWorkerListeners) {
    this.#worker = worker;
    this.port = port;
    worker.on("message", (event: MediaEvent) => this.#hear(event, listeners));
  }

  /** @returns when the UDP socket is bound. @throws {Error} when it cannot be */
  static async start(listeners: MediaWorkerListeners): Promise<MediaWorker> {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { name: "sdkpp-platform-media" });
    // The platform's sockets hold the process open, not its worker.
    worker.unref();
    const port = await new Promise<number>((resolve, reject) => {
      worker.once("error", reject);
      worker.once("message", (event: MediaEvent) => {
        if (event.type === "bound") resolve(event.port);
        else reject(new Error(`The media worker said "${event.type}" before it was bound.`));
      });
    });
    return new MediaWorker(worker, port, listeners);
  }

  send(command: MediaCommand): void {
    this.#worker.postMessage(command);
  }

  stats(): Promise<VoiceStats> {
    const id = this.#nextId++;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.send({ type: "stats", id });
    });
  }

  async stop(): Promise<void> {
    const gone = new Promise((resolve) => this.#worker.once("exit", resolve));
    this.#worker.ref();
    this.send({ type: "stop" });
    await gone;
  }

  #hear(event: MediaEvent, listeners: MediaWorkerListeners): void {
    if (event.type === "exhausted") listeners.exhausted(event.ssrc);
    if (event.type === "warning") listeners.warning(event.text);
    if (event.type !== "stats") return;
    this.#waiting.get(event.id)?.(event.stats);
    this.#waiting.delete(event.id);
  }
}
