import { watchMediaLoad, type MediaLoad, type NativeAddon } from "../../../native/index.js";
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
    if (isRunning) this.#applyPriority();
  }

  /** Applied with each call: another client may have placed the thread meanwhile. */
  apply(): void {
    this.#endWatch ??= watchMediaLoad(this.#parts.host.loadAddon(), (load) => this.#loaded(load));
    this.#applyPriority();
    const mask = this.#parts.options.cpuAffinityMask;
    if (mask === undefined) return;
    const wish = `bind the media threads to the processors of the mask ${String(mask)}`;
    this.#attempt(wish, (addon) => addon.setMediaThreadProcessors(mask));
  }

  /** Nothing is written any more. */
  end(): void {
    this.#endWatch?.();
  }

  #loaded({ action, members, tickMs }: MediaLoad): void {
    const remedy = REMEDIES[action];
    if (remedy === undefined) return;
    const load = `a media thread needs ${tickMs.toFixed(1)} of every 20 ms for ${String(members)} sessions and players`;
    this.#parts.logs.write("voice", LoggingSeverity.Warning, `${load}: ${remedy}`);
  }

  #applyPriority(): void {
    const priority = this.#priority;
    if (priority === undefined) return;
    const wish = `set the media threads' priority to ${String(priority)}`;
    this.#attempt(wish, (addon) => addon.setMediaThreadPriority(priority));
  }

  #attempt(wish: string, attempt: (addon: NativeAddon) => string): void {
    const { host, logs } = this.#parts;
    const failure = attempt(host.loadAddon());
    if (failure !== "") logs.write("voice", LoggingSeverity.Warning, `could not ${wish}: ${failure}`);
  }
}
