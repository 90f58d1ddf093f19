import { SdkError, type VoiceProcess } from "sdkpp/voice";
import { chooseWorker } from "../roster/choose.js";
import type { Roster } from "../roster/roster.js";
import { RemoteProcess, type RemoteParts } from "./remote-process.js";

/** A call that nobody has room for is refused then, milliseconds: workers may be starting. */
const FIRST_WAIT_MS = 5000;
/** One that was heard before waits for longer. */
const LATER_WAIT_MS = 60_000;
const PAUSE_MS = 200;

/** Places of calls in the voice processes of workers. */
export class Places {
  readonly #parts: RemoteParts;
  readonly #roster: Roster;
  readonly #random: () => number;
  readonly #open = new Set<RemoteProcess>();
  /** Placed since the newest beat of their worker. */
  readonly #placed = new Map<string, { readonly count: number; calls: number }>();

  /** @param random 0 to 1, without 1 */
  constructor(parts: RemoteParts, roster: Roster, random: () => number) {
    this.#parts = parts;
    this.#roster = roster;
    this.#random = random;
  }

  /** A voice process has ended, or counts as dead. */
  lost(process: string, reason: string): void {
    for (const one of this.#open) if (one.process === process) one.lost(reason);
    this.#placed.delete(process);
  }

  /**
   * A place in the worker with more room of two. Waits while there is none.
   * @param without the voice process that the call is in, and is to leave
   * @throws {SdkError} FLEET_FULL, FLEET_EMPTY
   */
  async take(hadOne: boolean, without: string | undefined): Promise<RemoteProcess> {
    const { clock } = this.#parts;
    const untilMs = clock.now() + (hadOne ? LATER_WAIT_MS : FIRST_WAIT_MS);
    for (;;) {
      const taken = await this.#try(without);
      if (taken instanceof RemoteProcess) return taken;
      if (clock.now() >= untilMs) throw taken;
      await new Promise<void>((resolve) => clock.schedule(PAUSE_MS, resolve));
    }
  }

  /** One worker after the other, as long as another one is there. */
  async #try(without: string | undefined): Promise<RemoteProcess | SdkError> {
    const tried = new Set(without === undefined ? [] : [without]);
    const reasons: string[] = [];
    for (;;) {
      const [random, workers] = [this.#random, this.#roster.workers];
      const chosen = chooseWorker({ workers, placed: (one) => this.#placedIn(one), random, without: tried });
      if (typeof chosen === "string") return noPlace(chosen === "all full" || reasons.length > 0, reasons);
      const { worker, process } = chosen;
      const opened = await RemoteProcess.open(this.#parts, process);
      if (opened instanceof RemoteProcess) return this.#opened(opened);
      tried.add(process);
      reasons.push(`${worker}: ${opened}`);
    }
  }

  #opened(one: RemoteProcess): RemoteProcess {
    // it may have gone meanwhile
    if (!this.#roster.has(one.process)) one.lost("its worker ended");
    const placed = this.#placedEntry(one.process);
    placed.calls += 1;
    this.#open.add(one);
    void one.exited.then(() => this.#open.delete(one));
    return one;
  }

  #placedIn(process: string): number {
    return this.#placedEntry(process).calls;
  }

  #placedEntry(process: string): { readonly count: number; calls: number } {
    const count = this.#roster.workers.find((beat) => beat.process === process)?.count ?? 0;
    const known = this.#placed.get(process);
    if (known?.count === count) return known;
    const entry = { count, calls: 0 };
    this.#placed.set(process, entry);
    return entry;
  }
}

function noPlace(isFull: boolean, reasons: readonly string[]): SdkError {
  const said = reasons.length === 0 ? "" : ` (${reasons.join("; ")})`;
  return isFull
    ? new SdkError(
        "FLEET_FULL",
        `no worker takes another call${said}; start another one with "sdkpp-fleet worker"`,
      )
    : new SdkError(
        "FLEET_EMPTY",
        'no worker is there; start one with "sdkpp-fleet worker", with the same fleet key and name, and clocks that differ by less than 30 s',
      );
}

/** In place of a voice process: the supervisor's calls end with the error. */
export function noProcess(error: unknown): VoiceProcess {
  const { code = "FLEET_EMPTY", message } = error as { readonly code?: string; readonly message: string };
  return {
    port: {
      send: () => undefined,
      onMessage: (listener) => queueMicrotask(() => listener({ type: "useless", error: { code, message } })),
    },
    kill: () => undefined,
    exited: new Promise(() => undefined),
  };
}
