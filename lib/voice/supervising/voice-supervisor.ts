import { Emitter, type Subscription } from "../../call/index.js";
import { randomBytes, systemClock, type Cancel, type Clock } from "../../net/index.js";
import { booleanArgument, integerArgument, KEEP_KEY_BYTES } from "../../protocol/index.js";
import { ArgumentError } from "../../wire/index.js";
import type { ProcessOptions, SentError } from "../process/messages.js";
import { CallStores } from "./call-stores.js";
import type { HostedCall } from "./hosted-call.js";
import { Restarts } from "./restarts.js";
import type { SupervisedPlayer } from "./supervised-player.js";
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
  readonly #calls = new Map<string, HostedCall>();
  readonly #players = new Map<string, SupervisedPlayer>();
  #active: SupervisedProcess | undefined;
  #spare: SupervisedProcess | undefined;
  #cancelStart: Cancel | undefined;
  #cancelSpare: Cancel | undefined;

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
    this.#start();
  }

  /** Ends all processes, and the calls with them, which leave their channels. Players are closed. */
  close(): void {
    for (const call of [...this.#calls.values()])
      call.over({ code: "DESTROYED", message: "the supervisor of this call was closed" });
    for (const player of [...this.#players.values()]) player.close();
    this.#cancelStart?.();
    this.#cancelSpare?.();
    for (const process of [this.#active, this.#spare]) process?.end();
    this.#active = this.#spare = this.#cancelStart = undefined;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** @internal The clock of calls. */
  get clock(): Clock {
    return this.#clock;
  }

  /** @internal */
  enter(call: HostedCall): void {
    this.#calls.set(call.name, call);
    this.#stores.open(call.name);
    this.#start();
    this.#active?.hold(true);
    if (this.#active?.isPrepared === true) call.assign(this.#active);
  }

  /** @internal */
  leave(call: HostedCall): void {
    this.#calls.delete(call.name);
    this.#stores.close(call.name);
    if (this.#calls.size === 0) this.#active?.hold(false);
  }

  /** @internal What it needs of a process is there before the first call. */
  enterPlayer(player: SupervisedPlayer): void {
    this.#players.set(player.name, player);
    this.#start();
    if (this.#active?.isPrepared === true) player.assign(this.#active);
  }

  /** @internal */
  leavePlayer(player: SupervisedPlayer): void {
    this.#players.delete(player.name);
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
      report: (report) => {
        if (report.type === "player") this.#players.get(report.player)?.heard(report.news);
        else this.#calls.get(report.call)?.report(report);
      },
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
    for (const player of this.#players.values()) player.assign(one);
    for (const call of this.#calls.values()) call.assign(one);
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
    for (const call of [...this.#calls.values()]) call.over(error);
    for (const player of [...this.#players.values()]) player.failed(error);
  }

  #ended(one: SupervisedProcess, end: ProcessEnd): void {
    const isActive = one === this.#active;
    if (one === this.#spare) this.#spare = undefined;
    if (isActive) this.#active = undefined;
    this.#cancelSpare?.();
    this.#events.emit("ended", end.reason, isActive ? this.#calls.size : 0);
    if (isActive) this.#lost(end);
    const pauseMs = this.#restarts.pauseMs();
    if (pauseMs > 0) this.#events.emit("unstable", this.#restarts.ends, pauseMs);
    if (!isActive) return this.#planSpare(pauseMs);
    if (pauseMs === 0) return this.#replace();
    this.#cancelStart = this.#clock.schedule(pauseMs, () => {
      this.#cancelStart = undefined;
      this.#replace();
    });
  }

  #lost(end: ProcessEnd): void {
    for (const call of this.#calls.values()) call.lost(end);
    for (const player of [...this.#players.values()]) player.lost();
  }

  #replace(): void {
    if (this.#calls.size + this.#players.size === 0 && this.#spare === undefined) return;
    this.#active = this.#spare ?? this.#spawn();
    this.#spare = undefined;
    this.#active.hold(this.#calls.size > 0);
    if (this.#active.isPrepared) this.#prepared(this.#active);
  }
}

let shared: VoiceSupervisor | undefined;

/** @internal @throws {ArgumentError} */
export function supervisorArgument(voiceHost: true | VoiceSupervisor): VoiceSupervisor {
  if (voiceHost instanceof VoiceSupervisor) return voiceHost;
  if ((voiceHost as unknown) !== true)
    throw new ArgumentError("voiceHost", "true or a VoiceSupervisor", typeof voiceHost);
  return (shared ??= new VoiceSupervisor());
}

/**
 * @internal Refuses what leads out of this process, or what a supervisor does itself.
 * @throws {ArgumentError}
 */
export function assertNotGiven(options: object, names: readonly string[]): void {
  const given: Partial<Record<string, unknown>> = { ...options };
  for (const name of names)
    if (given[name] !== undefined)
      throw new ArgumentError(
        name,
        "nothing beside `voiceHost`, or an option of its VoiceSupervisor",
        "a value",
      );
}
