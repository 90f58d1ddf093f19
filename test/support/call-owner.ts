import { fork, type ChildProcess } from "node:child_process";
import type { JoinedVoice } from "./raw-bot.js";

type Report = { readonly did: string; readonly error?: string } & Readonly<Record<string, unknown>>;

/** What an owner needs to connect, besides the state of the call. */
export interface CallPlace {
  readonly grant: JoinedVoice;
  readonly ca: string;
  /** the user whose packets it counts */
  readonly listenTo: string;
}

/** What a process says of a move. */
export interface SealedCall {
  readonly sealed: Uint8Array;
  /** the first packet that was not written */
  readonly next: number;
}

interface Claim {
  readonly call: string;
  readonly fence: bigint;
  readonly owner: string;
}

/** The supervisor's part: who has which call. */
export interface Supervisor {
  claim(call: string, fence: bigint, owner: string): Promise<boolean>;
}

const PROGRAM = new URL("call-owner.mjs", import.meta.url).pathname;

/** A process that may have a call. */
export class CallOwner {
  /** All that it reported by itself, such as `closed`. */
  readonly reports: Report[] = [];
  readonly #child: ChildProcess;
  readonly #answers: Report[] = [];
  #end: string | undefined;
  #relayTo: CallOwner | undefined;
  #waiting: (() => void)[] = [];

  readonly #supervisor: Supervisor;

  private constructor(child: ChildProcess, supervisor: Supervisor) {
    this.#child = child;
    this.#supervisor = supervisor;
    let errors = "";
    child.stderr?.on("data", (chunk) => (errors += String(chunk)));
    child.on("message", (report: Report) => {
      if (report.did === "datagrams") return this.#pass(report["datagrams"] as Uint8Array);
      if (report.did === "claim") return void this.#decide(report as unknown as Claim);
      this.#answers.push(report);
      this.reports.push(report);
      this.#wake();
    });
    child.on("exit", (code, signal) => {
      this.#end = `${signal ?? `code ${String(code)}`}: ${errors}`;
      this.#wake();
    });
  }

  static async start(supervisor: Supervisor): Promise<CallOwner> {
    const child = fork(PROGRAM, { execArgv: [], silent: true, serialization: "advanced" });
    const owner = new CallOwner(child, supervisor);
    await owner.answer("started");
    return owner;
  }

  async join(place: CallPlace): Promise<void> {
    await this.do("join", place);
    await this.answer("connected");
  }

  /** Where what arrives at its call goes, once that has moved. */
  relayTo(successor: CallOwner): void {
    this.#relayTo = successor;
  }

  /** RTP sequence numbers of the packets that it heard. */
  async heard(): Promise<number[]> {
    return (await this.do("heard"))["sequences"] as number[];
  }

  /** @throws {Error} when the process has ended, or the error that it reports */
  async do(deed: string, input: object = {}): Promise<Report> {
    this.#child.send({ do: deed, ...input });
    return this.answer(deed);
  }

  /** The next report of this name. */
  async answer(did: string): Promise<Report> {
    for (;;) {
      const at = this.#answers.findIndex((one) => one.did === did);
      const [found] = at < 0 ? [] : this.#answers.splice(at, 1);
      if (found?.error !== undefined) throw Object.assign(new Error(found.error), found);
      if (found !== undefined) return found;
      if (this.#end !== undefined) throw new Error(`the owner's process ended with ${this.#end}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #pass(datagrams: Uint8Array): void {
    this.#relayTo?.do("deliver", { datagrams }).catch(() => undefined);
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  async #decide({ call, fence, owner }: Claim): Promise<void> {
    const isOwner = await this.#supervisor.claim(call, fence, owner);
    await this.do("claimed", { isOwner });
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }
}
