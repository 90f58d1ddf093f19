import { fork, type ChildProcess } from "node:child_process";
import type { CallStore, Claims } from "../../lib/call/index.js";
import type { VoiceAdapterMethods } from "../../lib/voice/index.js";
import type { JoinedVoice, RawBot } from "./raw-bot.js";

type Report = { readonly did: string; readonly error?: string } & Readonly<Record<string, unknown>>;

/** What a worker needs to take part, besides the state of the call. */
export interface WorkerPlace {
  readonly grant: JoinedVoice;
  /** joins by the adapter of a main gateway, instead of with the grant */
  readonly guild?: { readonly guildId: string; readonly channelId: string };
  readonly ca: string;
  /** the user whose packets it counts */
  readonly listenTo: string;
  /** the name of a source in the program */
  readonly plays: string;
  readonly path?: string;
  /** it decodes their sound, too */
  readonly hears?: boolean;
  /** its datagrams go to this port, and its call is kept; see {@link VoiceWorker.keepIn} */
  readonly relayPort?: number;
}

/** A packet that a worker heard. */
export interface HeardPacket {
  /** of the speaker's voice session */
  readonly ssrc: number;
  readonly sequence: number;
}

/** What becomes of a message between two workers: it may be changed, or lost. */
export type Pass = (message: Uint8Array) => Uint8Array | undefined;

const PROGRAM = new URL("voice-worker.mjs", import.meta.url).pathname;

/** A process with the voice part of a bot. */
export class VoiceWorker {
  /** All that it reported. */
  readonly reports: Report[] = [];
  onReport: (report: Report) => void = () => undefined;
  readonly #child: ChildProcess;
  readonly #claims: Claims;
  readonly #answers: Report[] = [];
  #end: string | undefined;
  #waiting: (() => void)[] = [];
  #mainGateway: VoiceAdapterMethods | undefined;
  #partner: VoiceWorker | undefined;
  #pass: Pass = (message) => message;
  #store: CallStore | undefined;

  private constructor(child: ChildProcess, claims: Claims) {
    this.#child = child;
    this.#claims = claims;
    let errors = "";
    child.stderr?.on("data", (text: Buffer) => (errors += text.toString()));
    child.on("message", (report: Report) => this.#reported(report));
    // a message to one that has just ended; its exit follows
    child.on("error", (error) => (errors += error.message));
    child.on("exit", (code, signal) => {
      this.#end = `${signal ?? `code ${String(code)}`}: ${errors}`;
      this.#wakeWaiting();
    });
  }

  static async start(claims: Claims): Promise<VoiceWorker> {
    const child = fork(PROGRAM, { execArgv: [], silent: true, serialization: "advanced" });
    const worker = new VoiceWorker(child, claims);
    await worker.answer("started");
    return worker;
  }

  async join(place: WorkerPlace): Promise<void> {
    await this.do("join", place);
    await this.answer("connected");
  }

  /** Where its messages of a move go. */
  linkTo(partner: VoiceWorker, pass: Pass = (message) => message): void {
    this.#partner = partner;
    this.#pass = pass;
  }

  /** Its call is kept there: as long as it lives, it is asked over the worker's channel. */
  keepIn(store: CallStore): void {
    this.#store = store;
  }

  /** It stands still, until it is woken. */
  stop(): void {
    this.#child.kill("SIGSTOP");
  }

  wake(): void {
    this.#child.kill("SIGCONT");
  }

  /** Gives it a main gateway: until its connection ends. */
  serve(bot: RawBot): void {
    this.#mainGateway = bot.adapterCreator({
      onVoiceServerUpdate: (data) => this.#hear("onVoiceServerUpdate", data),
      onVoiceStateUpdate: (data) => this.#hear("onVoiceStateUpdate", data),
      destroy: () => undefined,
    });
  }

  #hear(name: string, data: unknown): void {
    this.#tell({ do: "mainGateway", name, data });
  }

  /** A message of a move. */
  receive(message: Uint8Array): void {
    this.#tell({ do: "message", message });
  }

  /** The packets that it heard, over all its connections. */
  async heard(): Promise<HeardPacket[]> {
    return (await this.do("heard"))["packets"] as HeardPacket[];
  }

  /** The sound that it heard, over all its connections: one channel of 48 kHz, without what is silent. */
  async sound(): Promise<Int16Array[]> {
    return (await this.do("sound"))["blocks"] as Int16Array[];
  }

  /** Packets that it did not have in time, in all processes that had its call. */
  async lost(): Promise<number> {
    return (await this.do("lost"))["packets"] as number;
  }

  /** How many frames no key opened, over all its connections; those of the last moment before a move may be missing. */
  async unopened(): Promise<number> {
    return (await this.do("unopened"))["frames"] as number;
  }

  /** Whether the voice session was resumed, or began, behind so many reports. */
  hasResumed(since: number): boolean {
    return this.reports.slice(since).some(({ phase }) => phase === "resumed" || phase === "connected");
  }

  /** Leaves the call, and is as it was before the first one. */
  async leave(): Promise<void> {
    await this.do("leave");
    this.reports.length = 0;
    this.#answers.length = 0;
  }

  /** The call for which it waits will not come: its `take` fails. */
  giveUp(): void {
    this.#child.send({ do: "giveUp" });
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
      if (this.#end !== undefined) throw new Error(`the worker ended with ${this.#end}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  kill(): void {
    this.#end = "by the test";
    this.#child.kill("SIGKILL");
  }

  #reported(report: Report): void {
    this.reports.push(report);
    this.onReport(report);
    if (report.did === "claim") return void this.#decide(report);
    if (report.did === "payload") return void this.#mainGateway?.sendPayload(report["payload"]);
    if (report.did === "adapterGone") return this.#mainGateway?.destroy();
    if (report.did === "store") return void this.#answerFromStore(report);
    if (report.did === "message") return this.#passOn(report["message"] as Uint8Array);
    this.#answers.push(report);
    this.#wakeWaiting();
  }

  async #answerFromStore({ id, name, args }: Report): Promise<void> {
    const ask = this.#store![name as keyof CallStore] as (...args: unknown[]) => Promise<unknown>;
    try {
      this.#tell({ do: "stored", id, value: await ask.apply(this.#store, args as unknown[]) });
    } catch (error) {
      this.#tell({ do: "stored", id, error: String(error) });
    }
  }

  #tell(order: object): void {
    if (this.#end === undefined) this.#child.send(order);
  }

  #passOn(message: Uint8Array): void {
    const passed = this.#pass(message);
    if (passed !== undefined) this.#partner?.receive(passed);
  }

  #wakeWaiting(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  async #decide({ call, fence, owner }: Report): Promise<void> {
    const isOwner = await this.#claims.claim(call as string, fence as bigint, owner as string);
    this.#child.send({ do: "claimed", isOwner });
  }
}
