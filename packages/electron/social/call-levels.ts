import type { Call, Clock, Subscription } from "sdkpp";
import { keyFrom } from "sdkpp/surface";
import type { LevelSource } from "./levels.js";

const SILENCE_DBFS = -100;
/** Nothing comes in pauses: who has not been heard for so long is silent, milliseconds. */
const PAUSE_MS = 150;
const FULL_SCALE = 32_768;

export interface CallLevelsParts {
  /** by lobby */
  readonly calls: () => ReadonlyMap<string, { readonly call: Call }>;
  readonly ownId: () => string | undefined;
  readonly clock: Pick<Clock, "now" | "schedule">;
}

interface Level {
  dbfs: number;
  atMs: number;
  readonly subscription: Subscription;
}

/** How loud those in the player's calls are. The calls are listened to while somebody watches. */
export class CallLevels implements LevelSource {
  readonly #parts: CallLevelsParts;
  readonly #watchers = new Set<() => void>();
  readonly #levels = new Map<string, Level>();
  #order: readonly string[] = [];
  #cancelPause: (() => void) | undefined;

  constructor(parts: CallLevelsParts) {
    this.#parts = parts;
  }

  get order(): readonly string[] {
    return this.#order;
  }

  readonly values = (): Float32Array => {
    const since = this.#parts.clock.now() - PAUSE_MS;
    return Float32Array.from(this.#levels.values(), ({ dbfs, atMs }) => (atMs > since ? dbfs : SILENCE_DBFS));
  };

  watch(listener: () => void): () => void {
    this.#watchers.add(listener);
    this.callsChanged();
    return () => {
      this.#watchers.delete(listener);
      if (this.#watchers.size === 0) this.callsChanged();
    };
  }

  /** Calls begin and end, and users come and go. */
  callsChanged(): void {
    const wanted = this.#watchers.size === 0 ? new Map<string, () => Subscription>() : this.#sources();
    for (const [key, { subscription }] of this.#levels) {
      if (wanted.has(key)) continue;
      subscription.dispose();
      this.#levels.delete(key);
    }
    for (const [key, listen] of wanted)
      if (!this.#levels.has(key))
        this.#levels.set(key, { dbfs: SILENCE_DBFS, atMs: -Infinity, subscription: listen() });
    const order = [...this.#levels.keys()];
    if (order.join() === this.#order.join()) return;
    this.#order = order;
    this.#tell();
  }

  end(): void {
    this.#watchers.clear();
    this.callsChanged();
    this.#cancelPause?.();
  }

  #sources(): Map<string, () => Subscription> {
    const sources = new Map<string, () => Subscription>();
    for (const [lobbyId, { call }] of this.#parts.calls()) {
      if (!call.isValid()) continue;
      for (const userId of call.getParticipants()) {
        const key = keyFrom([lobbyId, String(userId)]);
        sources.set(key, () => this.#listen(call, userId, key));
      }
    }
    return sources;
  }

  #listen(call: Call, userId: bigint, key: string): Subscription {
    return String(userId) === this.#parts.ownId()
      ? call.on("level", (dbfs) => this.#heard(key, dbfs))
      : call.listen(userId, (samples) => this.#heard(key, peakOf(samples)));
  }

  #heard(key: string, dbfs: number): void {
    const level = this.#levels.get(key);
    if (level === undefined) return;
    level.dbfs = dbfs;
    level.atMs = this.#parts.clock.now();
    this.#cancelPause?.();
    this.#cancelPause = this.#parts.clock.schedule(PAUSE_MS, () => this.#tell());
    this.#tell();
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

function peakOf(samples: Int16Array): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return peak === 0 ? SILENCE_DBFS : Math.max(SILENCE_DBFS, 20 * Math.log10(peak / FULL_SCALE));
}
