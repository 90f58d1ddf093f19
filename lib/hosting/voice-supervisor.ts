import { Emitter, type Subscription } from "../call/emitter.js";
import { PLANNED } from "../call/voice-move.js";
import { randomBytes, systemClock, type Cancel, type Clock } from "../net/index.js";
import { booleanArgument, integerArgument, KEEP_KEY_BYTES } from "../protocol/index.js";
import { SdkError } from "../wire/index.js";
import { CallStores } from "./call-stores.js";
import type { Hosted } from "./hosted.js";
import type { NamedMessage, ProcessOptions, SentError } from "./messages.js";
import { Replacement } from "./replacement.js";
import { Restarts } from "./restarts.js";
import { receivedError } from "./sent-error.js";
import { TideFile } from "./tide-file.js";
import { SupervisedProcess, type ProcessEnd } from "./supervised-process.js";
import { forkVoiceProcess, type VoiceProcess } from "./voice-process.js";

/** How voice processes are supervised. */
export interface VoiceSupervisorOptions {
  /**
   * whether another process waits with the addon loaded, and goes on at once when the first one dies; default true. Without it, sound is
   * back after the time that a process takes to start
   */
  spare?: boolean;
  /** how many processes in 60 s may follow each other at once, 0–1,000; default 3. Behind that another one waits, 1 s at first and 30 s at most */
  restarts?: number;
  /** as for `joinVoiceChannel` */
  addonPath?: string | URL;
  /** as for `joinVoiceChannel` */
  mediaThreads?: "auto" | number;
  /**
   * the program of voice processes: a copy of `dist/bundle/voice-process.js` with the files beside it, for applications that are bundled into
   * one file. Default: that of this package
   */
  program?: string | URL;
  /** starts a voice process another way than with `child_process.fork` */
  spawn?: () => VoiceProcess | Promise<VoiceProcess>;
  /**
   * whether `spawn` starts processes on other machines, by somebody who watches them, and resolves `exited` when one stands still: this
   * supervisor shares no file with them and sends no heartbeats. Default false
   */
  remote?: boolean;
  /** replaces the clock, for tests */
  clock?: Clock;
}

/** The events of a `VoiceSupervisor`. */
export interface VoiceSupervisorEvents {
  /** a process has ended: how, in words, and how many calls it had. They go on in another one. "planned": it was replaced */
  ended: (reason: string, calls: number) => void;
  /** a process with calls is ready */
  started: () => void;
  /** another process waits for the end of the first one */
  spareReady: () => void;
  /** processes ended too often: so many in 60 s. The next one starts after a pause, milliseconds */
  unstable: (ends: number, pauseMs: number) => void;
}

/** How a voice process is replaced. */
export interface ReplaceProcessOptions {
  /**
   * whether a process is started for it, of the program as it is on the disk now, also when a spare one waits: that was started before, and
   * another one takes its place. Default false
   */
  fresh?: boolean;
}

/** The outcome for the calls of a voice process that was replaced. */
export interface ProcessReplacement {
  /** calls that went on in the next process with the next packet */
  moved: number;
  /** calls that could not be handed over: they went on as behind the end of a process, or, as a `warning` of each says, were joined anew */
  revived: number;
}

const CLOSED: SentError = {
  code: "DESTROYED",
  message: "the supervisor of this call was closed; make another VoiceSupervisor",
};

/** The side of a supervisor that only the doors use. */
export interface Registry {
  /** of calls */
  readonly clock: Clock;
  /** A process has it from now on, or as soon as there is one. */
  enter(one: Hosted): void;
  /** It is over. */
  leave(one: Hosted): void;
}

let registry: (supervisor: VoiceSupervisor) => Registry;

/** The way for calls and players into a supervisor. */
export function registryOf(supervisor: VoiceSupervisor): Registry {
  return registry(supervisor);
}

/** A process that has had its calls for so long is stable, milliseconds: another one is started beside it. */
const STABLE_MS = 2000;
const MOST_RESTARTS = 1000;

/**
 * Runs the calls of this process in a voice process, which may crash or hang: another one goes on with them, with the same keys. Give it as
 * `voiceHost` to `joinVoiceChannel`. This process loads no addon.
 * @example
 * const supervisor = new VoiceSupervisor({ spare: false });
 * supervisor.on("ended", (reason, calls) => console.log(`${reason}: ${calls} calls go on`));
 * supervisor.close();
 */
