import { PLANNED } from "../call/voice-move.js";
import { waitAborted } from "../call/wait-aborted.js";
import type { SdkError } from "../wire/index.js";
import type { Clock } from "../net/index.js";
import type { Hosted, MoveOutcome } from "./hosted.js";
import type { CallOrder, CallReport, GatewayEvent, NamedMessage, SentError } from "./messages.js";
import { PlannedMove } from "./planned-move.js";
import { receivedError } from "./sent-error.js";
import type { ProcessEnd, SupervisedProcess } from "./supervised-process.js";

/** Waits for no answer. */
const NOBODY = 0;
/** A process that has not prepared itself by then takes the call all the same, milliseconds: a microphone that opens takes less. */
const PREPARE_MS = 2000;

/** Said again to the next process, when the one before has not answered. */
interface Unanswered {
  readonly order: CallOrder & { type: "command" | "gateway" };
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** How a process gets a call: a new one; one whose process has died; one that its process hands over. */
export type CallBegin = "join" | "revive" | "take";

/** A call goes on in another process. */
export interface CallMove extends ProcessEnd {
  /** it was handed over: nothing that was due is missing */
  readonly isWhole: boolean;
}

/** Said to a process that is about to take a call, and the type of its answer. */
export interface Preparation {
  readonly order: NamedMessage;
  readonly answer: string;
}

/** The part of a call that its door adds. */
export interface HostedCallParts<Report> {
  /** false: a question or a test, which the program stays for as for a call; default true */
  readonly isCall?: boolean;
  /** Comes first to each process. */
  first(begin: CallBegin): readonly NamedMessage[];
  /** Before another process takes the call: said to that one, which answers with `answer`. Undefined: there is nothing to wait for. */
  prepare?(): Preparation | undefined;
  /** A process has the call, and knows its options; the rest is to be said. */
  assigned?(): void;
  /** Its process has ended, or handed it over. */
  lost?(): void;
  /** A call that another process had goes on: as it was, or joined anew. */
  goesOn?(move: CallMove, isAnew: boolean): void;
  /** It was to be handed over to another process, and is not in it. */
  notMoved?(reason: string): void;
  /** The player whose sound it sends. */
  player?(): Hosted | undefined;
  /** sound of users, as the addon hands it out */
  received?(batch: ArrayBuffer): void;
  heard?(report: Report): void;
  over(error: SdkError): void;
}

/** A call in the voice process that has it at the moment: what is said to it is not lost with the process. */
export class HostedCall<Report extends NamedMessage> implements Hosted {
  readonly name: string;
  readonly isCall: boolean;
  readonly isNeeded = true;
  readonly #clock: Clock;
  readonly #parts: HostedCallParts<Report>;
  #process: SupervisedProcess | undefined;
  #wasJoined = false;
  #end: ProcessEnd | undefined;
  #move: PlannedMove | undefined;
  /** The process that is to take it next prepares itself. */
  #preparing: { readonly to: SupervisedProcess; readonly answer: string; done(): void } | undefined;
  /** Why it was not handed over. */
  #failure: string | undefined;
  #said = 0;
  readonly #unanswered = new Map<number, Unanswered>();
  readonly #newest: Record<GatewayEvent, number> = { voiceState: 0, voiceServer: 0 };
  /** The newest voice state: the record of the call may be older. */
  #state: Unanswered["order"] | undefined;
  #error: SdkError | undefined;

  constructor(name: string, clock: Clock, parts: HostedCallParts<Report>) {
    this.name = name;
    this.#clock = clock;
    this.isCall = parts.isCall ?? true;
    this.#parts = parts;
  }

  /** Why it is over; undefined: it is not. */
  get error(): SdkError | undefined {
    return this.#error;
  }

  /** Whether a process has it. */
  get isAssigned(): boolean {
    return this.#process !== undefined;
  }

  isIn(process: SupervisedProcess): boolean {
    return this.#process === process;
  }

  get player(): Hosted | undefined {
    return this.#parts.player?.();
  }

