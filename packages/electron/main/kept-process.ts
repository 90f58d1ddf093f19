import type { Cancel } from "sdkpp";
import type { PortMain, UtilityProcessPart } from "./electron-parts.js";
import { endProcess } from "./end-process.js";
import { Restarts } from "./restarts.js";
import type { TimerClock } from "../bridge/system-clock.js";

export interface KeptProcessParts {
  readonly fork: () => UtilityProcessPart;
  readonly clock: TimerClock;
  /** how many in 60 s follow at once */
  readonly restarts: number;
  /** There is another one, which has heard nothing so far. */
  readonly started: () => void;
  readonly heard: (message: unknown) => void;
  /** It has ended by itself; another one follows after the pause. */
  readonly ended: (reason: string, pauseMs: number) => void;
}

/** A process that another one follows when it ends. */
export class KeptProcess {
  readonly #parts: KeptProcessParts;
  readonly #restarts: Restarts;
  #process: UtilityProcessPart | undefined;
  #cancelStart: Cancel = () => undefined;
  #isClosed = false;
  /** why it is ended from here */
  #reason: string | undefined;

  constructor(parts: KeptProcessParts) {
    this.#parts = parts;
    this.#restarts = new Restarts(parts.clock, parts.restarts);
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  get isRunning(): boolean {
    return this.#process !== undefined;
  }

  start(): void {
    const process = (this.#process = this.#parts.fork());
    process.on("message", (message) => {
      if (process === this.#process) this.#parts.heard(message);
    });
    process.on("exit", (code) => {
      if (process === this.#process) this.#ended(code);
    });
    this.#parts.started();
  }

  /** Tells it something, if there is one. */
  post(message: unknown, transfer: PortMain[] = []): void {
    this.#process?.postMessage(message, transfer);
  }

  /** Ends it; another one follows as if it had ended by itself. @param reason how, in words */
  end(reason: string): void {
    const process = this.#process;
    if (process === undefined) return;
    this.#reason = reason;
    endProcess(process);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelStart();
    const process = this.#process;
    this.#process = undefined;
    if (process !== undefined) endProcess(process);
  }

  #ended(code: number): void {
    this.#process = undefined;
    const reason = this.#reason ?? `exit code ${String(code)}`;
    this.#reason = undefined;
    const pauseMs = this.#restarts.pauseMs();
    this.#parts.ended(reason, pauseMs);
    if (this.#isClosed) return;
    if (pauseMs === 0) this.start();
    else this.#cancelStart = this.#parts.clock.schedule(pauseMs, () => this.start());
  }
}
