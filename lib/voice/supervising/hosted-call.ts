import type { SdkError } from "../../wire/index.js";
import { waitAborted } from "../end-error.js";
import type { HostedOptions } from "../join-options.js";
import type { CommandName, GatewayEvent, Order, Report, SentError } from "../process/messages.js";
import { receivedError } from "../process/sent-error.js";
import type { HostedInput } from "./hosted-input.js";
import type { ProcessEnd, SupervisedProcess } from "./supervised-process.js";

export type CallReport = Extract<Report, { call: string }>;

/** Waits for no answer. */
const NOBODY = 0;

/** Said again to the next process, when the one before has not answered. */
interface Unanswered {
  readonly order: Order & { type: "command" | "gateway" };
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Hears about a call. */
export interface HostedCallEvents {
  /** A call that another process had goes on: as it was, or joined anew. */
  goesOn(end: ProcessEnd, isAnew: boolean): void;
  heard(report: Extract<CallReport, { type: "payload" | "event" | "received" }>): void;
  /** A process has the call, and knows its options; the rest is to be said. */
  assigned(): void;
  over(error: SdkError): void;
}

/** A call in the voice process that has it at the moment: what is said to it is not lost with the process. */
export class HostedCall {
  readonly name: string;
  readonly #events: HostedCallEvents;
  #options: HostedOptions;
  #process: SupervisedProcess | undefined;
  #wasJoined = false;
  #end: ProcessEnd | undefined;
  #input: HostedInput | undefined;
  #said = 0;
  readonly #unanswered = new Map<number, Unanswered>();
  readonly #newest: Record<GatewayEvent, number> = { voiceState: 0, voiceServer: 0 };
  /** The newest voice state: the record of the call may be older. */
  #state: Unanswered["order"] | undefined;
  #error: SdkError | undefined;

  constructor(name: string, options: HostedOptions, events: HostedCallEvents) {
    this.name = name;
    this.#options = options;
    this.#events = events;
  }

  /** Why it is over; undefined: it is not. */
  get error(): SdkError | undefined {
    return this.#error;
  }

  /** Its source or player, also one that is over. */
  get input(): HostedInput | undefined {
    return this.#input;
  }

  /** A process is there for it. */
  assign(process: SupervisedProcess): void {
    if (this.#error !== undefined) return;
    this.#process = process;
    const [call, options, playback] = [this.name, this.#options, this.#input?.sent];
    if (this.#wasJoined) process.send({ type: "revive", call, options, playback });
    else {
      process.send({ type: "join", call, options });
      if (playback !== undefined) process.send({ type: "play", call, playback });
    }
    this.#wasJoined = true;
    if (this.#state !== undefined && !this.#unanswered.has(this.#state.id)) process.send(this.#state);
    for (const { order } of this.#unanswered.values()) process.send(order);
    this.#events.assigned();
  }

  /** Its process has ended. */
  lost(end: ProcessEnd): void {
    this.#process = undefined;
    this.#input?.lost();
    // of several ends behind each other the first one began the silence
    this.#end ??= end;
  }

  /** For a join anew. */
  change(options: Partial<HostedOptions>): void {
    this.#options = { ...this.#options, ...options };
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

  play(input: HostedInput): void {
    this.#input?.end("stopped");
    this.#input = input;
    const { sent } = input;
    if (sent !== undefined) this.#process?.send({ type: "play", call: this.name, playback: sent });
  }

  /** @param order about the input `id` */
  ofPlayback(id: number, order: Extract<Order, { playback: number }>): void {
    if (id === this.#input?.id) this.#process?.send(order);
  }

  /** To the process that has it, if there is one. */
  send(order: Order): void {
    this.#process?.send(order);
  }

  /** As {@link ask}, to this process only, and whatever it answers. */
  tell(name: CommandName, args: readonly unknown[]): void {
    this.send({ type: "command", call: this.name, id: NOBODY, name, args });
  }

  /** Rejects with the error that the voice process threw, or that ended the call. */
  ask(name: CommandName, args: readonly unknown[], signal?: AbortSignal): Promise<unknown> {
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

  report(report: CallReport): void {
    if (this.#error !== undefined) return;
    switch (report.type) {
      case "goesOn":
        return this.#goesOn(report.isAnew);
      case "payload":
      case "event":
      case "received":
        return this.#events.heard(report);
      case "over":
        return this.over(report.error);
      case "answer":
        return this.#answered(report);
      default:
        if (report.playback === this.#input?.id) this.#input.heard(report.news);
    }
  }

  /** It ends: nothing is sent or heard any more. */
  over(error: SentError): void {
    if (this.#error !== undefined) return;
    this.#error = receivedError(error);
    this.#process?.send({ type: "destroy", call: this.name });
    this.#input?.end("stopped");
    for (const { reject } of this.#unanswered.values()) reject(this.#error);
    this.#unanswered.clear();
    this.#events.over(this.#error);
  }

  #say(unanswered: Unanswered): void {
    this.#unanswered.set(unanswered.order.id, unanswered);
    this.#process?.send(unanswered.order);
  }

  #goesOn(isAnew: boolean): void {
    const end = this.#end;
    this.#end = undefined;
    if (end !== undefined) this.#events.goesOn(end, isAnew);
  }

  #answered({ id, value, error }: Extract<CallReport, { type: "answer" }>): void {
    const asked = this.#unanswered.get(id);
    this.#unanswered.delete(id);
    if (error === undefined) asked?.resolve(value);
    else asked?.reject(receivedError(error));
  }
}