  assign(process: SupervisedProcess): void {
    if (this.#error !== undefined) return;
    this.#process = process;
    for (const order of this.#parts.first(this.#wasJoined ? "revive" : "join")) process.send(order);
    this.#wasJoined = true;
    if (this.#state !== undefined && !this.#unanswered.has(this.#state.id)) process.send(this.#state);
    for (const { order } of this.#unanswered.values()) process.send(order);
    this.#parts.assigned?.();
  }

  lost(end: ProcessEnd, process: SupervisedProcess): void {
    this.#preparing?.done();
    this.#move?.gone(process);
    if (process !== this.#process) return;
    // of a call on its way only the process that takes it knows who has it
    if (this.#isMoving) this.#end ??= end;
    else this.#lose(end);
  }

  /** A list of devices, or a test of the microphone, has nothing to hand over: it begins anew there. */
  async move(to: SupervisedProcess): Promise<MoveOutcome> {
    const from = this.#process;
    const asked = this.#error === undefined ? this.#parts.prepare?.() : undefined;
    if (asked !== undefined && from !== undefined) await this.#prepare(to, asked);
    // it may have ended, or died with its process, meanwhile
    if (this.#error !== undefined || from === undefined || this.#process !== from) return "lost";
    return this.isCall ? this.#moveFrom(from, to) : this.#moveAnew(from, to);
  }

  /** Orders go to the process that has the call meanwhile. */
  async #prepare(to: SupervisedProcess, { order, answer }: Preparation): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.schedule(PREPARE_MS, resolve);
      this.#preparing = { to, answer, done: () => (cancel(), resolve()) };
      to.send(order);
    });
    this.#preparing = undefined;
  }

  #moveFrom(from: SupervisedProcess, to: SupervisedProcess): Promise<MoveOutcome> {
    this.#tellTarget(to);
    const move: PlannedMove = new PlannedMove({
      ...{ call: this.name, from, to, clock: this.#clock },
      settled: (outcome) => this.#settled(move, outcome),
    });
    this.#move = move;
    move.begin();
    return move.outcome;
  }

  departed(): Promise<void> {
    return this.#move?.departed ?? Promise.resolve();
  }

  gateway(event: GatewayEvent, data: unknown): void {
    if (this.#error !== undefined) return;
    const id = (this.#said += 1);
    // behind a newer event of its kind an older one says nothing
    this.#unanswered.delete(this.#newest[event]);
    this.#newest[event] = id;
    const nothing = (): void => undefined;
    const order = { type: "gateway", call: this.name, id, event, data } as const;
    if (event === "voiceState") this.#state = order;
    this.#say({ order, resolve: nothing, reject: nothing });
  }

  /** To the process that has it, if there is one. */
  send(order: NamedMessage): void {
    if (this.#isMoving) this.#move?.held.push(order);
    else this.#process?.send(order);
  }

  /** As {@link ask}, to this process only, and whatever it answers. */
  tell(name: string, args: readonly unknown[]): void {
    this.#order({ type: "command", call: this.name, id: NOBODY, name, args });
  }

  /** Rejects with the error that the voice process threw, or that ended the call; ABORTED by the signal. */
  ask(name: string, args: readonly unknown[], signal?: AbortSignal): Promise<unknown> {
    if (this.#error !== undefined) return Promise.reject(this.#error);
    const id = (this.#said += 1);
    const order = { type: "command", call: this.name, id, name, args } as const;
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.#unanswered.delete(id);
        reject(waitAborted());
      };
      if (signal?.aborted === true) return abort();
      signal?.addEventListener("abort", abort, { once: true });
      const done = (): void => signal?.removeEventListener("abort", abort);
      this.#say({
        order,
        resolve: (value) => (done(), resolve(value)),
        reject: (error) => (done(), reject(error)),
      });
    });
  }

  heard(message: NamedMessage, process: SupervisedProcess): void {
    const { to, answer, done } = this.#preparing ?? {};
    if (process === to && message.type === answer) return done?.();
    if (this.#error !== undefined) return void this.#move?.heard(message, process);
    if (this.#move?.heard(message, process) === true) return;
    // a process that has lost the call says nothing about it
    if (process === this.#process) this.#heard(message);
  }

  #heard(message: NamedMessage): void {
    const report = message as CallReport | Report;
    switch (report.type) {
      case "goesOn":
        return this.#goesOn((report as CallReport & { type: "goesOn" }).isAnew);
      case "received":
        return this.#parts.received?.((report as CallReport & { type: "received" }).batch);
      case "over":
        return this.over((report as CallReport & { type: "over" }).error);
      case "answer":
        return this.#answered(report as CallReport & { type: "answer" });
      default:
        this.#parts.heard?.(report as Report);
    }
  }

  /** It ends: nothing is sent or heard any more. */
  over(error: SentError): void {
    if (this.#error !== undefined) return;
    this.#error = receivedError(error);
    const order: CallOrder = { type: "destroy", call: this.name };
    this.#process?.send(order);
    if (this.#isMoving) this.#move?.to.send(order);
    this.#move?.abandon();
    this.#preparing?.to.send(order);
    this.#preparing?.done();
    for (const { reject } of this.#unanswered.values()) reject(this.#error);
    this.#unanswered.clear();
    this.#parts.over(this.#error);
  }

  #say(unanswered: Unanswered): void {
    this.#unanswered.set(unanswered.order.id, unanswered);
    this.#order(unanswered.order);
  }

  #order(order: CallOrder): void {
    this.send(order);
  }

  get #isMoving(): boolean {
    return this.#move?.isSettled === false;
  }

  #moveAnew(from: SupervisedProcess, to: SupervisedProcess): MoveOutcome {
    from.send({ type: "destroy", call: this.name } satisfies CallOrder);
    this.#process = undefined;
    this.#parts.lost?.();
    this.assign(to);
    return "moved";
  }

  /** All that it has to know before the first packet. What is said behind that is held. */
  #tellTarget(to: SupervisedProcess): void {
    const from = this.#process;
    for (const order of this.#parts.first("take")) to.send(order);
    this.#process = to;
    this.#parts.assigned?.();
    this.#process = from;
  }

  #settled(move: PlannedMove, outcome: MoveOutcome): void {
    if (this.#error !== undefined) return;
    if (outcome !== "moved") this.#failure = `the call was not handed over: ${move.failure}`;
    if (outcome === "moved") this.#movedTo(move);
    else if (outcome === "stays") for (const order of move.held.splice(0)) this.send(order);
    else this.#lose({ reason: PLANNED, aliveMs: move.stillMs });
  }

  /** Orders that the process before did not answer are said again; those that were held are said for the first time. */
  #movedTo({ to, held, early, stillMs }: PlannedMove): void {
    this.#process = to;
    this.#failure = undefined;
    this.#end = undefined;
    this.#parts.lost?.();
    const heldIds = new Set(held.flatMap((order) => ("id" in order ? [order.id] : [])));
    for (const { order } of this.#unanswered.values()) if (!heldIds.has(order.id)) this.send(order);
    for (const order of held.splice(0)) this.send(order);
    this.#parts.goesOn?.({ reason: PLANNED, aliveMs: stillMs, isWhole: true }, false);
    for (const report of early.splice(0)) this.#heard(report);
  }

  /** No process has it. */
  #lose(end: ProcessEnd): void {
    this.#process = undefined;
    // once it matters: a call that stays is asked again
    if (end.reason === PLANNED && this.#failure !== undefined) this.#parts.notMoved?.(this.#failure);
    this.#failure = undefined;
    this.#parts.lost?.();
    // of several ends behind each other the first one began the silence
    this.#end ??= end;
  }

  #goesOn(isAnew: boolean): void {
    const end = this.#end;
    this.#end = undefined;
    if (end !== undefined) this.#parts.goesOn?.({ ...end, isWhole: false }, isAnew);
  }

  #answered({ id, value, error }: CallReport & { type: "answer" }): void {
    const asked = this.#unanswered.get(id);
    this.#unanswered.delete(id);
    if (error === undefined) asked?.resolve(value);
    else asked?.reject(receivedError(error));
  }
}
