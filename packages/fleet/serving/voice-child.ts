import { fork, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { Cancel, Clock } from "sdkpp/voice";
import type { FromProcess, ProcessStart, ToProcess } from "./messages.js";

/** Beside the bundle. */
const PROGRAM = "./worker-process.js";
const ASK_MS = 1000;
/** A process that has not answered so many questions hangs. Time in which this one stood still has none. */
const MOST_UNANSWERED = 2;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
const PROCESS_ID_BYTES = 8;

export interface VoiceChildParts {
  readonly start: Omit<ProcessStart, "type" | "process">;
  readonly clock: Clock;
  /** something that the operator of the worker should know */
  readonly log: (message: string) => void;
  /** It is ready, or ended. */
  readonly changed: () => void;
  /** It takes no calls, and has none. */
  readonly emptied: () => void;
  /** It cannot have calls, and why; another one is tried. */
  readonly failed: (reason: string) => void;
}

/** The voice process of a worker: another one starts when it ends or stands still. */
export class VoiceChild {
  readonly #parts: VoiceChildParts;
  #child: ChildProcess | undefined;
  #process = "";
  #isReady = false;
  #isDraining = false;
  #isOver = false;
  #load = 0;
  #calls = 0;
  #unanswered = 0;
  /** Of processes that ended before they were ready. */
  #failures = 0;
  #cancelAsk: Cancel | undefined;
  #cancelStart: Cancel | undefined;

  constructor(parts: VoiceChildParts) {
    this.#parts = parts;
    this.#fork();
    this.#watch();
  }

  /** Names the process while it has calls; "": there is none at the moment. */
  get process(): string {
    return this.#isReady ? this.#process : "";
  }

  /** The part of the processors that it used, 0 to 1. */
  get load(): number {
    return this.#load;
  }

  get calls(): number {
    return this.#calls;
  }

  /** It takes no more calls. */
  drain(): void {
    this.#isDraining = true;
    this.#ask();
  }

  /** It may have calls for so long from now on, whenever it reads that. */
  lease(forMs: number): void {
    const NS_PER_MS = 1e6;
    this.#say({ type: "lease", untilNs: process.hrtime.bigint() + BigInt(Math.round(forMs * NS_PER_MS)) });
  }

  end(): void {
    this.#isOver = true;
    this.#cancelAsk?.();
    this.#cancelStart?.();
    this.#child?.kill("SIGKILL");
  }

  #fork(): void {
    const program = fileURLToPath(new URL(PROGRAM, import.meta.url));
    const child = fork(program, { serialization: "advanced", execArgv: [] });
    this.#child = child;
    this.#process = randomBytes(PROCESS_ID_BYTES).toString("hex");
    this.#calls = 0;
    this.#unanswered = 0;
    child.on("message", (message) => this.#heard(message as FromProcess));
    let isOver = false;
    const over = (reason: string): void => {
      if (!isOver) this.#ended(reason);
      isOver = true;
    };
    child.once("exit", (code, signal) => over(signal ?? `exit code ${String(code)}`));
    child.on("error", (error) => over(error.message));
    this.#say({ type: "start", process: this.#process, ...this.#parts.start });
  }

  #heard(message: FromProcess): void {
    this.#unanswered = 0;
    switch (message.type) {
      case "ready":
        this.#isReady = true;
        this.#failures = 0;
        return this.#parts.changed();
      case "failed":
        this.#child?.kill("SIGKILL");
        return this.#parts.failed(message.reason);
      case "alive":
        this.#load = message.load;
        this.#calls = message.calls;
        // it takes none from then on
        if (message.calls === 0 && message.isDraining) this.#parts.emptied();
    }
  }

  #ended(reason: string): void {
    this.#isReady = false;
    if (this.#isOver) return;
    this.#parts.log(`the voice process ended: ${reason}; another one starts`);
    this.#parts.changed();
    const pauseMs =
      this.#failures === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, LONGEST_PAUSE_MS);
    this.#failures += 1;
    this.#cancelStart = this.#parts.clock.schedule(pauseMs, () => this.#fork());
  }

  #watch(): void {
    this.#cancelAsk = this.#parts.clock.schedule(ASK_MS, () => this.#watch());
    if (this.#isReady && this.#unanswered >= MOST_UNANSWERED) {
      this.#parts.log("the voice process stands still and is ended");
      return void this.#child?.kill("SIGKILL");
    }
    this.#ask();
  }

  #ask(): void {
    if (this.#isReady) this.#unanswered += 1;
    this.#say({ type: "ask", isDraining: this.#isDraining });
  }

  #say(message: ToProcess): void {
    // one that has just ended hears nothing; its exit follows
    this.#child?.send(message, () => undefined);
  }
}
