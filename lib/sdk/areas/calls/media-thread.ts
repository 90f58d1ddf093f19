import { watchMediaLoad, wishForThreads, type MediaLoad, type ThreadWishes } from "../../../native/index.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";
import { LoggingSeverity } from "../../../enums/index.js";
import type { Host } from "../../host-options.js";

interface MediaThreadParts {
  host: Pick<Host, "loadAddon">;
  logs: ClientLogs;
  options: { readonly cpuAffinityMask: bigint | undefined };
}

/** Words for the actions that a player may notice; statistics tell the rest. */
const REMEDIES: Partial<Record<MediaLoad["action"], string>> = {
  reduced: "they are encoded with complexity 5 from now on",
  refusing: "new calls are refused while it lasts; the host option mediaThreads allows more threads",
};

/** Where and how urgently media threads run. They exist from the first call on, and all clients share them. */
export class MediaThread {
  readonly #parts: MediaThreadParts;
  #priority: number | undefined;
  #endWatch: (() => void) | undefined;

  constructor(parts: MediaThreadParts) {
    this.#parts = parts;
  }

  /** @param isRunning whether to apply it now; otherwise the next call does */
  setPriority(priority: number, isRunning: boolean): void {
    this.#priority = priority;
    if (isRunning) this.#wish({ priority });
  }

  /** Applied with each call: another client may have placed the thread meanwhile. */
  apply(): void {
    this.#endWatch ??= watchMediaLoad(this.#parts.host.loadAddon(), (load) => this.#loaded(load));
    this.#wish({ priority: this.#priority, processors: this.#parts.options.cpuAffinityMask });
  }

  /** Nothing is written any more. */
  end(): void {
    this.#endWatch?.();
  }

  #loaded(load: MediaLoad): void {
    const warning = loadWarning(load);
    if (warning !== undefined) this.#parts.logs.write("voice", LoggingSeverity.Warning, warning);
  }

  #wish(wishes: ThreadWishes): void {
    const { host, logs } = this.#parts;
    for (const rejected of wishForThreads(host.loadAddon(), wishes))
      logs.write("voice", LoggingSeverity.Warning, rejected);
  }
}

/** @returns words for a measure that a player may notice; undefined for others */
export function loadWarning({ action, members, tickMs }: MediaLoad): string | undefined {
  const remedy = REMEDIES[action];
  if (remedy === undefined) return undefined;
  const load = `a media thread needs ${tickMs.toFixed(1)} of every 20 ms for ${String(members)} sessions and players`;
  return `${load}: ${remedy}`;
}
