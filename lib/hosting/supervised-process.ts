import type { CallStore } from "../call/keeping/call-store.js";
import { serveCallStore } from "../call/keeping/store-channel.js";
import type { Clock } from "../net/index.js";
import { reasonOf } from "../protocol/index.js";
import { Heartbeat } from "./heartbeat.js";
import type { NamedMessage, ProcessOrder, ProcessReport, SentError } from "./messages.js";
import { StoreMessages } from "./store-messages.js";
import type { VoiceProcess } from "./voice-process.js";

/** How a voice process ended. */
export interface ProcessEnd {
  readonly reason: string;
  /** when it was alive last, by the clock */
  readonly aliveMs: number;
}

export interface SupervisedParts {
  readonly spawn: () => VoiceProcess | Promise<VoiceProcess>;
  /** somebody else notices that it stands still */
  readonly isWatched: boolean;
  readonly clock: Clock;
  readonly store: CallStore;
  readonly prepare: ProcessOrder & { type: "prepare" };
  prepared(one: SupervisedProcess): void;
  /** It cannot have calls. */
  useless(one: SupervisedProcess, error: SentError): void;
  /** It said something about one of its calls and players. */
  heard(one: SupervisedProcess, report: NamedMessage): void;
  ended(one: SupervisedProcess, end: ProcessEnd): void;
}

/** A voice process that is watched, from its start to its end. */
export class SupervisedProcess {
  readonly #parts: SupervisedParts;
  #process: VoiceProcess | undefined;
  #heartbeat: Heartbeat | undefined;
  #isPrepared = false;
  #isOver = false;
  #isNeeded = false;
  #hungMs: number | undefined;
  /** When something came, by the clock. */
  #heardMs = 0;

  constructor(parts: SupervisedParts) {
    this.#parts = parts;
    void this.#start();
  }

  /** It has loaded the addon, and goes on with calls at once. */
  get isPrepared(): boolean {
    return this.#isPrepared;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  send(order: ProcessOrder | NamedMessage): void {
    if (!this.#isOver) this.#process?.port.send(order);
  }

  /** Whether this process waits for it before it ends itself. */
  hold(isNeeded: boolean): void {
    this.#isNeeded = isNeeded;
    this.#process?.hold?.(isNeeded);
  }

  /** Nobody is told. */
  end(): void {
    this.#isOver = true;
    this.#heartbeat?.end();
    this.#process?.kill();
  }

  async #start(): Promise<void> {
    const { spawn, clock, store, prepare } = this.#parts;
    try {
      const process = (this.#process = await spawn());
      if (this.#isOver) return process.kill();
      process.hold?.(this.#isNeeded);
      this.#serve(process, store);
      process.port.send(prepare);
      const reason = await process.exited;
      this.#ended(this.#hungMs === undefined ? reason : "it stood still", this.#aliveMs);
    } catch (error) {
      this.#ended(reasonOf(error), clock.now());
    }
  }

  /** The end of a process elsewhere is told late. */
  get #aliveMs(): number {
    const { isWatched, clock } = this.#parts;
    return isWatched ? this.#heardMs : (this.#hungMs ?? clock.now());
  }

  #serve({ port }: VoiceProcess, store: CallStore): void {
    const questions = new StoreMessages((message) => this.send({ type: "store", message }));
    serveCallStore(store, questions);
    port.onMessage((message) => {
      this.#heartbeat?.heard();
      this.#heardMs = this.#parts.clock.now();
      const report = message as ProcessReport | NamedMessage;
      if (isNamed(report)) {
        if (!this.#isOver) this.#parts.heard(this, report);
      } else if (report.type === "store") questions.heard(report.message);
      else if (!this.#isOver) this.#heard(report);
    });
  }

  #heard(report: Exclude<ProcessReport, { type: "store" }>): void {
    switch (report.type) {
      case "prepared":
        return this.#prepared();
      case "useless":
        return this.#parts.useless(this, report.error);
      case "pong":
        return;
    }
  }

  /** Loading the addon may take longer than a process may stand still. */
  #prepared(): void {
    this.#isPrepared = true;
    if (!this.#parts.isWatched) this.#watch();
    this.#parts.prepared(this);
  }

  #watch(): void {
    const hung = (): void => {
      this.#hungMs = this.#heartbeat?.heardMs;
      this.#process?.kill();
    };
    this.#heartbeat = new Heartbeat(this.#parts.clock, () => this.send({ type: "ping" }), hung);
  }

  #ended(reason: string, aliveMs: number): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#heartbeat?.end();
    this.#parts.ended(this, { reason, aliveMs });
  }
}

function isNamed(report: ProcessReport | NamedMessage): report is NamedMessage {
  return "call" in report || "player" in report;
}
