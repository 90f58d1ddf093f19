import { Emitter, type Subscription } from "../call/emitter.js";
import { randomBytes, systemClock, type Cancel, type Clock } from "../net/index.js";
import { booleanArgument, integerArgument, KEEP_KEY_BYTES } from "../protocol/index.js";
import { CallStores } from "./call-stores.js";
import type { Hosted } from "./hosted.js";
import type { NamedMessage, ProcessOptions, SentError } from "./messages.js";
import { Restarts } from "./restarts.js";
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
  /** replaces the clock, for tests */
  clock?: Clock;
}

/** The events of a `VoiceSupervisor`. */
export interface VoiceSupervisorEvents {
  /** a process has ended: how, in words, and how many calls it had. They go on in another one */
  ended: (reason: string, calls: number) => void;
  /** a process with calls is ready */
  started: () => void;
  /** another process waits for the end of the first one */
  spareReady: () => void;
  /** processes ended too often: so many in 60 s. The next one starts after a pause, milliseconds */
  unstable: (ends: number, pauseMs: number) => void;
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
  readonly #stores = new CallStores();
  /** Only voice processes have it beside this one. */
  readonly #key = randomBytes(KEEP_KEY_BYTES);
  readonly #hosted = new Map<string, Hosted>();
  #active: SupervisedProcess | undefined;
  #spare: SupervisedProcess | undefined;
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
    const { spare = true, restarts = 3, clock = systemClock } = options;
    this.#options = options;
    this.#clock = clock;
    this.#hasSpare = booleanArgument("options.spare", spare);
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

  /** Ends all processes, and the calls with them, which leave their channels. Players are closed. It cannot be used again. */
  close(): void {
    this.#isClosed = true;
    for (const one of [...this.#calls, ...this.#others]) one.over(CLOSED);
    this.#cancelStart?.();
    this.#cancelSpare?.();
    for (const process of [this.#active, this.#spare]) process?.end();
    this.#active = this.#spare = this.#cancelStart = undefined;
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

  #start(): void {
    if (this.#cancelStart === undefined) this.#active ??= this.#spawn();
  }

  #spawn(): SupervisedProcess {
    const { program, spawn = () => forkVoiceProcess(program) } = this.#options;
    return new SupervisedProcess({
      spawn,
      clock: this.#clock,
      store: this.#stores,
      prepare: { type: "prepare", key: this.#key, host: this.#host },
      prepared: (one) => this.#prepared(one),
      useless: (one, error) => this.#useless(one, error),
      heard: (report) => this.#hosted.get(nameOf(report))?.heard(report),
      ended: (one, end) => this.#ended(one, end),
    });
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
    if (one === this.#spare) return this.#events.emit("spareReady");
    for (const each of [...this.#others, ...this.#calls]) each.assign(one);
    this.#events.emit("started");
    this.#planSpare();
  }

  /** Another process beside a stable one: two that crash at their start would take all the time there is. */
  #planSpare(pauseMs = 0): void {
    this.#cancelSpare?.();
    if (!this.#hasSpare || this.#spare !== undefined) return;
    this.#cancelSpare = this.#clock.schedule(Math.max(STABLE_MS, pauseMs), () => {
      this.#spare = this.#spawn();
    });
  }

  /** Each further one would fail as this one did. */
  #useless(one: SupervisedProcess, error: SentError): void {
    one.end();
    if (one === this.#spare) this.#spare = undefined;
    if (one !== this.#active) return;
    this.#active = undefined;
    for (const each of [...this.#calls, ...this.#others]) each.over(error);
  }

  #ended(one: SupervisedProcess, end: ProcessEnd): void {
    const isActive = one === this.#active;
    if (one === this.#spare) this.#spare = undefined;
    if (isActive) this.#active = undefined;
    this.#cancelSpare?.();
    this.#events.emit("ended", end.reason, isActive ? this.#calls.length : 0);
    if (isActive) for (const each of this.#hosted.values()) each.lost(end);
    const pauseMs = this.#restarts.pauseMs();
    if (pauseMs > 0) this.#events.emit("unstable", this.#restarts.ends, pauseMs);
    if (!isActive) return this.#planSpare(pauseMs);
    if (pauseMs === 0) return this.#replace();
    this.#cancelStart = this.#clock.schedule(pauseMs, () => {
      this.#cancelStart = undefined;
      this.#replace();
    });
  }

  #replace(): void {
    if (this.#hosted.size === 0 && this.#spare === undefined) return;
    this.#active = this.#spare ?? this.#spawn();
    this.#spare = undefined;
    this.#active.hold(this.#isNeeded);
    if (this.#active.isPrepared) this.#prepared(this.#active);
  }
}

function nameOf(report: NamedMessage): string {
  return "call" in report ? report.call : report.player;
}
