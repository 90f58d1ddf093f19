import { waitAborted } from "../call/wait-aborted.js";
import type { SdkError } from "../wire/index.js";
import type { Hosted } from "./hosted.js";
import type { CallOrder, CallReport, GatewayEvent, NamedMessage, SentError } from "./messages.js";
import { receivedError } from "./sent-error.js";
import type { ProcessEnd, SupervisedProcess } from "./supervised-process.js";

/** Waits for no answer. */
const NOBODY = 0;

/** Said again to the next process, when the one before has not answered. */
interface Unanswered {
  readonly order: CallOrder & { type: "command" | "gateway" };
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The part of a call that its door adds. */
export interface HostedCallParts<Report> {
  /** false: a question or a test, which the program stays for as for a call; default true */
  readonly isCall?: boolean;
  /** Comes first to each process. @param isLater a process had the call before */
  first(isLater: boolean): readonly NamedMessage[];
  /** A process has the call, and knows its options; the rest is to be said. */
  assigned?(): void;
  /** Its process has ended. */
  lost?(): void;
  /** A call that another process had goes on: as it was, or joined anew. */
  goesOn?(end: ProcessEnd, isAnew: boolean): void;
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
  readonly #parts: HostedCallParts<Report>;
  #process: SupervisedProcess | undefined;
  #wasJoined = false;
  #end: ProcessEnd | undefined;
  #said = 0;
  readonly #unanswered = new Map<number, Unanswered>();
  readonly #newest: Record<GatewayEvent, number> = { voiceState: 0, voiceServer: 0 };
  /** The newest voice state: the record of the call may be older. */
  #state: Unanswered["order"] | undefined;
  #error: SdkError | undefined;

  constructor(name: string, parts: HostedCallParts<Report>) {
    this.name = name;
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

  assign(process: SupervisedProcess): void {
    if (this.#error !== undefined) return;
    this.#process = process;
    for (const order of this.#parts.first(this.#wasJoined)) process.send(order);
    this.#wasJoined = true;
    if (this.#state !== undefined && !this.#unanswered.has(this.#state.id)) process.send(this.#state);
    for (const { order } of this.#unanswered.values()) process.send(order);
    this.#parts.assigned?.();
  }

  lost(end: ProcessEnd): void {
    this.#process = undefined;
    this.#parts.lost?.();
    // of several ends behind each other the first one began the silence
    this.#end ??= end;
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
    this.#process?.send(order);
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

  heard(message: NamedMessage): void {
    if (this.#error !== undefined) return;
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
    this.#order({ type: "destroy", call: this.name });
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

  #goesOn(isAnew: boolean): void {
    const end = this.#end;
    this.#end = undefined;
    if (end !== undefined) this.#parts.goesOn?.(end, isAnew);
  }

  #answered({ id, value, error }: CallReport & { type: "answer" }): void {
    const asked = this.#unanswered.get(id);
    this.#unanswered.delete(id);
    if (error === undefined) asked?.resolve(value);
    else asked?.reject(receivedError(error));
  }
}
