import type { MoveOutcome } from "./hosted.js";
import type { CallOrder, CallReport, NamedMessage, SentError } from "./messages.js";
import type { SupervisedProcess } from "./supervised-process.js";
import type { Cancel, Clock } from "../net/index.js";

/** A call has not moved by then: it is to stay, milliseconds. */
const LIMIT_MS = 5000;
/** And then one of the processes has not answered: another one revives the call, and nobody else has it from then on, milliseconds. */
const LAST_MS = 2000;

/** A process that was told to wait no longer: the other one says why. */
const ABORTED = "ABORTED";

export interface PlannedMoveParts {
  readonly call: string;
  readonly from: SupervisedProcess;
  readonly to: SupervisedProcess;
  readonly clock: Clock;
  /** It is called before the next report is read: that one is for the process which has the call by then. */
  settled(outcome: MoveOutcome): void;
}

/** One move of a call from a voice process to another one, as their supervisor sees it. */
export class PlannedMove {
  readonly from: SupervisedProcess;
  readonly to: SupervisedProcess;
  /** Said to the call while nobody knows which of the two has it. */
  readonly held: NamedMessage[] = [];
  /** Said by the process that takes the call, before it said that it has it. */
  readonly early: NamedMessage[] = [];
  readonly outcome: Promise<MoveOutcome>;
  /** The process that the call was in has nothing to do for it any more. */
  readonly departed: Promise<void>;
  readonly #parts: PlannedMoveParts;
  #cancel: Cancel;
  #settle: (outcome: MoveOutcome) => void = () => undefined;
  #depart: () => void = () => undefined;
  #isSettled = false;
  /** Undefined: nobody knows yet. */
  #isNotTaken: boolean | undefined;
  /** Whether it goes on where it was; undefined: nobody knows yet. */
  #isKept: boolean | undefined;
  #stillMs: number | undefined;
  #failure: string | undefined;

  constructor(parts: PlannedMoveParts) {
    this.#parts = parts;
    this.from = parts.from;
    this.to = parts.to;
    this.outcome = new Promise((resolve) => (this.#settle = resolve));
    this.departed = new Promise((resolve) => (this.#depart = resolve));
    this.#cancel = parts.clock.schedule(LIMIT_MS, () => this.#giveUp());
  }

  /** The process that takes the call knows of it already. */
  begin(): void {
    this.#say(this.from, "handOver");
  }

  /** Whether it is known who has the call. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** When the call stopped, by the clock. */
  get stillMs(): number {
    return this.#stillMs ?? this.#parts.clock.now();
  }

  /** Why it has not moved, in words. */
  get failure(): string {
    return this.#failure ?? "one of the two voice processes did not answer, or has ended";
  }

  /** @returns false: it is not about the move */
  heard(report: NamedMessage, process: SupervisedProcess): boolean {
    const { type } = report as CallReport;
    if (type === "move") return this.#passOn(report as CallReport & { type: "move" }, process);
    if (process === this.from) return this.#heardFrom(report as CallReport);
    if (process !== this.to || this.#isSettled) return false;
    if (type === "goesOn") this.#end("moved");
    else if (type === "notTaken") this.#notTaken((report as CallReport & { type: "notTaken" }).error);
    else this.early.push(report);
    return true;
  }

  /** A process has ended. */
  gone(process: SupervisedProcess): void {
    if (process === this.to) this.#notTaken();
    if (process === this.from) this.#left(false);
  }

  /** The move ends without an answer of the processes: no process has the call. */
  abandon(): void {
    this.#depart();
    this.#end("lost");
  }

  #passOn(report: CallReport & { type: "move" }, process: SupervisedProcess): boolean {
    if (process === this.from) this.to.send(report);
    if (process === this.to) this.from.send(report);
    return true;
  }

  #heardFrom(report: CallReport): boolean {
    if (report.type === "standsStill") this.#stillMs = this.#parts.clock.now();
    else if (report.type === "handedOver") this.#heardOutcome(report);
    else return false;
    return true;
  }

  #heardOutcome({ outcome, error }: CallReport & { type: "handedOver" }): void {
    if (error?.code !== ABORTED) this.#failure ??= error?.message;
    this.#left(outcome === "kept" || outcome === "failed");
  }

  #left(isKept: boolean): void {
    this.#isKept = isKept;
    this.#depart();
    if (this.#isSettled) return;
    // it may have been taken all the same: only the other process knows
    if (this.#isNotTaken === undefined) this.#say(this.to, "giveUp");
    this.#review();
  }

  #notTaken(error?: SentError): void {
    if (this.#isSettled) return;
    if (error?.code !== ABORTED) this.#failure ??= error?.message;
    this.#isNotTaken = true;
    if (this.#isKept === undefined) this.#say(this.from, "stay");
    this.#review();
  }

  #giveUp(): void {
    this.#say(this.from, "stay");
    this.#say(this.to, "giveUp");
    this.#cancel = this.#parts.clock.schedule(LAST_MS, () => this.abandon());
  }

  #review(): void {
    if (this.#isNotTaken !== true || this.#isKept === undefined) return;
    this.#end(this.#isKept ? "stays" : "lost");
  }

  #end(outcome: MoveOutcome): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#cancel();
    this.#parts.settled(outcome);
    this.#settle(outcome);
  }

  #say(process: SupervisedProcess, type: "handOver" | "stay" | "giveUp"): void {
    process.send({ type, call: this.#parts.call } satisfies CallOrder);
  }
}