export class VoiceSupervisor implements Disposable {
  readonly #options: VoiceSupervisorOptions;
  readonly #clock: Clock;
  readonly #events = new Emitter<VoiceSupervisorEvents>(() => undefined);
  readonly #restarts: Restarts;
  readonly #hasSpare: boolean;
  readonly #isRemote: boolean;
  /** Opened before the first call or process; null: there is none. */
  #tides: TideFile | null | undefined;
  readonly #stores = new CallStores({
    take: () => this.#tideFile?.take(),
    free: (place) => this.#tides?.free(place),
  });
  /** Only voice processes have it beside this one. */
  readonly #key = randomBytes(KEEP_KEY_BYTES);
  readonly #hosted = new Map<string, Hosted>();
  #active: SupervisedProcess | undefined;
  #spare: SupervisedProcess | undefined;
  /** It hands its calls over to the active one. */
  #leaving: SupervisedProcess | undefined;
  #replacing: Promise<ProcessReplacement> | undefined;
  #replacement: Replacement | undefined;
  /** A process is waited for that is to take the calls: whether it is there. */
  #awaited: { readonly process: SupervisedProcess; done(error?: SdkError): void } | undefined;
  #cancelStart: Cancel | undefined;
  #cancelSpare: Cancel | undefined;
  #isClosed = false;

  static {
    registry = (one) => ({
      clock: one.#clock,
      enter: (hosted) => one.#enter(hosted),
      leave: (hosted) => one.#leave(hosted),
    });
  }

  /** @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property */
  constructor(options: VoiceSupervisorOptions = {}) {
    const { spare = true, restarts = 3, remote = false, clock = systemClock } = options;
    this.#options = options;
    this.#clock = clock;
    this.#hasSpare = booleanArgument("options.spare", spare);
    this.#isRemote = booleanArgument("options.remote", remote);
    this.#restarts = new Restarts(clock, integerArgument("options.restarts", restarts, 0, MOST_RESTARTS));
  }

  /** Listens to an event. */
  on<K extends keyof VoiceSupervisorEvents>(event: K, listener: VoiceSupervisorEvents[K]): Subscription {
    return this.#events.on(event, listener);
  }

  /** The process that has the calls, as the operating system counts; undefined: there is none at the moment. */
  get pid(): number | undefined {
    return this.#active?.pid;
  }

  /** Starts the processes before the first call, which then begins sooner. */
  prepare(): void {
    if (!this.#isClosed) this.#start();
  }

  /**
   * Replaces the voice process while its calls go on: they move to the spare one, or to one that is started for it, with the same keys, and
   * stand still for some 20 to 50 ms. The event `moved` of each says "planned". The process ends when it is empty. Sources,
   * players, settings and subscriptions go along; a microphone is open there before its call comes, a speaker is opened anew, and what loops begins again. A call that
   * is still joining, or does not move within 5 s, goes on as behind the end of a process.
   * @returns what became of the calls; without a process that has any, none. While a process is being replaced, the same promise
   * @throws {ArgumentError} naming the invalid property
   * @throws {SdkError} VOICE_PROCESS_FAILED when the next process ends; NATIVE_NOT_FOUND, NATIVE_LOAD_FAILED when it cannot load the addon: the
   *   calls go on where they are. DESTROYED when this is closed
   * @example
   * const supervisor = new VoiceSupervisor({ spare: false });
   * console.log(await supervisor.replaceProcess({ fresh: true })); // { moved: 0, revived: 0 }: there are no calls
   * supervisor.close();
   */
  async replaceProcess(options: ReplaceProcessOptions = {}): Promise<ProcessReplacement> {
    const isFresh = booleanArgument("options.fresh", options.fresh ?? false);
    if (this.#isClosed) throw receivedError(CLOSED);
    this.#replacing ??= this.#replaceActive(isFresh).finally(() => (this.#replacing = undefined));
    return this.#replacing;
  }

  /** Ends all processes, and the calls with them, which leave their channels. Players are closed. It cannot be used again. */
  close(): void {
    this.#isClosed = true;
    this.#replacement?.end();
    for (const one of [...this.#calls, ...this.#others]) one.over(CLOSED);
    this.#cancelStart?.();
    this.#cancelSpare?.();
    for (const process of [this.#active, this.#spare, this.#leaving, this.#awaited?.process]) process?.end();
    this.#awaited?.done(receivedError(CLOSED));
    this.#active = this.#spare = this.#leaving = this.#cancelStart = undefined;
    this.#tides?.remove();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #enter(one: Hosted): void {
    if (this.#isClosed) return one.over(CLOSED);
    this.#hosted.set(one.name, one);
    if (one.isCall) this.#stores.open(one.name);
    this.#start();
    if (one.isNeeded) this.#active?.hold(true);
    if (this.#active?.isPrepared === true) one.assign(this.#active);
  }

  #leave(one: Hosted): void {
    this.#hosted.delete(one.name);
    if (one.isCall) this.#stores.close(one.name);
    if (!this.#isNeeded) this.#active?.hold(false);
  }

  get #isNeeded(): boolean {
    return [...this.#hosted.values()].some(({ isNeeded }) => isNeeded);
  }

  get #calls(): Hosted[] {
    return [...this.#hosted.values()].filter(({ isCall }) => isCall);
  }

  get #others(): Hosted[] {
    return [...this.#hosted.values()].filter(({ isCall }) => !isCall);
  }

  /** One that has not got any yet has all that wait for it. */
  #callsOf(one: SupervisedProcess): number {
    if (one === this.#active && this.#leaving === undefined) return this.#calls.length;
    return this.#calls.filter((call) => call.isIn(one)).length;
  }

  #start(): void {
    if (this.#cancelStart === undefined) this.#active ??= this.#spawn();
  }

  #spawn(): SupervisedProcess {
    const { program, spawn = () => forkVoiceProcess(program) } = this.#options;
    return new SupervisedProcess({
      spawn,
      isWatched: this.#isRemote,
      clock: this.#clock,
      store: this.#stores,
      prepare: { type: "prepare", key: this.#key, host: this.#host, tides: this.#tideFile?.path },
      prepared: (one) => this.#prepared(one),
      useless: (one, error) => this.#useless(one, error),
      heard: (one, report) => this.#hosted.get(nameOf(report))?.heard(report, one),
      ended: (one, end) => this.#ended(one, end),
    });
  }

  get #tideFile(): TideFile | undefined {
    if (this.#tides === undefined) this.#tides = this.#isRemote ? null : (TideFile.open() ?? null);
    return this.#tides ?? undefined;
  }

  /** A URL cannot be sent. */
  get #host(): ProcessOptions {
    const { addonPath, mediaThreads } = this.#options;
    return {
      ...(addonPath !== undefined && { addonPath: String(addonPath) }),
      ...(mediaThreads !== undefined && { mediaThreads }),
    };
  }

  #prepared(one: SupervisedProcess): void {
    if (one === this.#awaited?.process) this.#awaited.done();
    if (one === this.#spare) return this.#events.emit("spareReady");
    if (one !== this.#active) return;
    this.#assignAll(one);
    this.#events.emit("started");
    this.#planSpare();
  }

  /** Players first: calls send their sound. */
  #assignAll(one: SupervisedProcess): void {
    for (const each of [...this.#others, ...this.#calls]) if (!each.isAssigned) each.assign(one);
  }

  /** Another process beside a stable one: two that crash at their start would take all the time there is. */
  #planSpare(pauseMs = 0): void {
    this.#cancelSpare?.();
    if (!this.#hasSpare || this.#spare !== undefined || this.#isClosed) return;
    this.#cancelSpare = this.#clock.schedule(Math.max(STABLE_MS, pauseMs), () => {
      this.#spare = this.#spawn();
    });
  }

  /** Each further one would fail as this one did. */
  #useless(one: SupervisedProcess, error: SentError): void {
    one.end();
    this.#noLongerAwaited(one, receivedError(error));
    if (one === this.#spare) this.#spare = undefined;
    if (one !== this.#active) return;
    this.#active = undefined;
    for (const each of [...this.#calls, ...this.#others]) each.over(error);
  }

  #ended(one: SupervisedProcess, end: ProcessEnd): void {
    this.#noLongerAwaited(one, endedEarly());
    const calls = this.#callsOf(one);
    if (one === this.#spare) this.#spare = undefined;
    const takesOver = this.#successorOf(one);
    this.#cancelSpare?.();
    this.#events.emit("ended", end.reason, calls);
    for (const each of this.#hosted.values()) each.lost(end, one);
    const pauseMs = this.#restarts.pauseMs();
    if (pauseMs > 0) this.#events.emit("unstable", this.#restarts.ends, pauseMs);
    if (takesOver !== undefined) this.#assignAll(takesOver);
    if (this.#active !== undefined || this.#cancelStart !== undefined) return this.#planSpare(pauseMs);
    if (pauseMs === 0) return this.#replace();
    this.#cancelStart = this.#clock.schedule(pauseMs, () => {
      this.#cancelStart = undefined;
      this.#replace();
    });
  }

  /** At once: nobody may take it for one that comes. */
  #noLongerAwaited(one: SupervisedProcess, error: SdkError): void {
    if (one !== this.#awaited?.process) return;
    this.#awaited.done(error);
    this.#awaited = undefined;
  }

  /** Of two processes between which calls move the other one goes on with all. */
  #successorOf(one: SupervisedProcess): SupervisedProcess | undefined {
    const [active, leaving] = [this.#active, this.#leaving];
    if (one === active) this.#active = leaving;
    if (one !== active && one !== leaving) return undefined;
    this.#leaving = undefined;
    if (leaving === undefined) return undefined;
    this.#replacement?.end();
    return this.#active;
  }

  async #replaceActive(isFresh: boolean): Promise<ProcessReplacement> {
    if (this.#active?.isPrepared !== true) return { moved: 0, revived: 0 };
    const to = await this.#next(isFresh);
    const from = this.#active;
    if (from?.isPrepared !== true || from === to) return this.#useAtOnce(to);
    this.#active = to;
    this.#leaving = from;
    to.hold(this.#isNeeded);
    this.#events.emit("started");
    const replacement = new Replacement(from, to, () => [...this.#hosted.values()]);
    this.#replacement = replacement;
    await replacement.run();
    this.#replacement = undefined;
    if (this.#isClosed) throw receivedError(CLOSED);
    if (this.#active === to) this.#endEmpty(from);
    // nobody has those that were lost between the two
    if (this.#active?.isPrepared === true) this.#assignAll(this.#active);
    if (this.#active !== to) throw endedEarly();
    this.#planSpare();
    return replacement.outcome;
  }

  /** The process before has died while this one was waited for. */
  #useAtOnce(to: SupervisedProcess): ProcessReplacement {
    const revived = this.#calls.length;
    if (this.#active === to) return { moved: 0, revived };
    this.#active?.end();
    this.#cancelStart?.();
    this.#cancelStart = undefined;
    this.#active = to;
    to.hold(this.#isNeeded);
    this.#prepared(to);
    return { moved: 0, revived };
  }

  /** What has not moved goes on as behind the end of a process. */
  #endEmpty(from: SupervisedProcess): void {
    if (this.#leaving !== from) return;
    this.#leaving = undefined;
    from.end();
    this.#events.emit("ended", PLANNED, this.#callsOf(from));
    const end: ProcessEnd = { reason: PLANNED, aliveMs: this.#clock.now() };
    for (const each of this.#hosted.values()) each.lost(end, from);
  }

  /** The process that takes the calls, prepared. @throws {SdkError} */
  async #next(isFresh: boolean): Promise<SupervisedProcess> {
    this.#cancelSpare?.();
    const spare = this.#spare;
    this.#spare = undefined;
    if (isFresh) spare?.end();
    const next = (isFresh ? undefined : spare) ?? this.#spawn();
    try {
      if (!next.isPrepared) await this.#await(next);
      return next;
    } catch (error) {
      this.#planSpare();
      throw error;
    } finally {
      this.#awaited = undefined;
    }
  }

  #await(process: SupervisedProcess): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (error?: SdkError): void => (error === undefined ? resolve() : reject(error));
      this.#awaited = { process, done };
    });
  }

  #replace(): void {
    if (this.#hosted.size === 0 && this.#spare === undefined) return;
    this.#active = this.#spare ?? this.#awaited?.process ?? this.#spawn();
    this.#spare = undefined;
    this.#active.hold(this.#isNeeded);
    if (this.#active.isPrepared) this.#prepared(this.#active);
  }
}

function endedEarly(): SdkError {
  return new SdkError(
    "VOICE_PROCESS_FAILED",
    "the next voice process ended before it had all calls: they go on in the one before; see why it ended, and replace the process again",
  );
}

function nameOf(report: NamedMessage): string {
  return "call" in report ? report.call : report.player;
}
